// JSON that carries files as base64: of users in what they send, of providers in their answers. A file is decoded where
// its text stands, so that it is in memory once, and no text of it ever is; what is parsed has a mark in its place.
import { Buffer } from 'node:buffer'
import { dataUrlBytes } from '#contract/catalogue/parameters.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Shorter literals are no files. A mark is as long, so that nothing takes it for a text that is short enough. */
export const fileMinBytes = 64 * 1024
const headMaxBytes = 200
/** Whole groups of base64. */
const pieceBytes = 64 * 1024
const quote = 0x22
const slash = 0x2f
const backslash = 0x5c
const letterU = 0x75

const asciiOf = ({ buffer, byteOffset, byteLength }: Bytes): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')

/** Some encoders escape every slash, some every plus. What is no character of base64 becomes none either. */
function unescapeInPlace(literal: Bytes): Bytes {
  let to = literal.indexOf(backslash)
  if (to < 0) return literal
  for (let from = to; from < literal.length; to++) {
    const byte = literal[from] ?? 0
    const escaped = byte === backslash ? literal[from + 1] : undefined
    const code = escaped === letterU ? Number(`0x${asciiOf(literal.subarray(from + 2, from + 6))}`) : (escaped ?? byte)
    const isItself = escaped === undefined || escaped === letterU || escaped === slash
    literal[to] = isItself && code < 0x80 ? code : 0
    from += escaped === undefined ? 1 : escaped === letterU ? 6 : 2
  }
  return literal.subarray(0, to)
}

/** @returns null when it is not all base64 */
function decodeInPlace(base64: Bytes): Bytes | null {
  let length = 0
  for (let from = 0; from < base64.length; from += pieceBytes) {
    const text = asciiOf(base64.subarray(from, from + pieceBytes))
    const bytes = Buffer.from(text, 'base64')
    const isPadded = text.endsWith('=') && from + pieceBytes < base64.length
    // What is no base64 was left out.
    if (isPadded || bytes.length !== dataUrlBytes(text)) return null
    base64.set(bytes, length)
    length += bytes.length
  }
  return length === 0 ? null : base64.subarray(0, length)
}

/** The quote that ends a string literal; -1 when none does. */
function endOfLiteral(bytes: Bytes, open: number): number {
  for (let close = bytes.indexOf(quote, open + 1); close >= 0; close = bytes.indexOf(quote, close + 1)) {
    let escapes = 0
    while (bytes[close - 1 - escapes] === backslash) escapes += 1
    if (escapes % 2 === 0) return close
  }
  return -1
}

export class JsonFiles {
  readonly #nonce = crypto.randomUUID()
  readonly #files = new Map<string, Bytes | null>()

  /**
   * Takes the files out of JSON, whose bytes are overwritten.
   * @param restMaxBytes of all that is not a file
   * @returns the JSON with marks in their places; null when the rest is longer than that
   */
  takeOutOf(bytes: Bytes, restMaxBytes: number): string | null {
    const decoder = new TextDecoder()
    let json = ''
    let rest = 0
    let from = 0
    const keep = (to: number) => {
      rest += to - from
      if (rest <= restMaxBytes) json += decoder.decode(bytes.subarray(from, to))
      from = to
    }
    for (let open = bytes.indexOf(quote); open >= 0;) {
      const close = endOfLiteral(bytes, open)
      if (close < 0) break
      if (close - open > fileMinBytes) {
        keep(open + 1)
        json += this.#take(bytes.subarray(open + 1, close))
        from = close
      }
      // Before the rest of it is searched for quotes: there may be millions.
      if (rest + close - from > restMaxBytes) return null
      open = bytes.indexOf(quote, close + 1)
    }
    keep(bytes.length)
    return rest > restMaxBytes ? null : json
  }

  /** @returns the mark that stands for it, a data URL where it is one */
  #take(escaped: Bytes): string {
    const literal = unescapeInPlace(escaped)
    const head = /^data:[^"\\,]*,/.exec(asciiOf(literal.subarray(0, headMaxBytes)))?.[0] ?? ''
    const mark = `${head}${this.#nonce}:${this.#files.size}:`.padEnd(fileMinBytes, 'A')
    this.#files.set(mark, decodeInPlace(literal.subarray(head.length)))
    return mark
  }

  /** The bytes of a parsed text that is a data URL or bare base64; null when it is damaged, or empty. */
  bytesOf(text: string): Bytes | null {
    const taken = this.#files.get(text)
    if (taken !== undefined) return taken
    const bytes = new Uint8Array(Buffer.from(text.slice(text.indexOf(',') + 1), 'base64'))
    return bytes.length > 0 && bytes.length === dataUrlBytes(text) ? bytes : null
  }

  /** Of all files that were taken. */
  get sizeBytes(): number {
    return [...this.#files.values()].reduce((sum, file) => sum + (file?.length ?? 0), 0)
  }

  forget(): void {
    this.#files.clear()
  }
}
