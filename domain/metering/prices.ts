// What calls of the API cost: whole site tokens for a million tokens of a model, which is as many millionths of a site token (µ) for one.
// Follows from the list price of the model's routes, the rate of the dollar and the share that is left to the platform.
import { type PriceRates, tokensForMicros } from '#contract/operator/shop/proposed-price.ts'
import type { ListPrice } from '../upstreams/list-prices.ts'

/** One site token. */
export const microsPerToken = 1_000_000

/** µ for one token of the model: whole numbers from 1 up. */
export interface PerMillionRates {
  input: number
  cachedInput: number
  cacheWrite: number
  output: number
}

export interface PerMillion extends PerMillionRates {
  /** The rates of the whole call when its input is longer. Absent: there is one price. */
  longInput?: PerMillionRates & { aboveInputTokens: number }
}

/** How list prices become prices. */
export interface PriceSetting extends PriceRates {
  /** What is left of a price after the supplier is paid: 0.7 is 70 %. */
  share: number
}

interface PriceVariables {
  API_RUBLES_PER_DOLLAR: number
  API_SHARE_PERCENT: number
}

/** A token counts as the least that it is sold for, so that no bonus sells a call below its cost. */
export const priceSettingOf = ({ API_RUBLES_PER_DOLLAR, API_SHARE_PERCENT }: PriceVariables): PriceSetting => ({
  kopecksPerToken: null,
  rublesPerDollar: API_RUBLES_PER_DOLLAR,
  share: API_SHARE_PERCENT / 100
})

type ListRates = Omit<ListPrice, 'longInput' | 'searchMicros'>

const names = ['input', 'cachedInput', 'cacheWrite', 'output'] as const

/** A rate of the cache that the list does not tell is that of input. */
const listedRates = (rates: ListRates): PerMillionRates => ({
  input: rates.inputMicros,
  cachedInput: rates.cachedInputMicros ?? rates.inputMicros,
  cacheWrite: rates.cacheWriteMicros ?? rates.inputMicros,
  output: rates.outputMicros
})

/** The rates of a call whose input is this long. */
const ratesAt = ({ longInput, ...usual }: ListPrice, inputTokens: number): PerMillionRates =>
  listedRates(longInput && inputTokens > longInput.aboveInputTokens ? longInput : usual)

/**
 * Rounded up once. The price follows from the first route, and is never below what the dearest route costs: a call that another route had
 * to serve costs the user the same, and is not sold below its cost.
 */
function pricesOf(listed: readonly [PerMillionRates, ...PerMillionRates[]], setting: PriceSetting): PerMillionRates {
  const price = (name: (typeof names)[number]): number =>
    Math.max(
      tokensForMicros(listed[0][name], setting, setting.share),
      ...listed.map((rates) => tokensForMicros(rates[name], setting, 0))
    )
  return {
    input: price('input'),
    cachedInput: price('cachedInput'),
    cacheWrite: price('cacheWrite'),
    output: price('output')
  }
}

/**
 * The prices of a model by its routes, in their order; null for a model without a route, which cannot be called. The long input of the model
 * begins where the shortest of its routes' begins.
 */
export function perMillionOf(routes: readonly { listPrice: ListPrice }[], setting: PriceSetting): PerMillion | null {
  const [first, ...others] = routes.map(({ listPrice }) => listPrice)
  if (!first) return null
  const at = (inputTokens: number) =>
    pricesOf([ratesAt(first, inputTokens), ...others.map((one) => ratesAt(one, inputTokens))], setting)
  const bounds = [first, ...others].flatMap(({ longInput }) => (longInput ? [longInput.aboveInputTokens] : []))
  if (bounds.length === 0) return at(0)
  return { ...at(0), longInput: { aboveInputTokens: Math.min(...bounds), ...at(Infinity) } }
}

/** µ for each begun second of what costs so many micro-dollars a minute: whole numbers from 1 up. */
export const microsPerSecond = (minuteUsdMicros: number, setting: PriceSetting): number =>
  Math.ceil(tokensForMicros(minuteUsdMicros * microsPerToken, setting, setting.share) / 60)
