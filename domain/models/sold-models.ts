// The models that are sold now: those of the catalogue, with what operators have made of them and added.
import { type ChatModel, textProviders } from '#contract/catalogue/chat.ts'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { type ModelChange, modelsAt, type ShownModel } from '#contract/catalogue/models.ts'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import { resolveUpstream, type UpstreamOverrides } from '../upstreams/chat-upstreams.ts'
import { listPriceOf, upstreamPriceOf } from '../upstreams/list-prices.ts'
import { type ChatSupply, environmentSupplier, suppliedFor } from '../upstreams/environment-supply.ts'
import { type DefinedChange, routesOfDefinition, shownOfDefinition } from './definition.ts'
import { type Route, usualFirstWordMs } from './route.ts'
import type { SoldModel } from './sold-model.ts'

/** 16,384 tokens of thinking, which a page may not show, take about three minutes. */
const thinkingMsPerToken = 11

/** How long a model of the catalogue may be silent at first: as long as it takes when all of its output is thinking. */
const firstWordMsOf = (outputTokensMax: number): number =>
  Math.max(usualFirstWordMs, outputTokensMax * thinkingMsPerToken)

/**
 * The one route of a model of the catalogue: its upstream, or the one that a setting or an operator has put in its place.
 * @throws Error when that one has no list price
 */
export function routesOf(model: ChatModel, overrides: UpstreamOverrides = {}): Route[] {
  const { provider, model: upstream, effort, outputTokensMax } = resolveUpstream(model, overrides)
  return [
    {
      supplier: provider,
      model: upstream,
      ...(effort && { effort }),
      showsThinking: upstreamPriceOf(upstream).takesEffort,
      outputTokensMax,
      firstWordMs: firstWordMsOf(outputTokensMax),
      listPrice: listPriceOf(upstream)
    }
  ]
}

/** The route of the environment's supplier, which is asked first; none where it does not answer for the model. */
function suppliedRoutesOf(model: ChatModel, own: readonly Route[], supply: ChatSupply): Route[] {
  const maker = textProviders.find((one) => one === own[0]?.supplier)
  const supplied = suppliedFor(supply, { id: model.id, maker })
  if (!supplied) return []
  const { effort, outputTokensMax } = model.upstream
  return [
    {
      supplier: environmentSupplier,
      model: supplied.model,
      ...(effort && supplied.thinks && { effort }),
      showsThinking: supplied.thinks,
      outputTokensMax,
      firstWordMs: firstWordMsOf(outputTokensMax),
      listPrice: supplied.listPrice
    }
  ]
}

/** What pages learn of a change. */
export const modelChangeOf = ({ id, startsAt, definition }: DefinedChange): ModelChange => ({
  id,
  startsAt,
  model: definition && shownOfDefinition(definition)
})

/** The definition of each changed model at a time; null: the catalogue's again, or gone. */
function definitionsAt(changes: readonly DefinedChange[], now: number): ReadonlyMap<string, ModelDefinition | null> {
  const begun = changes.filter(({ startsAt }) => startsAt <= now)
  const inOrder = begun.toSorted((one, other) => one.startsAt - other.startsAt)
  return new Map(inOrder.map(({ id, definition }) => [id, definition]))
}

const soldOfDefinition = (shown: ShownModel, definition: ModelDefinition): SoldModel => ({
  ...shown,
  takesTools: definition.takesTools,
  writesJson: definition.writesJson,
  contextTokens: definition.contextTokens,
  isDefined: true,
  routes: routesOfDefinition(definition)
})

function soldOfCatalogue(shown: ShownModel, overrides: UpstreamOverrides, supply: ChatSupply): SoldModel {
  const model = chatModels.find(({ id }) => id === shown.id)
  const own = model ? routesOf(model, overrides) : []
  const routes = model ? [...suppliedRoutesOf(model, own, supply), ...own] : []
  return {
    ...shown,
    upstream: { model: routes[0]?.model ?? shown.upstream.model },
    takesTools: true,
    writesJson: true,
    contextTokens: null,
    isDefined: false,
    routes
  }
}

const makersAlone: ChatSupply = { makers: new Set(textProviders), models: {} }

/**
 * All models at a time, also those that are not on sale, in the order of `modelsAt`.
 * @param overrides upstream models in place of those of the catalogue; they count for models without a definition alone
 * @param supply what the environment supplies besides; for models without a definition alone
 */
export function soldModels(
  changes: readonly DefinedChange[],
  overrides: UpstreamOverrides,
  now: number,
  supply: ChatSupply = makersAlone
): readonly SoldModel[] {
  const definitions = definitionsAt(changes, now)
  return modelsAt(changes.map(modelChangeOf), now).map((shown) => {
    const definition = definitions.get(shown.id)
    return definition ? soldOfDefinition(shown, definition) : soldOfCatalogue(shown, overrides, supply)
  })
}
