// Checks that the compressed pixels of a PNG are complete: they are decompressed and counted, never kept, and only as
// far as the image needs.
import { BrokenMedia, pixelWork } from './byte-reader.ts'
import { type PngChunk } from './png-chunks.ts'
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

function* piecesOf(chunks: readonly PngChunk[], name: string): Generator<Uint8Array<ArrayBuffer>> {
  for (const chunk of chunks)
    if (chunk.name === name)
      for (let offset = 0; offset < chunk.content.length; offset += pieceBytes)
        yield chunk.content.slice(offset, offset + pieceBytes)
}

/** The number of decompressed bytes, at most `limit`; fewer when the compressed data is broken or ends early. */
async function countUnpacked(pieces: Generator<Uint8Array<ArrayBuffer>>, limit: number): Promise<number> {
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
    while (count < limit) {
      const { value, done } = await reader.read()
      if (done) break
      count += value.length
      if (work.spend(value.length)) await work.rest()
    }
  } catch {
    return count
  }
  await reader.cancel().catch(() => undefined)
  return Math.min(count, limit)
}

/** @throws BrokenMedia when there are fewer pixels than the header says */
export async function assertPixelCount(header: PngHeader, chunks: readonly PngChunk[]): Promise<void> {
  const expected = unpackedBytes(header)
  if ((await countUnpacked(piecesOf(chunks, 'IDAT'), expected)) < expected) throw new BrokenMedia()
}
