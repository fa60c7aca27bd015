// Bodies of the API: JSON of up to 16 MB, because an agent sends its whole history, with pictures, each time.
import type { z } from 'zod'
import { parsedJson } from '#providers/http/fields.ts'
import { digestOf } from '../../crypto/digest.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { fieldText } from '../../http/field-texts.ts'
import { boundedBody } from '../../http/large-body.ts'
import { BodyShare, textOf } from './body-memory.ts'
import { ApiError, badRequest } from './errors.ts'

const bytesMax = 16 * 1024 * 1024
/** Room is claimed as the bytes come, whatever length a client declares. */
const arrival = { firstBytes: 64 * 1024, withinMs: 60_000 }
/** Turns of a call: the longest list. */
const listMax = 4000

/** The parameters that nothing here can do; a client must be told, because it would wait for them. */
const notOffered =
  /^(n|logprobs|top_logprobs|functions|function_call|modalities|audio|prediction|web_search_options|background|conversation|previous_response_id|prompt|mcp_servers)(\.|$)/

function problemOf(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  // Of a union, the deepest problem says most.
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const inner = issue.errors.flat().toSorted((one, other) => other.path.length - one.path.length)[0]
  return inner ? problemOf({ ...inner, path: [...issue.path, ...inner.path] }) : issue
}

const tooSlow = () =>
  new ApiError({
    status: 408,
    type: 'invalid_request_error',
    code: 'request_timeout',
    message: 'Запрос передавался слишком долго. Проверьте соединение и отправьте ещё раз'
  })

/** Keeps the share of the memory until this has settled, instead of until the response has begun. */
type KeepUntil = (settled: Promise<unknown>) => void

/** The body within a share of the memory. */
async function withinMemory(
  c: AppContext,
  answer: (bytes: Uint8Array, keepUntil: KeepUntil) => Promise<Response>
): Promise<Response> {
  const share = new BodyShare()
  const { signal } = c.req.raw
  let kept: Promise<unknown> | undefined
  signal.addEventListener('abort', share.release)
  try {
    const bytes = await boundedBody(c, bytesMax, { ...arrival, claim: share.claim, tooSlow })
    signal.removeEventListener('abort', share.release)
    await share.keep(bytes.length)
    return await answer(bytes, (settled) => {
      kept = settled
    })
  } finally {
    if (kept) void kept.then(share.release, share.release)
    else share.release()
  }
}

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

/** Lists that are longer than any that is taken, before each of their items is looked at. @throws ApiError */
function expectShortLists(sent: object): void {
  for (const [name, value] of Object.entries(sent))
    if (Array.isArray(value) && value.length > listMax)
      throw badRequest(`${name}: больше ${listMax} частей здесь не принимается`, name.slice(0, 100).toWellFormed())
}

/** @throws ApiError with `param` */
function parsed<Schema extends z.ZodType>(bytes: Uint8Array, schema: Schema): z.output<Schema> {
  expectFewParts(bytes)
  const sent = parsedJson(textOf(bytes))
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw badRequest('Тело запроса не читается: нужен объект JSON')
  expectShortLists(sent)
  const read = schema.safeParse(sent, { error: fieldText })
  if (read.success) return read.data
  const [first] = read.error.issues
  if (!first) throw new AppError('BAD_REQUEST')
  const { path, message } = problemOf(first)
  const param = path.join('.').toWellFormed()
  if (notOffered.test(param))
    throw badRequest(`Параметр ${param} здесь не поддерживается`, param, 'unsupported_parameter')
  const isMissing = path.length === 1 && !(String(path[0]) in sent)
  throw badRequest(`${param}: ${message}`, param, isMissing ? 'missing_required_parameter' : 'invalid_value')
}

/** Visible ASCII. */
const repeatName = /^[!-~]{1,255}$/

/** With an `Idempotency-Key`, the same request gets the same answer. @throws ApiError */
function noteRepeat(c: AppContext, bytes: Uint8Array): void {
  const name = c.req.header('idempotency-key')
  if (name === undefined || name === '') return
  if (!repeatName.test(name))
    throw badRequest('Idempotency-Key: от 1 до 255 латинских букв, цифр и знаков без пробелов', 'Idempotency-Key')
  c.set('repeat', { name, digest: digestOf(`${c.req.path}\n${digestOf(bytes)}`) })
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
    noteRepeat(c, bytes)
    return answer(parsed(bytes, schema), keepUntil)
  })
}
