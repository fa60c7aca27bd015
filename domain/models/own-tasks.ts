// The models that work for us and not for a user: they name chats and translate prompts. What is not connected is not asked. Pure.
import type { ChatService, ChatUpstream } from '#contract/catalogue/chat.ts'
import { type ChatSupply, environmentSupplier, type SuppliedModel } from '../upstreams/environment-supply.ts'
import { type ListPrice, listPriceOf } from '../upstreams/list-prices.ts'
import { titleUpstreams } from '../upstreams/title-upstreams.ts'
import { translation } from '../upstreams/translation-upstream.ts'
import type { Route } from './route.ts'

/** Whom to ask, and for what. */
export interface OwnTask {
  supplier: string
  model: string
  effort?: NonNullable<ChatUpstream['effort']>
  outputTokensMax: number
  listPrice: ListPrice
}

const ofMaker = ({ provider, ...upstream }: ChatUpstream): OwnTask => ({
  supplier: provider,
  ...upstream,
  listPrice: listPriceOf(upstream.model)
})

/** About as much is written as read. */
const costOf = ({ listPrice: { inputMicros, outputMicros } }: SuppliedModel): number => inputMicros + outputMicros

/** The cheapest model of the environment's supplier; null: there is none. */
function cheapestOf({ models }: ChatSupply, outputTokensMax: number): OwnTask | null {
  const [cheapest] = Object.values(models).toSorted((one, other) => costOf(one) - costOf(other))
  if (!cheapest) return null
  const { model, listPrice, thinks } = cheapest
  return { supplier: environmentSupplier, model, ...(thinks && { effort: 'low' }), outputTokensMax, listPrice }
}

/** The cheapest model that operators sell through their own suppliers; null: there is none. */
function cheapestRoute(routes: readonly Route[], outputTokensMax: number): OwnTask | null {
  const tasks = routes.map(({ supplier, model, effort, listPrice }): OwnTask => {
    return { supplier, model, ...(effort && { effort: 'low' }), outputTokensMax, listPrice }
  })
  return tasks.toSorted(byCost)[0] ?? null
}

/** One that operators have added. */
export const isOwnSupplier = (supplier: string | null): supplier is string => supplier?.startsWith('s-') ?? false

/**
 * Who names a chat: the supplier that has answered in it, because no third company may receive its text.
 * @param routes to suppliers that operators have added
 * @returns null: it is not connected any more, or no maker of the service, so the chat keeps its first title
 */
export function titleTaskOf(
  service: ChatService,
  supplier: string | null,
  supply: ChatSupply,
  routes: readonly Route[] = []
): OwnTask | null {
  const usual = titleUpstreams[service]
  if (isOwnSupplier(supplier)) {
    const own = routes.filter((route) => route.supplier === supplier)
    return cheapestRoute(own, usual.outputTokensMax)
  }
  if (supplier === environmentSupplier) return cheapestOf(supply, usual.outputTokensMax)
  return supplier === usual.provider && supply.makers.has(usual.provider) ? ofMaker(usual) : null
}

/**
 * Who translates prompts; null: no supplier is connected that may be asked.
 * @param routes to suppliers that operators have added
 * @param mayAsk whether a supplier is on and has our money
 */
export function translationTaskOf(
  supply: ChatSupply,
  routes: readonly Route[] = [],
  mayAsk: (supplier: string) => boolean = () => true
): OwnTask | null {
  const { provider, outputTokensMax } = translation.upstream
  const isReady = (maker: ChatUpstream['provider']) => supply.makers.has(maker) && mayAsk(maker)
  if (isReady(provider)) return ofMaker(translation.upstream)
  const makers = Object.values(titleUpstreams).filter((upstream) => isReady(upstream.provider))
  const [maker] = makers.map((upstream) => ofMaker({ ...upstream, outputTokensMax })).toSorted(byCost)
  const resold = mayAsk(environmentSupplier) ? cheapestOf(supply, outputTokensMax) : null
  const own = routes.filter(({ supplier }) => mayAsk(supplier))
  return resold ?? maker ?? cheapestRoute(own, outputTokensMax)
}

const byCost = (one: OwnTask, other: OwnTask): number =>
  one.listPrice.inputMicros + one.listPrice.outputMicros - other.listPrice.inputMicros - other.listPrice.outputMicros
