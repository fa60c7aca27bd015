// The chunks of a WebP in memory.
import { asciiAt, asciiBytes, joined } from './bytes.ts'
import { BrokenMedia, ByteReader, sourceOf } from './byte-reader.ts'
import type { PictureSize, PictureStructure } from './facts.ts'
import { orientationOf, tiffOfOrientation } from './orientation.ts'
import { walkWebp } from './webp.ts'

export interface WebpChunk {
  name: string
  content: Uint8Array
}

/** Bits of the first byte of VP8X. */
export const webpFlag = { exif: 0x08, xmp: 0x04, animation: 0x02 } as const

/** The size of a WebP and all its chunks. @throws BrokenMedia */
export async function readWebp(bytes: Uint8Array): Promise<{ size: PictureSize; chunks: WebpChunk[] }> {
  const chunks: WebpChunk[] = []
  const size = await walkWebp(new ByteReader(sourceOf(bytes)), ({ name, start, end }) =>
    chunks.push({ name, content: bytes.subarray(start, end) })
  )
  if (!size) throw new BrokenMedia()
  return { size, chunks }
}

export function isAnimatedWebp(chunks: readonly WebpChunk[]): boolean {
  const [first] = chunks
  const says = first?.name === 'VP8X' && ((first.content[0] ?? 0) & webpFlag.animation) !== 0
  return says || chunks.some(({ name }) => name === 'ANIM' || name === 'ANMF')
}

function uint32(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4))
  view.setUint32(0, value, true)
  return new Uint8Array(view.buffer)
}

const chunkParts = ({ name, content }: WebpChunk): Uint8Array[] => [
  joined([asciiBytes(name), uint32(content.length)]),
  content,
  new Uint8Array(content.length % 2)
]

/** A file of these parts of chunks. */
function riffOf(parts: readonly Uint8Array[]): Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 'WEBP'.length)
  return [joined([asciiBytes('RIFF'), uint32(length), asciiBytes('WEBP')]), ...parts]
}

/** The picture and how its colours are meant. */
export const keptWebpChunks = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L'])

/** The extended header no longer promises what is taken out. */
function withoutPromises({ name, content }: WebpChunk): WebpChunk {
  if (name !== 'VP8X') return { name, content }
  const header = content.slice()
  header[0] = (header[0] ?? 0) & ~(webpFlag.exif | webpFlag.xmp)
  return { name, content: header }
}

/** Some encoders put the name of a JPEG's segment in front of the tags. */
const tiffIn = (content: Uint8Array) => (asciiAt(content, 0, 4) === 'Exif' ? content.subarray(6) : content)

/** @throws BrokenMedia */
export async function webpStructure(bytes: Uint8Array): Promise<PictureStructure> {
  const { size, chunks } = await readWebp(bytes)
  // A plain one has no place for it.
  const exif = chunks[0]?.name === 'VP8X' ? chunks.find(({ name }) => name === 'EXIF') : undefined
  const picture = chunks.filter(({ name }) => keptWebpChunks.has(name)).map(withoutPromises)
  return {
    ...size,
    orientation: exif ? orientationOf(tiffIn(exif.content)) : null,
    isAnimated: isAnimatedWebp(chunks),
    parts: riffOf(picture.flatMap(chunkParts))
  }
}

/** The parts of a WebP with an orientation; a plain one, without an extended header, has no place for it. */
export function turnedWebp(parts: readonly Uint8Array[], orientation: number): Uint8Array[] {
  const [, head, header, ...others] = parts
  if (!head || !header || asciiAt(head, 0, 4) !== 'VP8X') return [...parts]
  const promising = header.slice()
  promising[0] = (promising[0] ?? 0) | webpFlag.exif
  const exif = chunkParts({ name: 'EXIF', content: tiffOfOrientation(orientation) })
  return riffOf([head, promising, ...others, ...exif])
}
