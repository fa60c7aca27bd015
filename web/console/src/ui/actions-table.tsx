import { operatorActionNames, type OperatorAction } from '#contract/operator-change.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { Table, type Column } from './table.tsx'

const names: Partial<Record<string, string>> = operatorActionNames

export const actionName = (action: string): string => names[action] ?? action

const phases = {
  begun: <Badge>до</Badge>,
  done: <Badge tone="success">сделано</Badge>,
  read: <Badge tone="accent">просмотр</Badge>
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'нет'
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

export const ActionFacts = ({ facts }: { facts: OperatorAction['facts'] }) => (
  <ul className="flex min-w-40 flex-col gap-0.5 text-caption text-ink-soft">
    {Object.entries(facts).map(([name, value]) => (
      <li key={name} className="break-all">
        <span className="text-ink-faint">{name}:</span> {textOf(value)}
      </li>
    ))}
  </ul>
)

/** The columns that every list of what operators did has. */
export const actionColumns = <Line extends OperatorAction>(): readonly Column<Line>[] => [
  {
    title: 'Действие',
    cell: ({ action, phase }) => (
      <span className="flex flex-wrap items-center gap-2">
        {actionName(action)} {phases[phase]}
      </span>
    )
  },
  { title: 'Когда', cell: ({ at }) => <span className="whitespace-nowrap">{formatDateTime(at)}</span> },
  { title: 'Оператор', cell: ({ operator }) => operator },
  { title: 'Причина', cell: ({ reason }) => <span className="block min-w-40 break-words">{reason}</span> },
  { title: 'До и после', cell: ({ facts }) => <ActionFacts facts={facts} /> }
]

/** What operators did to one payment, wallet or person: the line before a change, and the one after it. */
export const ActionsTable = ({ actions }: { actions: readonly OperatorAction[] }) => (
  <Table
    caption="Действия операторов"
    columns={actionColumns()}
    rows={actions}
    keyOf={({ at, action, phase }) => `${at} ${action} ${phase}`}
    empty="Операторы здесь ничего не делали"
  />
)
