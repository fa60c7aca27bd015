// What a usual answer costs and brings, and the price that follows. Roubles are estimates, as everywhere in the console.
import { usualUsage } from '#contract/operator/shop/definition.ts'
import { tokensForMicros, usualSharePercent } from '#contract/operator/shop/proposed-price.ts'
import type { Rates } from '../../prices/margin.ts'

interface Priced {
  listPrice: { inputMicros: number; outputMicros: number }
}

/** Micro-dollars at list price; null while the rates are not typed. */
export function usualMicros({ listPrice: { inputMicros, outputMicros } }: Priced): number | null {
  const micros = (usualUsage.inputTokens * inputMicros + usualUsage.outputTokens * outputMicros) / 1_000_000
  return Number.isFinite(micros) ? micros : null
}

/** As typed at first: what should be left of a price, in percent. */
export const firstShare = String(usualSharePercent)

/** Of what was typed; a text that is no share below the whole counts as the usual one. */
export function shareOf(typed: string): number {
  const share = /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : Number(firstShare)
  return share / 100
}

/** A price in tokens of which the share is left after the supplier is paid for a usual answer; null while the rates are not typed. */
export function proposedTokens(route: Priced, rates: Rates, share: number): number | null {
  const micros = usualMicros(route)
  // The most that the contract takes.
  return micros === null ? null : Math.min(10_000, tokensForMicros(micros, rates, share))
}
