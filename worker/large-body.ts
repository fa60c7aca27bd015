// Bodies that carry files as base64. A Worker has 128 MB for all its requests: the file's text is kept as one byte a
// character, which the text of a body with Russian words in it would not be.
import type { AppContext } from './context.ts'
import { AppError } from './errors.ts'

/** Base64 of the largest upload with its picture of the same size would not fit; of one of each kind does. */
export const largeBodyMaxBytes = 32 * 1024 * 1024
/** All that is not a file. */
const restMaxBytes = 512 * 1024
/** Longer strings are files. */
const fileMinBytes = 64 * 1024

const quote = 0x22
const backslash = 0x5c

/** @throws AppError BODY_TOO_LARGE as soon as it is known, without reading on */
async function bytesOf(c: AppContext): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(c.req.header('content-length') ?? 0)
  if (declared > largeBodyMaxBytes) throw new AppError('BODY_TOO_LARGE')
  if (!c.req.raw.body) return new Uint8Array(0)
  const reader = c.req.raw.body.getReader()
  let bytes = new Uint8Array(Number.isSafeInteger(declared) && declared > 0 ? declared : fileMinBytes)
  let length = 0
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    if (length + value.length > largeBodyMaxBytes) {
      await reader.cancel()
      throw new AppError('BODY_TOO_LARGE')
    }
    if (length + value.length > bytes.length) {
      const grown = new Uint8Array(Math.min(largeBodyMaxBytes, Math.max(length + value.length, bytes.length * 2)))
      grown.set(bytes.subarray(0, length))
      bytes = grown
    }
    bytes.set(value, length)
    length += value.length
  }
  return bytes.subarray(0, length)
}

/** The quote that ends a string literal; -1 when none does. */
function endOfLiteral(bytes: Uint8Array, open: number): number {
  for (let close = bytes.indexOf(quote, open + 1); close >= 0; close = bytes.indexOf(quote, close + 1)) {
    let escapes = 0
    while (bytes[close - 1 - escapes] === backslash) escapes += 1
    if (escapes % 2 === 0) return close
  }
  return -1
}

/** What a long literal says. Only ASCII is expected in it: anything else is no base64, and is refused as such later. */
function fileText(literal: Uint8Array<ArrayBuffer>): string {
  const text = Buffer.from(literal.buffer, literal.byteOffset, literal.byteLength).toString('latin1')
  // Some encoders escape every slash.
  return literal.includes(backslash) ? String(JSON.parse(`"${text}"`)) : text
}

/** JSON whose long strings are replaced by marks, and what the marks stand for. */
function withoutFiles(bytes: Uint8Array<ArrayBuffer>): { json: string; files: Map<string, string> } {
  const nonce = crypto.randomUUID()
  const decoder = new TextDecoder()
  const files = new Map<string, string>()
  let json = ''
  let rest = 0
  let from = 0
  const keep = (to: number) => {
    rest += to - from
    if (rest > restMaxBytes) throw new AppError('BODY_TOO_LARGE')
    json += decoder.decode(bytes.subarray(from, to))
    from = to
  }
  for (let open = bytes.indexOf(quote); open >= 0;) {
    const close = endOfLiteral(bytes, open)
    if (close < 0) break
    if (close - open > fileMinBytes) {
      const mark = `${nonce}:${files.size}`
      files.set(mark, fileText(bytes.subarray(open + 1, close)))
      keep(open + 1)
      json += mark
      from = close
    }
    // Before the rest of it is searched for quotes: there may be millions.
    if (rest + close - from > restMaxBytes) throw new AppError('BODY_TOO_LARGE')
    open = bytes.indexOf(quote, close + 1)
  }
  keep(bytes.length)
  return { json, files }
}

/**
 * The JSON of a body that may carry files.
 * @throws AppError BODY_TOO_LARGE, BAD_REQUEST
 */
export async function readLargeBody(c: AppContext): Promise<unknown> {
  const bytes = await bytesOf(c)
  if (bytes.length === 0) return {}
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new AppError('BAD_REQUEST')
  try {
    const { json, files } = withoutFiles(bytes)
    return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? (files.get(value) ?? value) : value))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('BAD_REQUEST')
  }
}
