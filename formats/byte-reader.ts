// Reads a file of unknown origin by offsets. One buffered window makes a walk over thousands of small parts cheap, and
// all work is bounded and done in stretches, so that no file can keep the Worker busy.
import { Work } from './work.ts'

/** Bytes that can be read in any order: a file in memory, or one in a store that serves ranges. */
export interface MediaSource {
  size: number
  /** May return fewer bytes than asked for; then the file counts as truncated. */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** A file in memory. */
export const sourceOf = (bytes: Uint8Array): MediaSource => ({
  size: bytes.length,
  read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length))
})

/** The file does not match its format, or it ends too early. Callers outside this folder never see this error. */
export class BrokenMedia extends Error {
  override name = 'BrokenMedia'
}

const windowBytes = 128 * 1024
/** How many reads of one file are allowed, whatever their size: who walks it keeps a place for each part. */
const usualPartsMax = 100_000
/** For who keeps nothing of the parts: an hour of sound has that many. Just below what the limit of the work allows. */
export const longPartsMax = 950_000
/** As much work as such a read is at least. */
const partBytes = 256
/** Eight times the largest file that is scanned byte by byte; more than the pixels of any picture that is accepted. */
const limits = { bytesMax: 256 * 1024 * 1024 }
const pixelLimits = { bytesMax: 1024 * 1024 * 1024 }

/** For the pixels of a picture. */
export const pixelWork = (): Work => new Work(pixelLimits, () => new BrokenMedia())

export class ByteReader {
  readonly size: number
  readonly #source: MediaSource
  #window = new Uint8Array(0)
  #windowAt = 0
  #parts = 0
  readonly #partsMax: number
  readonly #work = new Work(limits, () => new BrokenMedia())

  constructor(source: MediaSource, partsMax = usualPartsMax) {
    this.#source = source
    this.#partsMax = partsMax
    this.size = Number.isSafeInteger(source.size) && source.size > 0 ? source.size : 0
  }

  /** The buffered bytes from `offset` on, at least `length` of them. @throws BrokenMedia past the end */
  async from(offset: number, length: number): Promise<Uint8Array> {
    this.#parts += 1
    const isInside = Number.isSafeInteger(offset) && offset >= 0 && length >= 0 && offset + length <= this.size
    if (!isInside || this.#parts > this.#partsMax) throw new BrokenMedia()
    if (this.#work.spend(partBytes)) await this.#work.rest()
    const start = offset - this.#windowAt
    if (start >= 0 && start + length <= this.#window.length) return this.#window.subarray(start)
    const wanted = Math.min(Math.max(length, windowBytes), this.size - offset)
    if (this.#work.spend(wanted)) await this.#work.rest()
    this.#window = new Uint8Array(await this.#source.read(offset, wanted))
    this.#windowAt = offset
    if (this.#window.length < length) throw new BrokenMedia()
    return this.#window
  }

  /** Exactly these bytes, to read numbers from. @throws BrokenMedia past the end */
  async view(offset: number, length: number): Promise<DataView> {
    const { buffer, byteOffset } = await this.from(offset, length)
    return new DataView(buffer, byteOffset, length)
  }

  /** Exactly these bytes as one character each. @throws BrokenMedia past the end */
  async text(offset: number, length: number): Promise<string> {
    return String.fromCharCode(...(await this.from(offset, length)).subarray(0, length))
  }
}

/** Four bytes as characters: the name of a part in most formats. */
export const nameAt = (view: DataView, offset: number): string =>
  String.fromCharCode(
    view.getUint8(offset),
    view.getUint8(offset + 1),
    view.getUint8(offset + 2),
    view.getUint8(offset + 3)
  )
