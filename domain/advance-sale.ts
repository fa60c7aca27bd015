// When the second receipts of a purchase are looked after: what is written down with every sale. For the rest see advance.ts.
import { dayAround, dayMs } from './billing-calendar.ts'
import type { ReceiptRules } from './receipt.ts'

const nightMs = 60 * 60_000

/** An hour after the next midnight in Moscow: the day before, and perhaps its month, is over. */
export const nextNightAt = (now: number): number => {
  const tonight = dayAround(now).start + nightMs
  return now < tonight ? tonight : tonight + dayMs
}

/** What a new purchase notes about its receipts. */
export const advanceOf = ({ YOOKASSA_PAYMENT_MODE: mode }: Pick<ReceiptRules, 'YOOKASSA_PAYMENT_MODE'>, now: number) =>
  mode === 'full_prepayment' ? { isAdvance: true, advanceDueAt: nextNightAt(now) } : {}
