// Reads the texts of attached documents, and deletes the bytes of files whose rows are gone. Each step may be repeated.
// A file that kills its reader is given up after some attempts, because the attempt is counted before it begins.
import { inputTokensOf } from '#contract/catalogue/attachments.ts'
import { attachmentKey, attachmentKeys, attachmentTextKey } from '#data/files/attachment-files.ts'
import { type History, openHistories, openHistory } from '#data/base/database.ts'
import {
  attachmentById,
  type AttachmentRow,
  claimReading,
  deleteExpired,
  dueAttachments,
  forgetRemoved,
  noteRead,
  putOffReading,
  removedFiles
} from '#data/history/attachments.ts'
import {
  believed,
  readerAbsentMaxMs,
  readerAbsentPauseMs,
  readerAwaitedMs,
  type Reading,
  readingAttemptsMax,
  readingLeaseMs,
  readingMaxMs,
  readingPauseMs,
  unsentGraceMs
} from '#domain/attachment.ts'
import { nameOf, report } from '#notices/report.ts'
import { readerSays } from './base/reader.ts'
import { sendDuties } from './base/send.ts'

/** Rows of one minute and history. */
const readAtOnce = 100
/** R2 deletes up to a thousand keys at once. */
const deletedAtOnce = 400
const portionsMax = 20

/** @returns null when the reader died or did not answer in time */
async function readRow(env: Env, row: AttachmentRow): Promise<Reading | null> {
  if (row.attempts > readingAttemptsMax) return { failure: 'too-heavy' }
  const object = await env.MEDIA.get(attachmentKey(row.id))
  if (!object) return { failure: 'broken' }
  try {
    return believed(
      await readerSays(env, async (reader): Promise<Reading> => reader.readText(object.body), readingMaxMs)
    )
  } catch (error) {
    report(row.userId, { event: 'attachment-step-failed', attachmentId: row.id, error: nameOf(error) })
    return null
  }
}

const lookEveryMs = 500
const lookMaxMs = 5_000

/**
 * Waits until a dead reader runs again, on one machine within seconds: the documents behind this one must not find it missing.
 * @returns whether there is one
 */
async function awaitReader({ READER }: Env): Promise<boolean> {
  for (const until = Date.now() + readerAwaitedMs; Date.now() < until;) {
    const isThere = await READER.fetch('https://reader/', { signal: AbortSignal.timeout(lookMaxMs) }).then(
      ({ ok }) => ok,
      () => false
    )
    if (isThere) return true
    await scheduler.wait(lookEveryMs)
  }
  return false
}

/** The clock sends a lost message again. */
async function readLater(env: Env, history: History, row: AttachmentRow, pauseMs: number): Promise<string> {
  await putOffReading(history, row, Date.now() + pauseMs)
  await sendDuties(env, [{ duty: 'attachments', row: { id: row.id, until: 0 } }], pauseMs / 1000)
  return 'again'
}

/** The reader died or did not answer: perhaps because of another file, so this one is read again, or given up. */
async function readAgain(env: Env, row: AttachmentRow, history: History): Promise<string> {
  const isThere = await awaitReader(env)
  if (!isThere && Date.now() - row.createdAt < readerAbsentMaxMs)
    return readLater(env, history, { ...row, attempts: row.attempts - 1 }, readerAbsentPauseMs)
  if (row.attempts < readingAttemptsMax) return readLater(env, history, row, readingPauseMs(Math.random()))
  await noteRead(history, row.id, { failure: 'too-heavy' })
  return 'too-heavy'
}

/**
 * Reads the text of a document, once.
 * @returns how it ended; `void`: there is nothing to do, or another message does it; `again`: it is read again after a pause
 */
export async function readAttachmentText(env: Env, { id }: { id: string }, now: number): Promise<string> {
  const history = openHistory(env, id)
  const row = await claimReading(history, id, { now, until: now + readingLeaseMs })
  if (!row) return 'void'
  const reading = await readRow(env, row)
  if (!reading) return readAgain(env, row, history)
  if ('failure' in reading) {
    await noteRead(history, id, reading)
    return reading.failure
  }
  const { text, type } = reading
  // Stored before the row says that it is ready, so that a question asked right after finds it.
  await env.MEDIA.put(attachmentTextKey(id), text)
  await noteRead(history, id, { mediaType: type, textLength: text.length, inputTokens: inputTokensOf(text) })
  if (await attachmentById(history, id)) return 'read'
  // The user removed the file meanwhile.
  await env.MEDIA.delete(attachmentKeys(id))
  return 'gone'
}

/** Every history in turn: one that does not answer must not stop the others. */
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

/** Deletes the bytes of some files whose rows are gone. @returns how many files; 0 once none are left */
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

/** Deletes the bytes of a user's files whose rows are gone. The clock repeats what fails. */
export const deleteRemoved = (env: Env, userId: string): Promise<number> =>
  deleteAllFiles(env, openHistory(env, userId), userId).catch((error: unknown) => {
    report(userId, { event: 'attachment-step-failed', attachmentId: '', error: nameOf(error) })
    return 0
  })

/** Deletes files that no question has in time, and bytes whose rows are gone. @returns how many files */
export async function purgeAttachments(env: Env, now: number): Promise<number> {
  const purged = await inAll(env, async (history) => {
    await deleteExpired(history, now - unsentGraceMs, deletedAtOnce)
    return deleteAllFiles(env, history)
  })
  return purged.reduce((sum, files) => sum + files, 0)
}
