// What a supplier's list says of a model, put into the editor: a new model, or the list price of a route. The price in tokens of a model that
// exists is a person's, and stays.
import type { ChatPath } from '#contract/catalogue/chat.ts'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import type { ListedModel, SupplierOffer } from '#contract/operator/shop/supplier-list.ts'
import { firstRate, rateOf } from '../../prices/margin.ts'
import { firstShare, proposedTokens, shareOf } from './cost.ts'
import { type Draft, newDraft, newRoute, type RouteDraft, routeDraftOf } from './draft.ts'

/** A line of the list of a supplier. */
export interface Offered {
  supplier: string
  offer: SupplierOffer
}

/** By what makers call their models; the others stand in «Все модели» alone. */
const pagesByName: readonly (readonly [RegExp, ChatPath])[] = [
  [/gpt-5/i, '/gpt5'],
  [/gpt|openai|(?:^|\/)o\d/i, '/chatgpt'],
  [/claude|anthropic/i, '/claude'],
  [/grok|xai/i, '/xai']
]

const idMax = 60

/** Ours for the supplier's id: what follows its last slash, in the letters that ids may have. */
function idOf(model: string, taken: ReadonlySet<string>): string {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const slug = name
    .split(/[^a-z0-9.]+/)
    .filter((part) => /[a-z0-9]/.test(part))
    .join('-')
    .slice(0, idMax - 3)
  // The contract refuses a dot or a dash at an end, and the field says so.
  const free = [slug, ...Array.from({ length: 8 }, (_, index) => `${slug}-${index + 2}`)].find((id) => !taken.has(id))
  return free ?? ''
}

/** How long an answer may be at first: all that a model can would cost much more than a usual answer. */
const outputMost = 8192
const thinkingOutputMost = 16_384

function outputOf({ outputTokensMax, contextTokens, thinks }: ListedModel): number {
  const own = Math.min(outputTokensMax ?? Number(newDraft.outputTokensMax), thinks ? thinkingOutputMost : outputMost)
  return contextTokens === null || own < contextTokens ? own : Math.floor(contextTokens / 2)
}

const thinkingPatienceMs = 120_000
const patienceMs = 60_000

function routeOf({ supplier, offer: { listed } }: Offered): RouteDraft {
  const { model, price, thinks } = listed
  const showsThinking = thinks === true
  const firstWordMs = showsThinking ? thinkingPatienceMs : patienceMs
  if (!price) return { ...newRoute(supplier), model, showsThinking, firstWordSeconds: String(firstWordMs / 1000) }
  const listPrice = { ...price, searchMicros: price.searchMicros ?? 0 }
  return routeDraftOf({ supplier, model, showsThinking, firstWordMs, listPrice })
}

/** What the editor begins with. The description is a person's: the supplier's is in another language, and praises. */
export function draftOfOffer(
  offered: Offered,
  { ids, kopecksPerToken }: { ids: readonly string[]; kopecksPerToken: number | null }
): Draft {
  const { listed } = offered.offer
  const page = pagesByName.find(([name]) => name.test(listed.model))?.[1]
  const rates = { kopecksPerToken, rublesPerDollar: rateOf(firstRate) }
  const tokens = listed.price && proposedTokens({ listPrice: listed.price }, rates, shareOf(firstShare))
  return {
    ...newDraft,
    id: idOf(listed.model, new Set(ids)),
    page: page ?? newDraft.page,
    isOnPage: page !== undefined,
    name: listed.name?.replace(/^[\w .-]{1,24}: /, '') ?? listed.model.slice(listed.model.lastIndexOf('/') + 1),
    priceTokens: tokens === null ? '' : String(tokens),
    thinking: listed.thinks === true,
    seesPictures: listed.seesPictures === true,
    takesTools: listed.takesTools === true,
    writesJson: listed.writesJson === true,
    contextTokens: listed.contextTokens === null ? '' : String(listed.contextTokens),
    outputTokensMax: String(outputOf(listed)),
    routes: [routeOf(offered)]
  }
}

/** The model with the list price of the offer in its routes. Rates that the list does not tell stay as they are. */
export const definitionAtOffer = (definition: ModelDefinition, { supplier, offer }: Offered): ModelDefinition => ({
  ...definition,
  routes: definition.routes.map((route) => {
    if (route.supplier !== supplier || route.model !== offer.listed.model || !offer.listed.price) return route
    const { searchMicros = route.listPrice.searchMicros, ...rates } = offer.listed.price
    return { ...route, listPrice: { ...route.listPrice, ...rates, searchMicros } }
  })
})
