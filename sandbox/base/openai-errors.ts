// The error answers that all of OpenAI's calls share.
import { bearerKeyOf, isWrongKey, type ErrorReply, type Problem } from './replies.ts'

const RETRY_AFTER_SECONDS = 3

interface ErrorFields {
  param?: string | null
  code?: string | null
  type?: string
}

export const openaiError = (
  status: ErrorReply['status'],
  message: string,
  { param = null, code = null, type = 'invalid_request_error' }: ErrorFields = {}
): ErrorReply => ({ status, body: { error: { message, type, param, code } } })

/** What is wrong with one parameter. */
export const openaiProblem = ({ message, param, code }: Problem): ErrorReply =>
  openaiError(400, message, { param, code })

/** The error for a missing or wrong key; null if the key is accepted. */
export function openaiKeyError(headers: Headers): ErrorReply | null {
  const key = bearerKeyOf(headers)
  if (key === undefined) return openaiError(401, "You didn't provide an API key.")
  return isWrongKey(key) ? openaiError(401, 'Incorrect API key provided.', { code: 'invalid_api_key' }) : null
}

export function openaiModelNotFound(id: string, retired: ReadonlySet<string>): ErrorReply {
  const message = retired.has(id)
    ? `The model \`${id}\` has been deprecated, learn more here: https://platform.openai.com/docs/deprecations`
    : `The model \`${id}\` does not exist or you do not have access to it.`
  return openaiError(404, message, { code: 'model_not_found' })
}

/** No money, as the calls for pictures say it. */
export const openaiHardLimit = (): ErrorReply =>
  openaiError(400, 'Billing hard limit has been reached.', {
    code: 'billing_hard_limit_reached',
    type: 'billing_limit_user_error'
  })

/** The answers for faults that look the same in every call. */
export function openaiFault(fault: 'rate-limit' | 'quota' | 'server-error' | 'overloaded', model: string): ErrorReply {
  switch (fault) {
    case 'rate-limit':
      return {
        ...openaiError(429, `Rate limit reached for ${model}.`, { code: 'rate_limit_exceeded', type: 'requests' }),
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS), 'retry-after-ms': String(RETRY_AFTER_SECONDS * 1000) }
      }
    case 'quota':
      return openaiError(429, 'You exceeded your current quota.', {
        code: 'insufficient_quota',
        type: 'insufficient_quota'
      })
    case 'server-error':
      return openaiError(500, 'The server had an error while processing your request.', { type: 'server_error' })
    case 'overloaded':
      return openaiError(503, 'The engine is currently overloaded.', { code: 'overloaded', type: 'server_error' })
    default:
      return fault satisfies never
  }
}
