// How a supplier's list price changes, and when the change is a jump. Suppliers and gateways between tell wrong prices at times, by a
// factor of ten or a thousand, so a jump is never taken before a person has said that it is right.

/** Micro-dollars per million tokens, and for one search. Undefined: not told. */
export interface Rates {
  inputMicros: number
  outputMicros: number
  cachedInputMicros?: number | undefined
  cacheWriteMicros?: number | undefined
  searchMicros?: number | undefined
}

/** A rate that changes by more than this, up or down, is a jump. */
export const jumpPercent = 30

export interface RateChange {
  /** Of the rate that changes most, in whole percent, never 0; null: it was free. */
  percent: number | null
  isJump: boolean
}

const names = ['inputMicros', 'outputMicros', 'cachedInputMicros', 'cacheWriteMicros', 'searchMicros'] as const

/** Null: nothing changes. A rate that one of the two does not tell counts as unchanged. */
export function rateChange(before: Rates, after: Rates): RateChange | null {
  let most = 0
  let isJump = false
  for (const name of names) {
    const [was, becomes] = [before[name], after[name]]
    if (was === undefined || becomes === undefined || was === becomes) continue
    // Whole numbers: a change of exactly the bound is none beyond it.
    isJump ||= Math.abs(becomes - was) * 100 > was * jumpPercent
    const percent = ((becomes - was) * 100) / was
    if (Math.abs(percent) > Math.abs(most)) most = percent
  }
  if (most === 0) return null
  const whole = Math.max(1, Math.round(Math.abs(most))) * Math.sign(most)
  return { percent: Number.isFinite(whole) ? whole : null, isJump }
}

/** A route, as far as its list price goes. */
interface PricedRoute {
  model: string
  listPrice: Rates
}

export interface Jump extends RateChange {
  /** By the supplier's id. */
  model: string
}

/** The routes whose list price jumps. @param before what it was for the same supplier and model; null: that is not known */
export const jumpsIn = <Route extends PricedRoute>(
  routes: readonly Route[],
  before: (route: Route, index: number) => Rates | null
): Jump[] =>
  routes.flatMap((route, index) => {
    const was = before(route, index)
    const change = was && rateChange(was, route.listPrice)
    return change?.isJump ? [{ model: route.model, ...change }] : []
  })
