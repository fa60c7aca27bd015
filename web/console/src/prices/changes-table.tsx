import type { OperatorPriceChange } from '#contract/operator/prices/prices.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { formatTokens } from '../../../src/base/format/tokens.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { Button } from '../../../src/base/ui/button.tsx'
import { Table } from '../ui/table.tsx'

const states = {
  coming: <Badge tone="accent">ждёт начала</Badge>,
  begun: <Badge tone="success">началось</Badge>,
  cancelled: <Badge>отменено</Badge>
}

function whatOf({ kind, tokens, upstream_model: model }: OperatorPriceChange): string {
  if (kind === 'price') return tokens === null ? 'цена каталога' : formatTokens(tokens)
  return model ?? 'модель каталога'
}

interface ChangesTableProps {
  changes: readonly OperatorPriceChange[]
  /** Undefined: the role may only look. */
  onCancel: ((change: OperatorPriceChange) => void) | undefined
  more: { read: () => void; busy: boolean } | null
}

/** What was set and when it began, also what was cancelled. */
export const ChangesTable = ({ changes, onCancel, more }: ChangesTableProps) => (
  <Table
    caption="Изменения цен и моделей"
    rows={changes}
    keyOf={({ id }) => id}
    empty="Изменений не было: действуют цены каталога"
    more={more}
    columns={[
      { title: 'За что', render: ({ title }) => title },
      {
        title: 'Что',
        render: (change) => (
          <span className="flex flex-wrap items-center gap-2">
            <span>{whatOf(change)}</span> {states[change.state]}
          </span>
        )
      },
      {
        title: 'Начало',
        render: ({ starts_at: at }) => <span className="whitespace-nowrap">{formatDateTime(at)}</span>
      },
      { title: 'Оператор', render: ({ created_by: by }) => by },
      { title: 'Причина', render: ({ reason }) => <span className="block min-w-40 break-words">{reason}</span> },
      {
        title: 'Действия',
        titleHidden: true,
        render: (change) =>
          onCancel &&
          change.state === 'coming' && (
            <Button
              size="small"
              variant="secondary"
              aria-label={`Отменить изменение: ${change.title}`}
              onClick={() => onCancel(change)}
            >
              Отменить
            </Button>
          )
      }
    ]}
  />
)
