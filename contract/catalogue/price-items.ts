// Everything that has a price of its own, for operators.
import type { ChatModel } from './chat.ts'
import type { StudioEntry, StudioKind } from './entry.ts'
import { studioEntries } from './studio.ts'

export interface PriceItem {
  service: string
  item: string
  kind: StudioKind | 'text'
  title: string
  /** The price of the catalogue. */
  tokens: number
}

function labelOf({ parameters }: StudioEntry, name: string, value: string): string {
  const parameter = parameters.find((one) => one.name === name)
  const options = parameter && 'options' in parameter ? parameter.options : []
  return options.find((option) => option.value === value)?.label ?? value
}

function itemsOf(entry: StudioEntry): PriceItem[] {
  const { id: service, kind, title, price } = entry
  const { tokens } = price
  const values = typeof tokens === 'number' ? [['', tokens] as const] : Object.entries(tokens.values)
  const [first] = values
  // One price for all, such as that of the voices.
  if (typeof tokens === 'number' || values.every(([, own]) => own === first?.[1]))
    return [{ service, item: '', kind, title, tokens: first?.[1] ?? Number.NaN }]
  return values.map(([item, own]) => ({
    service,
    item,
    kind,
    title: `${title} · ${labelOf(entry, tokens.by, item)}`,
    tokens: own
  }))
}

const studioItems = studioEntries.flatMap(itemsOf)

type SoldModel = Pick<ChatModel, 'id' | 'service' | 'name' | 'priceTokens'>

/** @param models those on sale; a price of their own is the default of each */
export const priceItemsOf = (models: readonly SoldModel[]): readonly PriceItem[] => [
  ...models.map(({ id, service, name, priceTokens }) => ({
    service,
    item: id,
    kind: 'text' as const,
    title: name,
    tokens: priceTokens
  })),
  ...studioItems
]

export const findPriceItem = (
  models: readonly SoldModel[],
  { service, item }: { service: string; item: string }
): PriceItem | undefined => priceItemsOf(models).find((one) => one.service === service && one.item === item)
