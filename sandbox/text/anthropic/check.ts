import { decodeBase64, pictureFactsOf } from '../answer/picture-facts.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { checkChoice, checkOutput, checkTools, checkUses } from './tools.ts'

export interface AnthropicModel {
  contextTokens: number
  maxOutputTokens: number
  /** Thinks before it answers unless told not to. */
  thinks: boolean
  /** Cannot be told not to. */
  mustThink?: true
  takesPrefill: boolean
}

export const ANTHROPIC_MODELS: Readonly<Record<string, AnthropicModel>> = {
  'claude-haiku-5-5': { contextTokens: 1_000_000, maxOutputTokens: 128_000, thinks: false, takesPrefill: false },
  'claude-sonnet-5-5': { contextTokens: 1_000_000, maxOutputTokens: 128_000, thinks: true, takesPrefill: true },
  'claude-opus-5-5': { contextTokens: 1_000_000, maxOutputTokens: 128_000, thinks: true, takesPrefill: true },
  'claude-fable-5-2': {
    contextTokens: 1_000_000,
    maxOutputTokens: 128_000,
    thinks: true,
    mustThink: true,
    takesPrefill: true
  }
}

export const VERSIONS = ['2023-06-01', '2026-10-21'] as const

const KNOWN_PARAMETERS = new Set(
  `cache_control container context_management inference_geo max_tokens messages metadata model output_config
  service_tier speed stop_sequences stream system temperature thinking tool_choice tools top_k top_p`.split(/\s+/)
)

/** The upstream's error message for an invalid Messages request; null for a valid one. */
export function checkMessages(body: JsonObject, model: AnthropicModel, version: string): string | null {
  const unknown = Object.keys(body).find((key) => !KNOWN_PARAMETERS.has(key))
  if (unknown !== undefined) return `${unknown}: Extra inputs are not permitted`
  return (
    checkLimit(body, model) ??
    checkSampling(body, version) ??
    checkThinking(body['thinking'], model) ??
    checkTools(body) ??
    checkChoice(body, model.thinks) ??
    checkOutput(body) ??
    checkTurns(body['messages'], model) ??
    checkMarks(body) ??
    checkUses(body['messages'])
  )
}

export function modelNamed(id: unknown): AnthropicModel | undefined {
  return typeof id === 'string' ? ANTHROPIC_MODELS[id] : undefined
}

function checkLimit(body: JsonObject, model: AnthropicModel): string | null {
  const limit = body['max_tokens']
  if (limit === undefined) return 'max_tokens: Field required'
  if (typeof limit !== 'number' || !Number.isInteger(limit)) return 'max_tokens: Input should be a valid integer'
  if (limit < 1) return 'max_tokens: Input should be greater than or equal to 1'
  if (limit <= model.maxOutputTokens) return null
  return `max_tokens: ${limit} > ${model.maxOutputTokens}, which is the maximum allowed number of output tokens for ${String(body['model'])}`
}

/** The newer version refuses sampling parameters altogether, the older one only values other than the default. */
function checkSampling(body: JsonObject, version: string): string | null {
  const refused = ['temperature', 'top_p', 'top_k'].find((key) => {
    const value = body[key]
    if (value === undefined) return false
    return version === '2026-10-21' || key === 'top_k' || value !== 1
  })
  return refused === undefined ? null : `${refused}: this parameter is not supported by this model.`
}

function checkTurns(messages: unknown, model: AnthropicModel): string | null {
  if (messages === undefined) return 'messages: Field required'
  if (!Array.isArray(messages)) return 'messages: Input should be a valid list'
  if (messages.length === 0) return 'messages: at least one message is required'
  for (const [index, message] of messages.entries()) {
    const problem = checkTurn(message)
    if (problem !== null) return `messages.${index}${problem}`
  }
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role'
  const stray = messages.findIndex((message, index) => message.role === 'system' && !isInPlace(messages, index))
  if (stray !== -1)
    return `messages.${stray}: role 'system' must follow a 'user' message and precede an 'assistant' message or end the array`
  if (messages.at(-1)?.role !== 'assistant' || model.takesPrefill) return null
  return 'This model does not support assistant message prefill. The conversation must end with a user message.'
}

const isInPlace = (messages: readonly JsonObject[], index: number): boolean =>
  messages[index - 1]?.['role'] === 'user' && [undefined, 'assistant'].includes(messages[index + 1]?.['role'] as string)

const MARKS_MAX = 4

/** The places that a request names for its cache: blocks of `system`, `tools` and `messages`, and the whole request. */
export function marksIn(body: JsonObject): number {
  const lists = [body['system'], body['tools'], ...contentsIn(body['messages'])]
  const marked = lists.flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : [])).filter(isMarked)
  return marked.length + (isMarked(body) ? 1 : 0)
}

const isMarked = (block: JsonObject): boolean => isObject(block['cache_control'])
const contentsIn = (messages: unknown): unknown[] =>
  Array.isArray(messages) ? messages.filter(isObject).map(({ content }) => content) : []

function checkMarks(body: JsonObject): string | null {
  const marks = marksIn(body)
  if (marks <= MARKS_MAX) return null
  return `A maximum of ${MARKS_MAX} blocks with cache_control may be provided. Found ${marks}.`
}

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
const IMAGE_BASE64_MAX = 5 * 1024 * 1024

/** The sandbox fetches nothing, so a picture is base64. */
function checkImage(source: unknown, role: string): string | null {
  if (role === 'assistant') return ": Input should be 'text' for the role assistant"
  if (!isObject(source) || source['type'] !== 'base64') return ".source.type: Input should be 'base64'"
  const { media_type: type, data } = source
  if (typeof type !== 'string' || !IMAGE_TYPES.includes(type)) {
    return ".source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'"
  }
  const bytes = decodeBase64(data)
  if (!bytes) return '.source.base64.data: Invalid base64 data'
  const length = String(data).length
  if (length > IMAGE_BASE64_MAX)
    return `.source.base64: image exceeds 5 MB maximum: ${length} bytes > ${IMAGE_BASE64_MAX} bytes`
  const facts = pictureFactsOf(bytes)
  if (!facts) return '.source.base64.data: Could not process image'
  if (facts.type === type) return null
  return `.source.base64.data: The image was specified using the ${type} media type, but the image appears to be a ${facts.type} image`
}

function checkTurn(message: unknown): string | null {
  if (!isObject(message)) return ': Input should be an object'
  const { role, content } = message
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    return ".role: Input should be 'user', 'assistant' or 'system'"
  if (content === '' || (Array.isArray(content) && content.length === 0)) {
    return ': all messages must have non-empty content except for the optional final assistant message'
  }
  if (typeof content === 'string') return null
  if (!Array.isArray(content)) return '.content: Field required'
  for (const [index, block] of content.entries()) {
    if (!isObject(block) || typeof block['type'] !== 'string') return `.content.${index}.type: Field required`
    if (block['type'] === 'text' && (typeof block['text'] !== 'string' || block['text'].trim() === '')) {
      return `.content.${index}: text content blocks must be non-empty`
    }
    const problem = block['type'] === 'image' ? checkImage(block['source'], role) : null
    if (problem !== null) return `.content.${index}.image${problem}`
  }
  return null
}

const DISPLAYS = ['summarized', 'omitted']

function checkThinking(thinking: unknown, { thinks, mustThink }: AnthropicModel): string | null {
  if (thinking === undefined) return null
  const { type, display = null } = isObject(thinking) ? thinking : {}
  if (type !== 'adaptive' && type !== 'disabled')
    return 'thinking.type: this model does not support "enabled"; use "adaptive" or "disabled".'
  if (type === 'disabled' && mustThink) return 'thinking.type: this model does not support "disabled".'
  if (type === 'adaptive' && !thinks) return 'adaptive thinking is not supported on this model'
  if (display === null || (type === 'adaptive' && DISPLAYS.includes(String(display)))) return null
  return `thinking.${type}.display: Input should be 'summarized' or 'omitted'`
}
