// Reads bodies that carry files as base64, within the memory of an isolate.
import type { Parameter } from '#contract/catalogue/parameters.ts'
import { conditionsOf } from '#contract/catalogue/shown-parameters.ts'
import { parsedJson } from '#providers/http/fields.ts'
import { fileMinBytes } from '#providers/http/json-files.ts'
import type { AppContext } from './context.ts'
import { AppError } from './errors.ts'
import { arrivalMaxMs } from './sent-files.ts'

/** Everything in the body except the files. */
const restMaxBytes = 512 * 1024

const base64Bytes = (bytes: number) => Math.ceil(bytes / 3) * 4

/** The longest body for files of these sizes, with some room: a file slightly too large gets its own error message. */
export const bodyMaxBytesOf = (...sizesBytes: readonly number[]): number =>
  restMaxBytes + sizesBytes.reduce((sum, size) => sum + base64Bytes(size), 0)

/** The same for a form whose choices show different files: the largest set that can be sent together. */
export function bodyMaxBytesOfForm(parameters: readonly Parameter[]): number {
  const files = parameters.filter((parameter) => 'mediaTypes' in parameter)
  const choices = new Set(files.flatMap((file) => conditionsOf(file).flatMap(({ is }) => is)))
  const together = [...choices, null].map((choice) =>
    files.filter((file) => {
      const conditions = conditionsOf(file)
      return conditions.length === 0 || conditions.some(({ is }) => choice !== null && is.includes(choice))
    })
  )
  return Math.max(...together.map((some) => bodyMaxBytesOf(...some.map(({ sizeBytesMax }) => sizeBytesMax))))
}

function lengthOf(c: AppContext): number | null {
  const declared = c.req.header('content-length')
  return declared === undefined || !/^\d{1,15}$/.test(declared) ? null : Number(declared)
}

const slowFile = () =>
  new AppError('BAD_REQUEST', { text: 'Файл передавался слишком долго. Проверьте соединение и отправьте ещё раз' })

interface Reading {
  /** Waits for room for so many bytes more. */
  claim: (bytes: number) => Promise<void>
  /** What a body is refused with that does not arrive in time. */
  tooSlow?: () => Error
  /** Of the declared length so much is claimed before bytes come; default: all. */
  firstBytes?: number
  withinMs?: number
}

/**
 * Claims memory for the declared length, or more and more when none is declared.
 * @throws AppError as soon as the body turns out to be too long or too slow, without reading the rest, and what `claim` threw
 */
export async function boundedBody(
  c: AppContext,
  bytesMax: number,
  { claim, tooSlow = slowFile, firstBytes = Infinity, withinMs = arrivalMaxMs }: Reading
) {
  const { body } = c.req.raw
  if (!body) return new Uint8Array()
  const declared = lengthOf(c) ?? fileMinBytes
  if (declared > bytesMax) throw new AppError('BODY_TOO_LARGE')
  const length = Math.min(declared, firstBytes)
  await claim(length)
  const reader = body.getReader({ mode: 'byob' })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(tooSlow()), withinMs)
  let bytes = new Uint8Array(length + 1)
  let size = 0
  try {
    for (;;) {
      // Filled at once: each read costs a turn, however little it gives. There is always room for a
      // byte more than is expected, which tells the end, or a body that is too long.
      const room = new Uint8Array(bytes.buffer, size)
      const { value, done } = await Promise.race([reader.readAtLeast(room.length, room), late.promise])
      if (value) {
        bytes = new Uint8Array(value.buffer)
        size += value.length
      }
      if (size > bytesMax) throw new AppError('BODY_TOO_LARGE')
      if (done || size < bytes.length) return bytes.subarray(0, size)
      const wanted = declared >= size ? declared + 1 : Infinity
      const grownLength = Math.min(bytesMax + 1, bytes.length * 2, wanted)
      await claim(grownLength - bytes.length)
      const grown = new Uint8Array(grownLength)
      grown.set(bytes)
      bytes = grown
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reads the JSON of a body that may carry files. Each file is replaced by a mark that `c.var.files` resolves.
 * @param bytesMaxOf the largest body that this call accepts
 */
export const largeBody =
  (bytesMaxOf: (c: AppContext) => number) =>
  /** @returns no object when the body is not JSON. @throws AppError BODY_TOO_LARGE, BAD_REQUEST, UNAVAILABLE when memory is full */
  async (c: AppContext): Promise<unknown> => {
    const bytes = await boundedBody(c, bytesMaxOf(c), {
      claim: (claimed) => c.var.files.claimBody(claimed, c.var.caller.userId)
    })
    if (bytes.length === 0) return {}
    if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new AppError('BAD_REQUEST')
    const json = c.var.files.takeOutOf(bytes, restMaxBytes)
    if (json === null) throw new AppError('BODY_TOO_LARGE')
    return parsedJson(json)
  }
