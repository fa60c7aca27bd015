import { isObject, type JsonObject } from '../../base/json.ts'
import { missing, wrongValue } from './read-input.ts'
import type { Problem } from '../../base/replies.ts'

const SEARCH_TYPES = ['web_search', 'web_search_2025_08_26']
const SEARCH_FIELDS = ['type', 'external_web_access', 'filters', 'search_context_size', 'user_location']
const CONTEXT_SIZES = ['low', 'medium', 'high']
const SUMMARIES = ['auto', 'concise', 'detailed']

const toolsOf = (body: JsonObject): unknown[] => (Array.isArray(body['tools']) ? body['tools'] : [])

/** Whether the model may search the web. */
export const maySearch = (body: JsonObject): boolean =>
  toolsOf(body).some((tool) => isObject(tool) && SEARCH_TYPES.includes(String(tool['type'])))

/** OpenAI shows its thinking only to who asks for a summary. */
export const asksForSummary = ({ reasoning }: JsonObject): boolean =>
  isObject(reasoning) && Boolean(reasoning['summary'])

/** Checks OpenAI's fields for searches and for summaries of thinking. */
export function checkTools(body: JsonObject): Problem | null {
  const { tools, reasoning, max_tool_calls: limit } = body
  if (tools !== undefined && !Array.isArray(tools))
    return wrong('tools', 'invalid_type', 'expected an array of objects')
  for (const [index, tool] of toolsOf(body).entries()) {
    const problem = checkTool(tool, `tools[${index}]`)
    if (problem !== null) return problem
  }
  if (limit !== undefined && limit !== null && (!Number.isInteger(limit) || Number(limit) < 1))
    return wrong('max_tool_calls', 'integer_below_min_value', 'expected an integer of at least 1')
  if (!isObject(reasoning)) return null
  const { summary, effort } = reasoning
  if (summary !== undefined && summary !== null && !SUMMARIES.includes(String(summary)))
    return wrongValue('reasoning.summary', summary, SUMMARIES)
  if (effort !== 'minimal' || !maySearch(body)) return null
  const message = "The following tools cannot be used with reasoning.effort 'minimal': web_search."
  return { message, param: 'tools', code: null }
}

function checkTool(tool: unknown, path: string): Problem | null {
  if (!isObject(tool)) return wrong(path, 'invalid_type', 'expected an object')
  const { type, search_context_size: size, user_location: place } = tool
  if (type === undefined) return missing(`${path}.type`)
  if (type === 'function') return null
  if (!SEARCH_TYPES.includes(String(type))) return wrongValue(`${path}.type`, type, SEARCH_TYPES)
  const unknown = Object.keys(tool).find((key) => !SEARCH_FIELDS.includes(key))
  if (unknown !== undefined)
    return {
      message: `Unknown parameter: '${path}.${unknown}'.`,
      param: `${path}.${unknown}`,
      code: 'unknown_parameter'
    }
  if (size !== undefined && !CONTEXT_SIZES.includes(String(size)))
    return wrongValue(`${path}.search_context_size`, size, CONTEXT_SIZES)
  if (place === undefined || place === null || (isObject(place) && place['type'] === 'approximate')) return null
  return wrongValue(`${path}.user_location.type`, isObject(place) ? place['type'] : place, ['approximate'])
}

const wrong = (param: string, code: string, expected: string): Problem => ({
  message: `Invalid value for '${param}': ${expected}.`,
  param,
  code
})
