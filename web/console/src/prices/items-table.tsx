import type { PricedItem } from '#contract/operator/prices/prices.ts'
import { formatTokens } from '../../../src/base/format/tokens.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { Button } from '../../../src/base/ui/button.tsx'
import { Table } from '../ui/table.tsx'

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
              <Button size="small" variant="secondary" aria-label={`Цена: ${item.title}`} onClick={() => onPrice(item)}>
                Цена
              </Button>
            )}
            {onModel && item.kind === 'text' && (
              <Button
                size="small"
                variant="secondary"
                aria-label={`Модель: ${item.title}`}
                onClick={() => onModel(item)}
              >
                Модель
              </Button>
            )}
          </span>
        )
      }
    ]}
  />
)
