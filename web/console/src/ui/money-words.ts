// Money and payments in the words of the console.
import { premiumPackageId } from '#contract/catalogue/plans.ts'
import type { ReviewDecision, ReviewedPayment } from '#contract/operator/money/payments.ts'
import { formatRubles } from '../../../src/base/format/money.ts'
import { formatTokens } from '../../../src/base/format/tokens.ts'

export const rubles = (kopecks: number): string => formatRubles(kopecks / 100)

const dollars = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 4, maximumFractionDigits: 6 })

/** What one request costs: `$0,0123` for 12,300 micro-dollars, with a comma as operators type prices. */
export const dollarsEach = (micros: number): string => `$${dollars.format(micros / 1_000_000)}`

export const paymentStatusNames: Record<ReviewedPayment['status'], string> = {
  created: 'создан',
  pending: 'ждёт оплаты',
  succeeded: 'оплачен',
  canceled: 'отменён',
  refunded: 'возвращён',
  review: 'на проверке'
}

/** Why a payment is in review. */
const mismatchTexts: Record<string, string> = {
  order: 'платёж называет другой заказ',
  user: 'платёж называет другого человека',
  amount: 'пришла другая сумма',
  currency: 'пришла другая валюта',
  test: 'деньги тестовые',
  'given-up': 'заказ уже был закрыт как неоплаченный',
  unpaid: 'ЮKassa не называет платёж оплаченным'
}

export const mismatchText = (mismatch: string | null): string =>
  mismatch === null ? 'причина не записана' : (mismatchTexts[mismatch] ?? mismatch)

export const decisionNames: Record<ReviewDecision, string> = {
  credit: 'зачислить',
  refund: 'вернуть деньги',
  dismiss: 'закрыть без действия'
}

/** What an order is for. */
export const boughtText = ({ package_id: id, total_tokens: tokens }: ReviewedPayment): string =>
  id === premiumPackageId ? 'Premium' : formatTokens(tokens)

/** What a person typed as roubles, `250` or `250,50`, in kopecks; NaN for anything else. */
export function kopecksTyped(text: string): number {
  const found = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/\s/g, ''))
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : NaN
}

const months = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `ноябрь 2026 г.` @param month like `2026-11` */
export const monthText = (month: string): string => months.format(new Date(`${month}-01`))
