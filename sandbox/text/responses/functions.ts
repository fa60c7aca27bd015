// The caller's functions in the Responses format: what is offered, what was called and answered, and the JSON that is asked for.
import { isObject, type JsonObject } from '../../base/json.ts'
import type { Problem } from '../../base/replies.ts'
import type { Offer } from '../answer/calls.ts'
import { missing, wrongValue } from './read-input.ts'

const NAME = /^[\w-]{1,64}$/
const CALL_ID_LENGTH_MAX = 64
const CHOICES = ['none', 'auto', 'required']

const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const functionsOf = (body: JsonObject) => objectsIn(body['tools']).filter(({ type }) => type === 'function')

export function offerOf(body: JsonObject): Offer {
  const choice = body['tool_choice']
  const named = isObject(choice) ? { name: String(choice['name']) } : 'auto'
  return {
    tools: functionsOf(body).map(({ name, parameters }) => ({
      name: String(name),
      schema: isObject(parameters) ? parameters : {}
    })),
    choice: choice === 'none' || choice === 'required' ? choice : named
  }
}

/** Checks the functions, which of them is chosen, and that each call in the input has its result. */
export function checkFunctions(body: JsonObject): Problem | null {
  for (const [index, tool] of objectsIn(body['tools']).entries()) {
    if (tool['type'] !== 'function') continue
    const problem = checkFunction(tool, `tools[${index}]`)
    if (problem !== null) return problem
  }
  return checkChoice(body) ?? checkCalls(objectsIn(body['input']))
}

function checkFunction({ name, parameters, strict }: JsonObject, path: string): Problem | null {
  if (name === undefined) return missing(`${path}.name`)
  const invalid = (message: string): Problem => ({
    message,
    param: `${path}.parameters`,
    code: 'invalid_function_parameters'
  })
  if (!NAME.test(String(name)))
    return {
      message: `Invalid '${path}.name': string does not match pattern '^[a-zA-Z0-9_-]+$'.`,
      param: `${path}.name`,
      code: 'invalid_value'
    }
  const schema = `Invalid schema for function '${String(name)}'`
  if (!isObject(parameters) || parameters['type'] !== 'object')
    return invalid(`${schema}: schema must be a JSON Schema of 'type: "object"'.`)
  if (!isObject(parameters['properties'])) return invalid(`${schema}: object schema missing properties.`)
  // Functions are strict here unless they say otherwise.
  return strict !== false && parameters['additionalProperties'] !== false
    ? invalid(`${schema}: 'additionalProperties' is required to be supplied and to be false.`)
    : null
}

function checkChoice(body: JsonObject): Problem | null {
  const choice = body['tool_choice']
  if (choice === undefined || choice === null || CHOICES.includes(String(choice))) return null
  const isNamed = isObject(choice) && functionsOf(body).some(({ name }) => name === choice['name'])
  if (isNamed) return null
  if (!isObject(choice)) return wrongValue('tool_choice', choice, CHOICES)
  const message = `Tool choice '${String(choice['name'])}' not found in 'tools' parameter.`
  return { message, param: 'tool_choice', code: null }
}

function checkCalls(items: readonly JsonObject[]): Problem | null {
  const long = items.findIndex(({ call_id: id }) => String(id ?? '').length > CALL_ID_LENGTH_MAX)
  if (long !== -1)
    return {
      message: `Invalid 'input[${long}].call_id': string too long. Expected a string with maximum length ${CALL_ID_LENGTH_MAX}.`,
      param: `input[${long}].call_id`,
      code: 'string_above_max_length'
    }
  const idsOf = (type: string) => items.filter((item) => item['type'] === type).map((item) => String(item['call_id']))
  const [called, answered] = [idsOf('function_call'), idsOf('function_call_output')]
  const stray = answered.find((id) => !called.includes(id))
  const open = called.find((id) => !answered.includes(id))
  if (stray !== undefined)
    return { message: `No tool call found for function call output with call_id ${stray}.`, param: 'input', code: null }
  return open === undefined
    ? null
    : { message: `No tool output found for function call ${open}.`, param: 'input', code: null }
}

const textFormatOf = ({ text }: JsonObject): JsonObject => {
  const format = isObject(text) ? text['format'] : null
  return isObject(format) ? format : { type: 'text' }
}

/** The schema of the JSON that is asked for; null: any text will do. */
export function formatOf(body: JsonObject): JsonObject | null {
  const { type, schema } = textFormatOf(body)
  if (type === 'json_schema' && isObject(schema)) return schema
  return type === 'json_object' ? { type: 'object', properties: { answer: { type: 'string' } } } : null
}

export function checkText(body: JsonObject): Problem | null {
  const { type, name, schema } = textFormatOf(body)
  const types = ['text', 'json_object', 'json_schema']
  if (!types.includes(String(type))) return wrongValue('text.format.type', type, types)
  if (type === 'json_schema' && !NAME.test(String(name ?? ''))) return missing('text.format.name')
  if (type === 'json_schema' && !isObject(schema)) return missing('text.format.schema')
  const isAnnounced = /json/i.test(JSON.stringify([body['input'], body['instructions']]))
  if (type !== 'json_object' || isAnnounced) return null
  const message =
    "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'."
  return { message, param: 'input', code: null }
}
