// The cost of an answer in dollars: usage at list price plus markup. Shown beside the price in tokens, never charged.
import type { Route } from './route.ts'
import { isUpstreamModel, type ListPrice, listPriceOf, upstreamPriceOf } from '../upstreams/list-prices.ts'

export interface TokenUsage {
  /** All input, also what was read from the supplier's cache or written to it. */
  inputTokens: number
  cachedInputTokens?: number | undefined
  cacheWriteTokens?: number | undefined
  /** Output including the model's thinking. */
  outputTokens: number
  /** Searches of the web. */
  searches?: number | undefined
}

export interface UsageCost {
  usage: TokenUsage
  listPrice: ListPrice
  /** 30 means list price plus 30 percent. */
  markupPercent: number
}

// `claude-opus-5-5-20260901`, `gpt-6-luna-2026-09-08`.
const releaseDate = /-(\d{8}|\d{4}-\d{2}-\d{2})$/

/**
 * The price that counts: that of the route, unless its maker says that another of its own models ran, also by a dated name.
 * @param ranModel the model that ran, in the supplier's words; null when it did not say
 */
export function priceOfRan(
  { supplier, model, listPrice }: Pick<Route, 'supplier' | 'model' | 'listPrice'>,
  ranModel: string | null
): ListPrice {
  const names = [ranModel ?? model, ranModel?.replace(releaseDate, '') ?? model]
  if (names.includes(model)) return listPrice
  const ran = names.find((name) => isUpstreamModel(name) && upstreamPriceOf(name).provider === supplier)
  return ran === undefined ? listPrice : listPriceOf(ran)
}

function counted(value: number, name: string): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number, not ${value}`)
  return value
}

const exact = (value: number, name: string): bigint => BigInt(counted(value, name))

/** Rates are per million tokens, the markup is in percent. */
const perMillion = 1_000_000n
const divisor = perMillion * 100n

/**
 * How the input is priced. Tokens of the cache are a part of it, whatever a supplier says.
 * @throws RangeError for a count that is not a whole number
 */
export function inputPartsOf(usage: TokenUsage): { uncached: number; cached: number; written: number } {
  const input = counted(usage.inputTokens, 'inputTokens')
  const cached = Math.min(counted(usage.cachedInputTokens ?? 0, 'cachedInputTokens'), input)
  const written = Math.min(counted(usage.cacheWriteTokens ?? 0, 'cacheWriteTokens'), input - cached)
  return { uncached: input - cached - written, cached, written }
}

/** An unknown rate of the cache is that of input. */
function listedOf(usage: TokenUsage, { longInput, ...usual }: ListPrice): bigint {
  const rates = longInput && usage.inputTokens > longInput.aboveInputTokens ? longInput : usual
  const { uncached, cached, written } = inputPartsOf(usage)
  return (
    BigInt(uncached) * exact(rates.inputMicros, 'inputMicros') +
    BigInt(cached) * exact(rates.cachedInputMicros ?? rates.inputMicros, 'cachedInputMicros') +
    BigInt(written) * exact(rates.cacheWriteMicros ?? rates.inputMicros, 'cacheWriteMicros') +
    exact(usage.outputTokens, 'outputTokens') * exact(rates.outputMicros, 'outputMicros')
  )
}

/**
 * Whole micro-dollars, rounded up once at the end, so that rounding adds less than one micro-dollar.
 * @throws RangeError for a count that is not a whole number.
 */
export function usdMicrosOf({ usage, listPrice, markupPercent }: UsageCost): number {
  const searched = exact(usage.searches ?? 0, 'searches') * exact(listPrice.searchMicros, 'searchMicros')
  const marked = (listedOf(usage, listPrice) + searched * perMillion) * (100n + exact(markupPercent, 'markupPercent'))
  const micros = Number((marked + divisor - 1n) / divisor)
  if (!Number.isSafeInteger(micros)) throw new RangeError('The cost is too large to be exact')
  return micros
}

/** Dollars as shown to users: 1 250 micro-dollars are 0.00125. */
export const usdOf = (micros: number): number => micros / 1_000_000
