// What is refused before a call begins, whichever form it came in: conversations that no supplier takes, and what the model cannot do.
import type { ChatDialect } from '#contract/chat-dialects.ts'
import type { Route } from '#domain/models/route.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import type { ChatTurn } from '#providers/chat/provider.ts'
import { readsPicture } from '#providers/chat/spoken-turns.ts'
import { badRequest } from '../base/errors.ts'
import type { AskedCall } from './model-call.ts'

export const picturesMax = 50

/** @param turns with the path of the field that each came from @throws ApiError: too many pictures of the user's, no question, a tool's result without its call */
export function expectConversation(turns: readonly { turn: ChatTurn; param: string }[], param: string): void {
  const pictures = turns.flatMap(({ turn }) => (turn.role === 'user' ? (turn.pictures ?? []) : []))
  if (pictures.length > picturesMax)
    throw badRequest(`В одном запросе может быть не больше ${picturesMax} картинок`, param)
  if (turns.every(({ turn }) => turn.role === 'system'))
    throw badRequest('В запросе нет вопроса: нужно сообщение с ролью user', param)
  const known = new Set<string>()
  for (const { turn, param: place } of turns) {
    if (turn.role === 'assistant') for (const { id } of turn.toolCalls ?? []) known.add(id)
    if (turn.role === 'tool' && !known.has(turn.callId))
      throw badRequest('Результат функции без её вызова: такого id раньше не было', place)
  }
}

/**
 * @param dialectOf of a supplier; null: it is not connected
 * @returns the routes that read all pictures of the user's; of others the supplier would refuse the call
 * @throws ApiError: none does
 */
export function routesReading(
  { id, routes }: SoldModel,
  turns: readonly ChatTurn[],
  dialectOf: (supplier: string) => ChatDialect | undefined
): readonly Route[] {
  const pictures = turns.flatMap((turn) => (turn.role === 'user' ? (turn.pictures ?? []) : []))
  const reading = routes.filter(({ supplier }) => {
    const dialect = dialectOf(supplier)
    return dialect && pictures.every((picture) => readsPicture(dialect, picture))
  })
  if (pictures.length > 0 && reading.length === 0)
    throw badRequest(`Модель ${id} видит только картинки PNG и JPEG`, 'messages', 'invalid_image')
  return reading
}

/** How a form names what a model may be unable to do. */
export interface Params {
  pictures: string
  tools: string
  toolChoice: string
  format: string
}

/** @throws ApiError: the model cannot do what is asked */
export function expectAble(model: SoldModel, request: AskedCall['request'], params: Params): void {
  const hasPictures = request.turns.some((turn) => 'pictures' in turn)
  if (hasPictures && !model.seesPictures) throw badRequest(`Модель ${model.id} не видит картинок`, params.pictures)
  if (request.tools && !model.takesTools) throw badRequest(`Модель ${model.id} не вызывает функций`, params.tools)
  if (request.format && !model.writesJson)
    throw badRequest(`Модель ${model.id} не отвечает по схеме JSON`, params.format)
  const { toolChoice } = request
  if (toolChoice && toolChoice !== 'none' && toolChoice !== 'auto' && !request.tools)
    throw badRequest('Без tools выбирать нечего', params.toolChoice)
  const named = typeof toolChoice === 'object' ? toolChoice.name : undefined
  if (named !== undefined && !request.tools?.some(({ name }) => name === named))
    throw badRequest(`Функции «${named}» нет среди tools`, params.toolChoice)
}
