// Which model answers a request, and what the user's object needs of it.
import type { ChatService } from '#contract/catalogue/chat.ts'
import { defaultOnPage, findModel, promptHelperIn, soldInPlaceOf } from '#contract/catalogue/models.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import type { AskCommand, AnswerRequest } from '#durable-objects/answer/calls.ts'
import { AppError } from '../http/errors.ts'
import type { InForce } from '../http/in-force.ts'

const notSoldText = 'Эта модель больше не продаётся. Выберите другую'

/** @throws AppError UNKNOWN_MODEL, NOT_CONNECTED */
function soldFor(models: readonly SoldModel[], shown: SoldModel): SoldModel {
  const inItsPlace = soldInPlaceOf(models, shown)
  const sold = inItsPlace && models.find(({ id }) => id === inItsPlace.id)
  if (sold) return sold
  throw shown.routes.length === 0 ? new AppError('NOT_CONNECTED') : new AppError('UNKNOWN_MODEL', { text: notSoldText })
}

/**
 * The model of a request: the named one, or the default of its service; in place of one that is not on sale, its successor.
 * @throws AppError UNKNOWN_MODEL: there is no such model, or it is not sold any more. NOT_CONNECTED: it has no supplier
 */
export function modelFor({ models }: InForce, service: ChatService, id: string | undefined): SoldModel {
  const wanted = id === undefined ? defaultOnPage(models, `/${service}`) : findModel(models, service, id)
  const found = wanted && models.find((model) => model === wanted)
  if (!found) throw new AppError(id === undefined ? 'NOT_CONNECTED' : 'UNKNOWN_MODEL')
  return soldFor(models, found)
}

/** The model that describes pictures. @throws AppError NOT_CONNECTED: no model of a chat is */
export function modelOfPromptHelp({ models }: InForce): SoldModel {
  const helper = promptHelperIn(models)
  if (!helper) throw new AppError('NOT_CONNECTED')
  return helper
}

interface Facts {
  request: Pick<AnswerRequest, 'routes'>
  command: Pick<AskCommand, 'connections' | 'routeStates' | 'contextTokens' | 'seesPictures'>
}

/** The routes of a model whose suppliers are connected, and their accounts. @param outputTokensMax that the client asks for */
export function routingFacts(
  { routes, contextTokens, seesPictures }: SoldModel,
  { connectionOf, suppliers, routeStates }: InForce,
  outputTokensMax = Infinity
): Facts {
  const connections = [...new Set(routes.map(({ supplier }) => supplier))].flatMap((id) => {
    const connection = connectionOf(id)
    const perMinuteMax = suppliers.find((supplier) => supplier.id === id)?.perMinuteMax ?? null
    return connection ? [{ ...connection, perMinuteMax }] : []
  })
  const connected = routes.filter(({ supplier }) => connections.some((one) => one.supplier === supplier))
  const own = connected.map((route) => ({
    ...route,
    outputTokensMax: Math.min(outputTokensMax, route.outputTokensMax)
  }))
  const states = routeStates.filter((state) =>
    own.some(({ supplier, model }) => supplier === state.supplier && model === state.model)
  )
  return { request: { routes: own }, command: { connections, routeStates: states, contextTokens, seesPictures } }
}
