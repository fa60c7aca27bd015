// What a usual answer costs and brings, and the price that follows. Roubles are estimates, as everywhere in the console.
import { tokenPackages, totalOf } from '#contract/catalogue/packages.ts'
import { usualUsage } from '#contract/operator/shop/definition.ts'
import { costRubles, type Rates } from '../../prices/margin.ts'

interface Priced {
  listPrice: { inputMicros: number; outputMicros: number }
}

/** Micro-dollars at list price; null while the rates are not typed. */
export function usualMicros({ listPrice: { inputMicros, outputMicros } }: Priced): number | null {
  const micros = (usualUsage.inputTokens * inputMicros + usualUsage.outputTokens * outputMicros) / 1_000_000
  return Number.isFinite(micros) ? micros : null
}

/** The least for which a token is sold, while none has been: in the package with the largest bonus. */
const leastKopecks = Math.min(...tokenPackages.map((one) => (one.priceRub * 100) / totalOf(one)))

/** As typed at first: what should be left of a price, in percent. */
export const firstShare = '70'

/** Of what was typed; a text that is no share below the whole counts as the usual one. */
export function shareOf(typed: string): number {
  const share = /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : Number(firstShare)
  return share / 100
}

/** A price in tokens of which the share is left after the supplier is paid for a usual answer; null while the rates are not typed. */
export function proposedTokens(route: Priced, rates: Rates, share: number): number | null {
  const cost = costRubles({ charged_tokens: null, cost_micros: usualMicros(route) }, rates)
  if (cost === null) return null
  const tokens = (cost / (1 - share)) * (100 / (rates.kopecksPerToken ?? leastKopecks))
  // The least and the most that the contract takes. What floats leave behind the comma is no token more.
  return Math.min(10_000, Math.max(1, Math.ceil(tokens - 1e-9)))
}
