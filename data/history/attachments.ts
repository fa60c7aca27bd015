// Attached files. Every query of a user names the owner: another user's id behaves like an unknown one.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { AttachedFile, AttachmentFailure } from '#domain/attachment.ts'
import type { History } from '../base/database.ts'
import { attachments, removedAttachments } from './schema-attachments.ts'

export type AttachmentRow = typeof attachments.$inferSelect
export type NewAttachment = Omit<typeof attachments.$inferInsert, 'expiresAt'> & { expiresAt: number }

/** The data of a file in a turn: columns of the table `file`, as one JSON object. */
const fileObject = `json_object('id', file.id, 'name', file.name, 'kind', file.kind, 'type', file.media_type,
  'size', file.size_bytes, 'width', file.width, 'height', file.height, 'textLength', file.text_length,
  'inputTokens', file.input_tokens)`

/** SQL: the files of a message, in their order, as a JSON array. @param message the SQL of its id */
export const filesOfMessage = (message: string): string => `
  (select json_group_array(json(object)) from (
    select ${fileObject} as object from message_attachments as link join attachments as file on file.id = link.attachment_id
    where link.message_id = ${message} order by link.position))`

/** SQL: the files of a project with their states, in the order in which models get them, as a JSON array. @param folder the SQL of its id */
export const filesOfProject = (folder: string): string => `
  (select json_group_array(json(object)) from (
    select json_set(${fileObject}, '$.state', file.state) as object
    from project_files as link join attachments as file on file.id = link.attachment_id
    where link.folder_id = ${folder} order by link.created_at, link.attachment_id))`

export const filesIn = (json: string | null): AttachedFile[] =>
  json === null ? [] : (JSON.parse(json) as AttachedFile[])

/** The files that a question names, in its order: ?1 is the user, ?2 a JSON array of ids. */
export const namedFilesQuery = `
  select ${fileObject} as file, file.state, file.expires_at as expiresAt
  from json_each(?2) as item join attachments as file on file.id = item.value and file.user_id = ?1
  order by item.key`

export interface NamedFileRow {
  file: string
  state: AttachmentRow['state']
  expiresAt: number | null
}

const owned = (userId: string, id: string) => and(eq(attachments.id, id), eq(attachments.userId, userId))

export const findAttachment = (history: History, userId: string, id: string): Promise<AttachmentRow | undefined> =>
  history.select().from(attachments).where(owned(userId, id)).get()

/** Without an owner: for signed links, and for the reader of the file's text. */
export const attachmentById = (history: History, id: string): Promise<AttachmentRow | undefined> =>
  history.select().from(attachments).where(eq(attachments.id, id)).get()

/** Adds a row, unless there is one with its id. @returns the row that is there */
export async function addAttachment(history: History, row: NewAttachment): Promise<AttachmentRow> {
  const [, [found]] = await history.batch([
    history.insert(attachments).values(row).onConflictDoNothing(),
    history.select().from(attachments).where(owned(row.userId, row.id))
  ])
  if (!found) throw new Error('An inserted attachment was not found')
  return found
}

/** Bytes of all files of a user. */
export async function attachedBytes(history: History, userId: string): Promise<number> {
  const [sum] = await history
    .select({ bytes: sql<number>`coalesce(sum(${attachments.sizeBytes}), 0)` })
    .from(attachments)
    .where(eq(attachments.userId, userId))
  return sum?.bytes ?? 0
}

/** Deletes the row of a file that no question has. @returns whether there was one */
export async function removeUnsent(history: History, userId: string, id: string): Promise<boolean> {
  const removed = await history
    .delete(attachments)
    .where(and(owned(userId, id), isNotNull(attachments.expiresAt)))
    .returning({ id: attachments.id })
  return removed.length > 0
}

/** Leases the reading of a text: until the lease ends no other consumer reads it. @returns undefined when there is nothing to do */
export const claimReading = (
  history: History,
  id: string,
  { now, until }: { now: number; until: number }
): Promise<AttachmentRow | undefined> =>
  history
    .update(attachments)
    .set({ dueAt: until, attempts: sql`${attachments.attempts} + 1` })
    .where(and(eq(attachments.id, id), sql`${attachments.dueAt} <= ${now}`))
    .returning()
    .get()

/** Stores how a reading ended. A row that another reading has ended, or that is deleted, stays as it is. */
export async function noteRead(
  history: History,
  id: string,
  end: Pick<AttachmentRow, 'mediaType' | 'textLength' | 'inputTokens'> | { failure: AttachmentFailure }
): Promise<void> {
  const change = 'failure' in end ? { state: 'failed' as const, ...end } : { state: 'ready' as const, ...end }
  await history
    .update(attachments)
    .set({ ...change, dueAt: null })
    .where(and(eq(attachments.id, id), eq(attachments.state, 'waiting')))
}

/** Ends the lease of a reading, with the attempts that count; the next one begins at `dueAt`. */
export async function putOffReading(
  history: History,
  { id, attempts }: Pick<AttachmentRow, 'id' | 'attempts'>,
  dueAt: number
): Promise<void> {
  await history
    .update(attachments)
    .set({ dueAt, attempts })
    .where(and(eq(attachments.id, id), eq(attachments.state, 'waiting')))
}

/** Ids of files whose text is to be read now. */
export const dueAttachments = (history: History, now: number, limit: number): Promise<{ id: string }[]> =>
  history
    .select({ id: attachments.id })
    .from(attachments)
    .where(sql`${attachments.dueAt} <= ${now}`)
    .orderBy(attachments.dueAt)
    .limit(limit)

/** Deletes the rows of files that no question has in time. @returns how many */
export async function deleteExpired(history: History, before: number, limit: number): Promise<number> {
  const gone = await history
    .delete(attachments)
    .where(
      sql`${attachments.id} in (select ${attachments.id} from ${attachments} where ${attachments.expiresAt} <= ${before}
        order by ${attachments.expiresAt} limit ${limit})`
    )
    .returning({ id: attachments.id })
  return gone.length
}

/** Deletes some of a user's files, also those of questions. @returns how many */
export async function deleteAttachments(history: History, userId: string, limit: number): Promise<number> {
  const gone = await history
    .delete(attachments)
    .where(sql`${attachments.id} in (select ${attachments.id} from ${attachments} where ${attachments.userId} = ${userId}
      limit ${limit})`)
    .returning({ id: attachments.id })
  return gone.length
}

/** Files whose bytes are to be deleted, of a user or of all. */
export async function removedFiles(history: History, limit: number, userId?: string): Promise<string[]> {
  const rows = await history
    .select({ id: removedAttachments.id })
    .from(removedAttachments)
    .where(userId === undefined ? undefined : eq(removedAttachments.userId, userId))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Their bytes are deleted. */
export async function forgetRemoved(history: History, ids: readonly string[]): Promise<void> {
  await history.run(
    sql`delete from ${removedAttachments} where id in (select value from json_each(${JSON.stringify(ids)}))`
  )
}

/** SQL: gives the saved question of ?3 in the conversation ?1 the files in ?4 that the user ?2 still has. */
export const linkFilesQuery = `
  insert or ignore into message_attachments (message_id, position, attachment_id)
  select message.id, item.key, file.id
  from messages as message join json_each(?4) as item join attachments as file on file.id = item.value and file.user_id = ?2
  where message.conversation_id = ?1 and message.operation_id = ?3 and message.role = 'user'`

/** Notes that the bytes are stored. @param dueAt when its text may be read; null: it is ready. @returns whether the row is still there */
export async function noteStored(history: History, id: string, dueAt: number | null): Promise<boolean> {
  const rows = await history
    .update(attachments)
    .set(dueAt === null ? { state: 'ready' } : { dueAt })
    .where(eq(attachments.id, id))
    .returning({ id: attachments.id })
  return rows.length > 0
}
