// Picture files built by hand: the tests need their structure, not their pixels.
import { crc32 } from '#formats/crc32.ts'

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0))
const big32 = (value: number) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const big16 = (value: number) => [(value >>> 8) & 255, value & 255]
const little32 = (value: number) => big32(value).toReversed()
const little24 = (value: number) => little32(value).slice(0, 3)

export type Bytes = readonly number[]
interface Size {
  width: number
  height: number
}

/** A TIFF block with an orientation and a camera maker. */
export function exif(orientation: number, little = true): number[] {
  const two = (value: number) => (little ? big16(value).toReversed() : big16(value))
  const four = (value: number) => (little ? little32(value) : big32(value))
  const maker = [...two(0x010f), ...two(2), ...four(4), ...ascii('Cam\0')]
  const turn = [...two(0x0112), ...two(3), ...four(1), ...two(orientation), 0, 0]
  return [...ascii(little ? 'II' : 'MM'), ...two(42), ...four(8), ...two(2), ...maker, ...turn, ...four(0)]
}

export const pngChunk = (type: string, data: Bytes = []): number[] => {
  const named = [...ascii(type), ...data]
  return [...big32(data.length), ...named, ...big32(crc32(Uint8Array.from(named)))]
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** `extra` chunks stand before the pixels. */
export const png = ({ width, height }: Size = { width: 3, height: 2 }, ...extra: Bytes[]): number[] => [
  ...pngSignature,
  ...pngChunk('IHDR', [...big32(width), ...big32(height), 8, 2, 0, 0, 0]),
  ...extra.flat(),
  ...pngChunk('IDAT', [1, 2, 3]),
  ...pngChunk('IEND')
]

const jpegSegment = (code: number, data: Bytes): number[] => [0xff, code, ...big16(data.length + 2), ...data]

/** `extra` segments stand behind the first. The coded data holds a stuffed byte and a restart marker. */
export const jpeg = ({ width, height }: Size = { width: 3, height: 2 }, ...extra: Bytes[]): number[] => [
  0xff,
  0xd8,
  ...jpegSegment(0xe0, [...ascii('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
  ...extra.flat(),
  ...jpegSegment(0xc2, [8, ...big16(height), ...big16(width), 1, 0, 0, 0]),
  ...jpegSegment(0xda, [1, 0, 0, 0, 63, 0]),
  5,
  0xff,
  0,
  6,
  0xff,
  0xd0,
  7,
  ...jpegSegment(0xc4, [9]),
  ...jpegSegment(0xda, [1, 0, 0, 0, 63, 0]),
  8,
  0xff,
  0xd9
]

/** A JPEG of 8 × 8 points whose coded data can be decoded: one block, nothing in it. */
export const oneBlock = (...extra: Bytes[]): number[] => [
  0xff,
  0xd8,
  ...extra.flat(),
  ...jpegSegment(0xdb, [0, ...Array<number>(64).fill(1)]),
  ...jpegSegment(0xc0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]),
  ...[0x00, 0x10].flatMap((table) => jpegSegment(0xc4, [table, 1, ...Array<number>(15).fill(0), 0])),
  ...jpegSegment(0xda, [1, 1, 0, 0, 63, 0]),
  0x3f,
  0xff,
  0xd9
]

export const jpegExif = (orientation: number) => jpegSegment(0xe1, [...ascii('Exif\0\0'), ...exif(orientation, false)])
export const jpegText = (code: number, text: string) => jpegSegment(code, ascii(text))

export const webpChunk = (type: string, data: Bytes): number[] => [
  ...ascii(type),
  ...little32(data.length),
  ...data,
  ...(data.length % 2 === 1 ? [0] : [])
]

const riff = (chunks: Bytes): number[] => [
  ...ascii('RIFF'),
  ...little32(chunks.length + 4),
  ...ascii('WEBP'),
  ...chunks
]
const lossless = ({ width, height }: Size) =>
  webpChunk('VP8L', [0x2f, ...little32(((height - 1) << 14) | (width - 1)), 7, 7])

/** With an extended header, whose flags announce Exif and XMP. */
export const webp = (size: Size = { width: 3, height: 2 }, ...extra: Bytes[]): number[] =>
  riff([
    ...webpChunk('VP8X', [0x0c, 0, 0, 0, ...little24(size.width - 1), ...little24(size.height - 1)]),
    ...lossless(size),
    ...extra.flat()
  ])

export const holds = (bytes: Uint8Array | Bytes, text: string): boolean => String.fromCharCode(...bytes).includes(text)
