import { VERSIONS, checkMessages, modelNamed, type AnthropicModel } from './check.ts'
import { formatOf, maySearch, offerOf } from './tools.ts'
import { conversationOf, countInputTokens } from '../answer/conversation.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { bearerKeyOf, isWrongKey, type ErrorReply } from '../../base/replies.ts'
import { rejected, textsIn, thinkingTokensOf, type TextRequest, type TextUpstream } from '../answer/upstream.ts'
import { writeMessages } from './write.ts'
import { refusalBy, type Refusals } from '../../base/faults.ts'

/** `POST /anthropic/v1/messages`. */
export const anthropic: TextUpstream = {
  provider: 'anthropic',
  headersOf: (requestId, now) => ({
    'request-id': requestId,
    'anthropic-ratelimit-requests-limit': '4000',
    'anthropic-ratelimit-requests-remaining': '3999',
    'anthropic-ratelimit-requests-reset': new Date(now + 60_000).toISOString()
  }),

  read(headers, body, requestId) {
    const reject = (status: ErrorReply['status'], type: string, message: string) =>
      rejected(replyOf(requestId, status, { type, message }))
    const key = headers.get('x-api-key') ?? bearerKeyOf(headers)
    if (!key) return reject(401, 'authentication_error', 'x-api-key header is required')
    if (isWrongKey(key)) return reject(401, 'authentication_error', 'invalid x-api-key')
    const version = headers.get('anthropic-version')
    if (version === null) return reject(400, 'invalid_request_error', 'anthropic-version: header is required')
    if (!VERSIONS.some((known) => known === version)) {
      return reject(400, 'invalid_request_error', `anthropic-version: "${version}" is not a valid version`)
    }
    if (!isObject(body)) return reject(400, 'invalid_request_error', 'The request body is not valid JSON')
    if (typeof body['model'] !== 'string') return reject(400, 'invalid_request_error', 'model: Field required')
    const model = modelNamed(body['model'])
    if (model === undefined) return reject(404, 'not_found_error', `model: ${body['model']}`)
    const problem = checkMessages(body, model, version)
    if (problem !== null) return reject(400, 'invalid_request_error', problem)
    const request = requestOf(body, model)
    if (request.inputTokens <= model.contextTokens) return { kind: 'accepted', request }
    const tooLong = `prompt is too long: ${request.inputTokens} tokens > ${model.contextTokens} maximum`
    return reject(400, 'invalid_request_error', tooLong)
  },

  write: writeMessages,

  replyTo(fault, { model }, requestId) {
    if (fault === 'model-gone') return replyOf(requestId, 404, { type: 'not_found_error', message: `model: ${model}` })
    const refusal = refusalBy(fault, REFUSALS)
    return (
      refusal && {
        ...replyOf(requestId, ...refusal),
        ...(fault === 'rate-limit' && { headers: { 'retry-after': '3' } })
      }
    )
  }
}

const REFUSALS: Refusals<[status: ErrorReply['status'], error: AnthropicError] | null> = {
  'rate-limit': [
    429,
    { type: 'rate_limit_error', message: "This request would exceed your organization's rate limit." }
  ],
  quota: [
    429,
    {
      type: 'rate_limit_error',
      message: "This request would exceed your organization's spend limit.",
      details: { error_code: 'enforced_spend_limit_reached' }
    }
  ],
  'server-error': [500, { type: 'api_error', message: 'Internal server error' }],
  overloaded: [529, { type: 'overloaded_error', message: 'Overloaded' }],
  // Not an error: the answer itself ends in a refusal.
  moderation: null
}

function requestOf(body: JsonObject, model: AnthropicModel): TextRequest {
  const messages = Array.isArray(body['messages']) ? body['messages'].filter(isObject) : []
  const thinking = body['thinking']
  const silent = isObject(thinking) && thinking['type'] === 'disabled'
  return {
    model: String(body['model']),
    answeredModel: String(body['model']),
    conversation: conversationOf(messages),
    inputTokens: countInputTokens([body['system'], ...messages.map((message) => message['content'])]),
    maxTokens: Number(body['max_tokens']),
    thinkingTokens: model.thinks && !silent ? thinkingTokensOf('medium') : 0,
    search: maySearch(body) ? { linkOf: () => '' } : null,
    offer: offerOf(body),
    format: formatOf(body),
    stops: textsIn(body['stop_sequences']),
    body
  }
}

interface AnthropicError {
  type: string
  message: string
  details?: JsonObject
}

function replyOf(requestId: string, status: ErrorReply['status'], error: AnthropicError): ErrorReply {
  return { status, body: { type: 'error', error, request_id: requestId } }
}
