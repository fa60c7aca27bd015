// The rows of generations. A row is changed by single statements that compare what they found before, so that of several
// deliveries, a cancellation and a sweep exactly one gets its way; whoever gets `undefined` came too late.
// While something is left to do, `dueAt` says when: the sweeper finds every forgotten row by it alone.
import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type JobStep, queueDeadlineOf, runDeadlineOf, type StoredFile, stepsAtProvider } from '#domain/job.ts'
import type { Database } from './database.ts'
import type { JobRow } from './job-view.ts'
import { jobs, users } from './schema.ts'

export type { JobRow } from './job-view.ts'

/** What a submission knows; the rest of the row is the machine's. */
export type NewJob = Pick<
  JobRow,
  | 'id'
  | 'userId'
  | 'operationId'
  | 'fingerprint'
  | 'kind'
  | 'service'
  | 'model'
  | 'provider'
  | 'upstreamModel'
  | 'parameters'
  | 'options'
  | 'language'
  | 'uploads'
  | 'priceTokens'
  | 'createdAt'
>

/** Inserts a waiting job, or finds the one that has this id already: the fingerprints tell whether it is the same. */
export async function insertJob(database: Database, job: NewJob): Promise<{ row: JobRow; isNew: boolean }> {
  const [inserted] = await database
    .insert(jobs)
    .values({ ...job, step: 'queued', files: [], dueAt: job.createdAt, deadlineAt: queueDeadlineOf(job) })
    .onConflictDoNothing()
    .returning()
  if (inserted) return { row: inserted, isNew: true }
  const row = await findJob(database, job.id)
  if (!row) throw new Error('A job was neither inserted nor found')
  return { row, isNew: false }
}

export async function findJob(database: Database, id: string): Promise<JobRow | undefined> {
  const [row] = await database.select().from(jobs).where(eq(jobs.id, id))
  return row
}

export async function findUserJob(
  database: Database,
  userId: string,
  operationId: string
): Promise<JobRow | undefined> {
  const [row] = await database
    .select()
    .from(jobs)
    .where(and(eq(jobs.userId, userId), eq(jobs.operationId, operationId)))
  return row
}

/** Whether the account still exists: nobody works for a user who is gone. */
export async function hasUser(database: Database, userId: string): Promise<boolean> {
  const found = await database.select({ id: users.id }).from(users).where(eq(users.id, userId))
  return found.length > 0
}

/** Nullable columns are compared with `is`: in SQL nothing equals null. */
const unchanged = ({ id, step, dueAt, leaseUntil }: Found) =>
  and(eq(jobs.id, id), eq(jobs.step, step), sql`${jobs.dueAt} is ${dueAt}`, sql`${jobs.leaseUntil} is ${leaseUntil}`)

/** As it was read: a row that somebody changed since is not changed again. */
export type Found = Pick<JobRow, 'id' | 'step' | 'dueAt' | 'leaseUntil'>

type ChangedField = 'step' | 'options' | 'translations' | 'progress' | 'checks' | 'failedChecks' | ChangedTime
type ChangedTime = 'dueAt' | 'leaseUntil' | 'deadlineAt' | 'startedAt'

export type JobChange = Partial<Pick<JobRow, ChangedField>>

async function update(
  database: Database,
  change: Partial<typeof jobs.$inferInsert> | Record<string, unknown>,
  where: SQL | undefined
): Promise<JobRow | undefined> {
  const [row] = await database.update(jobs).set(change).where(where).returning()
  return row
}

/** Changes a row that is still as it was read. */
export const changeJob = (database: Database, found: Found, change: JobChange): Promise<JobRow | undefined> =>
  update(database, change, unchanged(found))

/** Takes a row for one step: until then other deliveries leave it alone, after that they go on in its place. */
export const leaseJob = (database: Database, found: Found, leaseUntil: number): Promise<JobRow | undefined> =>
  update(database, { leaseUntil, dueAt: leaseUntil }, unchanged(found))

const isEndedRow = inArray(jobs.step, ['completed', 'failed', 'cancelled'])
const atProvider = inArray(jobs.step, [...stepsAtProvider])

export interface Place {
  /** How many jobs may be at one provider. */
  jobsMax: number
  now: number
  leaseUntil: number
}

/**
 * Takes one of the provider's places for a waiting job. Count and change are one statement, so that two deliveries can
 * not both take the last place.
 */
export const claimPlace = (database: Database, found: JobRow, place: Place): Promise<JobRow | undefined> =>
  update(
    database,
    {
      step: 'submitting',
      attempts: sql`${jobs.attempts} + 1`,
      leaseUntil: place.leaseUntil,
      dueAt: place.leaseUntil,
      deadlineAt: runDeadlineOf(found.kind, place.now),
      startedAt: place.now
    },
    and(
      unchanged(found),
      eq(jobs.step, 'queued'),
      isNull(jobs.cancelRequestedAt),
      sql`(select count(*) from jobs as taken where taken.provider = ${found.provider}
        and taken.step in ('submitting', 'running', 'checking')) < ${place.jobsMax}`
    )
  )

/** Wakes the job that has waited longest for a place here, if any: one that its provider put off has a lease instead. */
export const wakeWaiting = (
  database: Database,
  provider: JobRow['provider'],
  now: number
): Promise<JobRow | undefined> =>
  update(
    database,
    { dueAt: now },
    sql`${jobs.id} = (select id from jobs as waiting where waiting.provider = ${provider} and waiting.step = 'queued'
      and waiting.due_at > ${now} and waiting.lease_until is null order by waiting.created_at limit 1)`
  )

/** Notes what the provider accepted. Only one start of a job can ever be under way, so its answer is never stale. */
export const noteTicket = (
  database: Database,
  id: string,
  ticket: string,
  change: { dueAt: number; deadlineAt: number }
): Promise<JobRow | undefined> =>
  update(
    database,
    { ...change, ticket, step: 'running', leaseUntil: null },
    and(eq(jobs.id, id), inArray(jobs.step, ['submitting', 'checking']), isNull(jobs.ticket))
  )

export type JobEnd =
  | { step: 'completed'; files: StoredFile[] }
  | { step: 'failed'; failure: string }
  | { step: 'cancelled' }

const notEnded = ['queued', ...stepsAtProvider] as const

/**
 * Ends a job once; its money and its news are still to do, which is why it stays due.
 * @param from only in one of these steps
 */
export const endJob = (
  database: Database,
  id: string,
  end: JobEnd,
  { now, from = end.step === 'completed' ? stepsAtProvider : notEnded }: { now: number; from?: readonly JobStep[] }
): Promise<JobRow | undefined> =>
  update(
    database,
    { ...end, leaseUntil: null, dueAt: now, finishedAt: now },
    and(eq(jobs.id, id), inArray(jobs.step, [...from]))
  )

/** Gives up a job that nobody is working on any more. */
export const giveUpJob = (
  database: Database,
  found: Found,
  failure: string,
  now: number
): Promise<JobRow | undefined> =>
  update(
    database,
    { step: 'failed', failure, leaseUntil: null, dueAt: now, finishedAt: now },
    and(unchanged(found), inArray(jobs.step, [...notEnded]))
  )

/** Keeps the result of a job that was given up and released: it stays free. */
export const completeLate = (
  database: Database,
  id: string,
  files: StoredFile[],
  now: number
): Promise<JobRow | undefined> =>
  update(
    database,
    { step: 'completed', failure: null, files, leaseUntil: null, dueAt: null, finishedAt: now },
    and(eq(jobs.id, id), eq(jobs.step, 'failed'), eq(jobs.chargedTokens, 0), isNull(jobs.deletedAt))
  )

/** Notes what the wallet charged for an ended job. `dueAt`: when its late result is looked for, null when nothing is left. */
export const closeJob = (
  database: Database,
  id: string,
  { chargedTokens, dueAt }: { chargedTokens: number; dueAt: number | null }
): Promise<JobRow | undefined> =>
  update(
    database,
    // A deleted one stays due until its files are removed.
    { chargedTokens, dueAt: sql`iif(${jobs.deletedAt} is null, ${dueAt}, ${jobs.dueAt})` },
    and(eq(jobs.id, id), isEndedRow, isNull(jobs.chargedTokens))
  )

/** Notes that the user wants a job stopped that the provider may be working on. */
export const requestCancel = (database: Database, id: string, now: number): Promise<JobRow | undefined> =>
  update(
    database,
    { cancelRequestedAt: sql`coalesce(${jobs.cancelRequestedAt}, ${now})` },
    and(eq(jobs.id, id), atProvider)
  )

/** Marks an ended work as deleted and due: its files are then removed. */
export const markDeleted = (database: Database, id: string, now: number): Promise<JobRow | undefined> =>
  update(
    database,
    { deletedAt: sql`coalesce(${jobs.deletedAt}, ${now})`, dueAt: now },
    and(eq(jobs.id, id), isEndedRow)
  )

/** Takes the rows that nobody came for: due again from `now` on, so that a sweep beside this one does not find them. */
export async function takeForgotten(
  database: Database,
  { before, now, limit }: { before: number; now: number; limit: number }
): Promise<JobRow[]> {
  const forgotten = database
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(lte(jobs.dueAt, before), or(isNull(jobs.leaseUntil), lte(jobs.leaseUntil, before))))
    .orderBy(jobs.dueAt)
    .limit(limit)
  return database.update(jobs).set({ dueAt: now }).where(inArray(jobs.id, forgotten)).returning()
}
