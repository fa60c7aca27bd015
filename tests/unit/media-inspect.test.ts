import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { inspectMedia, type MediaSource, sourceOf } from '#formats/media-inspect.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(join(root, 'tests/fixtures/media', name)))
const picture = (width = 37, height = 23) =>
  sharp({
    create: { width, height, channels: 4, background: { r: 9, g: 80, b: 160, alpha: 0.5 }, noise: { type: 'gaussian' } }
  })
const inspect = (bytes: Uint8Array) => inspectMedia(sourceOf(bytes))
const still = (type: string, width = 37, height = 23) => ({ type, width, height, durationSeconds: null })
const sized = { width: 64, height: 48 }
const sound = { width: null, height: null }

const images: [name: string, type: string, make: () => Promise<Uint8Array>][] = [
  ['png', 'image/png', () => picture().png().toBuffer()],
  ['interlaced png', 'image/png', () => picture().png({ progressive: true }).toBuffer()],
  ['palette png', 'image/png', () => picture().png({ palette: true }).toBuffer()],
  ['jpeg', 'image/jpeg', () => picture().jpeg().toBuffer()],
  ['progressive jpeg', 'image/jpeg', () => picture().jpeg({ progressive: true }).toBuffer()],
  ['lossy webp', 'image/webp', () => picture().removeAlpha().webp().toBuffer()],
  ['lossless webp', 'image/webp', () => picture().removeAlpha().webp({ lossless: true }).toBuffer()],
  ['webp with alpha', 'image/webp', () => picture().webp().toBuffer()]
]
const recordings: [name: string, facts: object][] = [
  ['moov-last.mp4', { type: 'video/mp4', ...sized, durationSeconds: 1.5 }],
  ['moov-first.mp4', { type: 'video/mp4', ...sized, durationSeconds: 1.5 }],
  ['fragments.mp4', { type: 'video/mp4', ...sized, durationSeconds: null }],
  ['clip.mov', { type: 'video/quicktime', ...sized, durationSeconds: 1.5 }],
  ['clip.webm', { type: 'video/webm', ...sized, durationSeconds: 1.5 }],
  ['voice.webm', { type: 'audio/webm', ...sound, durationSeconds: expect.closeTo(1.5, 1) }],
  ['recorded.webm', { type: 'audio/webm', ...sound, durationSeconds: null }],
  ['voice.ogg', { type: 'audio/ogg', ...sound, durationSeconds: 1.5 }],
  ['voice.m4a', { type: 'audio/mp4', ...sound, durationSeconds: 1.5 }],
  ['voice.mp3', { type: 'audio/mpeg', ...sound, durationSeconds: expect.closeTo(1.54, 2) }]
]
/** Files whose header holds their length, so that a truncated copy is recognised. */
const whole = recordings.map(([name]) => name).filter((name) => !/recorded|fragments|ogg/.test(name))

const isFacts = (found: Awaited<ReturnType<typeof inspect>>) =>
  found === null ||
  (/^(image|video|audio)\/\w+$/.test(found.type) &&
    [found.width, found.height].every((side) => side === null || (Number.isSafeInteger(side) && side > 0)) &&
    (found.durationSeconds === null || (Number.isFinite(found.durationSeconds) && found.durationSeconds > 0)))

/** Counts reads, so that an endless loop fails instead of hanging. */
function counted(bytes: Uint8Array): { source: MediaSource; reads: () => number } {
  let reads = 0
  const read = async (offset: number, length: number) => {
    reads += 1
    expect(offset + length).toBeLessThanOrEqual(bytes.length)
    expect(offset).toBeGreaterThanOrEqual(0)
    return bytes.subarray(offset, offset + length)
  }
  return { source: { size: bytes.length, read }, reads: () => reads }
}

async function expectBounded(bytes: Uint8Array) {
  const { source, reads } = counted(bytes)
  expect(isFacts(await inspectMedia(source))).toBe(true)
  expect(reads()).toBeLessThanOrEqual(20)
}

describe('type and size are read from the bytes', () => {
  test.each(images)('%s', async (_, type, make) => {
    expect(await inspect(await make())).toEqual(still(type))
  })

  test.each(recordings)('%s', async (name, facts) => {
    expect(await inspect(fixture(name))).toEqual(facts)
  })

  test('a large picture is scanned to its end in few reads', async () => {
    const jpeg = new Uint8Array(await picture(1500, 1500).jpeg({ quality: 100 }).toBuffer())
    let reads = 0
    const source: MediaSource = {
      size: jpeg.length,
      read: async (offset, length) => {
        reads += 1
        return jpeg.subarray(offset, offset + length)
      }
    }
    expect(await inspectMedia(source)).toEqual(still('image/jpeg', 1500, 1500))
    expect(jpeg.length).toBeGreaterThan(500_000)
    expect(reads).toBeLessThan(jpeg.length / 50_000)
  })

  test.each([
    ['nothing', new Uint8Array(0)],
    ['a page', new TextEncoder().encode('<!doctype html><script>alert(1)</script>')],
    ['a drawing', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a gif', new TextEncoder().encode('GIF89a\u0001\u0000\u0001\u0000')],
    ['a JSON error', new TextEncoder().encode('{"error":"no"}')],
    ['an avif', new TextEncoder().encode('\u0000\u0000\u0000\u000cftypavif')],
    ['zeros', new Uint8Array(4096)]
  ])('%s is not recognised', async (_, bytes) => {
    expect(await inspect(bytes)).toBeNull()
  })
})

describe('a file that contradicts itself is refused', () => {
  test('a jpeg without a single scan', async () => {
    const jpeg = new Uint8Array(await picture().jpeg().toBuffer())
    const scan = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xda)
    expect(await inspect(Uint8Array.of(...jpeg.subarray(0, scan), 0xff, 0xd9))).toBeNull()
  })

  test.each([
    ['a small canvas', 4, 7],
    ['a huge canvas', 4, 7]
  ])('a webp with %s around a picture of another size', async (name, ...offsets) => {
    const webp = new Uint8Array(await picture().webp().toBuffer())
    expect(Buffer.from(webp.subarray(12, 16)).toString()).toBe('VP8X')
    const view = new DataView(webp.buffer)
    for (const offset of offsets) view.setUint16(20 + offset, name === 'a huge canvas' ? 16_000 : 7, true)
    expect(await inspect(webp)).toBeNull()
  })

  test('a webp whose picture is longer than the file says', async () => {
    const webp = new Uint8Array(await picture().removeAlpha().webp().toBuffer())
    const view = new DataView(webp.buffer)
    view.setUint32(4, view.getUint32(4, true) - 20, true)
    expect(await inspect(webp)).toBeNull()
  })

  test('a png with two headers', async () => {
    const png = new Uint8Array(await picture().png().toBuffer())
    expect(await inspect(Uint8Array.of(...png.subarray(0, 33), ...png.subarray(8)))).toBeNull()
  })
})

/** The lengths below this one at which a file that is cut there is taken for a whole one. */
async function acceptedLengths(bytes: Uint8Array, end: number): Promise<number[]> {
  const accepted: number[] = []
  for (let length = 0; length < end; length += 1) if (await inspect(bytes.subarray(0, length))) accepted.push(length)
  return accepted
}

describe('a truncated file is refused', () => {
  test.each(images)('%s', async (_, __, make) => {
    const bytes = await make()
    expect(await acceptedLengths(bytes, bytes.length - 1)).toEqual([])
  })

  test.each(whole)('%s', async (name) => {
    const bytes = fixture(name)
    expect(await acceptedLengths(bytes, bytes.length)).toEqual([])
  })
})

describe('hostile bytes', () => {
  const samples = recordings.map(([name]) => fixture(name))
  test('a file with some bytes changed gives valid facts or null, in few reads', async () => {
    const pictures = await Promise.all(images.map(async ([, , make]) => new Uint8Array(await make())))
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...samples, ...pictures), changes, async (sample, changed) => {
        const bytes = sample.slice()
        // Headers hold the lengths, so most changes go there.
        for (const [index, [at, value]] of changed.entries())
          bytes[index % 4 === 3 ? at % bytes.length : at % Math.min(200, bytes.length)] = value
        await expectBounded(bytes)
      }),
      { numRuns: 1500 }
    )
  })

  test('noise after a known signature gives valid facts or null, in few reads', async () => {
    const beginnings = fc.constantFrom(
      ...samples.map((sample) => sample.slice(0, 12)),
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      Uint8Array.of(0xff, 0xd8, 0xff),
      new TextEncoder().encode('RIFF\u0010\u0000\u0000\u0000WEBPVP8X'),
      new TextEncoder().encode('ID3\u0004\u0000\u0000')
    )
    await fc.assert(
      fc.asyncProperty(beginnings, fc.uint8Array({ maxLength: 400 }), async (beginning, noise) => {
        await expectBounded(Uint8Array.of(...beginning, ...noise))
      }),
      { numRuns: 1500 }
    )
  })

  test('a source that gives fewer bytes than its size is refused as truncated', async () => {
    const bytes = fixture('moov-last.mp4')
    const source = { size: bytes.length * 2, read: async (offset: number) => bytes.subarray(offset) }
    expect(await inspectMedia(source)).toBeNull()
  })

  test('an error of the source is thrown, not reported as a bad file', async () => {
    const source = { size: 100, read: () => Promise.reject(new Error('storage is down')) }
    await expect(inspectMedia(source)).rejects.toThrow('storage is down')
  })

  test('a file with too many tiny chunks is refused', async () => {
    const chunk = [0, 0, 0, 0, 0x74, 0x45, 0x58, 0x74, 0, 0, 0, 0]
    const head = new Uint8Array(await picture().png().toBuffer()).subarray(0, 33)
    const size = head.length + 12_000_000
    const read = async (offset: number, length: number) => {
      const bytes = new Uint8Array(length)
      for (let index = 0; index < length; index += 1) {
        const at = offset + index
        bytes[index] = (at < head.length ? head[at] : chunk[(at - head.length) % 12]) ?? 0
      }
      return bytes
    }
    expect(await inspectMedia({ size, read })).toBeNull()
  })
})
