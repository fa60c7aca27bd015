import { listPayments, type ReviewedPayment } from '#contract/operator/money/payments.ts'
import { receiptNames } from '#contract/operator/money/receipt-words.ts'
import { PaymentPage } from './payment-page.tsx'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { replaceQuery, useAddress } from '../../base/address.ts'
import { useParts } from '../../base/use-call.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { IdLink } from '../../ui/id-link.tsx'
import { boughtText, paymentStatusNames, rubles } from '../../ui/money-words.ts'
import { Page as Frame } from '../../ui/page.tsx'
import { type Column, PartsTable } from '../../ui/table.tsx'

/** All payments, or the one whose id is in the address. */
export const Page = ({ parameter }: { parameter: string | null }) =>
  parameter === null ? <PaymentList /> : <PaymentPage key={parameter} id={parameter} />

const states = [
  ['all', 'Все'],
  ['review', 'На проверке'],
  ['receipt-pending', 'Чек оформляется'],
  ['receipt-canceled', 'Чек не зарегистрирован']
] as const

const tones = { succeeded: 'success', review: 'danger' } as const

const StatusBadge = ({ status }: Pick<ReviewedPayment, 'status'>) => (
  <Badge tone={status === 'succeeded' || status === 'review' ? tones[status] : 'quiet'}>
    {paymentStatusNames[status]}
  </Badge>
)

const columns: readonly Column<ReviewedPayment>[] = [
  {
    title: 'Платёж',
    render: ({ id, created_at: at }) => (
      <IdLink to="/payments" id={id} className="underline">
        {formatDateTime(at)}
      </IdLink>
    )
  },
  { title: 'Сумма', numeric: true, render: ({ amount_kopecks: kopecks }) => rubles(kopecks) },
  {
    title: 'Возвращено',
    numeric: true,
    render: ({ refunded_kopecks: kopecks }) => (kopecks === 0 ? '—' : rubles(kopecks))
  },
  { title: 'Состояние', render: ({ status }) => <StatusBadge status={status} /> },
  {
    title: 'Чек',
    render: ({ receipt_status: receipt }) =>
      receipt === 'canceled' ? (
        <Badge tone="danger">{receiptNames.canceled}</Badge>
      ) : receipt === null ? (
        '—'
      ) : (
        receiptNames[receipt]
      )
  },
  { title: 'Что куплено', render: boughtText },
  { title: 'Человек', render: ({ user_id: id }) => <IdLink to="/people" id={id} /> }
]

/** Newest first. The choice is in the address. */
function PaymentList() {
  const { query } = useAddress()
  const state = states.find(([one]) => one === query.get('state'))?.[0] ?? 'all'
  const user = query.get('user') ?? ''
  const parts = useParts(listPayments, (next) => ({
    state,
    ...(user !== '' && { user }),
    ...(next !== null && { before: String(next) })
  }))
  return (
    <Frame
      title="Платежи"
      intro={
        user === '' ? 'Новые сверху. По id платежа, ЮKassa или почте ищите на странице «Люди».' : `Платежи ${user}`
      }
    >
      <ChoiceField
        label="Показать"
        value={state}
        choices={states}
        onChange={(chosen) => replaceQuery({ state: chosen === 'all' ? '' : chosen, user })}
        className="max-w-60"
      />
      <PartsTable
        caption="Платежи"
        columns={columns}
        query={parts}
        rowsOf={({ payments }) => payments}
        keyOf={({ id }) => id}
        empty={state === 'all' ? 'Платежей ещё не было' : 'Таких платежей нет'}
      />
    </Frame>
  )
}
