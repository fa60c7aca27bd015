import { type OperatorModelChange, readModelHistory } from '#contract/operator/shop/models.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { formatTokens } from '../../../../src/base/format/tokens.ts'
import { useParts } from '../../base/use-call.ts'
import { ChangeState } from '../../ui/change-state.tsx'
import { type Column, PartsTable, RowButton, Table } from '../../ui/table.tsx'

function whatOf({ definition }: OperatorModelChange): string {
  if (!definition) return 'как в каталоге, или больше нет'
  const { isOnSale, priceTokens, successor } = definition
  if (isOnSale) return `на продаже, ${formatTokens(priceTokens)}`
  return successor === null ? 'снята с продажи' : `снята с продажи, преемник ${successor}`
}

const columns: readonly Column<OperatorModelChange>[] = [
  {
    title: 'Модель',
    render: ({ definition, model }) => (
      <>
        <span>{definition?.name ?? model}</span>
        <span className="block text-caption font-normal text-ink-faint">{model}</span>
      </>
    )
  },
  {
    title: 'Что',
    render: (change) => (
      <span className="flex min-w-36 flex-wrap items-center gap-2">
        <span>{whatOf(change)}</span> <ChangeState state={change.state} />
      </span>
    )
  },
  { title: 'Начало', render: ({ starts_at: at }) => <span className="whitespace-nowrap">{formatDateTime(at)}</span> },
  { title: 'Оператор', render: ({ created_by: by }) => by },
  { title: 'Причина', render: ({ reason }) => <span className="block min-w-40 break-words">{reason}</span> }
]

interface ComingTableProps {
  changes: readonly OperatorModelChange[]
  /** Undefined: the role may only look. */
  onCancel: ((change: OperatorModelChange) => void) | undefined
}

/** What begins later, the soonest first. */
export const ComingTable = ({ changes, onCancel }: ComingTableProps) => (
  <Table
    caption="Скоро начнётся"
    rows={changes}
    keyOf={({ id }) => id}
    empty="Ничего не назначено"
    columns={[
      ...columns,
      {
        title: 'Действия',
        titleHidden: true,
        render: (change) =>
          onCancel && (
            <RowButton
              label={`Отменить изменение: ${change.definition?.name ?? change.model}`}
              onClick={() => onCancel(change)}
            >
              Отменить
            </RowButton>
          )
      }
    ]}
  />
)

/** All that was set, newest first. @param model of one model alone */
export function HistoryTable({ model }: { model?: string }) {
  const query = useParts(readModelHistory, (next) => ({
    ...(model !== undefined && { model }),
    ...(next !== null && { before: Number(next) })
  }))
  return (
    <PartsTable
      caption="История моделей"
      query={query}
      rowsOf={({ changes }) => changes}
      keyOf={({ id }) => id}
      empty="Изменений не было"
      columns={columns}
    />
  )
}
