// The end of accounts whose owners asked to be forgotten and did not come back.
import { accountsToErase, eraseAccount, forgetConversations, forgetJobs, jobsToErase } from '#data/erasure.ts'
import type { Database } from '#data/database.ts'
import { resultKey, uploadKey } from '#data/job-files.ts'
import { erasableBefore } from '#domain/account-deletion.ts'
import { resultsMax } from '#queues/files.ts'

const accountsMax = 5
/** Of one account in one run: a run must end, and the next one, a minute later, finds what is left. */
const bitesMax = 20
/** R2 deletes up to a thousand keys at once. */
const jobsPerBite = 50
const conversationsPerBite = 50

/** Also of results that no row lists: what an interrupted delivery has left. */
const keysOf = ({ id, uploads }: { id: string; uploads: string[] }): string[] => [
  ...uploads.map((parameter) => uploadKey(id, parameter)),
  ...Array.from({ length: resultsMax }, (_, index) => resultKey(id, index))
]

/** Files first: a row that is gone would leave nobody who knows where they are. @returns whether nothing is left */
async function eraseWorks(database: Database, media: R2Bucket, userId: string): Promise<boolean> {
  for (let bites = 0; bites < bitesMax; bites++) {
    const some = await jobsToErase(database, userId, jobsPerBite)
    if (some.length === 0) return true
    await media.delete(some.flatMap(keysOf))
    await forgetJobs(
      database,
      some.map(({ id }) => id)
    )
  }
  return false
}

async function eraseChats(database: Database, userId: string): Promise<boolean> {
  for (let bites = 0; bites < bitesMax; bites++)
    if ((await forgetConversations(database, userId, conversationsPerBite)) === 0) return true
  return false
}

/** @returns whether it is gone; when it is not, the next run goes on */
async function eraseOne(database: Database, media: R2Bucket, userId: string): Promise<boolean> {
  if (!(await eraseWorks(database, media, userId)) || !(await eraseChats(database, userId))) return false
  await eraseAccount(database, userId)
  return true
}

/**
 * One account that cannot be erased keeps no other from being erased.
 * @returns how many accounts were erased
 * @throws the first failure, after all have been tried; what broke off is found again by the next run
 */
export async function eraseAccounts(database: Database, media: R2Bucket, now: number): Promise<number> {
  const due = await accountsToErase(database, erasableBefore(now), accountsMax)
  const failures: unknown[] = []
  let erased = 0
  for (const userId of due) {
    try {
      if (await eraseOne(database, media, userId)) erased += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return erased
}
