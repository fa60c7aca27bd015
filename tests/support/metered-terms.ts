// What random calls of the API are made of: prices, terms, and how a supplier may count them.
import type { PerMillion } from '#domain/metering/prices.ts'
import { type CallTerms, listedCostOf } from '#domain/metering/usage.ts'
import type { TokenUsage } from '#domain/models/usage-cost.ts'

export const luna = { input: 15, cachedInput: 2, cacheWrite: 19, output: 75 }
export const prices: PerMillion[] = [
  luna,
  { ...luna, longInput: { aboveInputTokens: 2000, input: 30, cachedInput: 4, cacheWrite: 38, output: 113 } },
  { input: 300, cachedInput: 30, cacheWrite: 375, output: 1500 },
  { input: 1, cachedInput: 1, cacheWrite: 1, output: 1 }
]

export type OpenCall = CallTerms & {
  key: number
  holdMicros: number
  deadlineAt: number
}

/** What a call costs if it is paid; null: that is estimated. */
export function expectedOf(call: OpenCall, usage: TokenUsage | null): number | null {
  if ('fixedMicros' in call) return call.fixedMicros
  return usage && listedCostOf(usage, call.perMillion)
}

/** As the supplier of the call may count it; null: its price is fixed. @param pick a whole number below another */
export function usageOf(call: OpenCall, pick: (below: number) => number): TokenUsage | null {
  if ('fixedMicros' in call) return null
  const inputTokens = pick(call.inputTokensBound + 1)
  return {
    inputTokens,
    cachedInputTokens: pick(inputTokens + 1),
    cacheWriteTokens: pick(100),
    outputTokens: pick(call.outputTokensMax + 1)
  }
}

/** What came of random calls. */
export const noTotals = {
  costMicros: 0,
  chargedTokens: 0,
  /** Of closed tabs. */
  closedMicros: 0,
  admitted: 0,
  refused: 0,
  /** Given back by tabs that no call used. */
  returnedTokens: 0,
  lines: 0
}
