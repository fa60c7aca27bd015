// WebP (RFC 9649): a RIFF container with one image, simple (VP8, VP8L) or extended (VP8X).
import { BrokenMedia, type ByteReader, nameAt } from './byte-reader.ts'
import type { MediaFacts, PictureSize } from './facts.ts'

const sizeBits = 0x3fff

const uint24 = (view: DataView, offset: number) => view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16)

/** The size from an image chunk; null for other chunks. @throws BrokenMedia */
function readWebpPicture(name: string, content: DataView): PictureSize | null {
  if (name === 'VP8 ') {
    // A key frame (RFC 6386, 9.1): three bytes of tag, a start code, then 14 bits of width and of height.
    const isKeyFrame = content.byteLength >= 10 && (content.getUint8(0) & 1) === 0
    if (!isKeyFrame || uint24(content, 3) !== 0x2a019d) throw new BrokenMedia()
    return { width: content.getUint16(6, true) & sizeBits, height: content.getUint16(8, true) & sizeBits }
  }
  if (name === 'VP8L') {
    if (content.byteLength < 5 || content.getUint8(0) !== 0x2f) throw new BrokenMedia()
    const bits = content.getUint32(1, true)
    return { width: (bits & sizeBits) + 1, height: ((bits >>> 14) & sizeBits) + 1 }
  }
  return null
}

/** The canvas size from the content of VP8X. */
const readCanvas = (content: DataView): PictureSize => ({
  width: uint24(content, 4) + 1,
  height: uint24(content, 7) + 1
})

/** The end of the file according to the RIFF header. @throws BrokenMedia */
async function endOfRiff(reader: ByteReader): Promise<number> {
  const end = (await reader.view(4, 4)).getUint32(0, true) + 8
  if (end > reader.size || end < 20) throw new BrokenMedia()
  return end
}

export interface WebpChunkPlace {
  name: string
  /** Of its content. */
  start: number
  end: number
}

/**
 * Every chunk inside the length that the header tells; what comes behind is not part of the picture.
 * @returns the size of the picture; null for what is no WebP
 * @throws BrokenMedia
 */
export async function walkWebp(
  reader: ByteReader,
  visit: (chunk: WebpChunkPlace) => void = () => undefined
): Promise<PictureSize | null> {
  if (reader.size < 12 || (await reader.text(0, 4)) !== 'RIFF' || (await reader.text(8, 4)) !== 'WEBP') return null

  const end = await endOfRiff(reader)
  let canvas: PictureSize | null = null
  let picture: PictureSize | null = null
  for (let offset = 12; offset < end;) {
    const head = await reader.view(offset, 8)
    const name = nameAt(head, 0)
    const length = head.getUint32(4, true)
    const content = await reader.view(offset + 8, Math.min(length, 10))
    if (name === 'VP8X' && offset === 12) {
      if (length < 10) throw new BrokenMedia()
      canvas = readCanvas(content)
    }
    // An animation frame: 16 bytes of position and time, then the chunks of its image.
    if (name === 'ANMF' && canvas && length > 24) picture ??= canvas
    picture ??= readWebpPicture(name, content)
    if (offset + 8 + length > end) throw new BrokenMedia()
    visit({ name, start: offset + 8, end: offset + 8 + length })
    offset += 8 + length + (length % 2)
  }
  if (!picture || picture.width === 0 || picture.height === 0) throw new BrokenMedia()
  // Decoders allocate memory by the size of the image, not of the canvas. In a still image both must be equal.
  if (canvas && (picture.width !== canvas.width || picture.height !== canvas.height)) throw new BrokenMedia()
  return canvas ?? picture
}

export async function inspectWebp(reader: ByteReader): Promise<MediaFacts | null> {
  const size = await walkWebp(reader)
  return size && { type: 'image/webp', ...size, durationSeconds: null }
}
