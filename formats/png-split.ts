// Cuts a PNG of two by two pictures into four, without a picture library: rows are unpacked one after another, cut in
// the middle and packed again with the filters that they had. Only half of the picture is unpacked at a time.
import { asciiBytes, joined } from './bytes.ts'
import { BrokenMedia, ByteReader, type MediaSource } from './byte-reader.ts'
import { filterRow, restoreRow } from './png-filters.ts'
import { chunkOf, keptChunks } from './png-chunks.ts'
import { bitsPerPixel, type PngChunkPlace, type PngHeader, pngSignature, walkPng } from './png.ts'

/** A picture of 4096 × 4096 pixels with four bytes each. */
const unpackedBytesMax = 64 * 1024 * 1024

/** A quarter; `index` counts from the upper left one, row by row. */
export interface PngQuarter {
  index: number
  bytes: Uint8Array<ArrayBuffer>
}

interface Sheet {
  header: PngHeader
  chunks: PngChunkPlace[]
  /** Bytes of a pixel. */
  step: number
  /** Pixels of a quarter; a middle column or row of an odd size belongs to none. */
  width: number
  height: number
}

/** Null for a picture that cannot be cut between bytes, or is too large to be unpacked here. */
async function sheetOf(source: MediaSource): Promise<Sheet | null> {
  const chunks: PngChunkPlace[] = []
  const header = await walkPng(new ByteReader(source), (chunk) => chunks.push(chunk))
  if (!header) return null
  const step = bitsPerPixel(header) / 8
  const { width, height, interlaced } = header
  const isCut = !interlaced && Number.isInteger(step) && width >= 2 && height >= 2
  if (!isCut || width * height * step > unpackedBytesMax) return null
  return { header, chunks, step, width: Math.floor(width / 2), height: Math.floor(height / 2) }
}

/** Those bytes of the file that lie in its IDAT chunks. */
async function* packedPixels(
  file: AsyncIterable<Uint8Array>,
  chunks: readonly PngChunkPlace[]
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const places = chunks.filter(({ name }) => name === 'IDAT').map(({ start, end }) => [start + 8, end - 4] as const)
  let next = 0
  let offset = 0
  for await (const piece of file) {
    const end = offset + piece.length
    for (;;) {
      const [from, to] = places[next] ?? [Infinity, Infinity]
      if (from >= end) break
      if (to > offset) yield new Uint8Array(piece.subarray(Math.max(from - offset, 0), to - offset))
      if (to > end) break
      next += 1
    }
    offset = end
  }
}

/** What a generator yields, as a stream; the generator ends when the reader of the stream goes away. */
const streamOf = (pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    }
  })

/** The rows of the file, each with the byte that names its filter; the same memory is used for all of them. */
async function* rowsOf(packed: AsyncGenerator<Uint8Array<ArrayBuffer>>, { header, step }: Sheet) {
  const unpacked = streamOf(packed).pipeThrough(new DecompressionStream('deflate'))
  const row = new Uint8Array(1 + header.width * step)
  let filled = 0
  let count = 0
  for await (const piece of unpacked)
    for (let from = 0; from < piece.length;) {
      const taken = piece.subarray(from, from + row.length - filled)
      row.set(taken, filled)
      filled += taken.length
      from += taken.length
      if (filled < row.length) continue
      filled = 0
      count += 1
      yield row
      // What comes behind the last row is not unpacked, however much it is.
      if (count === header.height) return
    }
  throw new BrokenMedia()
}

const packed = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer()
  )

/** The chunks before the pixels that say how colours are meant. */
async function colourChunks(source: MediaSource, { chunks }: Sheet): Promise<Uint8Array[]> {
  const firstPixels = chunks.findIndex(({ name }) => name === 'IDAT')
  const kept = chunks.slice(1, firstPixels).filter(({ name }) => keptChunks.has(name))
  return Promise.all(kept.map(({ start, end }) => source.read(start, end - start)))
}

function headerChunk(whole: Uint8Array, { width, height }: Sheet): Uint8Array {
  const content = new Uint8Array(whole)
  const view = new DataView(content.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  return chunkOf('IHDR', content)
}

/** The left and the right quarter of one half of the picture, with filters and unpacked. */
class HalfSheet {
  readonly sides: readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]
  readonly #sheet: Sheet
  #rows = 0

  constructor(sheet: Sheet) {
    const size = sheet.height * (1 + sheet.width * sheet.step)
    this.#sheet = sheet
    this.sides = [new Uint8Array(size), new Uint8Array(size)]
  }

  /** @param above the whole row above; the first row of a quarter has none, whatever was above it */
  add(row: Uint8Array, above: Uint8Array, filter: number) {
    const { header, width, step } = this.#sheet
    const bytes = width * step
    for (const [side, to] of this.sides.entries()) {
      const from = side === 0 ? 0 : (header.width - width) * step
      const aboveSide = this.#rows === 0 ? new Uint8Array(bytes) : above.subarray(from, from + bytes)
      const place = to.subarray(this.#rows * (1 + bytes), (this.#rows + 1) * (1 + bytes))
      filterRow(row.subarray(from, from + bytes), aboveSide, { filter, step, to: place })
    }
    this.#rows += 1
  }
}

/**
 * The four quarters in the order 0 to 3, each as soon as its rows are read. Texts in the file are left out.
 * @param open the file from its beginning
 * @returns null for a picture that is no PNG, or one that cannot be cut here
 * @throws BrokenMedia when the file ends early or its pixels cannot be unpacked
 */
export async function splitPng(
  source: MediaSource,
  open: () => Promise<AsyncIterable<Uint8Array>>
): Promise<AsyncGenerator<PngQuarter> | null> {
  const sheet = await sheetOf(source)
  if (!sheet) return null
  const colours = await colourChunks(source, sheet)
  const header = headerChunk(await source.read(16, 13), sheet)
  const pngOf = async (pixels: Uint8Array<ArrayBuffer>) =>
    joined([
      Uint8Array.from(pngSignature),
      header,
      ...colours,
      chunkOf('IDAT', await packed(pixels)),
      chunkOf('IEND', asciiBytes(''))
    ])
  return quartersOf(sheet, rowsOf(packedPixels(await open(), sheet.chunks), sheet), pngOf)
}

async function* quartersOf(
  sheet: Sheet,
  rows: AsyncGenerator<Uint8Array<ArrayBuffer>>,
  pngOf: (pixels: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>
): AsyncGenerator<PngQuarter> {
  const { header, height, step } = sheet
  const lowerFrom = header.height - height
  let above: Uint8Array = new Uint8Array(header.width * step)
  let half = new HalfSheet(sheet)
  let at = 0
  for await (const row of unbroken(rows)) {
    const filter = row[0] ?? 0
    const restored = restoreRow({ filter, filtered: row.slice(1) }, above, step)
    if (at < height || at >= lowerFrom) half.add(restored, above, filter)
    above = restored
    at += 1
    if (at !== height && at !== header.height) continue
    for (const [side, pixels] of half.sides.entries())
      yield { index: (at === height ? 0 : 2) + side, bytes: await pngOf(pixels) }
    half = new HalfSheet(sheet)
  }
}

/** What the platform throws for packed data that is broken becomes a `BrokenMedia`. */
async function* unbroken(rows: AsyncGenerator<Uint8Array<ArrayBuffer>>) {
  try {
    yield* rows
  } catch (error) {
    throw error instanceof TypeError ? new BrokenMedia() : error
  }
}
