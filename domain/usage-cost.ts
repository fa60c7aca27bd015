// What an answer is worth in dollars: the provider's usage at list price with our markup. Shown beside the price in
// tokens, never charged.
import { upstreamPriceOf } from './upstreams/list-prices.ts'

interface TokenUsage {
  inputTokens: number
  /** Thinking included. */
  outputTokens: number
}

export interface UsageCost {
  usage: TokenUsage
  /** The model that was asked for: it decides the price, also when the provider answers with a dated name. */
  upstreamModel: string
  /** 30 means list price plus 30 percent. */
  markupPercent: number
}

function exact(value: number, name: string): bigint {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number, not ${value}`)
  return BigInt(value)
}

/** Millionths of a token's rate times hundredths of the markup. */
const divisor = 1_000_000n * 100n

/**
 * Whole micro-dollars, rounded up once at the end, so that a part never costs more than the whole plus one.
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

/** What people see: 1 250 micro-dollars are 0.00125. */
export const usdOf = (micros: number): number => micros / 1_000_000
