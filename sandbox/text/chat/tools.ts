// The caller's functions in `/chat/completions`: what is offered, what was called and answered, and the JSON that is asked for.
import { isObject, type JsonObject } from '../../base/json.ts'
import { argumentParts, type Offer, type PlannedCall } from '../answer/calls.ts'
import { wrong, type ChatProblem } from './errors.ts'
import type { Flavour } from './flavours.ts'

const NAME = /^[\w-]{1,64}$/
const CHOICES = ['none', 'auto', 'required']

const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const functionOf = (tool: JsonObject): JsonObject => (isObject(tool['function']) ? tool['function'] : {})
const callsOf = (message: JsonObject): JsonObject[] => objectsIn(message['tool_calls'])

export function offerOf({ tools, tool_choice: choice }: JsonObject): Offer {
  return {
    tools: objectsIn(tools)
      .map(functionOf)
      .map(({ name, parameters }) => ({ name: String(name), schema: isObject(parameters) ? parameters : {} })),
    choice: isObject(choice)
      ? { name: String(functionOf(choice)['name']) }
      : choice === 'none' || choice === 'required'
        ? choice
        : 'auto'
  }
}

/** The schema of the JSON that is asked for; null: any text will do. */
export function formatOf({ response_format: format }: JsonObject): JsonObject | null {
  if (!isObject(format)) return null
  const { type, json_schema: named } = format
  if (type === 'json_schema' && isObject(named) && isObject(named['schema'])) return named['schema']
  return type === 'json_object' ? { type: 'object', properties: { answer: { type: 'string' } } } : null
}

/** What is wrong with the tools of a request, and with the calls and results in its messages; null: nothing. */
export function checkTools(body: JsonObject, flavour: Flavour): ChatProblem | null {
  const { tools, tool_choice: choice } = body
  for (const [index, tool] of objectsIn(tools).entries()) {
    const { name, parameters } = functionOf(tool)
    if (tool['type'] !== 'function' || !NAME.test(String(name ?? '')))
      return wrong(`tools[${index}]`, `Invalid 'tools[${index}].function.name'.`, 'invalid_value')
    if (!isObject(parameters) || parameters['type'] !== 'object')
      return wrong(`tools[${index}]`, `Invalid schema for function '${String(name)}'.`, 'invalid_function_parameters')
  }
  const offered = objectsIn(tools).map((tool) => functionOf(tool)['name'])
  const isKnown = isObject(choice) ? offered.includes(functionOf(choice)['name']) : CHOICES.includes(String(choice))
  if (choice !== undefined && (!isKnown || offered.length === 0))
    return wrong('tool_choice', `Invalid value for 'tool_choice'.`)
  return checkCalls(objectsIn(body['messages']), String(body['model']), flavour)
}

function checkCalls(messages: readonly JsonObject[], model: string, flavour: Flavour): ChatProblem | null {
  let open: unknown[] = []
  for (const [index, message] of messages.entries()) {
    const place = `messages[${index}]`
    const id = message['tool_call_id']
    if (message['role'] === 'tool' && !open.includes(id))
      return wrong(place, "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.")
    if (message['role'] !== 'tool' && open.length > 0)
      return wrong(place, "An assistant message with 'tool_calls' must be followed by tool messages.")
    open = message['role'] === 'tool' ? open.filter((one) => one !== id) : callsOf(message).map((call) => call['id'])
    const problem = callsOf(message).length > 0 ? checkOwn(message, model, flavour) : null
    if (problem !== null) return wrong(place, problem)
  }
  return open.length > 0 ? wrong('messages', "'tool_calls' must be followed by tool messages.") : null
}

/** What single suppliers want of the calls that they are told of. */
function checkOwn(message: JsonObject, model: string, { errors }: Flavour): string | null {
  const calls = callsOf(message)
  if (calls.some((call) => !isJson(functionOf(call)['arguments']))) return 'Invalid arguments of a tool call.'
  if (errors === 'deepseek' && /reasoner/.test(model) && message['reasoning_content'] === undefined)
    return 'Missing `reasoning_content` field in the assistant message.'
  if (errors === 'gemini' && calls.some((call) => call['extra_content'] === undefined))
    return 'Function call is missing a thought_signature in functionCall parts.'
  return null
}

function isJson(text: unknown): boolean {
  try {
    return isObject(JSON.parse(String(text)))
  } catch {
    return false
  }
}

/** The deltas of the calls of an answer, as a supplier writes them. */
export function callDeltas(calls: readonly PlannedCall[], { calls: form }: Flavour): JsonObject[] {
  const begun = (call: PlannedCall, index: number, text: string): JsonObject => ({
    ...(form !== 'without-index' && { index }),
    ...(form !== 'without-id' && { id: `call_${call.id}` }),
    type: 'function',
    function: { name: call.name, arguments: text }
  })
  if (form === 'whole' || form === 'without-index')
    return calls.map((call, index) => ({ tool_calls: [begun(call, index, call.arguments)] }))
  const parts = calls.map((call, index) => [
    { tool_calls: [begun(call, index, '')] },
    ...argumentParts(call.arguments).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] }))
  ])
  return form === 'interleaved' ? woven(parts) : parts.flat()
}

/** One of each in turn. */
function woven(lists: readonly JsonObject[][]): JsonObject[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  const rows = Array.from({ length: longest }, (_, place) => lists.map((list) => list[place]))
  return rows.flat().filter((one) => one !== undefined)
}
