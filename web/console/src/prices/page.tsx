import { useState } from 'react'
import {
  cancelPriceChange,
  openPrices,
  type OperatorPriceChange,
  type PricedItem
} from '#contract/operator/prices/prices.ts'
import { moreOf, useParts, useRefreshAtStart, type MoreRows } from '../base/use-call.ts'
import { useOperator } from '../base/use-operator.ts'
import { CancelDialog } from '../ui/cancel-dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page as Frame, Section } from '../ui/page.tsx'
import { ModelDialog, PriceDialog } from './dialogs.tsx'
import { firstRate, rateOf } from './margin.ts'
import { MarginSection } from './margin-section.tsx'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { formatTokens } from '../../../src/base/format/tokens.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
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
const ChangesTable = ({ changes, onCancel, more }: ChangesTableProps) => (
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
const ItemsTable = ({ items, onPrice, onModel }: ItemsTableProps) => (
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

type Asked =
  | { what: 'price' | 'model'; item: Pick<PricedItem, 'service' | 'item'> }
  | { what: 'cancel'; change: OperatorPriceChange }

/** What requests cost, and what they bring. */
export function Page() {
  const mayChange = useOperator().may('prices.change')
  const query = useParts(openPrices, (next) => (next === null ? {} : { before: Number(next) }))
  const [asked, setAsked] = useState<Asked | null>(null)
  const [rate, setRate] = useState(firstRate)
  const close = () => setAsked(null)
  const parts = query.data?.pages
  useRefreshAtStart(parts?.flatMap(({ changes }) => changes.map(({ starts_at: at }) => at)) ?? [])
  const shared = { onClose: close, rublesPerDollar: rateOf(rate) }
  const [first] = parts ?? []
  const item =
    asked && asked.what !== 'cancel'
      ? first?.items.find((one) => one.service === asked.item.service && one.item === asked.item.item)
      : undefined
  const comingOf = (kind: OperatorPriceChange['kind'], of: Pick<PricedItem, 'service' | 'item'>) =>
    first?.coming.filter((one) => one.kind === kind && one.service === of.service && one.item === of.item) ?? []
  return (
    <Frame
      title="Цены"
      intro="Цены каталога можно заменить своими: с назначенной минуты и для всех сразу. Каждое изменение остаётся в истории."
    >
      <Loaded query={{ data: parts, error: query.error, refetch: query.refetch }}>
        {(loaded) => (
          <>
            <Section title="Изменения">
              <ChangesTable
                changes={loaded.flatMap(({ changes }) => changes)}
                onCancel={mayChange ? (change) => setAsked({ what: 'cancel', change }) : undefined}
                more={moreOf(query)}
              />
            </Section>
            <Section title="Сейчас">
              <ItemsTable
                items={loaded[0]?.items ?? []}
                onPrice={mayChange ? (one) => setAsked({ what: 'price', item: one }) : undefined}
                onModel={mayChange ? (one) => setAsked({ what: 'model', item: one }) : undefined}
              />
            </Section>
            {item && asked?.what === 'model' && (
              <ModelDialog
                {...shared}
                item={item}
                coming={comingOf('upstream', item)}
                models={loaded[0]?.upstream_models ?? []}
              />
            )}
          </>
        )}
      </Loaded>
      <MarginSection rate={rate} onRate={setRate} />
      {item && asked?.what === 'price' && <PriceDialog {...shared} item={item} coming={comingOf('price', item)} />}
      {asked?.what === 'cancel' && (
        <CancelDialog
          endpoint={cancelPriceChange}
          name={asked.change.title}
          change={asked.change}
          coming={comingOf(asked.change.kind, asked.change)}
          onClose={close}
        />
      )}
    </Frame>
  )
}
