import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { BrokenMedia, sourceOf } from '#formats/byte-reader.ts'
import { type PngQuarter, splitPng } from '#formats/png-split.ts'
import { chunkOf } from '#formats/png-chunks.ts'
import { joined } from '#formats/bytes.ts'
import { pngSignature } from '#formats/png.ts'

async function* piecesOf(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

/** The quarters of the file, read in pieces of this size; null when it cannot be cut. */
async function split(bytes: Uint8Array, pieceBytes = 997) {
  const quarters = await splitPng(sourceOf(bytes), async () => piecesOf(bytes, pieceBytes))
  if (!quarters) return null
  const found: PngQuarter[] = []
  for await (const quarter of quarters) found.push(quarter)
  return found
}

/** A picture in which each pixel says where it is. */
function picture(width: number, height: number, channels: 1 | 2 | 3 | 4) {
  const raw = Buffer.alloc(width * height * channels)
  for (let at = 0; at < raw.length; at += 1) raw[at] = (at * 31 + (at >> 7) * 17) % 256
  return sharp(raw, { raw: { width, height, channels } })
}

const pixelsOf = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer()

async function expectQuarters(bytes: Uint8Array, pieceBytes?: number) {
  const { width, height } = await sharp(bytes).metadata()
  const size = { width: Math.floor(width / 2), height: Math.floor(height / 2) }
  const quarters = (await split(bytes, pieceBytes)) ?? []
  expect(quarters.map(({ index }) => index)).toEqual([0, 1, 2, 3])
  for (const { index, bytes: quarter } of quarters) {
    const area = { left: index % 2 ? width - size.width : 0, top: index > 1 ? height - size.height : 0, ...size }
    expect(await sharp(quarter).metadata()).toMatchObject({ format: 'png', ...size })
    expect((await pixelsOf(quarter)).equals(await sharp(bytes).extract(area).raw().toBuffer())).toBe(true)
  }
}

describe('a sheet of two by two pictures is cut without a change of its pixels', () => {
  test.each([1, 2, 3, 4] as const)('with %i channels', async (channels) => {
    await expectQuarters(await picture(64, 40, channels).png().toBuffer())
  })

  test.each([
    [65, 41],
    [2, 2],
    [3, 2],
    [300, 7],
    // A real sheet, whose pixels come in many pieces.
    [1024, 1024]
  ])('of %i × %i pixels', async (width, height) => {
    await expectQuarters(await picture(width, height, 3).png().toBuffer())
  })

  test('read a byte at a time', async () => {
    await expectQuarters(await picture(20, 12, 3).png().toBuffer(), 1)
  })

  test('with a palette of whole bytes', async () => {
    await expectQuarters(await picture(64, 64, 3).png({ palette: true, colours: 200 }).toBuffer())
  })

  test('with sixteen bits for each channel', async () => {
    await expectQuarters(await picture(32, 32, 3).toColourspace('rgb16').png().toBuffer())
  })

  test('with adaptive filters', async () => {
    await expectQuarters(await picture(90, 70, 4).png({ adaptiveFiltering: true, compressionLevel: 9 }).toBuffer())
  })

  // Each row of the file has another of the five filters.
  test('with every filter of the format', async () => {
    const width = 10
    const rows = Array.from({ length: 12 }, (_, y) => [
      y % 5,
      ...Array.from({ length: width * 3 }, (__, x) => (x * 7 + y * 13) % 256)
    ])
    const header = Uint8Array.of(0, 0, 0, width, 0, 0, 0, rows.length, 8, 2, 0, 0, 0)
    const file = joined([
      Uint8Array.from(pngSignature),
      chunkOf('IHDR', header),
      chunkOf('tEXt', new TextEncoder().encode('Description\0secret prompt')),
      chunkOf('IDAT', deflateSync(Uint8Array.from(rows.flat()))),
      chunkOf('IEND', new Uint8Array(0))
    ])
    await expectQuarters(file)
    for (const { bytes } of (await split(file)) ?? [])
      expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/secret/)
  })

  test('and its colour profile goes along', async () => {
    const file = await picture(40, 40, 3).withIccProfile('p3').png().toBuffer()
    for (const { bytes } of (await split(file)) ?? []) expect((await sharp(bytes).metadata()).icc).toBeDefined()
    expect(await split(file)).toHaveLength(4)
  })
})

describe('what cannot be cut stays whole', () => {
  test.each([
    ['a JPEG', () => picture(64, 64, 3).jpeg().toBuffer()],
    ['a WebP', () => picture(64, 64, 3).webp().toBuffer()],
    ['an interlaced PNG', () => picture(64, 64, 3).png({ progressive: true }).toBuffer()],
    ['a PNG with less than a byte for a pixel', () => picture(64, 64, 3).png({ palette: true, colours: 4 }).toBuffer()],
    ['a picture of one column', () => picture(1, 64, 3).png().toBuffer()]
  ])('%s', async (_, make) => {
    expect(await split(await make())).toBeNull()
  })
})

describe('a broken file is said to be broken', () => {
  test('when its pixels end early', async () => {
    const rows = deflateSync(new Uint8Array(5 * (1 + 8 * 3)))
    const file = joined([
      Uint8Array.from(pngSignature),
      chunkOf('IHDR', Uint8Array.of(0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0)),
      chunkOf('IDAT', rows),
      chunkOf('IEND', new Uint8Array(0))
    ])
    await expect(split(file)).rejects.toThrow(BrokenMedia)
  })

  test('when its packed pixels are damaged', async () => {
    const file = await picture(64, 64, 3).png().toBuffer()
    file.fill(0x55, file.indexOf('IDAT') + 30, file.indexOf('IDAT') + 90)
    await expect(split(file)).rejects.toThrow(BrokenMedia)
  })

  test('when a filter does not exist', async () => {
    const file = joined([
      Uint8Array.from(pngSignature),
      chunkOf('IHDR', Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0, 0, 0)),
      chunkOf('IDAT', deflateSync(Uint8Array.of(0, 1, 2, 9, 3, 4))),
      chunkOf('IEND', new Uint8Array(0))
    ])
    await expect(split(file)).rejects.toThrow(BrokenMedia)
  })
})
