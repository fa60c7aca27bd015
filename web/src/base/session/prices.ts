// The prices that a request costs now: the catalogue's, with what operators have set above them. They are read once a minute
// with what begins soon, so that each shows from its first moment on.
import { useEffect, useMemo, useReducer } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { cataloguePrices, nextChangeAt, type PriceChange, pricesAt, type Prices } from '#contract/catalogue/prices.ts'
import { paysInTokens } from '#contract/catalogue/plans.ts'
import { queryClient } from '../http/query-client.ts'
import { pricesKey } from '../http/query-keys.ts'
import { call } from './client.ts'
import { sessionState, startSession } from './session-store.ts'

interface Known {
  changes: PriceChange[]
  /** How far the server's clock is ahead of this one. */
  aheadMs: number
}

const refreshMs = 60_000

const pricesQuery = queryOptions({
  queryKey: pricesKey,
  queryFn: async ({ signal }): Promise<Known> => {
    const contract = await import('#contract/prices.ts')
    const { now, changes } = await call(contract.readPrices, {}, { signal })
    return { changes, aheadMs: now - Date.now() }
  },
  staleTime: refreshMs,
  refetchInterval: refreshMs
})

const pricesOf = (known: Known | undefined, now: number): Prices =>
  known && known.changes.length > 0 ? pricesAt(known.changes, now + known.aheadMs) : cataloguePrices

/** The prices to show. Renders again when one of them changes. */
export function usePrices(): Prices {
  const { data } = useQuery(pricesQuery)
  const [now, lookAgain] = useReducer(
    () => Date.now(),
    0,
    () => Date.now()
  )
  const prices = useMemo(() => pricesOf(data, now), [data, now])
  useEffect(() => {
    const next = data ? nextChangeAt(data.changes, now + data.aheadMs) : null
    if (!data || next === null) return undefined
    const timer = setTimeout(lookAgain, Math.max(0, next - data.aheadMs - Date.now()))
    return () => clearTimeout(timer)
  }, [data, now])
  return prices
}

/** The prices that the page shows at the moment, for what it sends. */
export const shownPrices = (): Prices => pricesOf(queryClient.getQueryData(pricesQuery.queryKey), Date.now())

/** For a page that shows prices without asking for anything. */
export const readPrices = async (): Promise<Prices> => pricesOf(await queryClient.fetchQuery(pricesQuery), Date.now())

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
