// How a supplier's list price changes, and when the change is a jump. Suppliers and gateways between tell wrong prices at times, by a
// factor of ten or a thousand, so a jump is never taken before a person has said that it is right.

interface TokenRates {
  inputMicros: number
  outputMicros: number
  cachedInputMicros?: number | undefined
  cacheWriteMicros?: number | undefined
}

/** Micro-dollars per million tokens, and for one search. Undefined: not told. */
export interface Rates extends TokenRates {
  searchMicros?: number | undefined
  /** Of the whole call when its input has more tokens than that. */
  longInput?: (TokenRates & { aboveInputTokens?: number | undefined }) | undefined
}

/** A rate that changes by more than this, up or down, is a jump. */
export const jumpPercent = 30

export interface RateChange {
  /** Of the rate that changes most: whole percent, below one as it is, never 0; null: it was free. */
  percent: number | null
  isJump: boolean
}

const names = ['inputMicros', 'outputMicros', 'cachedInputMicros', 'cacheWriteMicros', 'searchMicros'] as const

type SomeRates = Partial<Omit<Rates, 'longInput'>>

/** What calls cost before and after: short ones, long ones, and those that one of the two counts as long and the other does not. */
function pairsOf(
  { longInput: longBefore, ...before }: Rates,
  { longInput: longAfter, ...after }: Rates
): [before: SomeRates, after: SomeRates][] {
  const pairs: [SomeRates, SomeRates][] = [[before, after]]
  if (!longBefore || !longAfter) return pairs
  pairs.push([longBefore, longAfter])
  const [was, becomes] = [longBefore.aboveInputTokens, longAfter.aboveInputTokens]
  if (was !== undefined && becomes !== undefined && was !== becomes)
    pairs.push(becomes < was ? [before, longAfter] : [longBefore, after])
  return pairs
}

/** Null: nothing changes. A rate that one of the two does not tell counts as unchanged. */
export function rateChange(before: Rates, after: Rates): RateChange | null {
  let most = 0
  let isJump = false
  const rates = pairsOf(before, after).flatMap(([old, own]) => names.map((name) => [old[name], own[name]] as const))
  for (const [was, becomes] of rates) {
    if (was === undefined || becomes === undefined || was === becomes) continue
    // Whole numbers: a change of exactly the bound is none beyond it.
    isJump ||= Math.abs(becomes - was) * 100 > was * jumpPercent
    const percent = ((becomes - was) * 100) / was
    if (Math.abs(percent) > Math.abs(most)) most = percent
  }
  if (most === 0) return null
  const percent = Math.abs(most) < 1 ? most : Math.round(Math.abs(most)) * Math.sign(most)
  return { percent: Number.isFinite(percent) ? percent : null, isJump }
}

/** A route, as far as its list price goes. */
interface PricedRoute {
  supplier: string
  model: string
  effort?: string | undefined
  listPrice: Rates
}

const cachesCounted = (rates: TokenRates) => ({
  ...rates,
  cachedInputMicros: rates.cachedInputMicros ?? rates.inputMicros,
  cacheWriteMicros: rates.cacheWriteMicros ?? rates.inputMicros
})

/** The list price of a route with all rates at which its calls are counted: one that it does not have is that of input, or the usual one. */
const counted = ({ longInput, searchMicros, ...usual }: Rates): Rates => ({
  ...cachesCounted(usual),
  searchMicros,
  longInput: cachesCounted(longInput ?? usual)
})

export interface Jump extends RateChange {
  /** By the supplier's id. */
  model: string
  /** Null is not known. */
  was: Rates | null
  becomes: Rates
}

/** The route that was there before it: with the same effort, or else to the same model. */
const earlierOf = (
  { supplier, model, effort }: PricedRoute,
  before: readonly PricedRoute[]
): PricedRoute | undefined => {
  const alike = before.filter((one) => one.supplier === supplier && one.model === model)
  return alike.find((one) => one.effort === effort) ?? alike[0]
}

/**
 * The routes whose list price jumps.
 * @param before the routes of the model until then
 * @param listedBefore what the supplier's list said of a route that is new; null: that is not known
 */
export const jumpsIn = <Route extends PricedRoute>(
  routes: readonly Route[],
  before: readonly PricedRoute[],
  listedBefore: (route: Route, index: number) => Rates | null
): Jump[] =>
  routes.flatMap((route, index) => {
    const earlier = earlierOf(route, before)
    const was = earlier?.listPrice ?? listedBefore(route, index)
    const told = was && rateChange(was, route.listPrice)
    // What both tell says more than a rate that comes or goes. A list that does not tell one says nothing of it.
    const change = told?.isJump ? told : was && rateChange(earlier ? counted(was) : was, counted(route.listPrice))
    return change?.isJump ? [{ model: route.model, was, becomes: route.listPrice, ...change }] : []
  })
