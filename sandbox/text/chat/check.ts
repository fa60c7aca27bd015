import { wrong, type ChatProblem } from './errors.ts'
import type { Flavour } from './flavours.ts'
import { checkTools } from './tools.ts'
import { isObject, type JsonObject } from '../../base/json.ts'

const KNOWN_FIELDS = new Set(
  `frequency_penalty logit_bias logprobs max_completion_tokens max_tokens messages metadata model n parallel_tool_calls
  presence_penalty reasoning_effort response_format seed stop store stream stream_options temperature tool_choice tools
  top_logprobs top_p user`.split(/\s+/)
)
const ROLES = ['system', 'developer', 'user', 'assistant', 'tool']
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh']

/** What is wrong with a request; null: nothing. */
export function checkChat(body: JsonObject, flavour: Flavour): ChatProblem | null {
  const { model, messages, stream, reasoning_effort: effort } = body
  if (typeof model !== 'string' || model === '') return wrong('model', 'you must provide a model parameter')
  if (!Array.isArray(messages) || messages.length === 0) return wrong('messages', "'messages' is a required property")
  if (stream !== undefined && typeof stream !== 'boolean') return wrong('stream', "'stream' must be a boolean")
  if (effort !== undefined && !EFFORTS.includes(String(effort)))
    return wrong('reasoning_effort', `Unsupported value: '${String(effort)}'.`, 'unsupported_value')
  const unknown = flavour.isStrict ? Object.keys(body).find((key) => !KNOWN_FIELDS.has(key)) : undefined
  if (unknown !== undefined) return wrong(unknown, `Unrecognized request argument supplied: ${unknown}`)
  return (
    checkLimits(body, model) ??
    checkMessages(messages) ??
    checkTools(body, flavour) ??
    (flavour.errors === 'vllm' ? checkTurns(messages) : null)
  )
}

/** OpenAI's reasoning models know their limit by another name. */
function checkLimits(body: JsonObject, model: string): ChatProblem | null {
  for (const name of ['max_tokens', 'max_completion_tokens']) {
    const limit = body[name]
    if (limit === undefined || limit === null) continue
    if (!Number.isInteger(limit) || Number(limit) < 1) return wrong(name, `'${name}' must be an integer of at least 1`)
    if (name === 'max_tokens' && /^(o\d|gpt-([5-9]|\d\d))/.test(model))
      return wrong(
        name,
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        'unsupported_parameter'
      )
  }
  return null
}

function checkMessages(messages: readonly unknown[]): ChatProblem | null {
  for (const [index, message] of messages.entries()) {
    const place = `messages[${index}]`
    if (!isObject(message) || !ROLES.includes(String(message['role'])))
      return wrong(place, `Invalid value: '${place}'.`)
    const { content } = message
    if (typeof content === 'string' || (content === null && Array.isArray(message['tool_calls']))) continue
    if (!Array.isArray(content) || !content.every(isPart))
      return wrong(`${place}.content`, `Invalid '${place}.content'.`)
  }
  return null
}

function isPart(part: unknown): boolean {
  if (!isObject(part)) return false
  if (part['type'] === 'text') return typeof part['text'] === 'string'
  const image = part['image_url']
  return part['type'] === 'image_url' && isObject(image) && /^(data:image\/|https:)/.test(String(image['url']))
}

/** The templates of many open models know nothing but turns that alternate. */
function checkTurns(messages: readonly unknown[]): ChatProblem | null {
  const roles = messages.filter(isObject).map((message) => String(message['role']))
  if (roles.includes('tool')) return null
  const spoken = roles.filter((role) => role === 'user' || role === 'assistant')
  const isWrong = spoken.some((role, index) => role !== (index % 2 === 0 ? 'user' : 'assistant'))
  return isWrong ? wrong('messages', 'Conversation roles must alternate user/assistant/user/assistant/...') : null
}
