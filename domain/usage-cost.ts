// The cost of an answer in dollars: usage at list price plus markup. Shown beside the price in tokens, never charged.
import { upstreamPriceOf } from './upstreams/list-prices.ts'

interface TokenUsage {
  inputTokens: number
  /** Output including the model's thinking. */
  outputTokens: number
}

export interface UsageCost {
  usage: TokenUsage
  /** The requested model. It decides the price, even when the provider answers with a dated name. */
  upstreamModel: string
  /** 30 means list price plus 30 percent. */
  markupPercent: number
}

function exact(value: number, name: string): bigint {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number, not ${value}`)
  return BigInt(value)
}

/** Rates are per million tokens, the markup is in percent. */
const divisor = 1_000_000n * 100n

/**
 * Whole micro-dollars, rounded up once at the end, so that rounding adds less than one micro-dollar.
 * @throws Error for a model without a list price, RangeError for a count that is not a whole number.
 */
export function usdMicrosOf({ usage, upstreamModel, markupPercent }: UsageCost): number {
  const price = upstreamPriceOf(upstreamModel)
  const { longInput } = price
  const rates = longInput && usage.inputTokens > longInput.aboveInputTokens ? longInput : price
  const listed =
    exact(usage.inputTokens, 'inputTokens') * exact(rates.inputMicros, 'inputMicros') +
    exact(usage.outputTokens, 'outputTokens') * exact(rates.outputMicros, 'outputMicros')
  const marked = listed * (100n + exact(markupPercent, 'markupPercent'))
  const micros = Number((marked + divisor - 1n) / divisor)
  if (!Number.isSafeInteger(micros)) throw new RangeError('The cost is too large to be exact')
  return micros
}

/** Dollars as shown to users: 1 250 micro-dollars are 0.00125. */
export const usdOf = (micros: number): number => micros / 1_000_000
