// Files of a request, taken out of its body before that is parsed. Each is decoded where its base64 stood, so that a body
// is in memory once and no text of it ever is; what is parsed has a mark in the place of the file.
import { dataUrlBytes } from '#contract/parameters.ts'
import { AppError } from './errors.ts'
import { MemoryBudget } from './memory-budget.ts'

type Bytes = Uint8Array<ArrayBuffer>

const megabyte = 1024 * 1024
const secondMs = 1000

/** Of this isolate: bodies, and what is made of the files in them. */
export const budgets = { bodies: new MemoryBudget(56 * megabyte), copies: new MemoryBudget(24 * megabyte) }
/** The longest that a body may take to arrive: 20 MB at 1.2 Mbit/s. */
export const arrivalMaxMs = 180 * secondMs
/** To check the files and to store them. */
const handlingMaxMs = 60 * secondMs

/** Shorter literals are no files; and no text that anybody may send is as long as a mark. */
export const fileMinBytes = 64 * 1024
const headMaxBytes = 200
/** Whole groups of base64. */
const pieceBytes = 64 * 1024
const backslash = 0x5c
const slash = 0x2f
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

export class SentFiles {
  readonly #nonce = crypto.randomUUID()
  readonly #files = new Map<string, Bytes | null>()
  readonly #releases: (() => void)[] = []

  /** Takes a long literal out of a body, whose bytes are overwritten. @returns the mark that stands for it */
  take(escaped: Bytes): string {
    const literal = unescapeInPlace(escaped)
    const head = /^data:[^"\\,]*,/.exec(asciiOf(literal.subarray(0, headMaxBytes)))?.[0] ?? ''
    const mark = `${head}${this.#nonce}:${this.#files.size}:`.padEnd(fileMinBytes, 'A')
    this.#files.set(mark, decodeInPlace(literal.subarray(head.length)))
    return mark
  }

  /** The bytes of what was sent as a data URL or as bare base64; null when that is damaged. */
  bytesOf(sent: string): Bytes | null {
    const taken = this.#files.get(sent)
    if (taken !== undefined) return taken
    const bytes = Buffer.from(sent.slice(sent.indexOf(',') + 1), 'base64')
    return bytes.length > 0 && bytes.length === dataUrlBytes(sent) ? bytes : null
  }

  /** Waits for room for a body that is about to arrive. @throws AppError UNAVAILABLE when there is none */
  claimBody(bytes: number): Promise<void> {
    return this.#claim(budgets.bodies, bytes, { heldMaxMs: arrivalMaxMs + handlingMaxMs, waitMaxMs: 5 * secondMs })
  }

  /** Waits for room for a copy of every file, which checking and storing them takes. @throws AppError UNAVAILABLE */
  async claimCopies(): Promise<void> {
    const bytes = [...this.#files.values()].reduce((sum, file) => sum + (file?.length ?? 0), 0)
    if (bytes > 0) await this.#claim(budgets.copies, bytes, { heldMaxMs: handlingMaxMs, waitMaxMs: 10 * secondMs })
  }

  async #claim(budget: MemoryBudget, bytes: number, times: { heldMaxMs: number; waitMaxMs: number }): Promise<void> {
    const release = await budget.take(bytes, times)
    if (!release)
      throw new AppError('UNAVAILABLE', {
        text: 'Сейчас загружается слишком много файлов. Попробуйте через несколько секунд',
        retryAfter: 5
      })
    this.#releases.push(release)
  }

  /** Forgets the files: others may have the room. */
  release(): void {
    this.#files.clear()
    for (const release of this.#releases.splice(0)) release()
  }
}
