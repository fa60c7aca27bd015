// What the forms of calls have in common: bounds of their lists and names, and the values of fields that mean the same in each.
import { z } from 'zod'

/** Turns of a call, parts of a turn, and functions that a call may name. */
export const turnsMax = 4000
export const partsMax = 200
export const toolsMax = 128

/** An id or a name that a supplier gave: several times what suppliers give; as long as the longest that adapters pass on. */
export const named = z.string().min(1).max(256)

/** The name of a function or of a schema. */
export const functionName = z.string().regex(/^[\w-]{1,64}$/)

export const jsonSchema = z.record(z.string(), z.unknown())

/** A function that the model may call. */
export const functionFields = {
  name: functionName,
  description: z.string().nullish(),
  parameters: jsonSchema.nullish(),
  strict: z.boolean().nullish()
}
export type SentFunction = z.output<z.ZodObject<typeof functionFields>>

/** The schema that an answer follows. */
export const schemaFormatFields = { name: functionName, schema: jsonSchema, strict: z.boolean().nullish() }
export type SentSchemaFormat = z.output<z.ZodObject<typeof schemaFormatFields>>

/** Forms of an answer that need no schema. */
export const plainFormat = z.object({ type: z.literal(['text', 'json_object']) })

export const toolChoiceWord = z.enum(['none', 'auto', 'required'])
/** What the model shall do with those of its functions that a choice allows. */
export const allowedMode = z.enum(['auto', 'required'])

export const effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])

export const tokens = z.number().int().min(1).nullish()
const between = (min: number, max: number) => z.number().min(min).max(max).nullish()
export const samplingFields = { temperature: between(0, 2), top_p: between(0, 1) }
export const penalty = between(-2, 2)
/** What asks for something that is not offered; the same field that asks for nothing is taken. */
export const absent = (...values: (string | number | boolean)[]) => z.literal(values).nullish()

/** What is taken and means nothing here. */
export const other = z.object({ type: z.literal('other') })

export type Typed = z.ZodObject<{ type: z.ZodLiteral<string> }>

/** One of these types. What has another one becomes `other` and is not looked at; what has none is of the type `untyped`, or refused. */
export function typed<const Options extends readonly [Typed, ...Typed[]]>(
  options: Options,
  untyped: string | null = 'other'
) {
  const known = new Set<unknown>(options.flatMap(({ shape }) => [...shape.type.values]))
  return z.preprocess(
    (sent) => {
      if (typeof sent !== 'object' || sent === null) return sent
      const type = 'type' in sent ? sent.type : untyped
      return typeof type !== 'string' || known.has(type) ? { ...sent, type } : { type: 'other' }
    },
    z.discriminatedUnion('type', options)
  )
}
