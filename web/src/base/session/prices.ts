// The prices that a request costs now: the catalogue's, with what operators have set above them. They are read once a minute with the
// models on sale (models.ts) and with what begins soon, so that each shows from its first moment on.
import { useEffect, useMemo, useReducer } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { cataloguePrices, nextChangeAt, type PriceChange, pricesAt, type Prices } from '#contract/catalogue/prices.ts'
import { paysInTokens } from '#contract/catalogue/plans.ts'
import type { ModelChange } from '#contract/catalogue/models.ts'
import { queryClient } from '../http/query-client.ts'
import { pricesKey } from '../http/query-keys.ts'
import { call } from './client.ts'
import { sessionState, startSession } from './session-store.ts'
import { keepUnconnected } from './unconnected.ts'

/** What replaces the catalogue: prices, and models on sale. */
export interface Known {
  changes: readonly PriceChange[]
  models: readonly ModelChange[]
  /** How far the server's clock is ahead of this one. */
  aheadMs: number
}

const refreshMs = 60_000

const pricesQuery = queryOptions({
  queryKey: pricesKey,
  queryFn: async ({ signal }): Promise<Known> => {
    const contract = await import('#contract/prices.ts')
    const { now, changes, models, unconnected } = await call(contract.readPrices, {}, { signal })
    keepUnconnected(unconnected)
    return { changes, models, aheadMs: now - Date.now() }
  },
  staleTime: refreshMs,
  refetchInterval: refreshMs
})

/** When something of it begins next, by the server's clock; null: nothing more is known. */
export const nextBeginning = ({ changes, models }: Known, now: number): number | null =>
  nextChangeAt([...changes, ...models], now)

const pricesOf = (known: Known | undefined, now: number): Prices =>
  known && known.changes.length > 0 ? pricesAt(known.changes, now + known.aheadMs) : cataloguePrices

/** What is known, and the moment for which it is shown, by this clock. Renders again when something of it begins. */
export function useKnown(): { known: Known | undefined; now: number } {
  const { data: known } = useQuery(pricesQuery)
  const [now, lookAgain] = useReducer(
    () => Date.now(),
    0,
    () => Date.now()
  )
  useEffect(() => {
    const next = known ? nextBeginning(known, now + known.aheadMs) : null
    if (!known || next === null) return undefined
    const timer = setTimeout(lookAgain, Math.max(0, next - known.aheadMs - Date.now()))
    return () => clearTimeout(timer)
  }, [known, now])
  return { known, now }
}

/** The prices to show. Renders again when one of them changes. */
export function usePrices(): Prices {
  const { known, now } = useKnown()
  return useMemo(() => pricesOf(known, now), [known, now])
}

/** What the page knows at the moment; undefined: nothing yet. */
export const knownNow = (): Known | undefined => queryClient.getQueryData(pricesQuery.queryKey)

/** The present by the server's clock, once it has told: that of a device may be wrong by hours. */
export const serverNow = (known = knownNow()): number => Date.now() + (known?.aheadMs ?? 0)

/** The prices that the page shows at the moment, for what it sends. */
export const shownPrices = (): Prices => pricesOf(knownNow(), Date.now())

/** Asks the server unless it has told within this minute. */
export const readKnown = (): Promise<Known> => queryClient.fetchQuery(pricesQuery)

/** Whether the pages show that a plan covers requests: then they cost nothing. */
const isCovered = (): boolean => {
  const { user } = sessionState()
  return user !== null && !paysInTokens(user.plan)
}

/** The header that tells the server what was shown: whatever costs more by now is refused. */
export const shownPrice = (tokens: number) => ({ 'x-price-shown': String(isCovered() ? 0 : tokens) })

export type ShownPrice = ReturnType<typeof shownPrice>

/** After a refusal: the page reads the new prices, and whether a plan still covers them. */
export function refreshPrices(): void {
  void queryClient.invalidateQueries({ queryKey: pricesKey })
  if (isCovered()) void startSession()
}
