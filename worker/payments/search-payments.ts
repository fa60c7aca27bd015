// Run by the cron, once a day: searches the provider's paid payments for one whose order is not here. Orders are written before the
// provider is called, so ordinary days have none, but a restored database lacks the orders that were paid after its backup.
import { type Directory, openDirectory } from '#data/base/database.ts'
import { type RefundSearchRow, storeProgress, takeSearch, withoutOrder } from '#data/directory/refund-searches.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import type { PaymentProvider } from '#providers/payment/payment-provider.ts'
import { yookassa } from '#providers/payment/yookassa.ts'
import { leaseMs, pagesPerRun, readPage, searchEveryMs, settlingMs } from './search-span.ts'

/** The name of the bookmark, beside that of the refunds. */
const bookmark = 'yookassa-payments'

interface Turn {
  env: Env
  directory: Directory
  provider: Pick<PaymentProvider, 'listPaid'>
  now: number
}

/** @returns the row for the next page; null: the search is over, or another run has taken it */
async function searchPage(turn: Turn, row: RefundSearchRow): Promise<RefundSearchRow | null> {
  const { env, directory, provider, now } = turn
  const searchingUntil = row.searchingUntil ?? now - settlingMs
  const { payments, nextCursor } = await readPage(directory, row, searchingUntil, (query) => provider.listPaid(query))
  // One shop may sell elsewhere too: our payments name their order.
  const own = payments.filter(({ orderId }) => orderId !== null)
  const unknown = await withoutOrder(
    directory,
    own.map(({ id }) => id)
  )
  // The alarm comes before the bookmark moves: the page of a crashed run is read again, and an open alarm is sent once.
  for (const { id, userId } of own)
    if (unknown.has(id)) await raiseAlarm(env, userId ?? '', { event: 'payment-without-order', subject: id })
  const ended = { comparedUntil: searchingUntil, searchingUntil: null, cursor: null, completedAt: now }
  const moved = await storeProgress(
    directory,
    row,
    nextCursor === null
      ? { ...row, ...ended, dueAt: now + searchEveryMs }
      : { ...row, searchingUntil, cursor: nextCursor, dueAt: now }
  )
  return nextCursor === null ? null : (moved ?? null)
}

/** @throws ProviderFailure when the provider does not answer; the search continues at the same page after a pause */
export async function searchPayments(env: Env, now: number): Promise<void> {
  const turn = { env, directory: openDirectory(env), provider: yookassa(environmentOf(env)), now }
  let row = (await takeSearch(turn.directory, bookmark, { now, putOffTo: now + leaseMs })) ?? null
  for (let pages = 0; row && pages < pagesPerRun; pages++) row = await searchPage(turn, row)
}
