// The prices that a request costs now: the catalogue's, with what operators have set above them. They are read once a minute
// with what begins soon, so that each shows from its first moment on.
import { useCallback, useEffect, useMemo, useReducer } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ChatModel } from '#contract/catalogue/chat.ts'
import {
  cataloguePrices,
  nextChangeAt,
  type PriceChange,
  pricedModel,
  pricesAt,
  type Prices
} from '#contract/catalogue/prices.ts'
import { paysInTokens } from '#contract/catalogue/plans.ts'
import { queryClient } from '../http/query-client.ts'
import { pricesKey } from '../http/query-keys.ts'
import { call } from './client.ts'
import { sessionState, startSession } from './session-store.ts'

interface Known {
  changes: PriceChange[]
  upstreams: Readonly<Record<string, string>>
  /** How far the server's clock is ahead of this one. */
  aheadMs: number
}

const refreshMs = 60_000

const pricesQuery = queryOptions({
  queryKey: pricesKey,
  queryFn: async ({ signal }): Promise<Known> => {
    const contract = await import('#contract/prices.ts')
    const { now, changes, upstreams } = await call(contract.readPrices, {}, { signal })
    return { changes, upstreams, aheadMs: now - Date.now() }
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

/** The chat models with their prices, and with the upstream models that answer now. The same function until one of them changes. */
export function useModelInForce(): (model: ChatModel) => ChatModel {
  const prices = usePrices()
  const upstreams = useQuery(pricesQuery).data?.upstreams
  return useCallback((model) => inForce(model, prices, upstreams), [prices, upstreams])
}

/** A model as it is sold and answered. */
export function inForce(model: ChatModel, prices: Prices, upstreams: Readonly<Record<string, string>> = {}): ChatModel {
  const priced = pricedModel(model, prices)
  const upstream = Object.hasOwn(upstreams, model.id) ? upstreams[model.id] : undefined
  return upstream === undefined ? priced : { ...priced, upstream: { ...priced.upstream, model: upstream } }
}

/** The prices that the page shows at the moment, for what it sends. */
export const shownPrices = (): Prices => pricesOf(queryClient.getQueryData(pricesQuery.queryKey), Date.now())

/** For a page that shows prices without asking for anything. */
export async function readPrices(): Promise<Pick<Known, 'upstreams'> & { prices: Prices }> {
  const known = await queryClient.fetchQuery(pricesQuery)
  return { prices: pricesOf(known, Date.now()), upstreams: known.upstreams }
}

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
