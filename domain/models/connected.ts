// What is on sale follows from what is connected: a deployment may begin with one key. Pure.
import type { AnswerExtras } from '#contract/catalogue/answer-extras.ts'
import { type TextProvider, textProviders } from '#contract/catalogue/chat.ts'
import type { MediaProvider } from '#contract/catalogue/entry.ts'
import type { ChatDialect } from '#contract/chat-dialects.ts'
import type { Environment } from '../environment.ts'
import { type ChatSupply, environmentSupplier } from '../upstreams/environment-supply.ts'
import type { Route } from './route.ts'
import type { SoldModel } from './sold-model.ts'

export type MediaKeys = Pick<Environment, `${Uppercase<MediaProvider>}_API_KEY`>

const upperCase = <Name extends string>(name: Name) => name.toUpperCase() as Uppercase<Name>

/** Whether our account at this provider of pictures, films or voices is there at all. */
export const isProviderConnected = (keys: MediaKeys, provider: MediaProvider): boolean =>
  keys[`${upperCase(provider)}_API_KEY`] !== ''

export type ChatKeys = Pick<Environment, `${Uppercase<TextProvider>}_API_KEY` | 'CHAT_SUPPLIER_MODELS'>

/** What the makers' keys and the supplier of the environment answer for. */
export const chatSupplyOf = (environment: ChatKeys): ChatSupply => ({
  makers: new Set(textProviders.filter((maker) => environment[`${upperCase(maker)}_API_KEY`] !== '')),
  models: environment.CHAT_SUPPLIER_MODELS
})

/** What a model offers through the supplier of the environment: `openai-chat` has no common way to search the web. */
const offersThrough = ({ offers }: SoldModel, { showsThinking }: Route, dialect: ChatDialect): AnswerExtras => ({
  webSearch: offers.webSearch && dialect !== 'openai-chat',
  thinking: offers.thinking && showsThinking
})

/**
 * The models with the routes that are there. One that has none is not on sale.
 * @param dialectOf of a supplier that has a key, also of one that is switched off; null: it is not connected
 */
export const connectedModels = (
  models: readonly SoldModel[],
  dialectOf: (supplier: string) => ChatDialect | null
): readonly SoldModel[] =>
  models.map((model) => {
    const routes = model.routes.filter(({ supplier }) => dialectOf(supplier) !== null)
    const [first] = routes
    if (!first) return { ...model, routes, isOnSale: false }
    const dialect = first.supplier === environmentSupplier ? dialectOf(first.supplier) : null
    const offers = dialect ? offersThrough(model, first, dialect) : model.offers
    return { ...model, routes, offers, upstream: { model: first.model } }
  })
