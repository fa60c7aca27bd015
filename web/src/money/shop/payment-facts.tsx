import type { ReactNode } from 'react'
import type { Payment } from '#contract/payments.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { formatRubles } from '../../base/format/money.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { packageName } from './order-texts.ts'

const statusNames: Record<Payment['status'], string> = {
  pending: 'Проверяется',
  completed: 'Завершен',
  cancelled: 'Отменён',
  refunded: 'Возвращён',
  review: 'На проверке'
}

/** What there is to know of a payment. */
export const PaymentFacts = ({ payment, balance }: { payment: Payment; balance?: number }) => (
  <dl className="mt-8 flex w-full flex-col divide-y divide-line rounded-card border border-line bg-raised px-5 shadow-raised">
    {payment.tokens_amount > 0 && (
      <Fact term={payment.status === 'completed' ? 'Зачислено' : 'Токены'}>{formatTokens(payment.tokens_amount)}</Fact>
    )}
    <Fact term="Сумма">{formatRubles(payment.amount_rub)}</Fact>
    {payment.refunded_rub > 0 && <Fact term="Возвращено">{formatRubles(payment.refunded_rub)}</Fact>}
    {balance !== undefined && <Fact term="Новый баланс">{formatTokens(balance)}</Fact>}
    <Fact term="Пакет">{packageName(payment.package_id)}</Fact>
    <Fact term="Статус">{statusNames[payment.status]}</Fact>
    <Fact term="Создан">{formatDateTime(payment.created_at)}</Fact>
    {payment.completed_at !== null && <Fact term="Завершён">{formatDateTime(payment.completed_at)}</Fact>}
    <Fact term="ID платежа">
      <span className="text-caption break-all">{payment.id}</span>
    </Fact>
  </dl>
)

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-6 py-3 text-small">
    <dt className="shrink-0 text-ink-soft">{term}</dt>
    <dd className="text-right font-medium tabular-nums">{children}</dd>
  </div>
)
