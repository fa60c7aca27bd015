// Bodies of the API: JSON of up to 16 MB, because an agent sends its whole history, with pictures, each time.
import type { z } from 'zod'
import { parsedJson } from '#providers/http/fields.ts'
import { digestOf } from '../../crypto/digest.ts'
import type { AppContext } from '../../http/context.ts'
import { textOf } from './body-memory.ts'
import { badRequest } from './errors.ts'
import { type KeepUntil, noteRepeat, parsedFields, withinMemory } from './sent-body.ts'

/** Turns of a call: the longest list. */
const listMax = 4000

/** The parameters that nothing here can do; a client must be told, because it would wait for them. */
const notOffered =
  /^(n|logprobs|top_logprobs|functions|function_call|modalities|audio|prediction|web_search_options|background|conversation|previous_response_id|prompt|mcp_servers|thread)(\.|$)/

/** Objects, lists and what is in them: each takes much more memory than its text. No history of an agent has as many. */
const partsMax = 400_000
const [quote, backslash, comma, brace, bracket] = ['"', '\\', ',', '{', '['].map((sign) => sign.charCodeAt(0))

/** Before anything is made of the body. @throws ApiError */
function expectFewParts(bytes: Uint8Array): void {
  // Each part takes a byte.
  if (bytes.length <= partsMax) return
  let parts = 0
  let isText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (isText && byte === backslash) at += 1
    else if (byte === quote) isText = !isText
    else if (!isText && (byte === comma || byte === brace || byte === bracket)) parts += 1
  }
  if (parts > partsMax) throw badRequest('В запросе слишком много частей')
}

/** Lists and maps that are longer than any that is taken, before each of their items is looked at. @throws ApiError */
function expectShortLists(sent: object): void {
  for (const [name, value] of Object.entries(sent))
    if (typeof value === 'object' && Object.keys(value ?? {}).length > listMax)
      throw badRequest(`${name}: больше ${listMax} частей здесь не принимается`, name.slice(0, 100).toWellFormed())
}

/** @throws ApiError with `param` */
function parsed<Schema extends z.ZodType>(bytes: Uint8Array, schema: Schema): z.output<Schema> {
  expectFewParts(bytes)
  const sent = parsedJson(textOf(bytes))
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw badRequest('Тело запроса не читается: нужен объект JSON')
  expectShortLists(sent)
  return parsedFields(sent, schema, notOffered)
}

/**
 * Answers a call with a body. Called only after the key was looked at, so that large bodies of strangers are not read.
 * @throws ApiError with `param`; AppError BODY_TOO_LARGE, UNAVAILABLE when memory is full
 */
export function withBody<Schema extends z.ZodType>(
  c: AppContext,
  schema: Schema,
  answer: (sent: z.output<Schema>, keepUntil: KeepUntil) => Promise<Response>
): Promise<Response> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? 'application/json'))
    throw badRequest('Тело запроса должно быть JSON с content-type application/json')
  return withinMemory(c, (bytes, keepUntil) => {
    noteRepeat(c, () => digestOf(bytes))
    return answer(parsed(bytes, schema), keepUntil)
  })
}
