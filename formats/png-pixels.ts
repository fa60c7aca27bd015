// Checks that the compressed pixels of a PNG are complete: they are decompressed and counted, never kept, and only as
// far as the image needs. Where browsers are less strict than their format, what is wrong is mended.
import { BrokenMedia, pixelWork } from './byte-reader.ts'
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

/** The header of a zlib stream (RFC 1950). */
const zlibHeadBytes = 2
const isZlib = (head: number): boolean => ((head >> 8) & 15) === 8 && (head & 0x20) === 0 && head % 31 === 0
/** Bytes of work that unpacking a byte is at most: blocks without any pixels have tables of codes all the same. */
const workPerByte = 64

/**
 * As many bytes as the image needs. The platform gives up what it has unpacked when the checksum behind it is wrong or missing, and `fflate`
 * looks at none.
 * @throws BrokenMedia when there are fewer
 */
async function* unpacked(
  pieces: Generator<Uint8Array<ArrayBuffer>>,
  expected: number
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // Seldom needed, so it is loaded here.
  const { Inflate } = await import('fflate')
  const came: Uint8Array[] = []
  const inflate = new Inflate((piece) => came.push(piece))
  const work = pixelWork()
  let left = expected
  let headLeft = zlibHeadBytes
  let head = 0
  for (const piece of pieces) {
    const content = piece.subarray(headLeft)
    for (const byte of piece.subarray(0, headLeft)) head = head * 256 + byte
    headLeft -= piece.length - content.length
    if (headLeft === 0 && !isZlib(head)) throw new BrokenMedia()
    try {
      inflate.push(content)
    } catch {
      throw new BrokenMedia()
    }
    if (work.spend(content.length * workPerByte)) await work.rest()
    for (const bytes of came.splice(0)) {
      yield new Uint8Array(bytes.subarray(0, left))
      left -= Math.min(left, bytes.length)
    }
    if (left === 0) return
  }
  throw new BrokenMedia()
}

/**
 * The pixels packed anew, with the right checksum and nothing behind it: browsers look neither at the one nor at the other.
 * @param packed the content of the IDAT chunks
 * @throws BrokenMedia when there are fewer pixels than the header says
 */
export async function mendedPixels(header: PngHeader, packed: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const { readable, writable } = new CompressionStream('deflate')
  const mended = new Response(readable).arrayBuffer()
  mended.catch(() => undefined)
  const writer = writable.getWriter()
  try {
    for await (const piece of unpacked(piecesOf(packed), unpackedBytes(header))) await writer.write(piece)
    await writer.close()
  } catch (error) {
    // The streams would tell of an error of their own.
    await writer.abort(error).catch(() => undefined)
    throw error
  }
  return [new Uint8Array(await mended)]
}

/** Null when the packed pixels are right as they are. @throws BrokenMedia when there are fewer than the header says */
export const pixelsToMend = async (header: PngHeader, packed: readonly Uint8Array[]): Promise<Uint8Array[] | null> =>
  (await isSound(piecesOf(packed), unpackedBytes(header))) ? null : mendedPixels(header, packed)
