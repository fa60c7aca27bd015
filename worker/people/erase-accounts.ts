// Erases accounts whose owners requested deletion and did not sign in again during the grace period.
import { accountsToErase, deleteChats, deleteJobs, deleteRecords, eraseAccount, jobsToErase } from '#data/erasure.ts'
import type { Database } from '#data/database.ts'
import { resultKey, uploadKey } from '#data/job-files.ts'
import { erasableBefore } from '#domain/account-deletion.ts'
import { resultsMax } from '#queues/files.ts'

/** Deletions of one account per call. A call must end; the next one, a minute later, continues. */
const portionsMax = 20
/** R2 deletes up to a thousand keys at once. */
const jobsPerPortion = 50
const conversationsPerPortion = 50
const recordsPerPortion = 200

/** All possible keys of a job, including results that an interrupted delivery left without a row. */
const keysOf = ({ id, uploads }: { id: string; uploads: string[] }): string[] => [
  ...uploads.map((parameter) => uploadKey(id, parameter)),
  ...Array.from({ length: resultsMax }, (_, index) => resultKey(id, index))
]

/** Deletes files before rows: without its row a file could not be found any more. @returns whether nothing is left */
async function eraseWorks(database: Database, media: R2Bucket, userId: string): Promise<boolean> {
  for (let portions = 0; portions < portionsMax; portions++) {
    const some = await jobsToErase(database, userId, jobsPerPortion)
    if (some.length === 0) return true
    await media.delete(some.flatMap(keysOf))
    await deleteJobs(
      database,
      some.map(({ id }) => id)
    )
  }
  return false
}

/** Deletes portion by portion. @returns whether nothing is left */
async function erasePortions(deletePortion: () => Promise<number>): Promise<boolean> {
  for (let portions = 0; portions < portionsMax; portions++) if ((await deletePortion()) === 0) return true
  return false
}

/** Some accounts that may be erased now. */
export const erasableAccounts = (database: Database, now: number, limit: number): Promise<string[]> =>
  accountsToErase(database, erasableBefore(now), limit)

/**
 * Erases an account, or the next part of a large one. Callers at the same time do no harm.
 * @returns whether it is erased; if not, the next call continues
 */
export async function eraseNext(database: Database, media: R2Bucket, userId: string): Promise<boolean> {
  if (!(await eraseWorks(database, media, userId))) return false
  if (!(await erasePortions(() => deleteChats(database, userId, conversationsPerPortion)))) return false
  if (!(await erasePortions(() => deleteRecords(database, userId, recordsPerPortion)))) return false
  await eraseAccount(database, userId)
  return true
}
