// Figures of the margin in the words of the console. All roubles are estimates: what a token was sold for on average, and what
// a dollar costs by the rate that the operator has typed in.
import { type PriceRates, usualRublesPerDollar } from '#contract/operator/shop/proposed-price.ts'
import { formatRubles } from '../../../src/base/format/money.ts'

interface Figures {
  charged_tokens: number | null
  cost_micros: number | null
}

export type Rates = PriceRates

export const earnedRubles = ({ charged_tokens: tokens }: Figures, { kopecksPerToken }: Rates): number | null =>
  kopecksPerToken === null || tokens === null ? null : (tokens * kopecksPerToken) / 100

export const costRubles = ({ cost_micros: micros }: Figures, { rublesPerDollar }: Rates): number | null =>
  micros === null ? null : (micros / 1_000_000) * rublesPerDollar

export function marginRubles(figures: Figures, rates: Rates): number | null {
  const [earned, cost] = [earnedRubles(figures, rates), costRubles(figures, rates)]
  return earned === null || cost === null ? null : earned - cost
}

/** The cost at the provider; it may be unknown, because not every price is published. */
export const costText = (rubles: number | null): string => (rubles === null ? 'цена неизвестна' : rublesText(rubles))

export const rublesText = (rubles: number | null): string =>
  rubles === null
    ? 'неизвестно'
    : formatRubles(Math.abs(rubles) < 100 ? Math.round(rubles * 100) / 100 : Math.round(rubles))

/** `64 %` of what was earned. */
export function shareText(figures: Figures, rates: Rates): string | null {
  const [earned, margin] = [earnedRubles(figures, rates), marginRubles(figures, rates)]
  return earned === null || margin === null || earned === 0 ? null : `${Math.round((margin / earned) * 100)}\u00a0%`
}

export const firstRate = String(usualRublesPerDollar)

/** Of what was typed; a text that is no rate counts as the usual one. */
export function rateOf(typed: string): number {
  const rate = Number(typed.replace(',', '.'))
  return Number.isFinite(rate) && rate > 0 ? rate : Number(firstRate)
}
