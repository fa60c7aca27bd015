// The words of an RTF file (Rich Text Format 1.9.1): braces, control words, bytes of text.
import type { Work } from '#formats/work.ts'

export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  /** `\name`, with the number behind it; null: without one. */
  | { kind: 'word'; name: string; value: number | null }
  | { kind: 'bytes'; bytes: Uint8Array }

const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const carriageReturn = 13
const lineFeed = 10

/** Longer ones do not exist. */
const nameLengthMax = 32
const digitsMax = 10
/** How many characters are read before other events get the thread. */
const pieceBytes = 64 * 1024

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39
const isPlain = (byte: number): boolean =>
  byte !== backslash && byte !== openBrace && byte !== closeBrace && byte !== carriageReturn && byte !== lineFeed

class Scanner {
  at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isOver(): boolean {
    return this.at >= this.#bytes.length
  }

  /** The next token; null for a character without meaning. */
  next(): RtfToken | null {
    const byte = this.#bytes[this.at] ?? 0
    if (byte === openBrace || byte === closeBrace) {
      this.at += 1
      return { kind: byte === openBrace ? 'open' : 'close' }
    }
    if (byte === backslash) return this.#control()
    if (!isPlain(byte)) {
      this.at += 1
      return null
    }
    const start = this.at
    const end = Math.min(this.#bytes.length, start + pieceBytes)
    while (this.at < end && isPlain(this.#bytes[this.at] ?? 0)) this.at += 1
    return { kind: 'bytes', bytes: this.#bytes.subarray(start, this.at) }
  }

  #control(): RtfToken | null {
    const first = this.#bytes[this.at + 1]
    if (first === undefined) {
      this.at += 1
      return null
    }
    if (isLetter(first)) return this.#word()
    this.at += 2
    if (first !== 0x27) return { kind: 'word', name: String.fromCharCode(first), value: null }
    const code = Number.parseInt(String.fromCharCode(...this.#bytes.subarray(this.at, this.at + 2)), 16)
    this.at += 2
    return Number.isNaN(code) ? null : { kind: 'bytes', bytes: Uint8Array.of(code) }
  }

  #word(): RtfToken {
    const start = this.at + 1
    this.at = start
    while (this.at - start < nameLengthMax && isLetter(this.#bytes[this.at] ?? 0)) this.at += 1
    const name = String.fromCharCode(...this.#bytes.subarray(start, this.at))
    const value = this.#number()
    // A space ends the word and is not text.
    if (this.#bytes[this.at] === 0x20) this.at += 1
    // Bytes of a picture follow, which may be anything.
    if (name === 'bin' && value !== null && value > 0) this.at += value
    return { kind: 'word', name, value }
  }

  #number(): number | null {
    const start = this.at
    if (this.#bytes[this.at] === 0x2d) this.at += 1
    const digits = this.at
    while (this.at - digits < digitsMax && isDigit(this.#bytes[this.at] ?? 0)) this.at += 1
    if (this.at > digits) return Number(String.fromCharCode(...this.#bytes.subarray(start, this.at)))
    this.at = start
    return null
  }
}

/** @throws TooMuchWork */
export async function eachRtfToken(bytes: Uint8Array, work: Work, take: (token: RtfToken) => void): Promise<void> {
  const scanner = new Scanner(bytes)
  let counted = 0
  while (!scanner.isOver) {
    const token = scanner.next()
    if (token) take(token)
    if (scanner.at - counted < pieceBytes) continue
    if (work.spend(scanner.at - counted)) await work.rest()
    counted = scanner.at
  }
}
