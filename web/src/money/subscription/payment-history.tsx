import { useInfiniteQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { customPackageId, tokenPackages } from '#contract/catalogue/packages.ts'
import { premiumPackageId } from '#contract/catalogue/plans.ts'
import { declineText } from '#contract/payment-declines.ts'
import type { Payment, PaymentStatus } from '#contract/payments.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { formatRubles } from '../../base/format/money.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { paths } from '../../base/paths.ts'
import { Badge } from '../../base/ui/badge.tsx'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { EmptyState, LoadFailure } from '../../base/ui/states.tsx'
import { paymentsQuery } from '../payments.ts'
import { continuePath } from '../shop/choice.ts'
import { UsageSkeleton } from './usage-list.tsx'

/** All purchases with their receipts and refunds, newest first. */
export function PaymentHistory() {
  const payments = useInfiniteQuery(paymentsQuery)
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError } = payments
  const rows = data?.pages.flatMap((page) => page.payments) ?? []
  if (isPending) return <UsageSkeleton rows={3} />
  return (
    <div>
      {isError && !isFetchNextPageError && <LoadFailure what="платежи" onRetry={() => void payments.refetch()} />}
      {rows.length === 0 ? (
        !isError && <Empty />
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-raised shadow-raised">
          {rows.map((payment) => (
            <Row key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      {isFetchNextPageError && (
        <LoadFailure what="более ранние платежи" onRetry={() => void payments.fetchNextPage()} />
      )}
      {hasNextPage && !isFetchNextPageError && (
        <div className="mt-6 flex justify-center">
          <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void payments.fetchNextPage()}>
            Показать ещё
          </Button>
        </div>
      )}
    </div>
  )
}

const Empty = () => (
  <div className="rounded-card border border-dashed border-line">
    <EmptyState
      icon={<ReceiptText size={24} aria-hidden />}
      title="Покупок пока не было"
      action={
        <Link to={paths.tokenPurchase} className={buttonClass({ variant: 'secondary' })}>
          Купить токены
        </Link>
      }
    />
  </div>
)

function Row({ payment }: { payment: Payment }) {
  const status = statusTexts[payment.status]
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-4 sm:px-5">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small font-medium">
          <span>{titleOf(payment)}</span>
          <Badge tone={status.tone}>{status.text}</Badge>
        </p>
        <p className="mt-1 text-caption text-ink-soft">{formatDateTime(payment.created_at)}</p>
        {notesOf(payment).map((note) => (
          <p key={note} className="mt-1 text-caption text-ink-soft">
            {note}
          </p>
        ))}
        <p className="mt-1 text-caption wrap-anywhere text-ink-faint">{`Номер платежа: ${payment.id}`}</p>
      </div>
      <div className="flex grow items-center justify-between gap-4 sm:grow-0 sm:flex-col sm:items-end sm:gap-2">
        <p className="text-small tabular-nums sm:text-right">
          <span className="block font-medium">{formatRubles(payment.amount_rub)}</span>
          {payment.tokens_amount > 0 && (
            <span className="block text-caption text-ink-soft">{formatTokens(payment.tokens_amount)}</span>
          )}
        </p>
        {canContinue(payment) && (
          <Link to={continuePath(payment)} className={buttonClass({ size: 'small' })}>
            Продолжить оплату
          </Link>
        )}
      </div>
    </li>
  )
}

// The texts of a payment in the history: its status, receipt and refund, and why it failed.
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
