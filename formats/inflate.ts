// Unpacks a zlib stream (RFC 1950, 1951) without keeping what comes out, to tell where it ends and which checksum it should have.
// The platform's decompression is faster, but it gives up what it has unpacked when the checksum or the end of the stream is wrong.
import { BrokenMedia } from './byte-reader.ts'
import { type HuffmanTable, huffmanTable, nextValue } from './huffman.ts'
import type { Work } from './work.ts'

/** What repetitions refer to: a power of two, the most that deflate has. */
const windowBytes = 32 * 1024
const codeBitsMax = 15
/** As much work as reading the codes of a block is, at least. */
const bytesOfBlock = 16 * 1024
const endOfBlock = 256

/** By symbol from 257 on, and by distance symbol: the smallest value, and how many bits are added to it. RFC 1951, 3.2.5. */
const repeated = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258
]
const repeatedBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const distanceBits = (symbol: number) => Math.max(0, (symbol >> 1) - 1)
const distanceOf = (symbol: number) => (symbol < 2 ? symbol + 1 : ((2 | (symbol & 1)) << distanceBits(symbol)) + 1)
const distancesMax = 30

/** The order in which a block tells the lengths of the codes for its lengths. RFC 1951, 3.2.7. */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** @param bits of each symbol's code; 0: it has none */
function tableOf(bits: readonly number[]): HuffmanTable {
  const counts = Array.from({ length: codeBitsMax }, (_, index) => bits.filter((length) => length === index + 1).length)
  const symbols = bits.map((_, symbol) => symbol).filter((symbol) => bits[symbol] !== 0)
  return huffmanTable(
    counts,
    symbols.toSorted((one, other) => (bits[one] ?? 0) - (bits[other] ?? 0) || one - other)
  )
}

interface Codes {
  symbols: HuffmanTable
  distances: HuffmanTable
}

const bitsOfFixed = [144, 112, 24, 8].flatMap((count, index) => Array<number>(count).fill([8, 9, 7, 8][index] ?? 0))
// Pure, so that a bundle without a caller leaves the tables out.
const fixed: Codes = /* @__PURE__ */ (() => ({
  symbols: tableOf(bitsOfFixed),
  distances: tableOf(Array<number>(distancesMax).fill(5))
}))()

class PackedBits {
  readonly #pieces: Iterator<Uint8Array>
  #piece: Uint8Array = new Uint8Array(0)
  #at = 0
  #before = 0
  #current = 0
  #left = 0
  readonly bit = (): number => {
    if (this.#left === 0) {
      this.#current = this.byte()
      this.#left = 8
    }
    this.#left -= 1
    const bit = this.#current & 1
    this.#current >>= 1
    return bit
  }

  constructor(pieces: Iterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.iterator]()
  }

  /** How many bytes were read; the rest of the last one may be left. */
  get at(): number {
    return this.#before + this.#at
  }

  /** The next whole byte; bits that are left of the one before are skipped. @throws BrokenMedia past the end */
  byte(): number {
    this.#left = 0
    while (this.#at === this.#piece.length) {
      const { value, done } = this.#pieces.next()
      if (done) throw new BrokenMedia()
      this.#before += this.#piece.length
      this.#piece = value
      this.#at = 0
    }
    const byte = this.#piece[this.#at] ?? 0
    this.#at += 1
    return byte
  }

  /** The lowest bit comes first. */
  take(count: number): number {
    let value = 0
    for (let index = 0; index < count; index += 1) value |= this.bit() << index
    return value
  }

  decode(table: HuffmanTable): number {
    const value = nextValue(table, this.bit)
    if (value === null) throw new BrokenMedia()
    return value
  }
}

function readCodes(bits: PackedBits): Codes {
  const symbols = bits.take(5) + endOfBlock + 1
  const distances = bits.take(5) + 1
  const told = Array<number>(lengthOrder.length).fill(0)
  for (const symbol of lengthOrder.slice(0, bits.take(4) + 4)) told[symbol] = bits.take(3)
  const table = tableOf(told)
  const found: number[] = []
  while (found.length < symbols + distances) {
    const symbol = bits.decode(table)
    if (symbol < 16) found.push(symbol)
    else if (symbol === 16) found.push(...Array<number>(bits.take(2) + 3).fill(found.at(-1) ?? 0))
    else found.push(...Array<number>(symbol === 17 ? bits.take(3) + 3 : bits.take(7) + 11).fill(0))
  }
  return { symbols: tableOf(found.slice(0, symbols)), distances: tableOf(found.slice(symbols, symbols + distances)) }
}

/** Of Adler-32. RFC 1950, 8.2. */
const modulus = 65_521
/** So many bytes may be summed up before the sums must be reduced. */
const summedBytes = 4096

/** The last bytes that came out, their number and their checksum (Adler-32). */
class Unpacked {
  readonly #window = new Uint8Array(windowBytes)
  #low = 1
  #high = 0
  count = 0

  add(byte: number): void {
    this.#window[this.count % windowBytes] = byte
    this.count += 1
    if (this.count % summedBytes === 0) this.#sum(summedBytes)
  }

  repeat(length: number, distance: number): void {
    if (distance > this.count) throw new BrokenMedia()
    for (let index = 0; index < length; index += 1) this.add(this.#window[(this.count - distance) % windowBytes] ?? 0)
  }

  /** To be asked for once, at the end. */
  checksum(): number {
    this.#sum(this.count % summedBytes)
    return ((this.#high << 16) | this.#low) >>> 0
  }

  /** @param length of what came out last and is not summed up */
  #sum(length: number): void {
    const from = (this.count - length) % windowBytes
    let low = this.#low
    let high = this.#high
    for (let index = from; index < from + length; index += 1) {
      low += this.#window[index] ?? 0
      high += low
    }
    this.#low = low % modulus
    this.#high = high % modulus
  }
}

/** A block without packing: its length, the length with all bits turned, its bytes. */
function addStored(bits: PackedBits, to: Unpacked): void {
  const length = bits.byte() | (bits.byte() << 8)
  const turned = bits.byte() | (bits.byte() << 8)
  if ((length ^ turned) !== 0xffff) throw new BrokenMedia()
  for (let index = 0; index < length; index += 1) to.add(bits.byte())
}

/** @returns whether the block has ended; if not, `countMax` bytes have come out */
function addCoded(bits: PackedBits, { symbols, distances }: Codes, to: Unpacked, countMax: number): boolean {
  while (to.count < countMax) {
    const symbol = bits.decode(symbols)
    if (symbol === endOfBlock) return true
    if (symbol < endOfBlock) {
      to.add(symbol)
      continue
    }
    const index = symbol - endOfBlock - 1
    const length = (repeated[index] ?? 0) + bits.take(repeatedBits[index] ?? 0)
    const distance = bits.decode(distances)
    if (length === 0 || distance >= distancesMax) throw new BrokenMedia()
    to.repeat(length, distanceOf(distance) + bits.take(distanceBits(distance)))
  }
  return false
}

export interface Inflated {
  /** How many bytes came out. */
  count: number
  /** Where the packed data ends: the place of its checksum. Null: it goes on. */
  end: number | null
  /** Adler-32 of what came out. */
  checksum: number
}

/**
 * Unpacks until the stream ends, or more than so many bytes have come out.
 * @param packed the stream, in any number of pieces
 * @throws BrokenMedia for what is no zlib stream, and when it ends early; that its checksum is wrong or missing does not matter
 */
export async function inflate(packed: Iterable<Uint8Array>, countMax: number, work: Work): Promise<Inflated> {
  const bits = new PackedBits(packed)
  const [method, flags] = [bits.byte(), bits.byte()]
  const isKnown = (method & 15) === 8 && method >> 4 <= 7 && (flags & 0x20) === 0 && (method * 256 + flags) % 31 === 0
  if (!isKnown) throw new BrokenMedia()
  const to = new Unpacked()
  for (let isLast = false; !isLast;) {
    if (work.spend(bytesOfBlock)) await work.rest()
    isLast = bits.bit() === 1
    const kind = bits.take(2)
    if (kind === 3) throw new BrokenMedia()
    if (kind === 0) addStored(bits, to)
    else {
      const codes = kind === 1 ? fixed : readCodes(bits)
      while (!addCoded(bits, codes, to, Math.min(to.count + windowBytes, countMax + 1))) {
        if (work.spend(windowBytes)) await work.rest()
        if (to.count > countMax) break
      }
    }
    if (to.count > countMax) return { count: to.count, end: null, checksum: to.checksum() }
  }
  return { count: to.count, end: bits.at, checksum: to.checksum() }
}
