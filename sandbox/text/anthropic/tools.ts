import { isObject } from '../../json.ts'
import type { JsonObject } from '../../json.ts'
import type { AnthropicModel } from '../models.ts'

const SEARCH_TYPES = ['web_search_20250305', 'web_search_20260209', 'web_search_20260318']
const SEARCH_FIELDS = new Set(
  `type name max_uses allowed_callers allowed_domains blocked_domains cache_control defer_loading response_inclusion
  strict user_location`.split(/\s+/)
)
const DISPLAYS = ['summarized', 'omitted']

const toolsOf = (body: JsonObject): unknown[] => (Array.isArray(body['tools']) ? body['tools'] : [])

export const maySearch = (body: JsonObject): boolean => toolsOf(body).length > 0

/** The upstream's error message for tools that it refuses; null for valid ones. */
export function checkTools(body: JsonObject): string | null {
  if (body['tools'] !== undefined && !Array.isArray(body['tools'])) return 'tools: Input should be a valid list'
  for (const [index, tool] of toolsOf(body).entries()) {
    const problem = checkTool(tool, `tools.${index}`)
    if (problem !== null) return problem
  }
  return null
}

function checkTool(tool: unknown, path: string): string | null {
  if (!isObject(tool)) return `${path}: Input should be an object`
  const { type, name, max_uses: uses } = tool
  if (typeof type !== 'string' || !SEARCH_TYPES.includes(type)) {
    const tags = SEARCH_TYPES.map((tag) => `'${tag}'`).join(', ')
    return `${path}: Input tag '${String(type)}' found using 'type' does not match any of the expected tags: ${tags}`
  }
  if (name !== 'web_search') return `${path}.${type}.name: Input should be 'web_search'`
  const unknown = Object.keys(tool).find((key) => !SEARCH_FIELDS.has(key))
  if (unknown !== undefined) return `${path}.${type}.${unknown}: Extra inputs are not permitted`
  if (uses !== undefined && uses !== null && (!Number.isInteger(uses) || Number(uses) < 1))
    return `${path}.${type}.max_uses: Input should be greater than 0`
  if (!tool['allowed_domains'] || !tool['blocked_domains']) return null
  return `${path}.${type}: Only one of allowed_domains and blocked_domains may be specified`
}

export function checkThinking(thinking: unknown, { thinks }: AnthropicModel): string | null {
  if (thinking === undefined) return null
  const { type, display = null } = isObject(thinking) ? thinking : {}
  if (type !== 'adaptive' && type !== 'disabled')
    return 'thinking.type: this model does not support "enabled"; use "adaptive" or "disabled".'
  if (type === 'adaptive' && !thinks) return 'adaptive thinking is not supported on this model'
  if (display === null || (type === 'adaptive' && DISPLAYS.includes(String(display)))) return null
  return `thinking.${type}.display: Input should be 'summarized' or 'omitted'`
}
