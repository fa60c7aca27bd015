import { chatServices } from '#contract/catalogue/chat.ts'
import { readPersonLines, type PersonLine } from '#contract/operator/people/people.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { formatCount } from '../../../src/base/format/tokens.ts'
import { useParts } from '../base/use-call.ts'
import { IdLink } from '../ui/id-link.tsx'
import { Section } from '../ui/page.tsx'
import { type Column, PartsTable } from '../ui/table.tsx'
import { outcomeName } from './words.ts'

const paymentOf = (operationId: string): string | undefined => /^(?:payment|refund):([^:]+)/.exec(operationId)?.[1]

/** Answers of chats and calls of the API are no works, which alone have a page. */
const withoutPage: ReadonlySet<string> = new Set([...chatServices, 'api'])

function Operation({ line: { operation_id: id, job_id: jobId, service } }: { line: PersonLine }) {
  const payment = paymentOf(id)
  if (payment !== undefined)
    return (
      <IdLink to="/payments" id={payment}>
        {id}
      </IdLink>
    )
  if (id.includes(':') || withoutPage.has(service)) return <code className="break-all">{id}</code>
  return (
    <IdLink to="/jobs" id={jobId}>
      {id}
    </IdLink>
  )
}

const columns: readonly Column<PersonLine>[] = [
  { title: 'Когда', render: ({ finished_at: at }) => <span className="whitespace-nowrap">{formatDateTime(at)}</span> },
  { title: 'Что', render: ({ action, model }) => (model === null ? action : `${action}, ${model}`) },
  { title: 'Итог', render: ({ outcome }) => outcomeName(outcome) },
  { title: 'Изменение', render: ({ cost_tokens: cost }) => formatCount(cost === 0 ? 0 : 0 - cost), numeric: true },
  { title: 'Баланс после', render: ({ balance_after: after }) => formatCount(after), numeric: true },
  { title: 'Операция', render: (line) => <Operation line={line} /> }
]

/** The chain of the wallet: each line's balance follows from the one below it. */
export function LinesSection({ id }: { id: string }) {
  const query = useParts(readPersonLines, (next) => ({ id, ...(next !== null && { before: Number(next) }) }))
  const running = query.data?.pages[0]?.running ?? []
  return (
    <Section title="История баланса">
      {running.length > 0 && (
        <p className="text-small text-ink-soft">
          {`В работе: ${running.map(({ action, price_tokens: price }) => `${action} (${formatCount(price)})`).join(', ')}`}
        </p>
      )}
      <PartsTable
        caption="История баланса"
        query={query}
        rowsOf={({ lines }) => lines}
        keyOf={({ seq }) => String(seq)}
        empty="Операций не было"
        columns={columns}
      />
    </Section>
  )
}
