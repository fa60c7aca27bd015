// What a definition of an operator (contract/operator/shop/definition.ts) makes of a model: what pages know of it, and its routes.
import type { ShownModel } from '#contract/catalogue/models.ts'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import type { Route } from './route.ts'
import type { SoldModel } from './sold-model.ts'

/** From `startsAt` on (milliseconds since the epoch) the model is this; null: as in the catalogue again, or gone. */
export interface DefinedChange {
  id: string
  startsAt: number
  definition: ModelDefinition | null
}

/** What pages know of it. A model without a route answers by its own name, and is not asked. */
export function shownOfDefinition(definition: ModelDefinition): ShownModel {
  const { id, service, page, isOnPage, name, description, priceTokens, basic, referenceLength } = definition
  const { offers, seesPictures, isOnSale, successor, routes } = definition
  return {
    id,
    service,
    page,
    isOnPage,
    name,
    description,
    priceTokens,
    basic,
    referenceLength,
    offers,
    seesPictures,
    isOnSale,
    successor,
    upstream: { model: routes[0]?.model ?? id }
  }
}

/** The routes of a model that operators have defined. */
export const routesOfDefinition = ({ routes, outputTokensMax }: ModelDefinition): Route[] =>
  routes.map((route) => ({ ...route, outputTokensMax }))

/** Of a model that has no route. */
const usualOutputTokensMax = 4096

/** How an operator would define a model as it is sold now. */
export function definitionOf(sold: SoldModel): ModelDefinition {
  const { upstream: _, isDefined: __, offers, routes, ...model } = sold
  return {
    ...model,
    offers: { webSearch: offers.webSearch, thinking: offers.thinking },
    outputTokensMax: routes[0]?.outputTokensMax ?? usualOutputTokensMax,
    routes: routes.map(({ outputTokensMax: ___, ...route }) => route)
  }
}
