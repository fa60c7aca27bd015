// What the nightly check reads of the directory: the users, and one user's payments. Bounded, and by indexes.
import { type PaymentFacts, settlingMs, historyKeptMs } from '#domain/reconciliation.ts'
import type { Directory } from '../base/database.ts'

// Jumps from id to id through the indexes, because a `distinct` would read every row.
const nextUser = (after: string) => `select min(id) from (
  select min(id) as id from users where id > ${after}
  union all select min(user_id) from payments where user_id > ${after})`

const usersQuery = `with recursive found(id) as (
    select (${nextUser('?1')}) union all select (${nextUser('found.id')}) from found where found.id is not null limit ?2)
  select id from found where id is not null`

/** All users with an account or payments, in the order of the ids; erased accounts too. */
export async function payersAfter({ $client }: Directory, after: string, limit: number): Promise<string[]> {
  const { results } = await $client.prepare(usersQuery).bind(after, limit).all<{ id: string }>()
  return results.map(({ id }) => id)
}

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
    month.payment_id is not null as hasMonth, month.refunded_at is not null as isMonthRefunded
  from payments left join subscription_periods as month on month.payment_id = payments.id
  where payments.user_id = ?1 and payments.created_at > ?2 order by payments.created_at desc limit ?3`

const strayMonthsQuery = `select payment_id as id from subscription_periods as month
  where user_id = ?1 and not exists (select 1 from payments where payments.user_id = ?1 and payments.id = month.payment_id)
  limit ?2`

const ownOrdersQuery = 'select id from payments where user_id = ?1 and id in (select value from json_each(?2))'

const accountQuery = 'select exists (select 1 from users where id = ?1) as has'

/** The newest ones of a user: more than ten purchases on every day of a year. */
const paymentsMax = 5000
const straysMax = 500

/** The columns of a payment, without the lines of the ledger. */
type StoredPayment = Omit<PaymentFacts, 'creditedTokens' | 'debitedTokens'>

export interface PaymentRecords {
  hasAccount: boolean
  payments: StoredPayment[]
  /** Payments of months that are not payments of the user. */
  strayMonths: string[]
  /** Those of the credited orders that are payments of the user, of whatever age. */
  ownOrders: string[]
}

type Flags = 'isTakingBack' | 'hasMonth' | 'isMonthRefunded'
type PaymentResult = Omit<StoredPayment, Flags> & Record<Flags, number>

const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[]

/**
 * All in one transaction, so that the records are those of one moment.
 * @param orders that were credited, by the ledger
 */
export async function readPayments(
  { $client }: Directory,
  { userId, orders, now }: { userId: string; orders: readonly string[]; now: number }
): Promise<PaymentRecords> {
  const prepare = (query: string, ...more: (number | string)[]) => $client.prepare(query).bind(userId, ...more)
  const [account, payments, months, own] = await $client.batch([
    prepare(accountQuery),
    prepare(paymentsQuery, now - historyKeptMs, paymentsMax, now - settlingMs),
    prepare(strayMonthsQuery, straysMax),
    prepare(ownOrdersQuery, JSON.stringify(orders))
  ])
  return {
    hasAccount: rowsOf<{ has: number }>(account)[0]?.has === 1,
    payments: rowsOf<PaymentResult>(payments).map((payment) => ({
      ...payment,
      isTakingBack: payment.isTakingBack === 1,
      hasMonth: payment.hasMonth === 1,
      isMonthRefunded: payment.isMonthRefunded === 1
    })),
    strayMonths: rowsOf<{ id: string }>(months).map(({ id }) => id),
    ownOrders: rowsOf<{ id: string }>(own).map(({ id }) => id)
  }
}
