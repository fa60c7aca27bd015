// Bodies of the API: JSON of up to 16 MB, because an agent sends its whole history, with pictures, each time.
import type { z } from 'zod'
import { parsedJson } from '#providers/http/fields.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { fieldText } from '../http/field-texts.ts'
import { boundedBody } from '../http/large-body.ts'
import { MemoryBudget } from '../http/memory-budget.ts'
import { arrivalMaxMs } from '../http/sent-files.ts'
import { badRequest } from './errors.ts'

const bytesMax = 16 * 1024 * 1024

/** The parameters that nothing here can do; a client must be told, because it would wait for them. */
const notOffered =
  /^(n|logprobs|top_logprobs|functions|function_call|modalities|audio|prediction|web_search_options)(\.|$)/

function problemOf(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  // Of a union, the deepest problem says most.
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const inner = issue.errors.flat().toSorted((one, other) => other.path.length - one.path.length)[0]
  return inner ? problemOf({ ...inner, path: [...issue.path, ...inner.path] }) : issue
}

/**
 * What bodies of the API take of the isolate's memory beside those of the site: the bytes, the text, and the text that is sent on. A call
 * gives its share back when its answer begins.
 */
const memory = new MemoryBudget(48 * 1024 * 1024)
const copies = 3
const heldMaxMs = arrivalMaxMs + 60_000
const waitMaxMs = 5000

/** The body within a share of the memory, which `answer` needs no longer once it has returned. */
async function withinMemory(c: AppContext, answer: (bytes: Uint8Array) => Promise<Response>): Promise<Response> {
  const releases: (() => void)[] = []
  const claim = async (bytes: number) => {
    const release = await memory.take(bytes * copies, { heldMaxMs, waitMaxMs })
    if (!release) throw new AppError('UNAVAILABLE', { retryAfter: 5 })
    releases.push(release)
  }
  try {
    return await answer(await boundedBody(c, bytesMax, claim))
  } finally {
    for (const release of releases) release()
  }
}

/** @throws ApiError with `param` */
function parsed<Schema extends z.ZodType>(bytes: Uint8Array, schema: Schema): z.output<Schema> {
  const sent = parsedJson(new TextDecoder().decode(bytes))
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw badRequest('Тело запроса не читается: нужен объект JSON')
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

/**
 * Answers a call with a body. Called only after the key was looked at, so that large bodies of strangers are not read.
 * @throws ApiError with `param`; AppError BODY_TOO_LARGE, UNAVAILABLE when memory is full
 */
export function withBody<Schema extends z.ZodType>(
  c: AppContext,
  schema: Schema,
  answer: (sent: z.output<Schema>) => Promise<Response>
): Promise<Response> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? 'application/json'))
    throw badRequest('Тело запроса должно быть JSON с content-type application/json')
  return withinMemory(c, (bytes) => answer(parsed(bytes, schema)))
}
