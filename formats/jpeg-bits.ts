// The entropy-coded data of JPEG (ITU-T T.81, annex F): Huffman codes, and bits behind stuffed bytes and restart markers. Codes are
// counted upwards within a length, and the codes of a length go on where those of the one before end (annex C).
import { BrokenMedia } from './byte-reader.ts'

/** The values of a table by length of their code. */
export interface HuffmanTable {
  /** From one bit on: the first code of that length, how many there are, and where their values begin. */
  lengths: { first: number; count: number; values: number }[]
  values: ArrayLike<number>
}

/** @param counts how many codes there are of each length, from one bit on @param values in the order of their codes */
function huffmanTable(counts: ArrayLike<number>, values: ArrayLike<number>): HuffmanTable {
  let code = 0
  let total = 0
  const lengths = Array.from(counts, (count) => {
    const length = { first: code, count, values: total }
    total += count
    code = (code + count) << 1
    return length
  })
  return { lengths, values }
}

/** Reads the tables of a segment. @throws BrokenMedia */
export function huffmanTables(content: Uint8Array, { dc, ac }: { dc: HuffmanTable[]; ac: HuffmanTable[] }): void {
  for (let at = 0; at + 17 <= content.length;) {
    const info = content[at] ?? 0
    const counts = content.subarray(at + 1, at + 17)
    const total = counts.reduce((sum, count) => sum + count, 0)
    if (at + 17 + total > content.length) throw new BrokenMedia()
    const tables = info >> 4 === 0 ? dc : ac
    tables[info & 15] = huffmanTable(counts, content.subarray(at + 17, at + 17 + total))
    at += 17 + total
  }
}

export class ScanBits {
  readonly #bytes: Uint8Array
  #at = 0
  #current = 0
  #left = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** How many bytes were read; the rest of the last one is filling. */
  get at(): number {
    return this.#at
  }

  #bit(): number {
    if (this.#left === 0) {
      const next = this.#bytes[this.#at]
      // A zero is stuffed behind 0xFF, which begins a marker otherwise: the data ends there.
      const isStuffed = next === 0xff
      if (next === undefined || (isStuffed && this.#bytes[this.#at + 1] !== 0)) throw new BrokenMedia()
      this.#current = next
      this.#at += isStuffed ? 2 : 1
      this.#left = 8
    }
    this.#left -= 1
    return (this.#current >> this.#left) & 1
  }

  /** @throws BrokenMedia past the end */
  take(count: number): number {
    let value = 0
    for (let index = 0; index < count; index++) value = (value << 1) | this.#bit()
    return value
  }

  /** @throws BrokenMedia past the end, and for a code that the table does not have */
  decode({ lengths, values }: HuffmanTable): number {
    let code = 0
    for (const { first, count, values: begin } of lengths) {
      code = (code << 1) | this.#bit()
      if (code - first >= count) continue
      const value = values[begin + code - first]
      if (value === undefined) break
      return value
    }
    throw new BrokenMedia()
  }

  /** The difference of a mean to the one before it: its size in bits, then the bits; negative ones begin with 0. */
  difference(table: HuffmanTable): number {
    const size = this.decode(table)
    if (size > 15) throw new BrokenMedia()
    const value = this.take(size)
    return size > 0 && value < 1 << (size - 1) ? value - (1 << size) + 1 : value
  }

  /** Of a block that is coded as a whole, everything behind the mean. @throws BrokenMedia */
  skipOthers(table: HuffmanTable | undefined): void {
    if (!table) throw new BrokenMedia()
    for (let index = 1; index < 64; index++) {
      const code = this.decode(table)
      const size = code & 15
      if (size === 0 && code !== 0xf0) return
      index += code >> 4
      this.take(size)
    }
  }

  /** Goes behind the next restart marker. @throws BrokenMedia when there is none */
  restart(): void {
    this.#left = 0
    while (this.#bytes[this.#at] === 0xff && this.#bytes[this.#at + 1] === 0xff) this.#at += 1
    const next = this.#bytes[this.#at + 1] ?? 0
    if (this.#bytes[this.#at] !== 0xff || next < 0xd0 || next > 0xd7) throw new BrokenMedia()
    this.#at += 2
  }
}
