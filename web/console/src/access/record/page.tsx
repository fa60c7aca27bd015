import { useState, type SubmitEvent } from 'react'
import { Download } from 'lucide-react'
import { operatorActionNames } from '#contract/operator/access/change.ts'
import { exportRecord, readRecord } from '#contract/operator/access/team.ts'
import { Button, buttonClass } from '../../../../src/base/ui/button.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { replaceQuery, useAddress } from '../../base/address.ts'
import { fileHref } from '../../base/call.ts'
import { moreOf, useParts } from '../../base/use-call.ts'
import { ActionsTable } from '../../ui/actions-table.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame } from '../../ui/page.tsx'

interface Filter {
  operator: string
  subject: string
  action: string
  /** Days, as the browser's own field writes them. */
  from: string
  to: string
}

const names = ['operator', 'subject', 'action', 'from', 'to'] as const

const filterOf = (query: URLSearchParams): Filter => ({
  operator: query.get('operator') ?? '',
  subject: query.get('subject') ?? '',
  action: query.get('action') ?? '',
  from: query.get('from') ?? '',
  to: query.get('to') ?? ''
})

const dayMs = 24 * 60 * 60 * 1000

/** The beginning of a day in the operator's time zone. Undefined without a day. */
function momentOf(day: string): number | undefined {
  const time = new Date(`${day}T00:00`).getTime()
  return Number.isNaN(time) ? undefined : time
}

function inputOf({ operator, subject, action, from, to }: Filter) {
  const last = momentOf(to)
  return {
    operator: operator.trim() || undefined,
    subject: subject.trim() || undefined,
    action: action || undefined,
    from: momentOf(from),
    to: last === undefined ? undefined : last + dayMs - 1
  }
}

const actions = [['', 'Любое'], ...Object.entries(operatorActionNames)] as const

/** What operators did and read. The choice is in the address, so that it can be sent to a colleague. */
export function Page() {
  const filter = filterOf(useAddress().query)
  const query = useParts(readRecord, (next) => ({ ...inputOf(filter), ...(next !== null && { before: next }) }))
  const lines = query.data?.pages.flatMap((part) => part.lines)
  return (
    <Frame
      title="Журнал"
      intro="Каждое действие операторов и каждый просмотр чужих данных. Строки нельзя ни изменить, ни удалить."
      actions={
        <a href={fileHref(exportRecord, inputOf(filter))} download className={buttonClass({ variant: 'secondary' })}>
          <Download size={18} aria-hidden />
          Скачать CSV
        </a>
      }
    >
      <FilterForm key={JSON.stringify(filter)} filter={filter} />
      <Loaded query={{ data: lines, error: query.error, refetch: query.refetch }}>
        {(shown) => (
          <ActionsTable
            lines={shown}
            subjectOf={({ subject }) => subject}
            empty="Таких строк нет"
            more={moreOf(query)}
          />
        )}
      </Loaded>
    </Frame>
  )
}

function FilterForm({ filter }: { filter: Filter }) {
  const [chosen, setChosen] = useState(filter)
  const choose = (name: keyof Filter) => (value: string) => setChosen({ ...chosen, [name]: value })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    replaceQuery({ ...chosen })
  }
  const isEmpty = names.every((name) => filter[name] === '')
  return (
    <form aria-label="Отбор строк журнала" onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
        <TextField
          label="Оператор"
          value={chosen.operator}
          onChange={({ target }) => choose('operator')(target.value)}
        />
        <TextField
          label="С чем: id"
          value={chosen.subject}
          onChange={({ target }) => choose('subject')(target.value)}
        />
        <ChoiceField label="Действие" value={chosen.action} choices={actions} onChange={choose('action')} />
        <TextField
          label="С какого дня"
          type="date"
          value={chosen.from}
          onChange={({ target }) => choose('from')(target.value)}
        />
        <TextField
          label="По какой день"
          type="date"
          value={chosen.to}
          onChange={({ target }) => choose('to')(target.value)}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary">
          Показать
        </Button>
        {!isEmpty && (
          <Button variant="ghost" onClick={() => replaceQuery({})}>
            Показать всё
          </Button>
        )}
      </div>
    </form>
  )
}
