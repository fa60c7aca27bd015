// How schemas of the contract appear in the OpenAPI document.
import { z } from 'zod'
import type { CreateDocumentOptions } from 'zod-openapi'

/** A part of an input: its fields, by their names. */
export type Fields = Record<string, z.core.$ZodType>

/** What a preprocessed schema wants in the end: its pipe would count as a field that may be left out. */
const wanted = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform ? schema.out : schema

/** The fields of an input, whatever is checked or changed around its object. @throws Error for an input without fields */
export function fieldsOf(input: z.ZodType): Fields {
  const schema = wanted(input)
  const object = schema instanceof z.ZodPipe ? schema.in : schema
  if (!(object instanceof z.ZodObject)) throw new Error('An input is not an object')
  return Object.fromEntries(Object.entries<z.core.$ZodType>(object.shape).map(([name, field]) => [name, wanted(field)]))
}

const largest = Number.MAX_SAFE_INTEGER

/** Clients take fields that are added later, and a whole number needs no bound that only JavaScript has. */
export const asDocumented: CreateDocumentOptions = {
  allowEmptySchema: { unknown: true, any: true },
  override: ({ jsonSchema }) => {
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    if (jsonSchema.maximum === largest) delete jsonSchema.maximum
    if (jsonSchema.minimum === -largest) delete jsonSchema.minimum
  }
}
