import { checkChat } from './check.ts'
import { chatError, unknownModel, unpaid } from './errors.ts'
import { flavourOf } from './flavours.ts'
import { thinksBy } from './models.ts'
import { formatOf, offerOf } from './tools.ts'
import { writeChunks } from './write.ts'
import { conversationOf, countInputTokens } from '../answer/conversation.ts'
import { rejected, textsIn, thinkingTokensOf, type TextRequest, type TextUpstream } from '../answer/upstream.ts'
import { refusalBy } from '../../base/faults.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { bearerKeyOf, isWrongKey, type ErrorReply } from '../../base/replies.ts'

const RETRY_AFTER = { 'retry-after': '3' }
/** A model whose name says so is served by no reseller. */
const UNSERVED = 'no-such'

/** `POST /resellers/{name}/v1/chat/completions`. */
export function resellerOf(name: string): TextUpstream {
  const flavour = flavourOf(name)
  return {
    provider: name,
    headersOf: (requestId) => ({ 'x-request-id': requestId }),

    read(headers, body) {
      const keyProblem = keyProblemOf(name, headers)
      if (keyProblem) return rejected(keyProblem)
      if (!isObject(body)) return rejected(chatError(flavour, { status: 400, message: 'The body is not valid JSON.' }))
      const problem = checkChat(body, flavour)
      if (problem !== null) return rejected(chatError(flavour, problem))
      const model = String(body['model'])
      if (model.includes(UNSERVED)) return rejected(chatError(flavour, unknownModel(flavour, model)))
      return { kind: 'accepted', request: requestOf(body) }
    },

    write: (request, answer) => writeChunks(request, answer, flavour),

    replyTo: (fault, { model }) =>
      fault === 'model-gone'
        ? chatError(flavour, unknownModel(flavour, model))
        : refusalBy(fault, {
            'rate-limit': chatError(
              flavour,
              { status: 429, message: 'Too many requests.', type: 'rate_limit_error', code: 'rate_limit_exceeded' },
              RETRY_AFTER
            ),
            quota: chatError(flavour, unpaid(flavour)),
            'server-error': chatError(flavour, { status: 500, message: 'Internal error', type: 'server_error' }),
            overloaded: chatError(flavour, { status: 503, message: 'The model is overloaded.', type: 'server_error' }),
            moderation: chatError(flavour, {
              status: flavour.errors === 'openrouter' ? 403 : 400,
              message: 'Content Exists Risk',
              code: 'content_policy_violation'
            })
          })
  }
}

/** The error for a missing or wrong key; null if the reseller answers. */
export function keyProblemOf(name: string, headers: Headers): ErrorReply | null {
  const flavour = flavourOf(name)
  const key = bearerKeyOf(headers)
  const isRefused = key === undefined ? !flavour.isOpen : isWrongKey(key)
  return isRefused ? chatError(flavour, wrongKey(flavour.errors === 'gemini')) : null
}

/** Google says so with the status of a bad request. */
const wrongKey = (isGoogle: boolean) =>
  isGoogle
    ? { status: 400 as const, message: 'API key not valid. Please pass a valid API key.' }
    : { status: 401 as const, message: 'Authentication Fails', type: 'authentication_error', code: 'invalid_api_key' }

function requestOf(body: JsonObject): TextRequest {
  const model = String(body['model'])
  const messages = Array.isArray(body['messages']) ? body['messages'].filter(isObject) : []
  const limit = body['max_completion_tokens'] ?? body['max_tokens']
  const effort = body['reasoning_effort']
  return {
    model,
    answeredModel: model,
    conversation: conversationOf(messages),
    inputTokens: countInputTokens(messages.map(({ content }) => content)),
    maxTokens: typeof limit === 'number' ? limit : null,
    thinkingTokens: thinksBy(model) ? thinkingTokensOf(typeof effort === 'string' ? effort : 'low') : 0,
    search: null,
    offer: offerOf(body),
    format: formatOf(body),
    stops: textsIn(body['stop']),
    body
  }
}
