// What users have made: chats and jobs. The copy of the ledger is in schema-ledger.ts. All rows of a user, and of what
// belongs to one, are in the database that the user's id names (domain/shard.ts).
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { AnswerSource } from '#contract/answer-sources.ts'
import type { JobBatch } from '#contract/jobs.ts'
import type { ReadPlace } from '#contract/projects.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import type { JobStep, MadeFrom, StoredFile } from '#domain/job.ts'
import type { JobSupply, Refusals } from '#domain/supplies/supply.ts'

/** Milliseconds since the epoch, everywhere. */
const instant = (name: string) => integer(name)

export const conversations = sqliteTable(
  'conversations',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    title: text().notNull(),
    service: text().notNull(),
    model: text().notNull(),
    /** The last message of the path that is shown; null: there are none. A trigger sets it to every message that is added. */
    leafId: integer('leaf_id'),
    pinnedAt: instant('pinned_at'),
    archivedAt: instant('archived_at'),
    /** A row of `folders`. data/history/folders.ts clears it when the folder is deleted. */
    folderId: integer('folder_id'),
    /** When a model was asked for a title, which happens once; null: never. */
    titleAskedAt: instant('title_asked_at'),
    /** Names what it was imported from, so that it is imported once; null for one that was written here. */
    importId: text('import_id'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The one part of the list that shows it: domain/list-sections.ts names them. */
    section: text().generatedAlwaysAs(
      sql`case when archived_at is not null then 'archive' when pinned_at is not null then 'pinned' when folder_id is not null then 'folder ' || folder_id else 'rest' end`,
      { mode: 'virtual' }
    )
  },
  (table) => [
    index('conversations_recent').on(table.userId, table.updatedAt),
    index('conversations_recent_of_service').on(table.userId, table.service, table.updatedAt),
    index('conversations_of_section').on(table.userId, table.service, table.section, table.updatedAt),
    uniqueIndex('conversations_imported')
      .on(table.userId, table.importId)
      .where(sql`${table.importId} is not null`)
  ]
)

/** A user puts chats of any service into them, or jobs: `kind` says which. Deleting one keeps what is in it. */
export const folders = sqliteTable(
  'folders',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    kind: text({ enum: ['chat', 'library'] }).notNull(),
    name: text().notNull(),
    createdAt: instant('created_at').notNull()
  },
  (table) => [index('folders_of_user').on(table.userId, table.kind)]
)

/** How many conversations with a service each section of a user's list has: kept by triggers, because counting them reads them all. */
export const conversationCounts = sqliteTable(
  'conversation_counts',
  {
    userId: text('user_id').notNull(),
    service: text().notNull(),
    section: text().notNull().default('rest'),
    total: integer().notNull()
  },
  (table) => [primaryKey({ columns: [table.userId, table.service, table.section] })]
)

export const messages = sqliteTable(
  'messages',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** The message before it; 0 for the first. Added without one, it follows the shown leaf: a trigger sees to that. */
    parentId: integer('parent_id'),
    role: text({ enum: ['user', 'assistant'] }).notNull(),
    content: text().notNull(),
    model: text().notNull(),
    /** The paid operation: a question has that of its first answer; null for messages added without one. */
    operationId: text('operation_id'),
    /** How the answer ended; null for the user's side. */
    outcome: text({ enum: ['complete', 'truncated', 'stopped', 'interrupted', 'failed', 'refused'] }),
    chargedTokens: integer('charged_tokens'),
    usdMicros: integer('usd_micros'),
    upstreamModel: text('upstream_model'),
    /** The id of the supplier that answered, for operators alone; null: none was asked, or a restart has interrupted the answer. */
    supplier: text(),
    /** The model's thinking; null: the user did not ask for it. */
    thinking: text(),
    /** The pages that the answer names; null: the user asked for no search. */
    sources: text({ mode: 'json' }).$type<AnswerSource[]>(),
    /** The operations of the works that this answer is; null for an answer in words. */
    works: text({ mode: 'json' }).$type<string[]>(),
    /** The works that the model has proposed; null: none. */
    proposals: text({ mode: 'json' }).$type<WorkProposal[]>(),
    /** What of the project's files the model was shown; null: nothing. */
    read: text({ mode: 'json' }).$type<ReadPlace[]>(),
    /** Set when the answer failed because its service was not available; null for all others. */
    unavailable: integer({ mode: 'boolean' }),
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    index('messages_conversation').on(table.conversationId, table.id),
    index('messages_children').on(table.conversationId, table.parentId),
    uniqueIndex('messages_turn').on(table.conversationId, table.operationId, table.role)
  ]
)

/** How many bytes each user stores, as domain/stored-bytes.ts counts them: triggers keep it, so that no byte is missed. */
export const storedBytes = sqliteTable('stored_bytes', {
  userId: text('user_id').primaryKey(),
  total: integer().notNull()
})

/** One row per job; its steps are those of domain/job.ts. Only queries that compare the step may change it. */
export const jobs = sqliteTable(
  'jobs',
  {
    /** Derived from user and operation (`jobIdOf`), so that a repeated submission finds the same row and files. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    /** The client's idempotency key, which is also the id of the wallet operation and of the job in the API. */
    operationId: text('operation_id').notNull(),
    fingerprint: text().notNull(),
    kind: text({ enum: ['image', 'image-tool', 'video', 'audio'] }).notNull(),
    service: text().notNull(),
    /** Our model id, if the service offers a choice of models. */
    model: text(),
    provider: text({
      enum: ['openai', 'midjourney', 'bfl', 'stability', 'elevenlabs', 'luma', 'google', 'runway']
    }).notNull(),
    /** The model or operation of the provider. */
    upstreamModel: text('upstream_model').notNull(),
    /** The supplier that was asked last; null: none yet. The job's ticket and result are at this account. */
    supply: text({ mode: 'json' }).$type<JobSupply>(),
    refusals: text({ mode: 'json' }).$type<Refusals>(),
    /** The parameters as the user sent them, without files. */
    parameters: text({ mode: 'json' }).$type<Record<string, string | number>>().notNull(),
    /** The parameters translated for the provider. Stored, so that a deploy does not change a job in progress. */
    options: text({ mode: 'json' }).$type<Record<string, string | number>>().notNull(),
    /** The only language that the provider understands; text in others is translated first. Null: any language. */
    language: text({ enum: ['en'] }),
    /** Names of the parameters whose files are stored in R2. */
    uploads: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Which of these files were results of jobs. Null: none, so that the index holds only jobs that were made from others. */
    madeFrom: text('made_from', { mode: 'json' }).$type<MadeFrom[]>(),
    /** Names of the parameters whose files are kept with the result. */
    keptSources: text('kept_sources', { mode: 'json' }).$type<string[]>(),
    priceTokens: integer('price_tokens').notNull(),
    /** The place in the batch that this job was submitted with; null for a job of its own. */
    batch: text({ mode: 'json' }).$type<JobBatch>(),
    step: text().$type<JobStep>().notNull(),
    /** The adapter's reference to what the provider accepted. */
    ticket: text(),
    progress: real(),
    /** How many translations were started. */
    translations: integer().notNull().default(0),
    /** How many times the provider was asked to start. */
    attempts: integer().notNull().default(0),
    /** How many times progress was checked, and how many checks failed in a row. */
    checks: integer().notNull().default(0),
    failedChecks: integer('failed_checks').notNull().default(0),
    /** When the next step may be taken; null when nothing is left to do. */
    dueAt: instant('due_at'),
    /** A step is running until then. */
    leaseUntil: instant('lease_until'),
    /** In the queue: when the job stops waiting. At the provider: when the job is given up. */
    deadlineAt: instant('deadline_at').notNull(),
    cancelRequestedAt: instant('cancel_requested_at'),
    failure: text(),
    /** Grows with each change of the row, so that the newer of two views of the job can be told. */
    revision: integer()
      .notNull()
      .default(0)
      .$onUpdate(() => sql`revision + 1`),
    /** The name of the error that ended the last step early, for its dead letter; null: a step has changed the row since. */
    stepError: text('step_error'),
    files: text({ mode: 'json' }).$type<StoredFile[]>().notNull(),
    /** Null until the wallet has ended the reservation. */
    chargedTokens: integer('charged_tokens'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    /** Set when the user deleted the job; the row stays for accounting. */
    deletedAt: instant('deleted_at'),
    /** The operation of the broken job that this job makes once more for nothing; null for every other job. */
    redoOf: text('redo_of'),
    /** When the user called this job broken; null: never. */
    redoAt: instant('redo_at'),
    /** How often this job was begun once more; its jobs follow from the number (`redoOperationOf`). */
    redoAttempts: integer('redo_attempts').notNull().default(0),
    /** When the user marked it as a favourite; null: it is none. */
    favouriteAt: instant('favourite_at'),
    /** A row of `folders`. */
    folderId: integer('folder_id'),
    /** The conversation whose tokens without a question it takes (`chat_settings`); null: the user has agreed to its price. */
    unaskedIn: integer('unasked_in')
  },
  (table) => [
    uniqueIndex('jobs_operation').on(table.userId, table.operationId),
    index('jobs_recent').on(table.userId, table.createdAt, table.id),
    index('jobs_unended')
      .on(table.userId, table.createdAt, table.id)
      .where(sql`${table.finishedAt} is null`),
    // The index has all columns that the query compares, so that it reads no row in vain.
    index('jobs_made_from')
      .on(table.userId, table.createdAt, table.madeFrom)
      .where(sql`${table.madeFrom} is not null`),
    index('jobs_finished').on(table.service, table.finishedAt),
    index('jobs_redo_claims')
      .on(table.userId, table.redoAt)
      .where(sql`${table.redoAt} is not null`),
    index('jobs_redo_recent')
      .on(table.redoAt)
      .where(sql`${table.redoAt} is not null`),
    index('jobs_favourite')
      .on(table.userId, table.createdAt, table.id)
      .where(sql`${table.favouriteAt} is not null`),
    index('jobs_of_folder')
      .on(table.userId, table.folderId, table.createdAt, table.id)
      .where(sql`${table.folderId} is not null`),
    index('jobs_unasked')
      .on(table.unaskedIn)
      .where(sql`${table.unaskedIn} is not null`),
    index('jobs_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`)
  ]
)
