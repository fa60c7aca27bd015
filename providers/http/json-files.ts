// JSON that carries files as base64, in users' requests and in providers' responses. Each file is decoded in place, so
// that it is in memory only once and never as a string; the parsed JSON has a mark in its place.
import { Buffer } from 'node:buffer'
import { dataUrlBytes } from '#contract/catalogue/parameters.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Shorter strings are not treated as files. A mark has this length too, so that it passes no check for short texts. */
export const fileMinBytes = 64 * 1024
const headMaxBytes = 200
/** A multiple of four, so that base64 groups are not split. */
const pieceBytes = 64 * 1024
const quote = 0x22
const slash = 0x2f
const backslash = 0x5c
const letterU = 0x75

const asciiOf = ({ buffer, byteOffset, byteLength }: Bytes): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')

/**
 * Resolves JSON escapes: some encoders escape every slash or plus. An escape that is not a base64 character becomes a
 * zero byte, which fails decoding.
 */
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

/** @returns null when it is not base64 throughout */
function decodeInPlace(base64: Bytes): Bytes | null {
  let length = 0
  for (let from = 0; from < base64.length; from += pieceBytes) {
    const text = asciiOf(base64.subarray(from, from + pieceBytes))
    const bytes = Buffer.from(text, 'base64')
    const isPadded = text.endsWith('=') && from + pieceBytes < base64.length
    // `Buffer.from` skips invalid characters, so the length shows them.
    if (isPadded || bytes.length !== dataUrlBytes(text)) return null
    base64.set(bytes, length)
    length += bytes.length
  }
  return length === 0 ? null : base64.subarray(0, length)
}

/** The offset of the closing quote of a string; -1 when there is none. */
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
   * Takes the files out of JSON and overwrites its bytes.
   * @param restMaxBytes limit for everything that is not a file
   * @returns the JSON with marks in place of files; null when the rest exceeds the limit
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
      // Checked before searching further, because the rest may hold millions of quotes.
      if (rest + close - from > restMaxBytes) return null
      open = bytes.indexOf(quote, close + 1)
    }
    keep(bytes.length)
    return rest > restMaxBytes ? null : json
  }

  /** @returns the mark of a file that came otherwise, like a data URL of this type */
  add(bytes: Bytes, type: string): string {
    return this.#mark(`data:${type};base64,`, bytes)
  }

  /** @returns the mark in place of the file; it keeps the head of a data URL */
  #take(escaped: Bytes): string {
    const literal = unescapeInPlace(escaped)
    const head = /^data:[^"\\,]*,/.exec(asciiOf(literal.subarray(0, headMaxBytes)))?.[0] ?? ''
    return this.#mark(head, decodeInPlace(literal.subarray(head.length)))
  }

  #mark(head: string, bytes: Bytes | null): string {
    const mark = `${head}${this.#nonce}:${this.#files.size}:`.padEnd(fileMinBytes, 'A')
    this.#files.set(mark, bytes)
    return mark
  }

  /** The bytes of a parsed string, which is a data URL or plain base64; null when it is damaged or empty. */
  bytesOf(text: string): Bytes | null {
    const taken = this.#files.get(text)
    if (taken !== undefined) return taken
    const bytes = new Uint8Array(Buffer.from(text.slice(text.indexOf(',') + 1), 'base64'))
    return bytes.length > 0 && bytes.length === dataUrlBytes(text) ? bytes : null
  }

  /** Total size of the files taken out. */
  get sizeBytes(): number {
    return [...this.#files.values()].reduce((sum, file) => sum + (file?.length ?? 0), 0)
  }

  forget(): void {
    this.#files.clear()
  }
}
