// The prices of all models, as tables. Loaded when they are asked for; what asks the server comes after it, so that the page does not name
// all of its files.
import type { ReactElement } from 'react'
import type { ApiPrices } from '#contract/api-prices.ts'
import { formatCount, formatTokens } from '../../base/format/tokens.ts'
import { type Column, TableRows } from '../../base/ui/table.tsx'

type Item = ApiPrices[number]

/** @throws ApiError */
export async function readTables(): Promise<ReactElement> {
  const [{ readApiPrices }, { call }] = await Promise.all([
    import('#contract/api-prices.ts'),
    import('../../base/session/client.ts')
  ])
  const { items } = await call(readApiPrices, {})
  return (
    <div className="flex flex-col gap-8">
      <Part title="Ответы моделей" lead="Токенов сайта за миллион токенов модели.">
        <TableRows
          caption="Цены ответов, в токенах сайта за миллион токенов модели"
          columns={rateColumns}
          rows={items.flatMap(ratesOf)}
          keyOf={({ id, note }) => id + note}
        />
      </Part>
      <Part title="Картинки, речь и записи" lead="За готовый результат.">
        <TableRows
          caption="Цены картинок, речи и записей"
          columns={workColumns}
          rows={items.filter(({ prices }) => !prices.per_million)}
          keyOf={({ id }) => id}
        />
      </Part>
    </div>
  )
}

const Part = ({ title, lead, children }: { title: string; lead: string; children: ReactElement }) => (
  <div className="min-w-0">
    <h3 className="font-semibold">{title}</h3>
    <p className="mt-1 mb-3 text-small text-ink-soft">{lead}</p>
    {children}
  </div>
)

interface Rates extends Pick<Item, 'id' | 'name'> {
  /** Of which input they are. */
  note: string
  rates: NonNullable<Item['prices']['per_million']>
}

function ratesOf({ id, name, prices }: Item): Rates[] {
  const { per_million: usual, per_million_above: long, above_input_tokens: bound } = prices
  if (!usual) return []
  const own = { id, name }
  if (!long || bound === undefined) return [{ ...own, note: '', rates: usual }]
  return [
    { ...own, note: '', rates: usual },
    { ...own, note: `вход длиннее ${formatCount(bound)}`, rates: long }
  ]
}

const Named = ({ id, name, note = '' }: Pick<Item, 'id' | 'name'> & { note?: string }) => (
  <>
    <span className="block">{name}</span>
    <span translate="no" className="block font-mono text-caption font-normal text-ink-soft">
      {id}
    </span>
    {note && <span className="block text-caption font-normal text-ink-soft">{note}</span>}
  </>
)

const rateColumns: readonly Column<Rates>[] = [
  { title: 'Модель', render: Named },
  { title: 'Вход', numeric: true, render: ({ rates }) => formatCount(rates.input) },
  { title: 'Вход из кэша', numeric: true, render: ({ rates }) => formatCount(rates.cached_input) },
  { title: 'Ответ', numeric: true, render: ({ rates }) => formatCount(rates.output) }
]

const workColumns: readonly Column<Item>[] = [
  { title: 'Модель', render: Named },
  { title: 'Цена', numeric: true, render: ({ prices }) => workPrice(prices) },
  { title: 'За что', render: ({ prices }) => workUnit(prices) }
]

function workPrice({ per_image: image, per_image_max: imageMax, ...other }: Item['prices']): string {
  if (image !== undefined) return imageMax ? `${formatCount(image)}–${formatTokens(imageMax)}` : formatTokens(image)
  return formatTokens(other.per_1000_characters ?? other.per_minute ?? 0)
}

function workUnit({ per_image: image, per_1000_characters: characters }: Item['prices']): string {
  if (image !== undefined) return 'картинка'
  return characters === undefined ? 'минута записи, считается по секундам' : 'каждая начатая тысяча знаков'
}
