// The end of accounts whose owners asked to be forgotten and did not come back.
import { accountsToErase, eraseAccount, forgetJobs, jobsToErase } from '#data/erasure.ts'
import type { Database } from '#data/database.ts'
import { resultKey, uploadKey } from '#data/job-files.ts'
import { deletionGraceMs } from './auth/delete-account.ts'

const accountsMax = 5
const jobsPerBite = 50

/** Files first: a row that is gone would leave nobody who knows where they are. */
async function eraseWorks(database: Database, media: R2Bucket, userId: string): Promise<void> {
  for (;;) {
    const some = await jobsToErase(database, userId, jobsPerBite)
    if (some.length === 0) return
    const keys = some.flatMap(({ id, uploads, files }) => [
      ...uploads.map((parameter) => uploadKey(id, parameter)),
      ...files.map(({ index }) => resultKey(id, index))
    ])
    // R2 deletes up to a thousand keys at once.
    for (let first = 0; first < keys.length; first += 1000) await media.delete(keys.slice(first, first + 1000))
    await forgetJobs(
      database,
      some.map(({ id }) => id)
    )
  }
}

/** @returns how many accounts were erased; what breaks off is found again by the next run */
export async function eraseAccounts(database: Database, media: R2Bucket, now: number): Promise<number> {
  const due = await accountsToErase(database, now - deletionGraceMs, accountsMax)
  for (const userId of due) {
    await eraseWorks(database, media, userId)
    await eraseAccount(database, userId)
  }
  return due.length
}
