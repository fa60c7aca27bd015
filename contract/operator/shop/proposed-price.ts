// The price in site tokens that follows from what something costs in dollars. Used where the console proposes a price, and for calls of the
// API. Roubles are estimates, as everywhere in the console.
import { tokenPackages, totalOf } from '../../catalogue/packages.ts'

export interface PriceRates {
  /** What a token was sold for on average; null: none has been sold. */
  kopecksPerToken: number | null
  rublesPerDollar: number
}

/** Until an operator says otherwise. */
export const usualRublesPerDollar = 90
/** What should be left of a price after the supplier is paid, in percent. */
export const usualSharePercent = 70

/** The least for which a token is sold: in the package with the largest bonus. */
const leastKopecks = Math.min(...tokenPackages.map((one) => (one.priceRub * 100) / totalOf(one)))

/** @param share what is left of the price after the supplier is paid: 0.7 is 70 %. @returns whole tokens, at least one */
export function tokensForMicros(usdMicros: number, rates: PriceRates, share: number): number {
  const rubles = (usdMicros / 1_000_000) * rates.rublesPerDollar
  const tokens = (rubles / (1 - share)) * (100 / (rates.kopecksPerToken ?? leastKopecks))
  // What floats leave behind the comma is no token more.
  return Math.max(1, Math.ceil(tokens - 1e-9))
}
