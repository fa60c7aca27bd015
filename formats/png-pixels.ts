// Checks that the compressed pixels of a PNG are complete: they are decompressed and counted, never kept, and only as
// far as the image needs. Where browsers are less strict than their format, what is wrong is mended.
import { BrokenMedia, pixelWork } from './byte-reader.ts'
import { inflate } from './inflate.ts'
import { bitsPerPixel, type PngHeader } from './png.ts'

/** Small, because one piece may decompress to a thousand times its size before the reader can stop. */
const pieceBytes = 8 * 1024

/** Start and step of the seven passes of an interlaced image, across and down. */
const passes = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2]
] as const

/** Size of the decompressed image in bytes: each row has one extra byte, which names its filter. */
function unpackedBytes(header: PngHeader): number {
  const { width, height, interlaced } = header
  const rows = (columns: number, lines: number) =>
    columns > 0 && lines > 0 ? lines * (1 + Math.ceil((columns * bitsPerPixel(header)) / 8)) : 0
  if (!interlaced) return rows(width, height)
  return passes.reduce(
    (sum, [x, stepX, y, stepY]) => sum + rows(Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)),
    0
  )
}

function* piecesOf(packed: readonly Uint8Array[]): Generator<Uint8Array<ArrayBuffer>> {
  for (const content of packed)
    for (let offset = 0; offset < content.length; offset += pieceBytes) yield content.slice(offset, offset + pieceBytes)
}

/**
 * Unpacks no more than one byte behind `limit`.
 * @returns whether there is so much, and no fault up to there: neither in the packed data nor, where it ends, in its checksum
 */
async function isSound(pieces: Generator<Uint8Array<ArrayBuffer>>, limit: number): Promise<boolean> {
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { value, done } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    }
  })
  const reader = packed.pipeThrough(new DecompressionStream('deflate')).getReader()
  const work = pixelWork()
  let count = 0
  try {
    while (count <= limit) {
      const { value, done } = await reader.read()
      if (done) return count === limit
      count += value.length
      if (work.spend(value.length)) await work.rest()
    }
  } catch {
    return false
  }
  await reader.cancel().catch(() => undefined)
  return true
}

/** As much of these as stands before `end`. */
function* upTo(packed: readonly Uint8Array[], end: number): Generator<Uint8Array> {
  let left = end
  for (const content of packed) {
    yield content.subarray(0, left)
    left -= Math.min(left, content.length)
  }
}

/**
 * The packed pixels with the checksum that they should have, and without anything behind it: browsers look neither at the one nor at the
 * other. Nothing is copied: a picture may be as large as the memory for it.
 * @param packed the content of the IDAT chunks
 * @throws BrokenMedia when there are fewer pixels than the header says
 */
export async function mendedPixels(header: PngHeader, packed: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const expected = unpackedBytes(header)
  const { count, end, checksum } = await inflate(packed, expected, pixelWork())
  if (count < expected) throw new BrokenMedia()
  if (end === null) return [...packed]
  const sum = new DataView(new ArrayBuffer(4))
  sum.setUint32(0, checksum)
  return [...upTo(packed, end), new Uint8Array(sum.buffer)]
}

/** Null when the packed pixels are right as they are. @throws BrokenMedia when there are fewer than the header says */
export const pixelsToMend = async (header: PngHeader, packed: readonly Uint8Array[]): Promise<Uint8Array[] | null> =>
  (await isSound(piecesOf(packed), unpackedBytes(header))) ? null : mendedPixels(header, packed)
