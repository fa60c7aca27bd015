// What bodies of the API have in common, whatever their form: how many bytes may come and how slowly, what they take of the memory, how
// their fields are refused, and how a repeated request is told from another one.
import type { z } from 'zod'
import { digestOf } from '../../crypto/digest.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { fieldText } from '../../http/field-texts.ts'
import { boundedBody } from '../../http/large-body.ts'
import { BodyShare } from './body-memory.ts'
import { ApiError, badRequest } from './errors.ts'

/** What the share of large bodies holds three times: see body-memory.ts. */
const bytesMax = 16 * 1024 * 1024
/** Room is claimed as the bytes come, whatever length a client declares. The usual history of an agent comes in one read. */
const arrival = { firstBytes: 128 * 1024, withinMs: 60_000 }

const tooSlow = () =>
  new ApiError({
    status: 408,
    type: 'invalid_request_error',
    code: 'request_timeout',
    message: 'Запрос передавался слишком долго. Проверьте соединение и отправьте ещё раз'
  })

/** Keeps the share of the memory until this has settled, however soon or late the response begins. */
export type KeepUntil = (settled: Promise<unknown>) => void

/** The body within a share of the memory. @throws ApiError for a slow one; AppError BODY_TOO_LARGE, UNAVAILABLE when memory is full */
export async function withinMemory(
  c: AppContext,
  answer: (bytes: Uint8Array<ArrayBuffer>, keepUntil: KeepUntil) => Promise<Response>
): Promise<Response> {
  if (!/^(identity)?$/i.test(c.req.header('content-encoding') ?? ''))
    throw badRequest('Сжатые тела здесь не читаются: отправьте запрос без Content-Encoding', 'Content-Encoding')
  const share = new BodyShare(c.var.sentBy)
  const { signal } = c.req.raw
  let isKept = false
  signal.addEventListener('abort', share.release)
  try {
    const bytes = await boundedBody(c, bytesMax, { ...arrival, claim: share.claim, tooSlow })
    signal.removeEventListener('abort', share.release)
    await share.keep(bytes.length)
    return await answer(bytes, (settled) => {
      isKept = true
      void settled.then(share.release, share.release)
    })
  } finally {
    if (!isKept) share.release()
  }
}

/** A wrong type says least: a list that is too long was not meant as a text, which the union takes as well. */
const depth = ({ path, code }: z.core.$ZodIssue): number => path.length * 2 + Number(code !== 'invalid_type')

function problemOf(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  // Of a union, the deepest problem says most.
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const inner = issue.errors.flat().toSorted((one, other) => depth(other) - depth(one))[0]
  return inner ? problemOf({ ...inner, path: [...issue.path, ...inner.path] }) : issue
}

/** @param notOffered paths of fields that nothing here can do, if they are refused @throws ApiError with `param` */
export function parsedFields<Schema extends z.ZodType>(
  sent: object,
  schema: Schema,
  notOffered?: RegExp
): z.output<Schema> {
  const read = schema.safeParse(sent, { error: fieldText })
  if (read.success) return read.data
  const [first] = read.error.issues
  if (!first) throw new AppError('BAD_REQUEST')
  const { path, message } = problemOf(first)
  const param = path.join('.').toWellFormed()
  // Of a field that takes nothing, or one value; another call may take a field of the same name.
  const takesNothing = first.code === 'invalid_value' || (first.code === 'invalid_type' && first.expected === 'null')
  if (takesNothing && notOffered?.test(param))
    throw badRequest(`Параметр ${param} здесь не поддерживается`, param, 'unsupported_parameter')
  const isMissing = path.length === 1 && !(String(path[0]) in sent)
  throw badRequest(`${param}: ${message}`, param, isMissing ? 'missing_required_parameter' : 'invalid_value')
}

/** Visible ASCII. */
const repeatName = /^[!-~]{1,255}$/

/** With an `Idempotency-Key`, the same request gets the same answer. @param digest of what is asked @throws ApiError */
export function noteRepeat(c: AppContext, digest: () => string): void {
  const name = c.req.header('idempotency-key')
  if (name === undefined || name === '') return
  if (!repeatName.test(name))
    throw badRequest('Idempotency-Key: от 1 до 255 латинских букв, цифр и знаков без пробелов', 'Idempotency-Key')
  c.set('repeat', { name, digest: digestOf(`${c.req.path}\n${digest()}`) })
}
