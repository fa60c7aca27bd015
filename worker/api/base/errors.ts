// Refusals of the API in the shape that clients of OpenAI's API read: { error: { message, type, param, code } }, all four always there.
// The status decides what a client does: 402 stops all that were tried, 409 and 503 are repeated.
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type ErrorCode, statusOf, textOf } from '#contract/errors.ts'
import { AppError, isUnavailable, type Refusal } from '../../http/errors.ts'

export interface ApiRefusal {
  status: number
  type: string
  code: string | null
  message: string
  /** The field that is wrong, with its path: `messages.0.content`. */
  param?: string
  /** Whole seconds. */
  retryAfter?: number
  /** A repetition cannot help, though the status says otherwise. */
  isFinal?: true
}

/** A refusal for the client. Any other error is a bug. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly refusal: ApiRefusal

  constructor(refusal: ApiRefusal) {
    super(refusal.code ?? refusal.type)
    this.refusal = refusal
  }
}

const invalid = 'invalid_request_error'

/** @param param the field, with its path */
export const badRequest = (message: string, param?: string, code: string | null = null): ApiError =>
  new ApiError({ status: 400, type: invalid, code, message, ...(param !== undefined && { param }) })

/** One text for all reasons: who tries keys learns nothing. It is final, because Claude Code would repeat it for minutes. */
export const badKey = (): ApiError =>
  new ApiError({
    status: 401,
    type: invalid,
    code: 'invalid_api_key',
    isFinal: true,
    message: 'Ключ не подходит: его нет, он удалён или истёк. Создайте ключ в профиле, в разделе «API»'
  })

export const noSuchModel = (id: string): ApiError =>
  new ApiError({
    status: 404,
    type: invalid,
    code: 'model_not_found',
    param: 'model',
    message: `Модели «${id.slice(0, 100)}» нет или её нельзя сейчас спросить. Список моделей: GET /v1/models`
  })

export const noSuchCall = (): ApiError =>
  new ApiError({
    status: 404,
    type: invalid,
    code: 'generation_not_found',
    param: 'id',
    message: 'Такого запроса у этого ключа нет. Запросы помнятся 30 дней'
  })

export const noSuchResponse = (): ApiError =>
  new ApiError({
    status: 404,
    type: invalid,
    code: 'response_not_found',
    param: 'id',
    message: 'Ответы здесь не хранятся: отправляйте всю переписку в input, без previous_response_id'
  })

export const notAllowed = (code: string, message: string): ApiError =>
  new ApiError({ status: 403, type: 'permission_error', code, message })

const typeOf = (status: number): string => {
  if (status === 402) return 'insufficient_quota'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : invalid
}

/** What clients know by a code of their own. */
const codes: Partial<Record<ErrorCode, string>> = {
  INSUFFICIENT_TOKENS: 'insufficient_quota',
  BUDGET_EXCEEDED: 'insufficient_quota',
  BODY_TOO_LARGE: 'request_too_large',
  RATE_LIMITED: 'rate_limit_exceeded',
  TOO_MANY_RUNNING: 'rate_limit_exceeded',
  PROVIDER_BUSY: 'overloaded',
  PROVIDER_FAILED: 'upstream_failed',
  PROVIDER_REFUSED: 'content_policy_violation',
  UNKNOWN_MODEL: 'model_not_found',
  NOT_CONNECTED: 'model_not_found'
}

/** A refusal of the site's own rules, in the API's words. */
export function apiRefusalOf({ code, text, retryAfter }: Refusal): ApiRefusal {
  const status = statusOf(code)
  return {
    status,
    type: typeOf(status),
    code: codes[code] ?? code.toLowerCase(),
    message: text ?? textOf(code),
    ...(retryAfter !== undefined && { retryAfter })
  }
}

/** How long a client waits when a part of the platform is overloaded or restarting, in seconds. */
const retryAfterSeconds = 5

/** What a client is told of a bug. */
export const internalRefusal: ApiRefusal = apiRefusalOf({ code: 'INTERNAL' })

/** What is told to a client; null: the error is a bug. */
export function refusalOf(error: unknown): ApiRefusal | null {
  if (error instanceof ApiError) return error.refusal
  if (error instanceof AppError) return apiRefusalOf(error.refusal)
  if (isUnavailable(error)) return apiRefusalOf({ code: 'UNAVAILABLE', retryAfter: retryAfterSeconds })
  return null
}

export const errorBody = ({ type, code, message, param }: ApiRefusal) => ({
  error: { message, type, param: param ?? null, code }
})

const anthropicTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error'
}

/** By these words of Anthropic's, and by nothing else, Claude Code knows that it must shorten its history. */
const anthropicTexts: Record<string, string> = { context_length_exceeded: 'prompt is too long: ' }

/** As Anthropic's API tells errors. Source: its reference of errors, and @anthropic-ai/sdk 1.14. */
const anthropicErrorBody = ({ status, code, message, param }: ApiRefusal, requestId: string) => ({
  type: 'error',
  error: {
    type: anthropicTypes[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error'),
    message: `${anthropicTexts[code ?? ''] ?? ''}${message}`,
    // By this its SDK knows that it must send the whole conversation itself.
    ...(param === 'thread' && { details: { error_code: 'thread_unsupported_request' } })
  },
  request_id: requestId
})

/** Whether the call answers and refuses in the form of Anthropic's API: as `contract/v1/calls.ts` says of it. */
export const isAnthropic = ({ req: { path }, req }: Context): boolean =>
  path.startsWith('/v1/messages') || (path.startsWith('/v1/models') && req.header('anthropic-version') !== undefined)

/** In the form that the client reads. */
export const errorBodyFor = (c: Context, refusal: ApiRefusal): object =>
  isAnthropic(c) ? anthropicErrorBody(refusal, String(c.get('requestId'))) : errorBody(refusal)

export function refuseCall(c: Context, refusal: ApiRefusal): Response {
  const { status, retryAfter, isFinal } = refusal
  if (retryAfter !== undefined) {
    c.header('retry-after', String(retryAfter))
    c.header('retry-after-ms', String(retryAfter * 1000))
  }
  if (isFinal) c.header('x-should-retry', 'false')
  // It may have been set before the answer was looked for.
  c.header('idempotent-replayed', undefined)
  return c.json(errorBodyFor(c, refusal), status as ContentfulStatusCode)
}
