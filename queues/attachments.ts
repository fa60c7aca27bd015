// Reads the texts of attached documents, and deletes the bytes of files whose rows are gone. Each step may be repeated.
// A file that kills its reader is given up after some attempts, because the attempt is counted before it begins.
import { attachmentLimits, inputTokensOf } from '#contract/catalogue/attachments.ts'
import { attachmentKey, attachmentKeys, attachmentTextKey } from '#data/attachment-files.ts'
import { type History, openHistories, openHistory } from '#data/database.ts'
import {
  attachmentById,
  type AttachmentRow,
  claimReading,
  deleteExpired,
  dueAttachments,
  forgetRemoved,
  noteRead,
  removedFiles
} from '#data/history/attachments.ts'
import { type AttachmentFailure, readingAttemptsMax, readingLeaseMs, unsentGraceMs } from '#domain/attachment.ts'
import { docxTextOf } from './documents/docx-text.ts'
import { pdfTextOf } from './documents/pdf-text.ts'
import { nameOf, report } from '#notices/report.ts'

const pdfType = 'application/pdf'
/** Rows of one minute and history. */
const readAtOnce = 100
/** R2 deletes up to a thousand keys at once. */
const deletedAtOnce = 400
const portionsMax = 20

type Reading = { text: string } | { failure: AttachmentFailure }

async function textIn({ mediaType }: AttachmentRow, bytes: Uint8Array): Promise<Reading> {
  const { textLengthMax } = attachmentLimits
  const read = mediaType === pdfType ? await pdfTextOf(bytes, textLengthMax) : { text: docxTextOf(bytes) }
  if ('failed' in read) return { failure: read.failed }
  if (read.text === null) return { failure: 'broken' }
  // Halves of characters that a file made up cannot be stored as UTF-8.
  const text = read.text.toWellFormed().replaceAll('\0', '').trim()
  if (text === '') return { failure: 'empty' }
  return text.length > textLengthMax ? { failure: 'too-long' } : { text }
}

async function readRow(env: Env, row: AttachmentRow): Promise<Reading> {
  if (row.attempts > readingAttemptsMax) return { failure: 'broken' }
  const object = await env.MEDIA.get(attachmentKey(row.id))
  return object ? textIn(row, new Uint8Array(await object.arrayBuffer())) : { failure: 'broken' }
}

/** Reads the text of a document, once. @returns how it ended; `void`: there is nothing to do, or another message does it */
export async function readAttachmentText(env: Env, { id }: { id: string }, now: number): Promise<string> {
  const history = openHistory(env, id)
  const row = await claimReading(history, id, { now, until: now + readingLeaseMs })
  if (!row) return 'void'
  const reading = await readRow(env, row)
  if ('failure' in reading) {
    await noteRead(history, id, reading)
    return reading.failure
  }
  const { text } = reading
  // Before the row says that it is ready: a question that is asked then finds it.
  await env.MEDIA.put(attachmentTextKey(id), text)
  await noteRead(history, id, { textLength: text.length, inputTokens: inputTokensOf(text) })
  if (await attachmentById(history, id)) return 'read'
  // The user took it back meanwhile.
  await env.MEDIA.delete(attachmentKeys(id))
  return 'gone'
}

/** Every history in turn: one that is down must not keep the others from their duty. */
async function inAll<Result>(env: Env, work: (history: History) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const { shard, history } of openHistories(env))
    try {
      results.push(await work(history))
    } catch (error) {
      report('', { event: 'sweep-failed', shard, error: nameOf(error) })
    }
  return results
}

/** Documents whose text is to be read: their message was lost, or their reader died. */
export async function takeAttachments(env: Env, now: number): Promise<{ id: string; until: number }[]> {
  const found = await inAll(env, (history) => dueAttachments(history, now, readAtOnce))
  return found.flat().map(({ id }) => ({ id, until: 0 }))
}

/** Deletes the bytes of some files whose rows are gone. @returns how many files; 0 once there are none */
export async function deleteFiles(env: Env, history: History, userId?: string): Promise<number> {
  const ids = await removedFiles(history, deletedAtOnce, userId)
  if (ids.length === 0) return 0
  await env.MEDIA.delete(ids.flatMap(attachmentKeys))
  await forgetRemoved(history, ids)
  return ids.length
}

async function deleteAllFiles(env: Env, history: History, userId?: string): Promise<number> {
  let deleted = 0
  for (let portions = 0; portions < portionsMax; portions++) {
    const files = await deleteFiles(env, history, userId)
    if (files === 0) break
    deleted += files
  }
  return deleted
}

/** Deletes the bytes of a user's files whose rows are gone. What fails is left to the clock. */
export const deleteRemoved = (env: Env, userId: string): Promise<number> =>
  deleteAllFiles(env, openHistory(env, userId), userId).catch((error: unknown) => {
    report(userId, { event: 'attachment-step-failed', attachmentId: '', error: nameOf(error) })
    return 0
  })

/** Deletes files that were not asked with in time, and bytes that were left. @returns how many files */
export async function purgeAttachments(env: Env, now: number): Promise<number> {
  const purged = await inAll(env, async (history) => {
    await deleteExpired(history, now - unsentGraceMs, deletedAtOnce)
    return deleteAllFiles(env, history)
  })
  return purged.reduce((sum, files) => sum + files, 0)
}
