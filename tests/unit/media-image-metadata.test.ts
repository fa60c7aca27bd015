import * as fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { withoutMetadata } from '#formats/image-metadata.ts'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import type { ImageType } from '#formats/picture-structure.ts'

const secrets = ['GPS-SECRET', 'XMP-SECRET', 'COMMENT-SECRET', '<script>', 'Иванов']
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="XMP-SECRET"/></rdf:RDF></x:xmpmeta>`
const exif = {
  IFD0: { ImageDescription: 'GPS-SECRET', Artist: 'Иванов' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 56/1 0/1' }
}

function noisy() {
  return sharp({
    create: {
      width: 40,
      height: 30,
      channels: 3,
      background: '#3377aa',
      noise: { type: 'gaussian', mean: 90, sigma: 60 }
    }
  })
}
const told = (orientation: number) =>
  noisy().withExif(exif).withMetadata({ orientation }).withXmp(xmp).withIccProfile('p3')

async function pictureOf(type: ImageType, orientation = 6): Promise<Uint8Array> {
  const image = told(orientation)
  if (type === 'image/png') return image.png().toBuffer()
  return type === 'image/jpeg' ? image.jpeg().toBuffer() : image.webp({ quality: 90 }).toBuffer()
}

const types: ImageType[] = ['image/png', 'image/jpeg', 'image/webp']
const hidden = (bytes: Uint8Array) => secrets.filter((secret) => Buffer.from(bytes).includes(secret))
/** Pixels as stored: `sharp` applies the orientation only on request. */
const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer()

async function strip(bytes: Uint8Array, type: ImageType): Promise<Uint8Array> {
  const stripped = await withoutMetadata(bytes, type)
  if (!stripped) throw new Error('The picture is said to be broken')
  return stripped
}

describe.each(types)('%s without metadata', (type) => {
  test('keeps its pixels and colours, and loses EXIF texts and XMP', async () => {
    const before = await pictureOf(type)
    expect(hidden(before)).toContain('GPS-SECRET')
    const after = await strip(before, type)
    expect(hidden(after)).toEqual([])
    expect((await pixels(after)).equals(await pixels(before))).toBe(true)
    const [was, is] = [await sharp(before).metadata(), await sharp(after).metadata()]
    expect(is.icc?.equals(was.icc!)).toBe(true)
    expect(is).toMatchObject({ width: 40, height: 30, orientation: 6 })
    expect(was.xmp !== undefined || hidden(before).includes('XMP-SECRET')).toBe(true)
    expect(is.xmp).toBeUndefined()
    expect(is.exif?.length).toBeLessThan(40)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('keeps its orientation %i', async (orientation) => {
    const { orientation: kept } = await sharp(await strip(await pictureOf(type, orientation), type)).metadata()
    expect(kept).toBe(orientation === 1 ? undefined : orientation)
  })

  test('loses bytes after its end', async () => {
    const before = await pictureOf(type)
    const polyglot = Buffer.concat([before, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')])
    const after = await strip(polyglot, type)
    expect(Buffer.from(after).equals(await strip(before, type))).toBe(true)
    expect(hidden(after)).toEqual([])
  })

  test('is a valid picture, and stripping it again changes nothing', async () => {
    const after = await strip(await pictureOf(type), type)
    expect(await inspectMedia(sourceOf(after))).toEqual({ type, width: 40, height: 30, durationSeconds: null })
    expect(Buffer.from(await strip(after, type)).equals(after)).toBe(true)
  })

  test('a truncated picture is reported as broken', async () => {
    const before = await pictureOf(type)
    for (const length of [0, 3, 12, 40, before.length - 40])
      expect(await withoutMetadata(before.subarray(0, length), type)).toBeNull()
  })

  test('a picture with changed bytes is either stripped or reported as broken', async () => {
    const before = new Uint8Array(await pictureOf(type))
    const changes = fc.array(fc.tuple(fc.nat(Math.min(600, before.length - 1)), fc.nat(255)), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        const bytes = before.slice()
        for (const [at, value] of changed) bytes[at] = value
        const after = await withoutMetadata(bytes, type)
        // It may only grow by the segment that holds the orientation.
        expect(after === null || after.length <= bytes.length + 40).toBe(true)
      }),
      { numRuns: 500 }
    )
  })
})

const segment = (marker: number, content: string) => {
  const bytes = Buffer.from(content, 'latin1')
  return Buffer.concat([Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255]), bytes])
}

describe('a jpeg', () => {
  test('loses comments, IPTC, hidden second pictures and its thumbnail', async () => {
    const plain = await noisy().jpeg().toBuffer()
    const thumbnail = segment(0xe0, `JFIF\0\u0001\u0001\0\0\u0001\0\u0001\u0001\u0002${'<script>'.padEnd(6)}`)
    const dirty = Buffer.concat([
      plain.subarray(0, 2),
      thumbnail,
      segment(0xfe, 'COMMENT-SECRET'),
      segment(0xed, 'Photoshop 3.0\0GPS-SECRET'),
      segment(0xe2, 'MPF\0XMP-SECRET'),
      segment(0xeb, 'JP-SECRET'),
      plain.subarray(2)
    ])
    const after = await strip(dirty, 'image/jpeg')
    expect(hidden(after)).toEqual([])
    expect(Buffer.from(after).includes('JP-SECRET')).toBe(false)
    expect((await pixels(after)).equals(await pixels(plain))).toBe(true)
  })

  test('keeps the marker that its colours are CMYK', async () => {
    const cmyk = await noisy().toColourspace('cmyk').jpeg().toBuffer()
    const after = await strip(cmyk, 'image/jpeg')
    expect((await pixels(after)).equals(await pixels(cmyk))).toBe(true)
  })

  test('with many scans keeps all of them', async () => {
    const progressive = await told(6).jpeg({ progressive: true }).toBuffer()
    expect((await pixels(await strip(progressive, 'image/jpeg'))).equals(await pixels(progressive))).toBe(true)
  })
})
