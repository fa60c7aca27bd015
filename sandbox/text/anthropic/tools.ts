// The tools of a Messages request: searches of the web, the caller's functions, what was called and answered.
import { isObject, type JsonObject } from '../../base/json.ts'
import type { Offer } from '../answer/calls.ts'

const SEARCH_TYPES = ['web_search_20250305', 'web_search_20260209', 'web_search_20260318']
const SEARCH_FIELDS = new Set(
  `type name max_uses allowed_callers allowed_domains blocked_domains cache_control defer_loading response_inclusion
  strict user_location`.split(/\s+/)
)
const CHOICES = ['auto', 'any', 'none', 'tool']
const NAME = /^[\w-]{1,128}$/

const toolsOf = (body: JsonObject): unknown[] => (Array.isArray(body['tools']) ? body['tools'] : [])
const isFunction = ({ type = 'custom' }: JsonObject): boolean => type === 'custom'

export const maySearch = (body: JsonObject): boolean =>
  toolsOf(body).some((tool) => isObject(tool) && SEARCH_TYPES.includes(String(tool['type'])))

export function offerOf(body: JsonObject): Offer {
  const { type = 'auto', name } = isObject(body['tool_choice']) ? body['tool_choice'] : {}
  const tools = toolsOf(body).filter(isObject).filter(isFunction)
  return {
    tools: tools.map((tool) => ({
      name: String(tool['name']),
      schema: isObject(tool['input_schema']) ? tool['input_schema'] : {}
    })),
    choice: type === 'tool' ? { name: String(name) } : type === 'any' ? 'required' : type === 'none' ? 'none' : 'auto'
  }
}

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
  if (isFunction(tool)) return checkFunction(tool, `${path}.custom`)
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

function checkFunction({ name, input_schema: schema, strict }: JsonObject, path: string): string | null {
  if (!NAME.test(String(name ?? ''))) return `${path}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`
  if (!isObject(schema)) return `${path}.input_schema: Field required`
  if (schema['type'] !== 'object') return `${path}.input_schema.type: Input should be 'object'`
  return strict ? misfitOf(schema, `${path}.input_schema`) : null
}

/** What a schema has that the upstream cannot hold a model to. */
function misfitOf(schema: unknown, path: string): string | null {
  if (!isObject(schema)) return null
  if (schema['type'] === 'object' && schema['additionalProperties'] !== false)
    return `${path}: For 'object' type, 'additionalProperties' must be explicitly set to false`
  const refused = ['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'maxItems', 'oneOf'].find(
    (key) => schema[key] !== undefined
  )
  if (refused !== undefined) return `${path}: property '${refused}' is not supported`
  const { properties, items } = schema
  const nested = [...Object.entries(isObject(properties) ? properties : {}), ['items', items] as const]
  return nested.map(([name, one]) => misfitOf(one, `${path}.${name}`)).find((problem) => problem !== null) ?? null
}

/** @param thinks the model thinks unless it is told not to */
export function checkChoice(body: JsonObject, thinks: boolean): string | null {
  const { tool_choice: choice, thinking } = body
  if (choice === undefined || choice === null) return null
  if (!isObject(choice) || !CHOICES.includes(String(choice['type'])))
    return `tool_choice: Input tag should be one of ${CHOICES.join(', ')}`
  if (toolsOf(body).length === 0) return 'tool_choice may only be specified while providing tools'
  const { type, name } = choice
  if (type === 'tool' && !toolsOf(body).some((tool) => isObject(tool) && tool['name'] === name))
    return `tool_choice.tool.name: Tool '${String(name)}' not found in provided tools`
  const isSilent = isObject(thinking) ? thinking['type'] === 'disabled' : !thinks
  return isSilent || type === 'auto' || type === 'none'
    ? null
    : 'Thinking may not be enabled when tool_choice forces tool use.'
}

/** The schema of the JSON that is asked for; null: any text will do. */
export function formatOf({ output_config: output }: JsonObject): JsonObject | null {
  const format = isObject(output) ? output['format'] : null
  return isObject(format) && isObject(format['schema']) ? format['schema'] : null
}

export function checkOutput(body: JsonObject): string | null {
  const stops = body['stop_sequences']
  if (Array.isArray(stops) && stops.some((stop) => String(stop).trim() === ''))
    return 'stop_sequences: each stop sequence must contain non-whitespace'
  const { output_config: output } = body
  const { effort, format } = isObject(output) ? output : {}
  if (effort !== undefined && !['low', 'medium', 'high', 'xhigh', 'max'].includes(String(effort)))
    return "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'"
  if (format === undefined || format === null) return null
  if (!isObject(format) || format['type'] !== 'json_schema')
    return "output_config.format: Input should be 'json_schema'"
  return misfitOf(format['schema'], 'output_config.format.schema')
}

const blocksOf = (message: unknown, type: string): JsonObject[] => {
  const content = isObject(message) ? message['content'] : null
  return Array.isArray(content) ? content.filter(isObject).filter((block) => block['type'] === type) : []
}

/** Each call must be answered by the message after it, and nothing else may be. */
export function checkUses(messages: unknown): string | null {
  const list: unknown[] = Array.isArray(messages) ? messages : []
  for (const [index, message] of list.entries()) {
    const uses = blocksOf(message, 'tool_use')
    const answered = blocksOf(list[index + 1], 'tool_result').map((block) => block['tool_use_id'])
    const asked = blocksOf(list[index - 1], 'tool_use').map(({ id }) => id)
    const wrong = uses.findIndex(({ id, input }) => !NAME.test(String(id)) || !isObject(input))
    if (wrong !== -1) return `messages.${index}.content.${wrong}.tool_use: id or input is not valid`
    const open = uses.find(({ id }) => !answered.includes(id))
    if (open)
      return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${String(open['id'])}.`
    const stray = blocksOf(message, 'tool_result').find((block) => !asked.includes(block['tool_use_id']))
    if (stray)
      return `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(stray['tool_use_id'])}.`
  }
  return null
}
