// The models that work for us and not for a user: they name chats and translate prompts. What is not connected is not asked. Pure.
import type { ChatService, ChatUpstream } from '#contract/catalogue/chat.ts'
import { type ChatSupply, environmentSupplier } from '../upstreams/environment-supply.ts'
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
const byCost = ({ listPrice: one }: OwnTask, { listPrice: other }: OwnTask): number =>
  one.inputMicros + one.outputMicros - other.inputMicros - other.outputMicros

/** The models of the environment's supplier, the cheapest first. */
const resold = ({ models }: ChatSupply, outputTokensMax: number): OwnTask[] =>
  Object.values(models)
    .map(({ model, listPrice, thinks }): OwnTask => {
      return { supplier: environmentSupplier, model, ...(thinks && { effort: 'low' }), outputTokensMax, listPrice }
    })
    .toSorted(byCost)

/** The models that operators sell through their own suppliers, the cheapest first. */
const routed = (routes: readonly Route[], outputTokensMax: number): OwnTask[] =>
  routes
    .map(({ supplier, model, effort, listPrice }): OwnTask => {
      return { supplier, model, ...(effort && { effort: 'low' }), outputTokensMax, listPrice }
    })
    .toSorted(byCost)

/** One that operators have added. */
export const isOwnSupplier = (supplier: string | null): supplier is string => supplier?.startsWith('s-') ?? false

/**
 * Who names a chat, the cheapest model first: those of the supplier that has answered in it, because no third company may receive its text.
 * @param routes to suppliers that operators have added
 * @returns empty: it is not connected any more, or no maker of the service, so the chat keeps its first title
 */
export function titleTasksOf(
  service: ChatService,
  supplier: string | null,
  supply: ChatSupply,
  routes: readonly Route[] = []
): readonly OwnTask[] {
  const usual = titleUpstreams[service]
  if (isOwnSupplier(supplier)) {
    const own = routes.filter((route) => route.supplier === supplier)
    return routed(own, usual.outputTokensMax)
  }
  if (supplier === environmentSupplier) return resold(supply, usual.outputTokensMax)
  return supplier === usual.provider && supply.makers.has(usual.provider) ? [ofMaker(usual)] : []
}

/**
 * Who translates prompts, in this order and each supplier with its cheapest model: OpenAI, the supplier of the environment, other makers,
 * suppliers that operators have added. Empty: none is connected.
 * @param routes to suppliers that operators have added
 */
export function translationTasksOf(supply: ChatSupply, routes: readonly Route[] = []): readonly OwnTask[] {
  const { upstream: usual } = translation
  const { provider, outputTokensMax } = usual
  const isThere = ({ provider: maker }: ChatUpstream) => supply.makers.has(maker)
  const others = Object.values(titleUpstreams).filter((one) => one.provider !== provider && isThere(one))
  const tasks = [
    ...(isThere(usual) ? [ofMaker(usual)] : []),
    ...resold(supply, outputTokensMax),
    ...others.map((one) => ofMaker({ ...one, outputTokensMax })).toSorted(byCost),
    ...routed(routes, outputTokensMax)
  ]
  const bySupplier = Map.groupBy(tasks, ({ supplier }) => supplier)
  return [...bySupplier.values()].flatMap(([first]) => first ?? [])
}
