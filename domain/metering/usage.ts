// What a call of the API holds before it begins, and what it costs when it has ended; in millionths of a site token (µ). Pure. A cost is never
// above its hold, so what was reserved for a call always pays it.
import { inputPartsOf, type TokenUsage } from '../models/usage-cost.ts'
import type { PerMillion, PerMillionRates } from './prices.ts'

/** `stopped`: the client has left, or a stop word came: what was delivered is paid. `failed`, `refused`: free, as an answer on the site is. */
export type CallOutcome = 'complete' | 'stopped' | 'failed' | 'refused'

/** Of a call that is paid by what it counts. */
interface CountedTerms {
  perMillion: PerMillion
  inputTokensBound: number
  outputTokensMax: number
}

/** Of a call whose price is known before it begins: that of its recording. It costs this, or nothing. */
export interface FixedTerms {
  fixedMicros: number
}

/** What a call was admitted with. */
export type CallTerms = CountedTerms | FixedTerms

/** In tokens of the model; the input with what was read from a cache or written to one. */
interface CallCounts {
  inputTokens: number
  cachedInputTokens: number
  cacheWriteTokens: number
  outputTokens: number
}

export interface CallCost {
  costMicros: number
  /** What the supplier counted above the hold: borne by the platform. */
  lossMicros: number
  estimated: boolean
  usage: CallCounts
}

/** Of a call that was interrupted. */
export const noUsage = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 }

/** An English token has about four bytes, a Russian one six. */
const bytesPerInputToken = 4
const charactersPerOutputToken = 3

function exact(micros: number): number {
  if (!Number.isSafeInteger(micros) || micros < 0)
    throw new RangeError('An amount in µ is no whole number or too large')
  return micros
}

/** All rates by which the call may be charged: those of long input too, when its input may be so long. */
const ratesWithin = ({ longInput, ...usual }: PerMillion, inputTokensBound: number): PerMillionRates[] =>
  longInput && inputTokensBound > longInput.aboveInputTokens ? [usual, longInput] : [usual]

/** µ for one token of output, at most. */
export const dearestOutput = (perMillion: PerMillion, inputTokensBound: number): number =>
  Math.max(...ratesWithin(perMillion, inputTokensBound).map(({ output }) => output))

/** What the input costs at most, however much of it is read from a cache or written to one. @throws RangeError */
export function inputHoldOf(perMillion: PerMillion, inputTokensBound: number): number {
  const rates = ratesWithin(perMillion, inputTokensBound).flatMap((one) => [one.input, one.cachedInput, one.cacheWrite])
  return exact(inputTokensBound * Math.max(...rates))
}

/** What the call costs at most. @throws RangeError when it is too large to be exact */
export function holdOf(terms: CallTerms): number {
  if ('fixedMicros' in terms) return exact(terms.fixedMicros)
  const { perMillion, inputTokensBound, outputTokensMax } = terms
  return exact(
    inputHoldOf(perMillion, inputTokensBound) + exact(outputTokensMax * dearestOutput(perMillion, inputTokensBound))
  )
}

/** What this usage costs by the list, in µ. @throws RangeError for counts that are no whole numbers */
export function listedCostOf(usage: TokenUsage, { longInput, ...usual }: PerMillion): number {
  const { uncached, cached, written } = inputPartsOf(usage)
  const rates = longInput && usage.inputTokens > longInput.aboveInputTokens ? longInput : usual
  const { output: ofOutput } = rates
  return exact(
    uncached * rates.input +
      cached * rates.cachedInput +
      written * rates.cacheWrite +
      exact(usage.outputTokens) * ofOutput
  )
}

/** When the supplier has told nothing: less than what was held, by what was delivered. */
const estimateOf = ({ inputTokensBound, outputTokensMax }: CountedTerms, deliveredCharacters: number): TokenUsage => ({
  inputTokens: Math.ceil(inputTokensBound / bytesPerInputToken),
  outputTokens: Math.min(outputTokensMax, Math.ceil(deliveredCharacters / charactersPerOutputToken))
})

/**
 * What an ended call costs. Nothing where nothing was delivered or the supplier failed, whatever it counted.
 * @param usage null: the supplier told none
 * @throws RangeError for counts that are no whole numbers
 */
export function costOf(
  terms: CallTerms,
  told: { usage: TokenUsage | null; deliveredCharacters: number; outcome: CallOutcome }
): CallCost {
  const delivered = exact(told.deliveredCharacters)
  const isFree = delivered === 0 || told.outcome === 'failed' || told.outcome === 'refused'
  if ('fixedMicros' in terms)
    return { costMicros: isFree ? 0 : holdOf(terms), lossMicros: 0, estimated: false, usage: noUsage }
  const estimated = told.usage === null
  const usage = told.usage ?? estimateOf(terms, delivered)
  const listed = listedCostOf(usage, terms.perMillion)
  if (isFree) return { costMicros: 0, lossMicros: 0, estimated: false, usage: estimated ? noUsage : countsOf(usage) }
  const costMicros = Math.min(listed, holdOf(terms))
  return { costMicros, lossMicros: listed - costMicros, estimated, usage: countsOf(usage) }
}

function countsOf(usage: TokenUsage): CallCounts {
  const { cached, written } = inputPartsOf(usage)
  const { inputTokens, outputTokens } = usage
  return { inputTokens, cachedInputTokens: cached, cacheWriteTokens: written, outputTokens }
}
