// What the model calls of the tools that it is offered, and JSON in the form that is asked for.
import { isObject, type JsonObject } from '../../base/json.ts'
import type { Conversation } from './conversation.ts'
import { isProposalTool, proposalsFor } from './proposed-works.ts'

interface OfferedTool {
  name: string
  schema: JsonObject
}

/** The tools of a request in a form common to all text upstreams. */
export interface Offer {
  tools: readonly OfferedTool[]
  choice: 'auto' | 'none' | 'required' | { name: string }
}

export interface PlannedCall {
  /** Without the prefix that an upstream gives it. */
  id: string
  name: string
  arguments: string
}

const ASKS_FOR_CALL = /\[(?:tool|инструмент)(?::([\w-]+|сломан))?\]|call the tool|вызови инструмент/i
const ASKS_FOR_CALLS = /\[(?:tools|инструменты)\]/i
const BROKEN = ['broken', 'сломан']

/**
 * The calls of an answer: when the prompt asks for one, or the request demands it. What a tool has answered is told instead of calling
 * it again.
 */
export function callsFor({ tools, choice }: Offer, { prompt, results = [] }: Conversation, id: string): PlannedCall[] {
  const [first] = tools
  const callOf = ({ name }: OfferedTool, index: number, given: string): PlannedCall => ({
    id: `${id.slice(0, 20)}${index}`,
    name,
    arguments: given
  })
  const asked = ASKS_FOR_CALL.exec(prompt)
  const several = ASKS_FOR_CALLS.test(prompt)
  const isDemanded = choice === 'required' || typeof choice === 'object'
  if (!first || choice === 'none' || results.length > 0) return []
  if (!(asked || several || isDemanded)) {
    const proposing = tools.find(isProposalTool)
    return proposing ? proposalsFor(prompt).map((given, index) => callOf(proposing, index, JSON.stringify(given))) : []
  }
  const name = typeof choice === 'object' ? choice.name : asked?.[1]
  const one = tools.find((tool) => tool.name === name) ?? first
  const called = several ? [one, tools.find((tool) => tool !== one) ?? one] : [one]
  const isBroken = BROKEN.includes(asked?.[1] ?? '')
  return called.map((tool, index) => {
    const given = JSON.stringify(sampleOf(tool.schema, wordIn(prompt)))
    return callOf(tool, index, isBroken ? `${given.slice(0, -1)},` : given)
  })
}

/** What a text of the arguments is: what the prompt quotes. */
export const wordIn = (prompt: string): string => /«([^«»]+)»/.exec(prompt)?.[1] ?? 'пример'

/** A value that fits a schema, roughly: bounds of lengths and patterns are not looked at. */
export function sampleOf(schema: unknown, word: string, root: unknown = schema, depth = 0): unknown {
  if (!isObject(schema) || depth > 20) return word
  const { enum: values, anyOf, oneOf, allOf, items, properties, required, minimum } = schema
  for (const given of ['const', 'default']) if (schema[given] !== undefined) return schema[given]
  if (Array.isArray(values)) return values[0]
  if (typeof schema['$ref'] === 'string') return sampleOf(resolved(root, schema['$ref']), word, root, depth + 1)
  for (const variants of [anyOf, oneOf, allOf])
    if (Array.isArray(variants)) return sampleOf(variants[0], word, root, depth + 1)
  const types = [schema['type']].flat()
  if (types.includes('object') || isObject(properties)) {
    const fields = Object.entries(isObject(properties) ? properties : {})
    const wanted = Array.isArray(required) ? fields.filter(([name]) => required.includes(name)) : fields
    return Object.fromEntries(wanted.map(([name, field]) => [name, sampleOf(field, word, root, depth + 1)]))
  }
  if (types.includes('array')) return [sampleOf(items, word, root, depth + 1)]
  if (types.includes('integer') || types.includes('number')) return typeof minimum === 'number' ? minimum : 1
  if (types.includes('boolean')) return true
  return types.includes('null') ? null : word
}

function resolved(root: unknown, reference: string): unknown {
  const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean)
  return steps.reduce((value, step) => (isObject(value) ? value[step] : undefined), root)
}

/** The parts in which arguments are written. */
export const argumentParts = (text: string): string[] => text.match(/.{1,8}/gsu) ?? []
