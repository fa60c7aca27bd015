// Prices that operators have set. They replace the prices of the catalogue, which stay the default. The browser shows and the server
// charges by these functions alone.
import type { ChatModel } from './chat.ts'
import type { PriceRule, StudioEntry } from './entry.ts'

/** The price from `startsAt` on; null: the price of the catalogue again. */
export interface PriceChange {
  service: string
  /** The model of a chat; in the studio the value that the price depends on, or empty where all cost the same. */
  item: string
  tokens: number | null
  /** Milliseconds since the epoch. */
  startsAt: number
}

/** The prices at one moment, by `priceKey`; an item that is missing has the price of the catalogue. */
export type Prices = ReadonlyMap<string, number>

export const cataloguePrices: Prices = new Map()

export const priceKey = (service: string, item: string): string => `${service}/${item}`

/** The newest change of each price that has begun counts. */
export function pricesAt(changes: readonly PriceChange[], now: number): Prices {
  const prices = new Map<string, number>()
  for (const { service, item, tokens, startsAt } of changes.toSorted((one, other) => one.startsAt - other.startsAt)) {
    if (startsAt > now) break
    if (tokens === null) prices.delete(priceKey(service, item))
    else prices.set(priceKey(service, item), tokens)
  }
  return prices
}

/** When the next change begins; null: there is none. */
export const nextChangeAt = (changes: readonly { startsAt: number }[], now: number): number | null =>
  changes.reduce<number | null>(
    (next, { startsAt }) => (startsAt > now && (next === null || startsAt < next) ? startsAt : next),
    null
  )

export function pricedModel<Model extends Pick<ChatModel, 'id' | 'service' | 'priceTokens'>>(
  model: Model,
  prices: Prices
): Model {
  const priceTokens = prices.get(priceKey(model.service, model.id))
  return priceTokens === undefined || priceTokens === model.priceTokens ? model : { ...model, priceTokens }
}

function pricedRule(id: string, { tokens, ...more }: PriceRule, prices: Prices): PriceRule {
  if (typeof tokens === 'number') return { tokens: prices.get(priceKey(id, '')) ?? tokens, ...more }
  const ofAll = prices.get(priceKey(id, ''))
  const values = Object.entries(tokens.values).map(([value, own]) => [
    value,
    prices.get(priceKey(id, value)) ?? ofAll ?? own
  ])
  return { tokens: { by: tokens.by, values: Object.fromEntries(values) }, ...more }
}

/** The entry with these prices. The prices of the catalogue still decide what may be used before a purchase. */
export function pricedEntry<Entry extends Pick<StudioEntry, 'id' | 'price' | 'ownPrice'>>(
  entry: Entry,
  prices: Prices
): Entry {
  if (![...prices.keys()].some((key) => key.startsWith(priceKey(entry.id, '')))) return entry
  return { ...entry, price: pricedRule(entry.id, entry.price, prices), ownPrice: entry.ownPrice ?? entry.price }
}
