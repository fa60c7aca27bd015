// What the nightly check compares: the users of the directory and of all histories, and the records of one user's money.
import { orderOfOperation } from '#domain/payment.ts'
import type { FileJob } from '#domain/reconciliation-files.ts'
import type { CopyFacts, JobFacts, PaymentFacts } from '#domain/reconciliation.ts'
import { inShard } from '#domain/shard.ts'
import { type History, openDirectory, openHistories, openHistory } from '../base/database.ts'
import { payersAfter, readPayments } from '../directory/reconciliation.ts'
import { jobsWithFiles, makersAfter, readCopy } from '../history/reconciliation.ts'

/**
 * The first rows behind an id, of all histories. The ids of a history lie together, because they begin with its number: so
 * only those histories are read that the page reaches.
 */
async function pageOfHistories<Row>(
  env: Env,
  limit: number,
  after: string,
  read: (history: History) => Promise<Row[]>
): Promise<Row[]> {
  const rows: Row[] = []
  const inOrder = openHistories(env).toSorted((one, other) =>
    inShard(one.shard, '') < inShard(other.shard, '') ? -1 : 1
  )
  for (const { shard, history } of inOrder) {
    if (rows.length >= limit) break
    if (inShard(shard, '~') > after) rows.push(...(await read(history)))
  }
  return rows.slice(0, limit)
}

/** All users with an account, a ledger, payments or jobs, in the order of the ids; erased accounts too. */
export async function usersAfter(env: Env, after: string, limit: number): Promise<string[]> {
  const [payers, makers] = await Promise.all([
    payersAfter(openDirectory(env), after, limit),
    pageOfHistories(env, limit, after, (history) => makersAfter(history, after, limit))
  ])
  return [...new Set([...payers, ...makers])].toSorted().slice(0, limit)
}

/** A page of jobs with their files, in the order of their ids. */
export const jobsWithFilesAfter = (env: Env, after: string, limit: number): Promise<(FileJob & { userId: string })[]> =>
  pageOfHistories(env, limit, after, (history) => jobsWithFiles(history, after, limit))

const straysMax = 500

export interface UserRecords {
  hasAccount: boolean
  copy: CopyFacts
  payments: PaymentFacts[]
  /** Operations of the ledger, and payments of months, that belong to no payment of the user. */
  strayCredits: string[]
  jobs: JobFacts[]
}

function sumsByOrder(moves: readonly { orderId: string; costTokens: number }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { orderId, costTokens } of moves) sums.set(orderId, (sums.get(orderId) ?? 0) + costTokens)
  return sums
}

/**
 * The records of a user. Those of the ledger are read first: a payment that they name was stored before it was credited,
 * so it is among the payments that are read after them.
 */
export async function readRecords(env: Env, userId: string, now: number): Promise<UserRecords> {
  const { copy, paid, jobs } = await readCopy(openHistory(env, userId), userId, now)
  const moves = paid.map(({ operationId, costTokens }) => ({
    operationId,
    costTokens,
    ...orderOfOperation(operationId)
  }))
  const credits = moves.filter(({ isRefund }) => !isRefund)
  const debits = moves.filter(({ isRefund }) => isRefund)
  const orders = [...new Set(credits.map(({ orderId }) => orderId))]
  const { hasAccount, payments, strayMonths, ownOrders } = await readPayments(openDirectory(env), {
    userId,
    orders,
    now
  })
  const isOwn = new Set(ownOrders)
  const strayCredits = credits.filter(({ orderId }) => !isOwn.has(orderId)).map(({ operationId }) => operationId)
  const credited = sumsByOrder(credits)
  const debited = sumsByOrder(debits)
  return {
    hasAccount,
    copy,
    payments: payments.map((payment) => ({
      ...payment,
      creditedTokens: 0 - (credited.get(payment.id) ?? 0),
      debitedTokens: debited.get(payment.id) ?? 0
    })),
    strayCredits: [...strayCredits.slice(0, straysMax), ...strayMonths],
    jobs
  }
}
