// Money and payments in the words of the console.
import type { ReviewedPayment } from '#contract/operator.ts'
import { formatRubles } from '../../../src/base/format/money.ts'

export const rubles = (kopecks: number): string => formatRubles(kopecks / 100)

export const paymentStatusNames: Record<ReviewedPayment['status'], string> = {
  created: 'создан',
  pending: 'ждёт оплаты',
  succeeded: 'оплачен',
  canceled: 'отменён',
  refunded: 'возвращён',
  review: 'на проверке'
}

/** What a person typed as roubles, `250` or `250,50`, in kopecks; NaN for anything else. */
export function kopecksTyped(text: string): number {
  const found = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/\s/g, ''))
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : NaN
}
