// Reads the pixels of a PNG row by row, without keeping them, to tell whether the picture is of one colour.
import { streamOf } from './byte-stream.ts'
import { BrokenMedia, ByteReader, type MediaSource, pixelWork } from './byte-reader.ts'
import { isClear, Levels } from './flatness.ts'
import { bitsPerPixel, type PngChunkPlace, type PngHeader, walkPng } from './png.ts'
import { restoreRow } from './png-filters.ts'

/** As much compressed data as is read at once. */
const pieceBytes = 64 * 1024
/** Rows between two looks whether the picture can still be flat. */
const rowsPerLook = 32
const clearAlpha = 8
/** As much work as one of its points is. */
const bytesOfPoint = 8
/** More than any picture that is sold has. */
const pixelsMax = 100_000_000

const isAlpha = ({ colorType }: PngHeader) => colorType === 4 || colorType === 6
const isPalette = ({ colorType }: PngHeader) => colorType === 3
const samplesOf = ({ colorType }: PngHeader) => (colorType === 2 ? 3 : colorType === 6 ? 4 : colorType === 4 ? 2 : 1)

async function* packedOf(
  reader: ByteReader,
  places: readonly PngChunkPlace[]
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const { start, end } of places)
    for (let offset = start + 8; offset < end - 4; offset += pieceBytes) {
      const length = Math.min(pieceBytes, end - 4 - offset)
      yield new Uint8Array((await reader.from(offset, length)).subarray(0, length))
    }
}

/** The rows of the picture, unfiltered, each valid until the next one is asked for. */
async function* rowsOf(header: PngHeader, packed: AsyncGenerator<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  const bytesPerPixel = Math.max(1, bitsPerPixel(header) >> 3)
  const rowBytes = Math.ceil((header.width * bitsPerPixel(header)) / 8)
  let above = new Uint8Array(rowBytes)
  let row = new Uint8Array(rowBytes + 1)
  let filled = 0
  for await (const chunk of streamOf(packed).pipeThrough(new DecompressionStream('deflate')))
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + row.length - filled)
      row.set(piece, filled)
      filled += piece.length
      from += piece.length
      if (filled < row.length) continue
      const pixels = restoreRow({ filter: row[0] ?? 0, filtered: row.subarray(1) }, above, bytesPerPixel)
      yield pixels
      above = new Uint8Array(pixels)
      row = new Uint8Array(rowBytes + 1)
      filled = 0
    }
}

/** The sample with this number in a row: its level of 256, or the index into the palette. */
function levelAt(row: Uint8Array, index: number, { bitDepth, colorType }: PngHeader): number {
  if (bitDepth === 8) return row[index] ?? 0
  if (bitDepth === 16) return row[index * 2] ?? 0
  const bit = index * bitDepth
  const value = ((row[bit >> 3] ?? 0) >> (8 - bitDepth - (bit & 7))) & ((1 << bitDepth) - 1)
  return colorType === 3 ? value : Math.round((value * 255) / ((1 << bitDepth) - 1))
}

class Points {
  readonly #channels: readonly Levels[]
  #points = 0
  #clear = 0
  readonly #header: PngHeader
  readonly #palette: Uint8Array

  constructor(header: PngHeader, palette: Uint8Array) {
    this.#header = header
    this.#palette = palette
    this.#channels = Array.from({ length: isPalette(header) ? 3 : samplesOf(header) }, () => new Levels())
  }

  addRow(row: Uint8Array): void {
    const samples = samplesOf(this.#header)
    for (let x = 0; x < this.#header.width; x++) {
      this.#points += 1
      if (isPalette(this.#header)) this.#addColor(levelAt(row, x, this.#header) * 3, this.#palette)
      else this.#addPixel(row, x * samples, samples)
    }
  }

  #addColor(at: number, palette: Uint8Array): void {
    for (const [channel, levels] of this.#channels.entries()) levels.add(palette[at + channel] ?? 0)
  }

  /** The colour of a point that is not seen does not count. */
  #addPixel(row: Uint8Array, first: number, samples: number): void {
    const alpha = isAlpha(this.#header) ? levelAt(row, first + samples - 1, this.#header) : 255
    if (alpha < clearAlpha) {
      this.#clear += 1
      if (isAlpha(this.#header)) this.#channels[samples - 1]?.add(alpha)
      return
    }
    for (let sample = 0; sample < samples; sample++)
      this.#channels[sample]?.add(levelAt(row, first + sample, this.#header))
  }

  isFlat(toCome: number): boolean {
    if (isClear(this.#clear + toCome, this.#points + toCome)) return true
    return this.#channels.every((levels) => levels.isFlat(toCome))
  }
}

/** @returns null for an interlaced or a huge picture, which is not measured, and for what is no complete PNG */
export async function isFlatPng(source: MediaSource): Promise<boolean | null> {
  try {
    const reader = new ByteReader(source)
    const places: PngChunkPlace[] = []
    const header = await walkPng(reader, (chunk) => places.push(chunk))
    if (!header || header.interlaced || header.width * header.height > pixelsMax) return null
    const palette = await paletteOf(reader, places)
    const points = new Points(header, palette)
    const pixels = places.filter(({ name }) => name === 'IDAT')
    const work = pixelWork()
    let rows = 0
    for await (const row of rowsOf(header, packedOf(new ByteReader(source), pixels))) {
      if (work.spend(header.width * bytesOfPoint)) await work.rest()
      points.addRow(row)
      rows += 1
      if (rows === header.height) return points.isFlat(0)
      if (rows % rowsPerLook === 0 && !points.isFlat((header.height - rows) * header.width)) return false
    }
    return null
  } catch (error) {
    if (error instanceof BrokenMedia || error instanceof TypeError) return null
    throw error
  }
}

async function paletteOf(reader: ByteReader, places: readonly PngChunkPlace[]): Promise<Uint8Array> {
  const place = places.find(({ name }) => name === 'PLTE')
  if (!place) return new Uint8Array(0)
  const length = place.end - place.start - 12
  return new Uint8Array((await reader.from(place.start + 8, length)).subarray(0, length))
}
