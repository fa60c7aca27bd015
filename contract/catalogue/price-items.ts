// Everything that has a price of its own, for operators.
import { chatModels } from './chat-models.ts'
import type { StudioEntry, StudioKind } from './entry.ts'
import { studioEntries } from './studio.ts'

export interface PriceItem {
  service: string
  item: string
  kind: StudioKind | 'text'
  title: string
  /** The catalogue's own. */
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
  if (typeof tokens === 'number') return [{ service, item: '', kind, title, tokens }]
  return Object.entries(tokens.values).map(([item, own]) => ({
    service,
    item,
    kind,
    title: `${title} · ${labelOf(entry, tokens.by, item)}`,
    tokens: own
  }))
}

export const priceItems: readonly PriceItem[] = [
  ...chatModels.map(({ id, service, name, priceTokens }) => ({
    service,
    item: id,
    kind: 'text' as const,
    title: name,
    tokens: priceTokens
  })),
  ...studioEntries.flatMap(itemsOf)
]

export const findPriceItem = (service: string, item: string): PriceItem | undefined =>
  priceItems.find((one) => one.service === service && one.item === item)
