// One portion of the nightly check: some users, whose wallets are compared with their copy, payments and jobs in D1.
import type { FoundDifference } from '#data/directory/reconciliation-bookmark.ts'
import { readRecords, usersAfter } from '#data/both/reconciliation.ts'
import {
  confirmed,
  copyDifferences,
  type Difference,
  jobDifferences,
  paymentDifferences,
  walletDifferences
} from '#domain/reconciliation.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { nameOf } from '#notices/report.ts'
import { countedWhole } from './count-journal.ts'

const atOnce = 5
/** A run of the cron has other duties and must be over within its minute. */
const runMaxMs = 20_000

export interface UserPortion {
  /** Users checked in one run. */
  users: number
}

interface Run {
  env: Env
  now: number
}

async function compared({ env, now }: Run, userId: string): Promise<Difference[]> {
  // D1 first: the wallet only adds lines, so it has at least what D1 had.
  const { hasAccount, copy, payments, strayCredits, jobs } = await readRecords(env, userId, now)
  const inspected = await countedWhole((isFresh) => userOf(env, userId).inspect(isFresh, copy.lastSeq))
  const { state, violations, frozenAt, seq: lastSeq, reckoning } = inspected
  if (!reckoning) throw new Error('A wallet that was counted has no reckoning')
  const wallet = { ...reckoning, agrees: state === 'agrees', violations, frozenAt, lastSeq }
  const ofCopy = copyDifferences(userId, copy, wallet, now)
  return [
    ...walletDifferences(userId, wallet),
    ...ofCopy,
    // The payments and jobs are compared with the history in D1: where that is wrong, they would all seem to be.
    ...(ofCopy.length > 0 ? [] : paymentDifferences(payments, { hasAccount, now })),
    ...(ofCopy.length > 0 ? [] : jobDifferences(jobs, reckoning.reservations, now)),
    ...strayCredits.map((subject) => ({ kind: 'credit-without-payment' as const, subject, detail: '' }))
  ]
}

/** Looks again before it reports, because the records of a user at work are of slightly different moments. */
async function checkUser(run: Run, userId: string): Promise<FoundDifference[]> {
  let found: Difference[]
  try {
    const first = await compared(run, userId)
    found = first.length === 0 ? [] : confirmed(first, await compared(run, userId))
  } catch (error) {
    // One user that cannot be read must not keep the others from being checked.
    found = [{ kind: 'not-checked', subject: userId, detail: nameOf(error) }]
  }
  return found.map((difference) => ({ ...difference, userId }))
}

/** @returns the last user that was checked; `isLast`: there are no more */
export async function checkUsers(
  run: Run,
  after: string,
  { users: usersMax }: UserPortion
): Promise<{ cursor: string; users: number; isLast: boolean; found: FoundDifference[] }> {
  const startedAt = Date.now()
  const ids = await usersAfter(run.env, after, usersMax)
  const found: FoundDifference[] = []
  let users = 0
  while (users < ids.length && Date.now() - startedAt < runMaxMs) {
    const some = ids.slice(users, users + atOnce)
    found.push(...(await Promise.all(some.map((id) => checkUser(run, id)))).flat())
    users += some.length
  }
  return { cursor: ids[users - 1] ?? after, users, isLast: users === ids.length && ids.length < usersMax, found }
}
