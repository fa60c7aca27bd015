// The upstream model that runs: the one in the catalogue, unless the environment overrides it.
import type { ChatModel, ChatUpstream } from '#contract/catalogue/chat.ts'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { isUpstreamModel, upstreamPriceOf } from './list-prices.ts'

/** Our model id to the provider's model id, as in the setting `UPSTREAM_MODELS`. */
export type UpstreamOverrides = Readonly<Record<string, string>>

/**
 * The upstream of a model. An override may name a model of another provider, to work around an outage; that model must
 * have a list price.
 * @throws Error when the override names a model without a price
 */
export function resolveUpstream(model: ChatModel, overrides: UpstreamOverrides = {}): ChatUpstream {
  const override = Object.hasOwn(overrides, model.id) ? overrides[model.id] : undefined
  if (override === undefined || override === model.upstream.model) return model.upstream
  const { provider, takesEffort } = upstreamPriceOf(override)
  const { effort, outputTokensMax } = model.upstream
  return { provider, model: override, outputTokensMax, ...(takesEffort && effort ? { effort } : {}) }
}

/** Problems of the overrides, one line each, for the check of the environment. */
export function overrideProblems(overrides: UpstreamOverrides): string[] {
  return Object.entries(overrides).flatMap(([id, upstream]) => [
    ...(chatModels.some((model) => model.id === id) ? [] : [`there is no chat model ${id}`]),
    ...(isUpstreamModel(upstream) ? [] : [`no list price is known for ${upstream}`])
  ])
}
