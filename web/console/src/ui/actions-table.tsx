import { operatorActionNames, type OperatorAction } from '#contract/operator/access/change.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import type { MoreRows } from '../base/use-call.ts'
import { factWords } from './fact-words.ts'
import { Table, type Column } from './table.tsx'

const names: Partial<Record<string, string>> = operatorActionNames

const actionName = (action: string): string => names[action] ?? action

const phases = {
  begun: <Badge>до</Badge>,
  done: <Badge tone="success">сделано</Badge>,
  read: <Badge tone="accent">просмотр</Badge>
}

const ActionFacts = ({ facts }: { facts: OperatorAction['facts'] }) => (
  <ul className="flex min-w-40 flex-col gap-0.5 text-caption text-ink-soft">
    {Object.entries(facts).map(([fact, known]) => {
      const { name, value } = factWords(fact, known)
      return (
        <li key={fact} className="wrap-anywhere">
          <span className="text-ink-faint">{`${name}:`}</span> <span>{value}</span>
        </li>
      )
    })}
  </ul>
)

interface ActionsTableProps<Line extends OperatorAction> {
  lines: readonly Line[]
  /** Of each line, where they are about different payments, wallets or people. */
  subjectOf?: (line: Line) => string
  empty?: string
  more?: MoreRows | null
}

/** What operators did: the line before a change, and the one after it. */
export function ActionsTable<Line extends OperatorAction>({
  lines,
  subjectOf,
  empty = 'Операторы здесь ничего не делали',
  more
}: ActionsTableProps<Line>) {
  const subject: Column<Line>[] = subjectOf
    ? [{ title: 'С чем', render: (line) => <code className="break-all">{subjectOf(line)}</code> }]
    : []
  return (
    <Table
      caption="Действия операторов"
      rows={lines}
      keyOf={({ at }, index) => `${at} ${index}`}
      empty={empty}
      more={more ?? null}
      columns={[
        {
          title: 'Действие',
          render: ({ action, phase }) => (
            <span className="flex flex-wrap items-center gap-2">
              <span>{actionName(action)}</span> {phases[phase]}
            </span>
          )
        },
        ...subject,
        { title: 'Когда', render: ({ at }) => <span className="whitespace-nowrap">{formatDateTime(at)}</span> },
        { title: 'Оператор', render: ({ operator }) => operator },
        { title: 'Причина', render: ({ reason }) => <span className="block min-w-40 break-words">{reason}</span> },
        { title: 'До и после', render: ({ facts }) => <ActionFacts facts={facts} /> }
      ]}
    />
  )
}
