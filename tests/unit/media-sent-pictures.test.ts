// Pictures that browsers show although something is wrong with their files: they are taken, and become files that are right.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type CheckedImage, checkImage } from '#formats/image-check.ts'
import { inspectMedia, inspectSent, sourceOf } from '#formats/media-inspect.ts'
import type { ImageType } from '#formats/picture-structure.ts'
import { png, pngChunk } from '../support/worker/pictures.ts'

const noisy = (width = 41, height = 29) =>
  sharp({
    create: { width, height, channels: 3, background: '#37a', noise: { type: 'gaussian', mean: 120, sigma: 40 } }
  })

/** As on every way in: null when the file is refused. */
async function taken(bytes: Uint8Array, type: ImageType): Promise<CheckedImage | null> {
  const facts = await inspectSent(sourceOf(bytes))
  const checked = facts?.type === type ? await checkImage(bytes, type) : 'broken'
  return typeof checked === 'string' ? null : checked
}

const pixelsOf = (bytes: Uint8Array) => sharp(bytes, { failOn: 'warning' }).raw().toBuffer()

/** The picture becomes one with the same pixels as `whole`, in a file of which nothing is wrong. */
async function expectLike(whole: Uint8Array, bytes: Uint8Array, type: ImageType) {
  const found = await taken(bytes, type)
  const other = await taken(whole, type)
  expect({ ...found, bytes: [] }).toEqual({ ...other, bytes: [] })
  expect(await inspectMedia(sourceOf(found!.bytes))).toMatchObject({ type, width: found!.width })
  expect((await pixelsOf(found!.bytes)).equals(await pixelsOf(other!.bytes))).toBe(true)
}

const jpegs: [name: string, make: () => Promise<Buffer>][] = [
  ['baseline', () => noisy().jpeg().toBuffer()],
  ['of one colour channel', () => noisy().greyscale().jpeg().toBuffer()],
  ['in CMYK', () => noisy().toColourspace('cmyk').jpeg().toBuffer()],
  ['progressive', () => noisy().jpeg({ progressive: true }).toBuffer()],
  ['progressive and coarse', () => noisy(90, 70).blur(3).jpeg({ progressive: true, quality: 30 }).toBuffer()],
  ['progressive and fine', () => noisy().jpeg({ mozjpeg: true, quality: 98, chromaSubsampling: '4:4:4' }).toBuffer()]
]

describe.each(jpegs)('a JPEG %s', (_, make) => {
  test('without its end is taken, and gets one', async () => {
    const whole = await make()
    for (const length of [whole.length - 1, whole.length - 2])
      await expectLike(whole, whole.subarray(0, length), 'image/jpeg')
  })

  test('with something else in place of its end is taken', async () => {
    const whole = await make()
    for (const tail of [Buffer.alloc(40), Buffer.from([0xff, 0xe1, 0x40, 0]), Buffer.from([0xff, 0xd8, 0xff, 0xe0])])
      await expectLike(whole, Buffer.concat([whole.subarray(0, -2), tail]), 'image/jpeg')
  })

  test('that is cut in its coded data is refused', async () => {
    const whole = await make()
    for (const cut of [3, 4, 10, Math.ceil(whole.length * 0.05), Math.ceil(whole.length / 4)])
      expect(await taken(whole.subarray(0, whole.length - cut), 'image/jpeg'), `without ${cut} bytes`).toBeNull()
  })

  test('without its end is no result that a user pays for', async () => {
    const whole = await make()
    for (const tail of [[], [0, 0]])
      expect(await inspectMedia(sourceOf(Buffer.from([...whole.subarray(0, -2), ...tail])))).toBeNull()
  })
})

/** Of the first marker of this kind. */
const placeOf = (bytes: Buffer, marker: number) => bytes.indexOf(Buffer.from([0xff, marker]))
const inserted = (bytes: Buffer, at: number, more: number[]) =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(more), bytes.subarray(at)])

describe('a JPEG', () => {
  test.each([
    ['bytes', [0, 0]],
    ['a long text', [...Buffer.from('<script>alert(1)</script>'.repeat(99))]],
    ['0xFF and zero', [0xff, 0]],
    ['restart markers', [0xff, 0xd3, 0xff, 0xd4]],
    ['a marker for temporary use', [0xff, 1]],
    ['filling', [0xff, 0xff, 0xff]]
  ])('with %s between its segments is taken without them', async (_, stray) => {
    const whole = await noisy().jpeg().toBuffer()
    for (const marker of [0xc0, 0xc4, 0xda])
      await expectLike(whole, inserted(whole, placeOf(whole, marker), stray), 'image/jpeg')
  })

  test.each([
    ['a reserved marker', [0xff, 2]],
    ['a second beginning', [0xff, 0xd8]]
  ])('with %s between its segments is refused, as by browsers', async (_, stray) => {
    const whole = await noisy().jpeg().toBuffer()
    expect(await taken(inserted(whole, placeOf(whole, 0xc4), stray), 'image/jpeg')).toBeNull()
  })

  test.each([0xdb, 0xc4])(
    'whose table with the marker %i is lost is refused, although it has an end',
    async (marker) => {
      const whole = await noisy().jpeg().toBuffer()
      const lost = Buffer.from(whole)
      lost[placeOf(whole, marker) + 1] = 0
      expect(await taken(lost, 'image/jpeg')).toBeNull()
    }
  )

  test('with bytes between its segments is no result that a user pays for', async () => {
    const whole = await noisy().jpeg().toBuffer()
    expect(await inspectMedia(sourceOf(inserted(whole, placeOf(whole, 0xc4), [0, 0])))).toBeNull()
    expect(await inspectMedia(sourceOf(inserted(whole, placeOf(whole, 0xc4), [0xff])))).toMatchObject({ width: 41 })
  })

  test('that ends behind one of its earlier scans is refused', async () => {
    const whole = await noisy().jpeg({ progressive: true }).toBuffer()
    const ends = [...whole.entries()].filter(([at, byte]) => byte === 0xff && whole[at + 1] === 0xc4 && at > 400)
    expect(ends.length).toBeGreaterThan(3)
    for (const [at] of ends) expect(await taken(whole.subarray(0, at), 'image/jpeg')).toBeNull()
  })

  test.each([
    [1, 40, 30],
    [3, 40, 30],
    [5, 30, 40],
    [6, 30, 40],
    [8, 30, 40]
  ])('that is turned (%i) has the size as it is seen', async (orientation, width, height) => {
    const turned = await noisy(40, 30).withMetadata({ orientation }).jpeg().toBuffer()
    expect(await taken(turned, 'image/jpeg')).toMatchObject({ width, height })
  })
})

const side = 40
const rows = Buffer.from(
  Array.from({ length: (side + 1) * side }, (_, at) => (at % (side + 1) === 0 ? 0 : (at * 7919) % 251))
)
const packed = deflateSync(rows)
const plain = png(side, side, [], packed)
const end = Buffer.from(plain.subarray(-12))
/** The file up to and with its pixels. */
const upToPixels = Buffer.from(plain.subarray(0, -12))
const changed = (bytes: Uint8Array, at: number) =>
  Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte))
const gamma = pngChunk('gAMA', Buffer.from([0, 1, 0x63, 0x1e]))

describe('a PNG', () => {
  test.each<[name: string, bytes: Uint8Array]>([
    ['with a wrong checksum of its pixels', png(side, side, [], changed(packed, packed.length - 1))],
    ['without the checksum of its pixels', png(side, side, [], packed.subarray(0, -4))],
    ['with half the checksum of its pixels', png(side, side, [], packed.subarray(0, -2))],
    [
      'with bytes behind its packed pixels',
      png(side, side, [], Buffer.concat([changed(packed, packed.length - 1), end]))
    ],
    ['with a wrong checksum of its end', changed(plain, plain.length - 1)],
    ['whose end has a content', Buffer.concat([upToPixels, pngChunk('IEND', Buffer.from('?'))])],
    ['without an end', upToPixels],
    ['with half an end', plain.subarray(0, -7)],
    ['with something else in place of its end', Buffer.concat([upToPixels, Buffer.from('this is no chunk at all')])],
    ['that is cut in the checksum of its chunk', upToPixels.subarray(0, -3)],
    ['that is cut in the checksum of its pixels', upToPixels.subarray(0, -6)]
  ])('%s is taken and mended', async (_, bytes) => {
    await expectLike(plain, bytes, 'image/png')
  })

  test('of many chunks with a wrong checksum of its pixels is taken and mended', async () => {
    const raw = Buffer.from(Array.from({ length: 301 * 300 }, (__, at) => (at % 301 === 0 ? 0 : (at * at) % 253)))
    const all = deflateSync(raw, { level: 1 })
    const wrong = changed(all, all.length - 2)
    const cut = Math.floor(all.length / 3)
    const pieces = [wrong.subarray(0, cut), wrong.subarray(cut, -2), wrong.subarray(-2)].map((piece) =>
      pngChunk('IDAT', piece)
    )
    await expectLike(png(300, 300, [], all), png(300, 300, pieces, new Uint8Array(0)), 'image/png')
  })

  test('loses what only says how it is meant when its checksum is wrong', async () => {
    const whole = png(side, side, [gamma], packed)
    expect(Buffer.from((await taken(whole, 'image/png'))!.bytes).includes('gAMA')).toBe(true)
    await expectLike(plain, png(side, side, [Buffer.from(changed(gamma, 9))], packed), 'image/png')
  })

  test.each<[name: string, bytes: Uint8Array]>([
    ['with a wrong checksum of its header', changed(plain, 30)],
    ['with a wrong checksum of its chunk of pixels', changed(plain, plain.length - 13)],
    ['with fewer pixels and a wrong checksum of them', png(side, side + 1, [], changed(packed, packed.length - 1))],
    ['that is cut in its pixels', upToPixels.subarray(0, -12)],
    ['that is cut before its pixels', plain.subarray(0, 40)],
    ['whose pixels are cut', png(side, side, [], packed.subarray(0, -8))],
    ['whose pixels are no zlib stream', png(side, side, [], changed(packed, 0))]
  ])('%s is refused', async (_, bytes) => {
    expect(await taken(bytes, 'image/png')).toBeNull()
  })

  test('without an end is no result that a user pays for', async () => {
    expect(await inspectMedia(sourceOf(upToPixels))).toBeNull()
  })
})

test('a WebP that is cut stays refused: browsers show nothing of it', async () => {
  const whole = await noisy().webp().toBuffer()
  expect(await taken(whole, 'image/webp')).toMatchObject({ width: 41, height: 29 })
  expect(await taken(whole.subarray(0, -9), 'image/webp')).toBeNull()
})
