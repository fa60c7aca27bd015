// The calls of the site's own pages, under `/api`: what each takes and gives, in the envelope of all of them. Those of operators are left
// out: for everybody else they do not exist.
import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { answerEvent } from '#contract/answers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { envelope } from '#contract/envelope.ts'
import { mountedEndpoints } from './calls.ts'
import { type Fields, fieldsOf } from './schemas.ts'

/** By the first part of the path. */
const tags: Record<string, string> = {
  ai: 'Ответы и работы',
  announcements: 'Сайт',
  'api-keys': 'Ключи API',
  attachments: 'Чаты',
  auth: 'Вход',
  chat: 'Чаты',
  jobs: 'Ответы и работы',
  library: 'Мои работы',
  live: 'Сайт',
  payments: 'Оплата',
  prices: 'Сайт',
  promo: 'Оплата',
  roles: 'Чаты',
  'shared-works': 'Ссылки',
  shares: 'Ссылки',
  subscription: 'Оплата',
  tokens: 'Оплата',
  user: 'Аккаунт'
}

export const siteTags: readonly string[] = [...new Set(Object.values(tags))]

/** @throws Error for a subject without a tag */
function tagOf(path: string): string {
  const [, subject = ''] = path.split('/')
  const tag = tags[subject]
  if (tag === undefined) throw new Error(`Calls of /${subject} have no tag in the OpenAPI document`)
  return tag
}

/** Clients of these may also send what the catalogue names for a service. */
const takesSettings = ({ path, input }: Endpoint): boolean => path.startsWith('/ai/') && input instanceof z.ZodPipe

/** As a part of a path it is never left out. */
const inPathOf = (field: Fields[string] = z.string()) => (field instanceof z.ZodOptional ? field.unwrap() : field)

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

type Taken = Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody' | 'parameters'>

function takenBy(endpoint: Endpoint): Taken {
  const { method, path, input } = endpoint
  const fields = fieldsOf(input)
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const rest = without(fields, inPath)
  const hasRest = Object.keys(rest).length > 0
  const isRead = method === 'GET' || method === 'DELETE'
  return {
    requestParams: {
      ...(inPath.length > 0 && {
        path: z.object(Object.fromEntries(inPath.map((name) => [name, inPathOf(fields[name])])))
      }),
      ...(isRead && hasRest && { query: z.object(rest) })
    },
    ...(!isRead &&
      hasRest && {
        requestBody: {
          required: takesSettings(endpoint) || !z.object(rest).safeParse({}).success,
          content: { 'application/json': { schema: z.object(rest) } }
        }
      })
  }
}

/** The bytes of a file are the body, and its name is a header: contract/attachments.ts. */
const fileCall = 'POST /chat/attachments'
const file: Taken = {
  parameters: [
    {
      name: 'X-File-Name',
      in: 'header',
      required: true,
      description: 'Имя файла в процентной записи',
      schema: { type: 'string' }
    }
  ],
  requestBody: {
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  }
}

/** Not in the envelope of the others. */
const tableCall = 'GET /ai/usage.csv'
const table = { 'text/csv': { schema: { type: 'string' } } } as const

const streams = new Set(['POST /ai/text/:service', 'GET /ai/text/answers/:id'])

const refusal = envelope.meta({ id: 'SiteRefusal' })
const event = answerEvent.meta({ id: 'AnswerEvent' })

const enveloped = (data: z.ZodType, isStream: boolean) => ({
  'application/json': {
    schema: z.object({ success: z.literal(true), data, message: z.string().nullable(), error: z.null() })
  },
  ...(isStream && { 'text/event-stream': { schema: event } })
})

function operationOf(name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const { method, path, access, output } = endpoint
  const call = `${method} ${path}`
  return {
    operationId: name,
    tags: [tagOf(path)],
    ...(takesSettings(endpoint) && {
      description: 'Остальные поля — запрос и настройки: те, что есть на странице сервиса.'
    }),
    ...(call === fileCall ? file : takenBy(endpoint)),
    security: access === 'public' ? [] : [{ session: [] }],
    responses: {
      '2XX': {
        description: 'Сделано',
        content: call === tableCall ? table : enveloped(output, streams.has(call))
      },
      default: { $ref: '#/components/responses/SiteRefused' }
    }
  }
}

export const siteResponses = {
  SiteRefused: {
    description: 'Отказ: error — текст для человека, code — причина',
    content: { 'application/json': { schema: refusal } }
  }
}

export function sitePaths(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const [name, endpoint] of Object.entries(mountedEndpoints) as [string, Endpoint][]) {
    if (endpoint.path.startsWith('/operator/')) continue
    const path = `/api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) }
  }
  return paths
}
