// The calls for programs, under `/v1`.
import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { anthropicErrorAnswer, apiErrorBody } from '#contract/v1/answer-fields.ts'
import { callSchemas } from '#contract/v1/call-schemas.ts'
import { type ApiCall, apiCalls } from '#contract/v1/calls.ts'
import { refusalsOf } from '#contract/v1/refusals.ts'

export const apiTag = 'API для программ'

const scopeNames = {
  chat: 'ответы моделей',
  images: 'картинки',
  audio: 'речь',
  models: 'список моделей',
  balance: 'баланс'
}

/** The component of a refusal, to which all calls of its form refer. */
const refusalName = (status: number, { isAnthropic }: Pick<ApiCall, 'isAnthropic'>) =>
  `${isAnthropic === true ? 'Anthropic' : isAnthropic ? 'AnyForm' : ''}Refused${status}`

const refusalSchema = ({ isAnthropic }: ApiCall) => {
  if (isAnthropic === 'asked') return z.union([apiErrorBody, anthropicErrorAnswer])
  return isAnthropic ? anthropicErrorAnswer : apiErrorBody
}

/** How calls refuse, in each form that one of them has. */
export const refusalResponses = Object.fromEntries(
  apiCalls.flatMap((call) =>
    refusalsOf(call).map(({ status, what, act }) => [
      refusalName(status, call),
      { description: `${what}. ${act}.`, content: { 'application/json': { schema: refusalSchema(call) } } }
    ])
  )
)

const refusedBy = (call: ApiCall) =>
  Object.fromEntries(
    refusalsOf(call).map(({ status }) => [
      String(status),
      { $ref: `#/components/responses/${refusalName(status, call)}` }
    ])
  )

const repeatHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Тот же запрос с тем же значением сутки получает тот же ответ и оплачивается один раз.',
  schema: { type: 'string', minLength: 1, maxLength: 255 }
} as const

/** `chatCompletions` of `POST /v1/chat/completions`. */
const operationIdOf = (path: string): string =>
  path
    .replace(/^\/v1\//, '')
    .replaceAll(/\/?:\w+/g, '/one')
    .replaceAll(/[/_-](\w)/g, (_, letter: string) => letter.toUpperCase())

function operationOf(call: (typeof apiCalls)[number]): [path: string, method: string, ZodOpenApiOperationObject] {
  const [method = '', path = ''] = call.call.split(' ')
  const { summary, description, scope, takes = 'application/json', answers = 'application/json' } = call
  const { body, query, answer, event, hasText } = callSchemas[call.call]
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const right = `Право ключа: ${scopeNames[scope]}.`
  const operation: ZodOpenApiOperationObject = {
    operationId: operationIdOf(path),
    tags: [apiTag],
    summary,
    description: description === undefined ? right : `${description}\n\n${right}`,
    security: [{ apiKey: [] }],
    ...((names.length > 0 || call.isPaid) && {
      parameters: [
        ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }) as const),
        ...(call.isPaid ? [repeatHeader] : [])
      ]
    }),
    ...(query && { requestParams: { query } }),
    ...(body && { requestBody: { required: true, content: { [takes]: { schema: body } } } }),
    responses: {
      '200': {
        description: event ? 'Ответ целиком, или поток, если stream — true' : 'Ответ',
        content: {
          [answers]: { schema: answer },
          ...(hasText && { 'text/plain': { schema: { type: 'string' } } }),
          ...(event && { 'text/event-stream': { schema: event } })
        }
      },
      ...refusedBy(call)
    }
  }
  return [path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase(), operation]
}

export function apiPaths(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const [path, method, operation] of apiCalls.map(operationOf))
    paths[path] = { ...paths[path], [method]: operation }
  return paths
}
