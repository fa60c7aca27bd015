// The cost of an answer in dollars: usage at list price plus markup. Shown beside the price in tokens, never charged.
import { isUpstreamModel, searchMicros, upstreamPriceOf } from './upstreams/list-prices.ts'

interface TokenUsage {
  inputTokens: number
  /** Output including the model's thinking. */
  outputTokens: number
  /** Searches of the web. */
  searches?: number
}

export interface UsageCost {
  usage: TokenUsage
  requestedModel: string
  /** The model that ran, in the provider's words; null when it did not say. */
  ranModel: string | null
  /** 30 means list price plus 30 percent. */
  markupPercent: number
}

// `claude-opus-5-5-20260901`, `gpt-6-luna-2026-09-08`.
const releaseDate = /-(\d{8}|\d{4}-\d{2}-\d{2})$/

/** The model whose price counts: the one that ran, also by a dated name; the requested one when that has no list price. */
function pricedModelOf(requestedModel: string, ranModel: string | null): string {
  const names = [ranModel ?? requestedModel, ranModel?.replace(releaseDate, '') ?? requestedModel]
  return names.find(isUpstreamModel) ?? requestedModel
}

function exact(value: number, name: string): bigint {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number, not ${value}`)
  return BigInt(value)
}

/** Rates are per million tokens, the markup is in percent. */
const perMillion = 1_000_000n
const divisor = perMillion * 100n

/**
 * Whole micro-dollars, rounded up once at the end, so that rounding adds less than one micro-dollar.
 * @throws Error for a model without a list price, RangeError for a count that is not a whole number.
 */
export function usdMicrosOf({ usage, requestedModel, ranModel, markupPercent }: UsageCost): number {
  const price = upstreamPriceOf(pricedModelOf(requestedModel, ranModel))
  const { longInput } = price
  const rates = longInput && usage.inputTokens > longInput.aboveInputTokens ? longInput : price
  const listed =
    exact(usage.inputTokens, 'inputTokens') * exact(rates.inputMicros, 'inputMicros') +
    exact(usage.outputTokens, 'outputTokens') * exact(rates.outputMicros, 'outputMicros')
  const searched = exact(usage.searches ?? 0, 'searches') * exact(searchMicros[price.provider], 'searchMicros')
  const marked = (listed + searched * perMillion) * (100n + exact(markupPercent, 'markupPercent'))
  const micros = Number((marked + divisor - 1n) / divisor)
  if (!Number.isSafeInteger(micros)) throw new RangeError('The cost is too large to be exact')
  return micros
}

/** Dollars as shown to users: 1 250 micro-dollars are 0.00125. */
export const usdOf = (micros: number): number => micros / 1_000_000
