import type { PersonCard } from '#contract/operator/people/people.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { formatRubles } from '../../../src/base/format/money.ts'
import { formatCount } from '../../../src/base/format/tokens.ts'
import { hrefOf } from '../base/address.ts'
import { IdLink } from '../ui/id-link.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { jobState, paymentState } from './words.ts'

/** The newest ones. */
export const PaymentsTable = ({ id: user, payments }: { id: string } & Pick<PersonCard, 'payments'>) => (
  <Section
    title="Платежи"
    actions={
      payments.length > 0 && (
        <a href={hrefOf('/payments', undefined, { user })} className="text-small underline">
          Все платежи
        </a>
      )
    }
  >
    <Table
      caption="Платежи"
      rows={payments}
      keyOf={({ id }) => id}
      empty="Платежей не было"
      columns={[
        { title: 'Платёж', render: ({ id }) => <IdLink to="/payments" id={id} /> },
        { title: 'Когда', render: ({ created_at: at }) => formatDateTime(at) },
        { title: 'Состояние', render: ({ status }) => paymentState(status) },
        { title: 'Сумма', render: ({ amount_kopecks: kopecks }) => formatRubles(kopecks / 100), numeric: true },
        { title: 'Токены', render: ({ tokens }) => (tokens === 0 ? 'Premium' : formatCount(tokens)), numeric: true }
      ]}
    />
  </Section>
)

/** The newest ones, without what was asked for. */
export const JobsTable = ({ jobs }: Pick<PersonCard, 'jobs'>) => (
  <Section title="Работы">
    <Table
      caption="Работы"
      rows={jobs}
      keyOf={({ id }) => id}
      empty="Работ нет"
      columns={[
        { title: 'Работа', render: ({ id }) => <IdLink to="/jobs" id={id} /> },
        { title: 'Когда', render: ({ created_at: at }) => formatDateTime(at) },
        { title: 'Сервис', render: ({ service }) => service },
        { title: 'Состояние', render: ({ state }) => jobState(state) },
        { title: 'Цена', render: ({ price_tokens: price }) => formatCount(price), numeric: true }
      ]}
    />
  </Section>
)
