// How schemas of the contract appear in the OpenAPI document.
import { z } from 'zod'
import type { CreateDocumentOptions } from 'zod-openapi'

/** A part of an input: its fields, by their names. */
export type Fields = Record<string, z.core.$ZodType>

/** What a preprocessed schema wants in the end: its pipe would count as a field that may be left out. */
function wanted(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map(wanted)
    return options.every((option, at) => option === schema.options[at]) ? schema : z.union(options)
  }
  return schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform ? schema.out : schema
}

/** The fields of an input, whatever is checked or changed around its object. @throws Error for an input without fields */
export function fieldsOf(input: z.ZodType): Fields {
  const schema = wanted(input)
  const object = schema instanceof z.ZodPipe ? schema.in : schema
  if (!(object instanceof z.ZodObject)) throw new Error('An input is not an object')
  return Object.fromEntries(Object.entries<z.core.$ZodType>(object.shape).map(([name, field]) => [name, wanted(field)]))
}

/** What is looked at by its type alone: parts, items and tools of types that are not named are taken. */
const isPrepared = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform

type JsonSchema = z.core.JSONSchema.BaseSchema
type Part = z.core.JSONSchema._JSONSchema | undefined

const constOf = (schema: Part): unknown => (typeof schema === 'object' ? schema.const : undefined)

/** Stands for them inside: `other` of contract/v1, and null for tools that the maker runs. */
const isStandIn = (kind: Part): boolean =>
  typeof kind === 'object' && (kind.type === 'null' || constOf(kind.properties?.['type']) === 'other')

function openUp(schema: JsonSchema): void {
  const said = schema.oneOf ?? schema.anyOf
  if (!said) return
  delete schema.oneOf
  schema.anyOf = [
    ...said.filter((kind) => !isStandIn(kind)),
    { type: 'object', description: 'Другие виды принимаются и ничего не меняют' }
  ]
}

const largest = Number.MAX_SAFE_INTEGER

/** Clients take fields that are added later, and a whole number needs no bound that only JavaScript has. */
export const asDocumented: CreateDocumentOptions = {
  allowEmptySchema: { unknown: true, any: true },
  override: ({ zodSchema, jsonSchema }) => {
    if (isPrepared(zodSchema)) openUp(jsonSchema)
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    if (jsonSchema.maximum === largest) delete jsonSchema.maximum
    if (jsonSchema.minimum === -largest) delete jsonSchema.minimum
  }
}
