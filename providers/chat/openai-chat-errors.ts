// The errors of suppliers that speak `/chat/completions`, as HTTP errors and inside answers of status 200. Each has its own shape:
// OpenAI's, numbers in `code` (OpenRouter, Gemini), a list (Gemini), everything at the top (vLLM), a text alone (Ollama).
import { errorCodeOf, safeCode } from '../http/error-code.ts'
import type { Wording } from '../http/error-code.ts'
import type { FailureDetails } from '../http/failure.ts'
import { fieldAt, textAt } from '../http/fields.ts'
import { classifyError } from '../http/http.ts'
import type { ChatEnd } from './provider.ts'

/** Requests that moderation stopped: OpenAI, Azure behind gateways, Qwen twice, OpenRouter by its metadata, DeepSeek by its sentence. */
export const refusalCodes: readonly string[] = [
  'invalid_prompt',
  'content_policy_violation',
  'content_filter',
  'DataInspectionFailed',
  'data_inspection_failed',
  'moderation_flagged',
  'content_exists_risk'
]

/** @returns the end of an answer that moderation stopped; null for every other failure */
export const refusalOf = (code: string | null, model: string): ChatEnd | null =>
  code !== null && refusalCodes.includes(code)
    ? { type: 'end', reason: 'refused', upstreamModel: model, usage: null }
    : null

/** Portkey's gateway puts the name of its supplier before the sentence. */
const said = (sentence: string): RegExp => new RegExp(String.raw`^(?:[\w.-]{1,40} error: )?${sentence}`, 'i')

const gone = (sentence: string): Wording => ({ beginning: said(sentence), kind: 'model-gone', code: 'model_not_found' })
const unpaid = (sentence: string, code: string): Wording => ({ beginning: said(sentence), kind: 'unpaid', code })
const unauthorized = (sentence: string, code: string): Wording => ({
  beginning: said(sentence),
  kind: 'unauthorized',
  code
})

// Sources: DeepSeek's and Qwen's lists of error codes, OpenRouter's page on errors, Google's on billing, the servers of Ollama and
// vLLM. The codes beside them say something else, or there are none.
export const chatWordings: readonly Wording[] = [
  unpaid('Insufficient Balance', 'insufficient_balance'),
  unpaid('Insufficient credits', 'insufficient_credits'),
  unpaid('Your prepayment credits are depleted', 'prepayment_depleted'),
  unpaid('Access denied, please make sure your account is in good standing', 'arrearage'),
  { beginning: said("This model's maximum context length"), kind: 'rejected', code: 'context_length_exceeded' },
  { beginning: said('Content Exists Risk'), kind: 'rejected', code: 'content_exists_risk' },
  // Qwen has the code `insufficient_quota` for too many tokens within a minute too.
  { beginning: said('Allocated quota exceeded'), kind: 'busy', code: 'allocated_quota_exceeded' },
  unauthorized('API key not valid', 'api_key_not_valid'),
  unauthorized('User location is not supported', 'location_not_supported'),
  gone('Model Not Exist'),
  gone(String.raw`\S{1,200} is not a valid model ID`),
  gone('No endpoints found'),
  gone(String.raw`(?:The )?model ['"\`][^'"\`]{1,200}['"\`] (?:was )?(?:not found|does not exist)`)
]

// What an error inside an answer would have had as its status.
const statusByCode: Readonly<Record<string, number>> = {
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  limit_requests: 429,
  limit_burst_rate: 429,
  too_many_requests: 429,
  RESOURCE_EXHAUSTED: 429,
  overloaded: 503,
  overloaded_error: 529,
  UNAVAILABLE: 503,
  invalid_request_error: 400,
  BadRequestError: 400,
  INVALID_ARGUMENT: 400,
  authentication_error: 401,
  UNAUTHENTICATED: 401,
  permission_error: 403,
  PERMISSION_DENIED: 403,
  NotFoundError: 404,
  NOT_FOUND: 404,
  model_not_found: 404,
  DEADLINE_EXCEEDED: 504
}

const answerOf = (body: unknown): unknown => (Array.isArray(body) ? (body[0] as unknown) : body)

/** The code of an error as text. A number is a status, and says less than the words beside it. */
export function chatErrorCodeOf(body: unknown): string | null {
  const answer = answerOf(body)
  if (Array.isArray(fieldAt(answer, 'error', 'metadata', 'reasons'))) return 'moderation_flagged'
  const named = errorCodeOf(answer)
  if (named !== null && !/^\d+$/.test(named)) return named
  const others = [textAt(answer, 'error', 'type'), textAt(answer, 'error', 'status'), textAt(answer, 'type')]
  return others.map(safeCode).find((code) => code !== null) ?? named
}

/** The status that an error inside an answer tells, in any of the places that suppliers have for it. */
function statusOf(body: unknown, code: string | null): number {
  const answer = answerOf(body)
  const places = [
    fieldAt(answer, 'error', 'code'),
    fieldAt(answer, 'error', 'status'),
    fieldAt(answer, 'error', 'httpCode'),
    fieldAt(answer, 'code'),
    fieldAt(answer, 'status')
  ]
  const told = places.map(Number).find((number) => number >= 400 && number < 600)
  return told ?? (code === null ? undefined : statusByCode[code]) ?? 500
}

/** Whether the JSON of an event, or a whole body of status 200, is an error. */
export function isChatError(body: unknown): boolean {
  const answer = answerOf(body)
  const error = fieldAt(answer, 'error')
  if (typeof error === 'string' ? error !== '' : typeof error === 'object' && error !== null) return true
  if (fieldAt(answer, 'object') === 'error') return true
  return fieldAt(answer, 'choices') === undefined && textAt(answer, 'message') !== null
}

/** What an error inside an answer means. */
export function chatFailureOf(body: unknown): FailureDetails {
  const code = chatErrorCodeOf(body)
  return classifyError(statusOf(body, code), body, { codeOf: chatErrorCodeOf, wordings: chatWordings })
}

/** Gemini says in the details of an error how long to wait: `"retryDelay": "36.8s"`. */
export function waitSecondsOf(body: unknown): number | null {
  const details = fieldAt(answerOf(body), 'error', 'details')
  if (!Array.isArray(details)) return null
  const delay = details.map((detail) => textAt(detail, 'retryDelay')).find((text) => text !== null)
  return delay ? Number.parseFloat(delay) : null
}
