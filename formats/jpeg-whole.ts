// Whether the coded data of a JPEG has all its pixels, and the tables that they need: of one whose end is missing, or in which something
// stands between segments. Browsers draw such a file, and a file that was cut in its
// middle as well, grey or blurred from there on; which of the two it is tell only its codes, which are counted here as a decoder does.
import { BrokenMedia, pixelWork } from './byte-reader.ts'
import { type HuffmanTable, ScanBits } from './jpeg-bits.ts'
import { type JpegComponent, type JpegScan, JpegState } from './jpeg-frame.ts'
import { jpegMarker, type JpegSegment } from './jpeg.ts'

/** As much work as decoding a block of 8 × 8 pixels is. */
const bytesOfBlock = 64
const coefficients = 64
/** More than any picture that is taken has; a bit is kept for each. */
const pixelsMax = 100_000_000

/** What the scans that were read have given of a component. */
interface Given {
  /** By coefficient, the lowest bit that was given. */
  lowestBits: Uint8Array
  /** By block and coefficient, a bit: whether it is other than zero. Made for the first scan that needs it. */
  others: Uint8Array | null
}

/** A band of coefficients of one component in a progressive picture. ITU-T T.81, G.1.2.2 and G.1.2.3. */
class Band {
  /** How many blocks are still to come that have nothing new. */
  #run = 0
  readonly #bits: ScanBits
  readonly #table: HuffmanTable
  readonly #from: number
  readonly #to: number
  readonly #others: Uint8Array

  constructor(bits: ScanBits, table: HuffmanTable, { from, to }: JpegScan, others: Uint8Array) {
    this.#bits = bits
    this.#table = table
    this.#from = from
    this.#to = to
    this.#others = others
  }

  restart(): void {
    this.#run = 0
  }

  readFirst(block: number): void {
    if (this.#run > 0) {
      this.#run -= 1
      return
    }
    for (let index = this.#from; index <= this.#to; index += 1) {
      const { zeros, size, isRun } = this.#next()
      if (isRun) {
        this.#run -= 1
        return
      }
      index += zeros
      this.#bits.take(size)
      if (size > 0) this.#note(block, index)
    }
  }

  /** Each coefficient that is other than zero gets a bit; between them new ones come. */
  refine(block: number): void {
    let index = this.#from
    while (this.#run === 0 && index <= this.#to) {
      const { zeros, size, isRun } = this.#next()
      if (isRun) break
      // The sign of the new one.
      if (size > 0) this.#bits.take(1)
      index = this.#behindZeros(block, index, zeros)
      if (size > 0) this.#note(block, index)
      index += 1
    }
    if (this.#run === 0) return
    this.#behindZeros(block, index, coefficients)
    this.#run -= 1
  }

  #next(): { zeros: number; size: number; isRun: boolean } {
    const code = this.#bits.decode(this.#table)
    const zeros = code >> 4
    const size = code & 15
    const isRun = size === 0 && zeros < 15
    if (isRun) this.#run = (1 << zeros) + this.#bits.take(zeros)
    return { zeros, size, isRun }
  }

  /** The place behind so many zeros, of the next zero. The others on the way get their bit. */
  #behindZeros(block: number, from: number, zeros: number): number {
    let left = zeros
    for (let index = from; index <= this.#to; index += 1) {
      const isOther = ((this.#others[block * 8 + (index >> 3)] ?? 0) >> (index & 7)) & 1
      if (isOther) this.#bits.take(1)
      else if (left === 0) return index
      else left -= 1
    }
    return this.#to + 1
  }

  #note(block: number, index: number): void {
    if (index > this.#to) throw new BrokenMedia()
    const at = block * 8 + (index >> 3)
    this.#others[at] = (this.#others[at] ?? 0) | (1 << (index & 7))
  }
}

type ReadUnit = (unit: number) => void

function bandReader(bits: ScanBits, scan: JpegScan, given: Given): { read: ReadUnit; restart: () => void } {
  const table = scan.parts[0]?.ac
  if (!scan.isSingle || !table || scan.to < scan.from || scan.to >= coefficients) throw new BrokenMedia()
  given.others ??= new Uint8Array(scan.units * (coefficients / 8))
  const band = new Band(bits, table, scan, given.others)
  return {
    read: scan.isRefining ? (unit) => band.refine(unit) : (unit) => band.readFirst(unit),
    restart: () => band.restart()
  }
}

/** A scan of means, in a picture that is not progressive of everything. */
function meanReader(bits: ScanBits, { parts, isRefining, isSingle }: JpegScan, isProgressive: boolean): ReadUnit {
  return () => {
    for (const { component, dc, ac } of parts)
      for (let block = 0; block < (isSingle ? 1 : component.across * component.down); block += 1) {
        if (isRefining) bits.take(1)
        else if (dc) bits.difference(dc)
        else throw new BrokenMedia()
        if (!isProgressive) bits.skipOthers(ac)
      }
  }
}

class Picture {
  readonly #state = new JpegState()
  readonly #given = new Map<JpegComponent, Given>()
  readonly #work = pixelWork()

  /** @returns how many bytes of the coded data behind this segment are codes @throws BrokenMedia, RangeError */
  async read(segment: JpegSegment, content: Uint8Array, coded: Uint8Array): Promise<number> {
    if (segment.marker !== jpegMarker.sos) {
      this.#state.read(segment, content)
      return 0
    }
    const { frame, restartInterval } = this.#state
    const scan = this.#state.scanOf(content)
    if (!frame || frame.width * frame.height > pixelsMax) throw new BrokenMedia()
    // Means and other coefficients of a progressive picture are in different scans.
    if (frame.isProgressive && scan.from === 0 && scan.to > 0) throw new BrokenMedia()
    const bits = new ScanBits(coded)
    const [first] = scan.parts
    const band = scan.from > 0 && first ? bandReader(bits, scan, this.#givenOf(first.component)) : null
    const read = band?.read ?? meanReader(bits, scan, frame.isProgressive)
    const bytesOfUnit =
      bytesOfBlock * scan.parts.reduce((sum, { component: { across, down } }) => sum + across * down, 0)
    for (let unit = 0; unit < scan.units; unit += 1) {
      if (this.#work.spend(bytesOfUnit)) await this.#work.rest()
      if (restartInterval > 0 && unit > 0 && unit % restartInterval === 0) {
        bits.restart()
        band?.restart()
      }
      read(unit)
    }
    for (const { component } of scan.parts)
      this.#givenOf(component).lowestBits.fill(
        scan.lowestBit,
        scan.from,
        frame.isProgressive ? scan.to + 1 : coefficients
      )
    return bits.at
  }

  get isWhole(): boolean {
    const { frame, quantizers } = this.#state
    const components = frame?.components ?? []
    return components.every(
      (component) =>
        quantizers.has(component.quantizer) && this.#givenOf(component).lowestBits.every((bit) => bit === 0)
    )
  }

  #givenOf(component: JpegComponent): Given {
    const known = this.#given.get(component)
    if (known) return known
    const given = { lowestBits: new Uint8Array(coefficients).fill(255), others: null }
    this.#given.set(component, given)
    return given
  }
}

/**
 * Where the pixels end: behind the codes of the last scan.
 * @param segments as `walkJpeg` finds them
 * @throws BrokenMedia when pixels or tables are missing, or a bit of their precision
 */
export async function endOfPixels(bytes: Uint8Array, segments: readonly JpegSegment[]): Promise<number> {
  const picture = new Picture()
  let behind = 0
  try {
    for (const segment of segments) {
      const { start, end, next } = segment
      const read = await picture.read(segment, bytes.subarray(start + 4, end), bytes.subarray(end, next))
      if (segment.marker === jpegMarker.sos) behind = end + read
    }
  } catch (error) {
    throw error instanceof RangeError ? new BrokenMedia() : error
  }
  if (!picture.isWhole) throw new BrokenMedia()
  return behind
}
