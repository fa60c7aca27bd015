// When the second receipts of a purchase are looked after: what is written down with every sale. For the rest see advance.ts.
import { dayAround, dayMs, monthAround } from './billing-calendar.ts'
import type { ReceiptRules } from './receipt.ts'

const nightMs = 60 * 60_000

/** An hour after the next midnight in Moscow: the day before, and perhaps its month, is over. */
export const nextNightAt = (now: number): number => {
  const tonight = dayAround(now).start + nightMs
  return now < tonight ? tonight : tonight + dayMs
}

/** Over these hours the purchases of which nothing is used are spread, which are all due at the end of the month. */
const spreadMs = 5 * 60 * 60_000

/** The same moment for one purchase each month. */
const placeOf = (id: string): number =>
  Array.from(id).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7) % spreadMs

/** In the night after the month in Moscow is over. */
export const monthEndAt = (id: string, now: number): number => monthAround(now).end + nightMs + placeOf(id)

/** What a new purchase notes about its receipts. */
export const advanceOf = (
  { YOOKASSA_PAYMENT_MODE: mode, YOOKASSA_VAT_CODE: vatCode }: Omit<ReceiptRules, 'YOOKASSA_PAYMENT_SUBJECT'>,
  now: number
) => ({ vatCode, ...(mode === 'full_prepayment' && { isAdvance: true, advanceDueAt: nextNightAt(now) }) })
