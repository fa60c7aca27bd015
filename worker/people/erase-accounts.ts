// Erases accounts whose owners requested deletion and did not sign in again during the grace period.
import { type Directory, type History, openDirectory, openHistory } from '#data/base/database.ts'
import { accountsToErase, deleteRecords, eraseAccount } from '#data/directory/erasure.ts'
import { leavePlaces } from '#data/directory/places.ts'
import { deleteAttachments } from '#data/history/attachments.ts'
import { deleteChats, deleteCounts, deleteJobs, deleteVersions, jobsToErase } from '#data/history/erasure.ts'
import { deleteShares } from '#data/history/shares.ts'
import { sourceKey, speechPartsOf, uploadKey } from '#data/files/job-files.ts'
import { sharesPrefix } from '#data/files/share-files.ts'
import { erasableBefore } from '#domain/account-deletion.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { deleteFiles } from '#queues/attachments.ts'
import { resultKeys } from '#queues/steps/files.ts'

/** Deletions of one account per call. A call must end; the next one, a minute later, continues. */
const portionsMax = 20
/** R2 deletes up to a thousand keys at once. */
const jobsPerPortion = 50
const conversationsPerPortion = 50
/** Each may hold a long text. */
const versionsPerPortion = 10
const recordsPerPortion = 200

/** All possible keys of a job, including results that an interrupted delivery left without a row. */
const keysOf = ({ id, uploads }: { id: string; uploads: string[] }): string[] => [
  ...uploads.flatMap((parameter) => [uploadKey(id, parameter), sourceKey(id, parameter)]),
  ...resultKeys(id)
]

/** Deletes files before rows: without its row a file could not be found any more. @returns whether nothing is left */
async function eraseJobs(env: Env, userId: string): Promise<boolean> {
  const history = openHistory(env, userId)
  for (let portions = 0; portions < portionsMax; portions++) {
    const some = await jobsToErase(history, userId, jobsPerPortion)
    if (some.length === 0) return true
    const ids = some.map(({ id }) => id)
    await env.MEDIA.delete(some.flatMap(keysOf))
    await leavePlaces(openDirectory(env), ids)
    await deleteJobs(history, ids)
  }
  return false
}

/** Deletes the copies by their keys and not by their rows, so that none is left that has lost its row. */
async function eraseShares(env: Env, userId: string): Promise<boolean> {
  for (let portions = 0; portions < portionsMax; portions++) {
    const { objects } = await env.MEDIA.list({ prefix: sharesPrefix(userId) })
    if (objects.length === 0) {
      await deleteShares(openHistory(env, userId), userId)
      return true
    }
    await env.MEDIA.delete(objects.map(({ key }) => key))
  }
  return false
}

/** Deletes the parts that failed recordings have left. @returns whether nothing is left */
const eraseSpeech = (env: Env, userId: string): Promise<boolean> =>
  erasePortions(async () => {
    const { objects } = await env.MEDIA.list({ prefix: speechPartsOf(userId) })
    if (objects.length > 0) await env.MEDIA.delete(objects.map(({ key }) => key))
    return objects.length
  })

/** Deletes portion by portion. @returns whether nothing is left */
async function erasePortions(deletePortion: () => Promise<number>): Promise<boolean> {
  for (let portions = 0; portions < portionsMax; portions++) if ((await deletePortion()) === 0) return true
  return false
}

/** Deletes the bytes of attached files, whose rows are gone. @returns whether nothing is left */
const eraseFiles = (env: Env, history: History, userId: string): Promise<boolean> =>
  erasePortions(() => deleteFiles(env, history, userId))

/** Some accounts that may be erased now. */
export const erasableAccounts = (directory: Directory, now: number, limit: number): Promise<string[]> =>
  accountsToErase(directory, erasableBefore(now), limit)

/**
 * Erases an account, or the next part of a large one. Callers at the same time do no harm.
 * @returns whether it is erased; if not, the next call continues
 */
export async function eraseNext(env: Env, userId: string): Promise<boolean> {
  const directory = openDirectory(env)
  const history = openHistory(env, userId)
  if (!(await eraseJobs(env, userId))) return false
  if (!(await eraseSpeech(env, userId))) return false
  if (!(await eraseShares(env, userId))) return false
  if (!(await erasePortions(() => deleteVersions(history, userId, versionsPerPortion)))) return false
  if (!(await erasePortions(() => deleteChats(history, userId, conversationsPerPortion)))) return false
  if (!(await erasePortions(() => deleteAttachments(history, userId, recordsPerPortion)))) return false
  if (!(await eraseFiles(env, history, userId))) return false
  await userOf(env, userId).forgetTexts()
  await userOf(env, userId).eraseKeys()
  await deleteCounts(history, userId)
  if (!(await erasePortions(() => deleteRecords(directory, userId, recordsPerPortion)))) return false
  await eraseAccount(directory, userId)
  return true
}
