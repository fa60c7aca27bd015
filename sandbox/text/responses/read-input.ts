import { conversationOf, countInputTokens, type Conversation } from '../answer/conversation.ts'
import { decodeBase64, pictureFactsOf } from '../answer/picture-facts.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import type { Problem } from '../../base/replies.ts'

const ROLES = new Set(['user', 'assistant', 'system', 'developer'])

/** Checks the fields that OpenAI and xAI treat alike: `model`, `input`, `stream`. */
export function checkShape(body: JsonObject): Problem | null {
  if (typeof body['model'] !== 'string' || body['model'] === '') return missing('model')
  if (body['input'] === undefined) return missing('input')
  if (body['stream'] !== undefined && body['stream'] !== null && typeof body['stream'] !== 'boolean') {
    return wrongType('stream', 'a boolean')
  }
  return checkInput(body['input'])
}

export function checkOutputLimit(body: JsonObject, minimum: number): Problem | null {
  const limit = body['max_output_tokens']
  if (limit === undefined || limit === null) return null
  if (!Number.isInteger(limit)) return wrongType('max_output_tokens', 'an integer')
  if (Number(limit) >= minimum) return null
  return {
    message: `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${minimum}, but got ${String(limit)} instead.`,
    param: 'max_output_tokens',
    code: 'integer_below_min_value'
  }
}

function checkInput(input: unknown): Problem | null {
  if (typeof input === 'string') return null
  if (!Array.isArray(input)) return wrongType('input', 'a string or an array')
  if (input.length === 0) {
    return { message: "Invalid 'input': empty array. Expected a non-empty array.", param: 'input', code: 'empty_array' }
  }
  for (const [index, item] of input.entries()) {
    const problem = checkItem(item, `input[${index}]`)
    if (problem !== null) return problem
  }
  return null
}

function checkItem(item: unknown, path: string): Problem | null {
  if (!isObject(item)) return wrongType(path, 'an object')
  if (item['type'] !== undefined && item['type'] !== 'message') return null
  const { role, content } = item
  if (role === undefined) return missing(`${path}.role`)
  if (typeof role !== 'string' || !ROLES.has(role)) return wrongValue(`${path}.role`, role, [...ROLES])
  if (typeof content === 'string') return null
  if (!Array.isArray(content)) {
    return content === undefined ? missing(`${path}.content`) : wrongType(`${path}.content`, 'a string or an array')
  }
  // The upstream refuses an assistant's earlier message sent as input text: it must be output text.
  const types = role === 'assistant' ? ['output_text', 'refusal'] : ['input_text', 'input_image', 'input_file']
  for (const [index, part] of content.entries()) {
    const type: unknown = isObject(part) ? part['type'] : undefined
    if (!types.includes(String(type))) return wrongValue(`${path}.content[${index}]`, type, types)
    const problem =
      type === 'input_image' && isObject(part) ? checkImage(part, `${path}.content[${index}].image_url`) : null
    if (problem !== null) return problem
  }
  return null
}

const IMAGE_URL = /^data:image\/(?:png|jpeg|gif|webp);base64,/

/** The sandbox fetches nothing, so a picture is a data URL. */
function checkImage(part: JsonObject, param: string): Problem | null {
  const url = part['image_url']
  if (typeof url !== 'string') return missing(param)
  if (!IMAGE_URL.test(url)) {
    const expected =
      "Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU=')"
    return { message: `Invalid '${param}'. ${expected}.`, param, code: 'invalid_value' }
  }
  const bytes = decodeBase64(url.replace(IMAGE_URL, ''))
  const facts = bytes && pictureFactsOf(bytes)
  if (facts && url.startsWith(`data:${facts.type};`)) return null
  const message = 'The image data you provided does not represent a valid image. Please check your input and try again.'
  return { message, param, code: bytes ? 'invalid_image_format' : 'invalid_base64_image' }
}

/** The conversation in a validated body. */
export function readInput(body: JsonObject): { conversation: Conversation; inputTokens: number } {
  const { input, instructions } = body
  const items = Array.isArray(input) ? input.filter(isObject) : [{ role: 'user', content: input }]
  return {
    conversation: conversationOf(items),
    inputTokens: countInputTokens([
      instructions,
      ...items.map(({ content, output, arguments: given }) => content ?? output ?? given)
    ])
  }
}

export function effortOf(body: JsonObject): string | undefined {
  const reasoning = body['reasoning']
  return isObject(reasoning) && typeof reasoning['effort'] === 'string' ? reasoning['effort'] : undefined
}

export function missing(param: string): Problem {
  return { message: `Missing required parameter: '${param}'.`, param, code: 'missing_required_parameter' }
}

function wrongType(param: string, expected: string): Problem {
  return { message: `Invalid type for '${param}': expected ${expected}.`, param, code: 'invalid_type' }
}

export function wrongValue(param: string, value: unknown, supported: readonly string[]): Problem {
  const values = supported.map((item) => `'${item}'`).join(', ')
  return {
    message: `Invalid value: '${String(value)}'. Supported values are: ${values}.`,
    param,
    code: 'invalid_value'
  }
}
