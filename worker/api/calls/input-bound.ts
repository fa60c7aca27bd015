// How many tokens of input a call has, at most and probably, by what it sends.
import { type BoundedInput, inputTokensBound, inputTokensEstimate } from '#domain/metering/input-bound.ts'
import type { ChatTurn } from '#providers/chat/provider.ts'
import { isNestedTooDeeply } from '#providers/http/fields.ts'
import { badRequest } from '../base/errors.ts'
import type { AskedCall } from './model-call.ts'

const textsOf = (turn: ChatTurn): string[] => {
  if (turn.role === 'system') return [turn.text]
  if (turn.role === 'tool') return [turn.callId, turn.text]
  const calls = turn.toolCalls ?? []
  return [turn.text, ...calls.flatMap((call) => [call.id, call.name, call.arguments])]
}

const framesOf = (turn: ChatTurn): number => 1 + ('toolCalls' in turn ? (turn.toolCalls?.length ?? 0) : 0)

/** As JSON. @throws ApiError for one that is nested too deeply */
export function written(value: unknown, param: string): string {
  if (isNestedTooDeeply(value)) throw badRequest(`${param}: данные вложены слишком глубоко`, param)
  return JSON.stringify(value)
}

/** What a call sends. */
type Sent = Pick<AskedCall['request'], 'turns' | 'tools' | 'format'>

function inputOf({ turns, tools = [], format }: Sent): BoundedInput {
  const schemas = [
    ...tools.map((tool, index) => written(tool, `tools.${index}`)),
    ...(format ? [written(format, 'response_format')] : [])
  ]
  return {
    texts: [...turns.flatMap(textsOf), ...schemas],
    parts: turns.reduce((sum, turn) => sum + framesOf(turn), schemas.length),
    pictures: turns.reduce((sum, turn) => sum + ('pictures' in turn ? (turn.pictures?.length ?? 0) : 0), 0),
    hasTools: tools.length > 0
  }
}

/** @throws ApiError for a schema that is nested too deeply */
export const inputBoundOf = (sent: Sent): number => inputTokensBound(inputOf(sent))

/** @throws ApiError for a schema that is nested too deeply */
export const inputEstimateOf = (sent: Sent): number => inputTokensEstimate(inputOf(sent))
