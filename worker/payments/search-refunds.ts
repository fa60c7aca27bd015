// Run by the cron, once a day: searches the provider's refunds, because a notification about one may have been lost and a
// completed order is not looked at again. Only schedules checks: the refund is taken back by the one path of a payment.
import { type Directory, openDirectory } from '#data/base/database.ts'
import {
  type RefundSearchRow,
  type SearchProgress,
  scheduleChecks,
  storeProgress,
  takeSearch
} from '#data/directory/refund-searches.ts'
import type { PaymentRow } from '#data/directory/schema-payments.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import type { PaymentProvider, ProviderRefund, RefundPage } from '#providers/payment/payment-provider.ts'
import { yookassa } from '#providers/payment/yookassa.ts'
import { leaseMs, pagesPerRun, readPage, searchEveryMs, settlingMs } from './search-span.ts'

export interface Searched {
  /** Refunds that the provider listed. */
  listed: number
  /** Orders whose payment is read from the provider again. */
  scheduled: number
}

interface Turn {
  env: Env
  directory: Directory
  provider: Pick<PaymentProvider, 'listRefunds'>
  now: number
}

/** Where the search stands behind a page. A refund that may still succeed is listed again by the next search. */
function progressAfter(
  row: RefundSearchRow,
  { refunds, nextCursor }: RefundPage,
  searchingUntil: number,
  now: number
): SearchProgress {
  const pending = refunds.filter(({ status }) => status === 'pending')
  const oldest = Math.min(
    row.pendingFrom ?? searchingUntil,
    ...pending.map(({ createdAt }) => createdAt ?? row.comparedUntil)
  )
  if (nextCursor !== null) return { ...row, searchingUntil, cursor: nextCursor, pendingFrom: oldest }
  return {
    comparedUntil: oldest,
    searchingUntil: null,
    cursor: null,
    pendingFrom: null,
    dueAt: now + searchEveryMs,
    completedAt: now
  }
}

type MadeRefund = ProviderRefund & { paymentId: string }

const isBack = (refund: ProviderRefund): refund is MadeRefund =>
  refund.status === 'succeeded' && refund.paymentId !== null

/**
 * Whether no notification came about a refund that was made a while ago: nothing was taken back, or the provider was not asked about
 * the payment since, as when another part of it had come back before.
 */
function isMissed({ status, refundedKopecks, checkedAt, providerPaymentId }: PaymentRow, back: MadeRefund[]): boolean {
  if (status !== 'succeeded') return false
  const newest = Math.max(
    ...back.filter(({ paymentId }) => paymentId === providerPaymentId).map(({ createdAt }) => createdAt ?? 0)
  )
  return refundedKopecks === 0 || checkedAt === null || newest > checkedAt
}

/** @param isLast the next page is left to the next run */
async function searchPage(turn: Turn, row: RefundSearchRow, isLast: boolean) {
  const { directory, provider, now } = turn
  const searchingUntil = row.searchingUntil ?? now - settlingMs
  const page = await readPage(directory, row, searchingUntil, (query) => provider.listRefunds(query))
  const progress = progressAfter(row, page, searchingUntil, now)
  const hasMore = page.nextCursor !== null
  const back = page.refunds.filter(isBack)
  const scheduled = await scheduleChecks(directory, [...new Set(back.map(({ paymentId }) => paymentId))], now)
  for (const order of scheduled)
    if (isMissed(order, back)) await raiseAlarm(turn.env, order.userId, { event: 'refund-missed', paymentId: order.id })
  const moved = await storeProgress(directory, row, hasMore && isLast ? { ...progress, dueAt: now } : progress)
  return { listed: page.refunds.length, scheduled: scheduled.length, next: hasMore && !isLast ? moved : undefined }
}

/** @throws ProviderFailure when the provider does not answer; the search continues at the same page after a pause */
export async function searchRefunds(env: Env, now: number): Promise<Searched> {
  const turn = { env, directory: openDirectory(env), provider: yookassa(environmentOf(env)), now }
  const searched = { listed: 0, scheduled: 0 }
  let row = await takeSearch(turn.directory, 'yookassa', { now, putOffTo: now + leaseMs })
  for (let pages = 1; row; pages++) {
    const { listed, scheduled, next } = await searchPage(turn, row, pages === pagesPerRun)
    searched.listed += listed
    searched.scheduled += scheduled
    row = next
  }
  return searched
}
