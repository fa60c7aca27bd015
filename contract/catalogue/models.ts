// The chat models on sale: those of the catalogue, with what operators have made of them and added. The browser shows and the server
// sells by these functions alone.
import type { ChatModel, ChatPath, ChatService } from './chat.ts'
import { chatModels, defaultChatModels } from './chat-models.ts'
import { promptHelpModel } from './prompt-help.ts'

/** What a page may know of a model: neither its suppliers nor their keys. */
export interface ShownModel {
  id: string
  service: ChatService
  /** Where it is shown and opened. */
  page: ChatPath
  /** False: only «Все модели» shows it. */
  isOnPage: boolean
  name: string
  description: string
  priceTokens: number
  /** May be used before the first purchase. */
  basic: boolean
  /** Characters of a typical complete answer, against which a stopped answer is charged. */
  referenceLength: number
  offers: { webSearch: boolean; thinking: boolean }
  seesPictures: boolean
  /** False: it answers no new question; chats go on with `successor`. */
  isOnSale: boolean
  /** The id of a model of the same service; null: none is named. */
  successor: string | null
  /** The model that answers, by its maker's id. */
  upstream: { model: string }
}

/** From `startsAt` on (milliseconds since the epoch) the model is this; null: as in the catalogue again, or gone. */
export interface ModelChange {
  id: string
  startsAt: number
  model: ShownModel | null
}

const usual = { isOnPage: true, seesPictures: true, isOnSale: true, successor: null }

/** A model of the catalogue, as pages know it. */
const shownOf = (model: ChatModel): ShownModel => ({
  ...usual,
  ...model,
  upstream: { model: model.upstream.model }
})

export const catalogueModels: readonly ShownModel[] = chatModels.map(shownOf)

/** The makers of the catalogue's models are known by their service; who has made one that operators have added is not. */
export const isOfCatalogue = (model: Pick<ShownModel, 'id'>): boolean =>
  catalogueModels.some(({ id }) => id === model.id)

/** In the order of the catalogue, then those that operators have added, the oldest first. Those that are not on sale stay, for their names. */
export function modelsAt(changes: readonly ModelChange[], now: number): readonly ShownModel[] {
  const begun = changes.filter(({ startsAt }) => startsAt <= now)
  if (begun.length === 0) return catalogueModels
  const models = new Map(catalogueModels.map((model) => [model.id, model]))
  for (const { id, model } of begun.toSorted((one, other) => one.startsAt - other.startsAt)) {
    const known = model ?? catalogueModels.find((one) => one.id === id)
    if (known) models.set(id, known)
    else models.delete(id)
  }
  return [...models.values()]
}

export const findModel = (models: readonly ShownModel[], service: ChatService, id: string): ShownModel | undefined =>
  models.find((model) => model.service === service && model.id === id)

/** Those that may be chosen on a page, in the order of its selector. */
export const modelsOnPage = (models: readonly ShownModel[], path: ChatPath): ShownModel[] =>
  models.filter(({ page, isOnPage, isOnSale }) => page === path && isOnPage && isOnSale)

/** The model that answers a new question to this one: itself, or the first of its successors that is on sale. Undefined: none is. */
export function soldInPlaceOf(models: readonly ShownModel[], model: ShownModel): ShownModel | undefined {
  let next: ShownModel | undefined = model
  // Successors may form a circle.
  for (let steps = 0; next && !next.isOnSale && steps < models.length; steps += 1) {
    const { service, successor }: ShownModel = next
    next = successor === null ? undefined : findModel(models, service, successor)
  }
  return next?.isOnSale ? next : undefined
}

/** The model that answers where `id` is asked, or none is named. Undefined: none is on sale. */
export function answererFor(
  models: readonly ShownModel[],
  service: ChatService,
  id: string | undefined
): ShownModel | undefined {
  const named = id === undefined ? undefined : findModel(models, service, id)
  return (named && soldInPlaceOf(models, named)) ?? defaultOnPage(models, `/${service}`)
}

/** The page where a chat of this model goes on: that of the model that answers there now. Undefined: the model is not known. */
export function homeOf(models: readonly ShownModel[], service: ChatService, id: string): ChatPath | undefined {
  const model = findModel(models, service, id)
  return model && (soldInPlaceOf(models, model) ?? model).page
}

/** The name of a model; one that is not known is called by its id, without the maker in front of it. */
export const nameOfModel = (models: readonly Pick<ShownModel, 'id' | 'name'>[], id: string): string =>
  models.find((model) => model.id === id)?.name ?? id.slice(id.lastIndexOf('/') + 1)

/** The model of a page before the user has chosen one: the default, its successor, or the first that is on sale there. Undefined: none is. */
export function defaultOnPage(models: readonly ShownModel[], path: ChatPath): ShownModel | undefined {
  const usualOne = models.find(({ id, page }) => page === path && id === defaultChatModels[path])
  const sold = usualOne && soldInPlaceOf(models, usualOne)
  const isHere = (model: ShownModel) => model.page === path && model.isOnSale
  return sold?.page === path ? sold : (modelsOnPage(models, path)[0] ?? models.find(isHere))
}

/** The model that writes descriptions now: the catalogue's, what is sold in its place, or the cheapest. Undefined: none is on sale. */
export function promptHelperIn<Model extends ShownModel>(models: readonly Model[]): Model | undefined {
  const own = models.find(({ id }) => id === promptHelpModel.id)
  const sold = own && soldInPlaceOf(models, own)
  return (
    models.find((model) => model === sold) ??
    models.filter(({ isOnSale }) => isOnSale).toSorted((one, other) => one.priceTokens - other.priceTokens)[0]
  )
}
