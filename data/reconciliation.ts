// What the nightly check reads of D1: the users, and the records of one user's money. All reads are bounded by one user
// or by a page, and use indexes.
import type { FileJob } from '#domain/reconciliation-files.ts'
import { type CopyFacts, historyKeptMs, type JobFacts, type PaymentFacts, settlingMs } from '#domain/reconciliation.ts'
import type { Database } from './database.ts'

// Jumps from id to id through the indexes, because a `distinct` would read every row of the ledger.
const nextUser = (after: string) => `select min(id) from (
  select min(id) as id from users where id > ${after}
  union all select min(user_id) from ledger_entries where user_id > ${after}
  union all select min(user_id) from payments where user_id > ${after}
  union all select min(user_id) from jobs where user_id > ${after})`

const usersQuery = `with recursive found(id) as (
    select (${nextUser('?1')}) union all select (${nextUser('found.id')}) from found where found.id is not null limit ?2)
  select id from found where id is not null`

/** Everybody with an account, a ledger, payments or jobs, in the order of the ids; erased accounts too. */
export async function usersAfter({ $client }: Database, after: string, limit: number): Promise<string[]> {
  const { results } = await $client.prepare(usersQuery).bind(after, limit).all<{ id: string }>()
  return results.map(({ id }) => id)
}

// ?2: lines before it are older than the history is kept.
const copyQuery = `select
    (select count(*) from users where id = ?1) as accounts, count(*) as lines, coalesce(max(seq), 0) as lastSeq,
    coalesce(sum(case when seq >= correctedSeq then balance_delta end), 0) as balanceSum, max(at) as lastAt,
    (select balance_after from ledger_entries where user_id = ?1 order by seq desc limit 1) as lastBalance,
    coalesce(sum(kind <> 'reserve' and seq >= firstSeq), 0) as ended,
    coalesce(sum(case when seq >= firstSeq then balance_delta end), 0) as endedBalance,
    (select count(*) from usage where user_id = ?1) as historyRows,
    (select coalesce(sum(cost_tokens), 0) from usage where user_id = ?1) as historyCost
  from ledger_entries, (select case
      when exists (select 1 from ledger_entries where user_id = ?1 and seq = 1 and at > ?2) then 0
      else (select coalesce(min(seq), 9007199254740991) from usage where user_id = ?1) end as firstSeq,
      (select coalesce(max(seq), 0) from ledger_entries where user_id = ?1 and kind = 'correct') as correctedSeq) as history
  where user_id = ?1`

const costOf = (condition: string) =>
  `(select coalesce(sum(cost_tokens), 0) from usage where usage.user_id = ?1 and ${condition})`

/** Operations whose ids begin with this text and a `:`. */
const startingWith = (text: string) => `usage.operation_id >= ${text} || ':' and usage.operation_id < ${text} || ';'`

// ?4: a refund made after it may still be on its way to the wallet.
const paymentsQuery = `select id, status, total_tokens as totalTokens, refunded_tokens as refundedTokens,
    refunded_kopecks as refundedKopecks,
    (select coalesce(sum(refunds.amount_kopecks), 0) from refunds
      where refunds.payment_id = payments.id and refunds.status = 'succeeded' and coalesce(refunds.checked_at, 0) <= ?4)
      as orderedKopecks,
    (select min(refunds.created_at) from refunds
      where refunds.payment_id = payments.id and refunds.status in ('created', 'pending')) as openRefundAt,
    refunding_kopecks is not null as isTakingBack, review_decision as reviewDecision,
    credited_at as creditedAt, updated_at as updatedAt,
    0 - ${costOf("usage.operation_id = 'payment:' || payments.id")} as creditedTokens,
    ${costOf(startingWith("'refund:' || payments.id"))} as debitedTokens,
    month.payment_id is not null as hasMonth, month.refunded_at is not null as isMonthRefunded
  from payments left join subscription_periods as month on month.payment_id = payments.id
  where payments.user_id = ?1 and payments.created_at > ?2 order by payments.created_at desc limit ?3`

const strayCreditsQuery = `select operation_id as id from usage
  where user_id = ?1 and operation_id >= 'payment:' and operation_id < 'payment;'
    and not exists (select 1 from payments where payments.user_id = ?1 and payments.id = substr(usage.operation_id, 9))
  limit ?2`

const strayMonthsQuery = `select payment_id as id from subscription_periods as month
  where user_id = ?1 and not exists (select 1 from payments where payments.user_id = ?1 and payments.id = month.payment_id)
  limit ?2`

// An operation that was reserved again has ids like `id~2` in the ledger: see domain/ledger-attempts.ts.
const jobsQuery = `select id, operation_id as operationId, created_at as createdAt, finished_at as finishedAt,
    charged_tokens as chargedTokens,
    ${costOf('usage.operation_id = jobs.operation_id')} +
      ${costOf("usage.operation_id > jobs.operation_id || '~' and usage.operation_id < jobs.operation_id || '~:'")} as costTokens
  from jobs where user_id = ?1 and created_at > ?2 order by created_at desc limit ?3`

const jobsKeptMs = 30 * 24 * 60 * 60 * 1000
const jobsMax = 5000
/** The newest ones of a user: more than ten purchases on every day of a year. */
const paymentsMax = 5000
const straysMax = 500

export interface UserRecords {
  hasAccount: boolean
  copy: CopyFacts
  payments: PaymentFacts[]
  /** Operations of the ledger, and payments of months, that belong to no payment of the user. */
  strayCredits: string[]
  jobs: JobFacts[]
}

type Flags = 'isTakingBack' | 'hasMonth' | 'isMonthRefunded'
type PaymentResult = Omit<PaymentFacts, Flags> & Record<Flags, number>

const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[]

/** All in one transaction, so that the records are those of one moment. */
export async function readRecords({ $client }: Database, userId: string, now: number): Promise<UserRecords> {
  const prepare = (query: string, ...more: number[]) => $client.prepare(query).bind(userId, ...more)
  const [copy, payments, credits, months, jobs] = await $client.batch([
    prepare(copyQuery, now - historyKeptMs),
    prepare(paymentsQuery, now - historyKeptMs, paymentsMax, now - settlingMs),
    prepare(strayCreditsQuery, straysMax),
    prepare(strayMonthsQuery, straysMax),
    prepare(jobsQuery, now - jobsKeptMs, jobsMax)
  ])
  const [counted] = rowsOf<CopyFacts & { accounts: number }>(copy)
  if (!counted) throw new Error('A count has no row')
  const { accounts, ...copied } = counted
  return {
    hasAccount: accounts > 0,
    copy: copied,
    payments: rowsOf<PaymentResult>(payments).map((payment) => ({
      ...payment,
      isTakingBack: payment.isTakingBack === 1,
      hasMonth: payment.hasMonth === 1,
      isMonthRefunded: payment.isMonthRefunded === 1
    })),
    strayCredits: [...rowsOf<{ id: string }>(credits), ...rowsOf<{ id: string }>(months)].map(({ id }) => id),
    jobs: rowsOf<JobFacts>(jobs)
  }
}

/** A page of jobs with their files, in the order of their ids. */
export async function jobsWithFiles(
  { $client }: Database,
  after: string,
  limit: number
): Promise<(FileJob & { userId: string })[]> {
  const query = `select id, user_id as userId, step, failure, files, finished_at as finishedAt, deleted_at as deletedAt
    from jobs where id > ?1 order by id limit ?2`
  type Row = Omit<FileJob, 'files'> & { userId: string; files: string }
  const { results } = await $client.prepare(query).bind(after, limit).all<Row>()
  return results.map((row) => ({ ...row, files: JSON.parse(row.files) as FileJob['files'] }))
}
