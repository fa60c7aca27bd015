import type { z } from 'zod'
import { openPayment, refundFrozenText } from '#contract/operator/money/payments.ts'
import { receiptNames } from '#contract/operator/money/receipt-words.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { FormAlert } from '../../../../src/base/form/problems.tsx'
import { useCall } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ActionsTable } from '../../ui/actions-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { IdLink } from '../../ui/id-link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { boughtText, decisionNames, mismatchText, paymentStatusNames, rubles } from '../../ui/money-words.ts'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { RefundButton, ReviewActions } from './payment-changes.tsx'

type Opened = z.output<typeof openPayment.output>

const seenStatusNames = {
  pending: 'ждёт оплаты',
  waiting_for_capture: 'ждёт подтверждения',
  succeeded: 'оплачен',
  canceled: 'отменён'
}

const refundStatusNames: Record<string, string> = {
  created: 'отправляется',
  pending: 'принят, ещё не сделан',
  succeeded: 'сделан',
  canceled: 'не сделан',
  refused: 'отклонён'
}

interface Compared {
  name: string
  ours: string
  theirs: string
}

const money = (kopecks: number | null, currency: string | null) =>
  kopecks === null ? '—' : currency === 'RUB' ? rubles(kopecks) : `${kopecks / 100} ${currency ?? ''}`

/** What we stored and what the provider says now, side by side. */
const comparedOf = ({ payment, provider }: Opened): Compared[] => [
  {
    name: 'Состояние',
    ours: paymentStatusNames[payment.status],
    theirs: provider ? seenStatusNames[provider.status] + (provider.paid ? ', деньги получены' : '') : '—'
  },
  {
    name: 'Сумма',
    ours: money(payment.amount_kopecks, payment.currency),
    theirs: provider ? money(provider.amount_kopecks, provider.currency) : '—'
  },
  {
    name: 'Возвращено',
    ours: money(payment.refunded_kopecks, payment.currency),
    theirs: provider ? money(provider.refunded_kopecks ?? 0, provider.currency) : '—'
  },
  { name: 'Заказ', ours: payment.id, theirs: provider?.order_id ?? '—' },
  { name: 'Человек', ours: payment.user_id, theirs: provider?.user_id ?? '—' },
  { name: 'Тестовый', ours: 'нет', theirs: provider ? (provider.test ? 'да' : 'нет') : '—' }
]

const silent = 'ЮKassa не отвечает'

/** Ours alone, where the provider cannot be asked. */
const shownOf = (opened: Opened): Compared[] =>
  comparedOf(opened).map((row) => (opened.provider_silent ? { ...row, theirs: silent } : row))

const isSame = ({ name, ours, theirs }: Compared) => name === 'Состояние' || theirs === silent || ours === theirs

function introOf({ provider, provider_silent: isSilent }: Opened): string | undefined {
  if (isSilent) return 'ЮKassa не отвечает: показано то, что знаем мы. Обновите страницу через минуту.'
  return provider ? undefined : 'ЮKassa не знает такого платежа.'
}

const Comparison = ({ opened }: { opened: Opened }) => (
  <Section title="У нас и у ЮKassa" intro={introOf(opened)}>
    <Table
      caption="Платёж у нас и у ЮKassa"
      rows={shownOf(opened)}
      keyOf={({ name }) => name}
      empty=""
      columns={[
        { title: 'Что', render: ({ name }) => name },
        { title: 'У нас', render: ({ ours }) => <span className="break-all">{ours}</span> },
        {
          title: 'У ЮKassa',
          render: (row) => (
            <span className={isSame(row) ? 'break-all' : 'break-all font-semibold text-danger'}>
              <span>{row.theirs}</span>
              {!isSame(row) && <span className="sr-only"> (отличается)</span>}
            </span>
          )
        }
      ]}
    />
  </Section>
)

const Refunds = ({ refunds }: Pick<Opened, 'refunds'>) => (
  <Section title="Возвраты">
    <Table
      caption="Возвраты"
      rows={refunds}
      keyOf={({ created_at: at }, index) => `${at} ${index}`}
      empty="Операторы ничего не возвращали"
      columns={[
        { title: 'Когда', render: ({ created_at: at }) => formatDateTime(at) },
        { title: 'Сумма', numeric: true, render: ({ amount_kopecks: kopecks }) => rubles(kopecks) },
        { title: 'Состояние', render: ({ status }) => refundStatusNames[status] ?? status },
        { title: 'Чек', render: ({ receipt_status: receipt }) => (receipt === null ? '—' : receiptNames[receipt]) },
        { title: 'Почему нет', render: ({ failure }) => failure ?? '—' }
      ]}
    />
  </Section>
)

const secondReceiptNames = {
  created: 'отправляется',
  refused: 'отклонён',
  ...receiptNames
}

/** Of a purchase sold as an advance. */
const SecondReceipts = ({ receipts }: { receipts: NonNullable<Opened['second_receipts']> }) => (
  <Section title="Вторые чеки" intro="Покупка продана авансом: чек полного расчёта — на то, что потрачено.">
    <Table
      caption="Вторые чеки"
      rows={receipts}
      keyOf={({ created_at: at }, index) => `${at} ${index}`}
      empty="Пока нет: ничего не потрачено, или месяц не кончился"
      columns={[
        { title: 'Когда', render: ({ created_at: at }) => formatDateTime(at) },
        { title: 'Сумма', numeric: true, render: ({ amount_kopecks: kopecks }) => rubles(kopecks) },
        { title: 'Чек', render: ({ status }) => secondReceiptNames[status] },
        { title: 'Почему нет', render: ({ failure }) => failure ?? '—' }
      ]}
    />
  </Section>
)

function Opening({ opened }: { opened: Opened }) {
  const { may } = useOperator()
  const { payment, actions, refunds } = opened
  const mayChange = may('payments.change')
  return (
    <>
      {payment.status === 'review' && (
        <FormAlert tone="danger">{`Деньги пришли, но не сходятся с заказом (${mismatchText(payment.mismatch)}). Ничего не начислено.`}</FormAlert>
      )}
      {opened.wallet_frozen && (
        <FormAlert tone="danger">
          <span>{`${refundFrozenText}: столько токенов, сколько дала покупка, ему уже не принадлежит.`}</span>{' '}
          <IdLink to="/people" id={payment.user_id} className="underline">
            Исправить и разморозить
          </IdLink>
        </FormAlert>
      )}
      <Facts
        facts={[
          ['Создан', formatDateTime(payment.created_at)],
          ['Что куплено', boughtText(payment)],
          ['Чек', payment.receipt_status && receiptNames[payment.receipt_status]],
          ['Платёж у ЮKassa', payment.provider_payment_id],
          ['Человек', <IdLink key="person" to="/people" id={payment.user_id} />],
          ['Решение', payment.decision && decisionNames[payment.decision]]
        ]}
      />
      {mayChange && payment.status === 'review' && <ReviewActions payment={payment} />}
      {mayChange && payment.status === 'succeeded' && !payment.taking_back && <RefundButton payment={payment} />}
      <Comparison opened={opened} />
      <Refunds refunds={refunds} />
      {opened.second_receipts && <SecondReceipts receipts={opened.second_receipts} />}
      <Section title="Что делали операторы">
        <ActionsTable lines={actions} />
      </Section>
    </>
  )
}

/** One payment beside what the provider says of it, and what may be done about it. */
export function PaymentPage({ id }: { id: string }) {
  const query = useCall(openPayment, { id })
  return (
    <Frame title="Платёж" intro={<span className="break-all">{id}</span>}>
      <Loaded query={query}>{(opened) => <Opening opened={opened} />}</Loaded>
    </Frame>
  )
}
