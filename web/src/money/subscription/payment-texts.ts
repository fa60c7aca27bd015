// The texts of a payment in the history: its status, receipt and refund, and why it failed.
import { customPackageId, tokenPackages } from '#contract/catalogue/packages.ts'
import { premiumPackageId } from '#contract/catalogue/plans.ts'
import { declineText } from '#contract/payment-declines.ts'
import type { Payment, PaymentStatus } from '#contract/payments.ts'
import { formatRubles } from '../../base/format/money.ts'
import { formatTokens } from '../../base/format/tokens.ts'

export const statusTexts = {
  pending: { text: 'Ожидает оплаты', tone: 'accent' },
  completed: { text: 'Завершен', tone: 'success' },
  cancelled: { text: 'Не прошёл', tone: 'quiet' },
  refunded: { text: 'Возвращён', tone: 'quiet' },
  review: { text: 'На проверке', tone: 'danger' }
} as const satisfies Record<PaymentStatus, object>

/** `Пакет на 1 000 токенов` */
export function titleOf({ package_id: id, tokens_amount: tokens }: Payment): string {
  if (id === premiumPackageId) return 'Premium на месяц'
  const found = tokenPackages.find((candidate) => candidate.id === id)
  if (found) return `Пакет на ${formatTokens(found.tokens)}`
  return id === customPackageId ? 'Токены на выбранную сумму' : formatTokens(tokens)
}

const receiptTexts: Record<NonNullable<Payment['receipt']>, string> = {
  pending: 'Чек оформляется и придёт на почту',
  sent: 'Чек отправлен на почту',
  failed: 'Чек оформить не удалось, мы разбираемся'
}

const refundText = ({ status, refunded_rub: rub, refunded_tokens: tokens }: Payment): string =>
  `${status === 'refunded' ? 'Вернули' : 'Вернули часть:'} ${formatRubles(rub)}` +
  (tokens > 0 ? `, сняли ${formatTokens(tokens)}` : '')

/** The lines below the amount, the latest event last. */
export function notesOf(payment: Payment): string[] {
  const { status, receipt, refunded_rub: refunded, decline_reason: reason } = payment
  const notes: string[] = []
  if (status === 'cancelled') notes.push(declineText(reason))
  if (status === 'review')
    notes.push('Деньги пришли, но не совпали с заказом. Разберёмся и начислим токены или вернём деньги')
  // No receipt is issued for a cancelled payment.
  if (receipt !== null && status !== 'cancelled') notes.push(receiptTexts[receipt])
  if (refunded > 0) notes.push(refundText(payment))
  return notes
}

/** Whether the user can still pay it. */
export const canContinue = ({ status, confirmation_token: token }: Payment): boolean =>
  status === 'pending' && token !== null
