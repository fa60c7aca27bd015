import type { OperatorPriceChange, PricedItem } from '#contract/operator/prices/prices.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { formatTokens } from '../../../src/base/format/tokens.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import type { MoreRows } from '../base/use-call.ts'
import { RowButton, Table } from '../ui/table.tsx'

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
  more: MoreRows | null
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
            <RowButton label={`Отменить изменение: ${change.title}`} onClick={() => onCancel(change)}>
              Отменить
            </RowButton>
          )
      }
    ]}
  />
)

interface ItemsTableProps {
  items: readonly PricedItem[]
  /** Undefined: the role may only look. */
  onPrice: ((item: PricedItem) => void) | undefined
  onModel: ((item: PricedItem) => void) | undefined
}

const isChanged = (item: PricedItem) => item.tokens !== item.catalogue_tokens
const isReplaced = (item: PricedItem) => item.upstream_model !== item.catalogue_upstream_model

/** Everything that has a price, as it is now. */
export const ItemsTable = ({ items, onPrice, onModel }: ItemsTableProps) => (
  <Table
    caption="Цены сейчас"
    rows={items}
    keyOf={({ service, item }) => `${service}/${item}`}
    empty="Ничего не продаётся"
    columns={[
      {
        title: 'За что',
        render: ({ title, service, item }) => (
          <>
            <span>{title}</span>
            <span className="block text-caption font-normal text-ink-faint">
              {`${service}${item !== '' ? ` · ${item}` : ''}`}
            </span>
          </>
        )
      },
      {
        title: 'Цена',
        numeric: true,
        render: (item) => (
          <>
            <span>{formatTokens(item.tokens)}</span>
            {isChanged(item) && (
              <span className="block text-caption text-ink-faint">{`в каталоге ${item.catalogue_tokens}`}</span>
            )}
          </>
        )
      },
      {
        title: 'Модель поставщика',
        render: (item) => (
          <span className="flex flex-wrap items-center gap-2">
            <span>{item.upstream_model ?? '—'}</span> {isReplaced(item) && <Badge tone="accent">назначена</Badge>}
          </span>
        )
      },
      {
        title: 'Действия',
        titleHidden: true,
        render: (item) => (
          <span className="flex flex-wrap justify-end gap-2">
            {onPrice && (
              <RowButton label={`Цена: ${item.title}`} onClick={() => onPrice(item)}>
                Цена
              </RowButton>
            )}
            {onModel && item.kind === 'text' && (
              <RowButton label={`Модель: ${item.title}`} onClick={() => onModel(item)}>
                Модель
              </RowButton>
            )}
          </span>
        )
      }
    ]}
  />
)
