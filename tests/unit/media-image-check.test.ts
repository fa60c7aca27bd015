import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { checkImage } from '#formats/image-check.ts'
import type { ImageType } from '#formats/picture-structure.ts'

const picture = (channels: 3 | 4 = 4) =>
  sharp({
    create: {
      width: 53,
      height: 31,
      channels,
      background: { r: 200, g: 80, b: 10, alpha: 0.5 },
      noise: { type: 'gaussian', mean: 120, sigma: 50 }
    }
  })

async function flawOf(bytes: Uint8Array, type: ImageType) {
  const checked = await checkImage(bytes, type)
  return typeof checked === 'string' ? checked : null
}

function chunk(name: string, content: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A grey picture of 8 bits with any size in its header. */
function png(width: number, height: number, packed: Uint8Array, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0))
  ])
}

const whole: [name: string, type: ImageType, make: () => Promise<Uint8Array>][] = [
  ['a png', 'image/png', () => picture().png().toBuffer()],
  ['an interlaced png', 'image/png', () => picture().png({ progressive: true }).toBuffer()],
  ['a png of 16 bits', 'image/png', () => picture(3).toColourspace('rgb16').png().toBuffer()],
  ['a png with a palette', 'image/png', () => picture().png({ palette: true, colours: 4 }).toBuffer()],
  ['a tiny interlaced png', 'image/png', () => picture().resize(3, 2).png({ progressive: true }).toBuffer()],
  ['a jpeg', 'image/jpeg', () => picture().jpeg().toBuffer()],
  ['a lossy webp', 'image/webp', () => picture(3).webp().toBuffer()],
  ['a lossless webp', 'image/webp', () => picture().webp({ lossless: true }).toBuffer()]
]

test.each(whole)('%s has no flaw', async (_, type, make) => {
  expect(await flawOf(await make(), type)).toBeNull()
})

const rows = (width: number, height: number) => Buffer.alloc((width + 1) * height)

describe('a png', () => {
  test('is accepted when its packed data continues after its pixels', async () => {
    expect(await flawOf(png(4, 4, deflateSync(rows(4, 9))), 'image/png')).toBeNull()
  })

  test('with fewer pixels than its header says is broken', async () => {
    expect(await flawOf(png(40, 40, deflateSync(rows(40, 39))), 'image/png')).toBe('broken')
  })

  test('with truncated packed data or other bytes in its place is broken', async () => {
    const packed = deflateSync(Buffer.from(Array.from({ length: 41 * 40 }, (_, index) => (index * 7919) % 251)))
    expect(await flawOf(png(40, 40, packed.subarray(0, packed.length / 2)), 'image/png')).toBe('broken')
    expect(await flawOf(png(40, 40, Buffer.from('<script>alert(1)</script>')), 'image/png')).toBe('broken')
  })

  test('with a wrong checksum is broken', async () => {
    const bytes = png(40, 40, deflateSync(rows(40, 40)))
    bytes[bytes.length - 20]! ^= 1
    expect(await flawOf(bytes, 'image/png')).toBe('broken')
  })

  test('that unpacks to far more than its pixels is not unpacked to its end', async () => {
    const bomb = png(8, 8, deflateSync(Buffer.alloc(200_000_000)))
    const read = vi.spyOn(ReadableStreamDefaultReader.prototype, 'read')
    expect(await flawOf(bomb, 'image/png')).toBeNull()
    const results = (await Promise.all(read.mock.results.map(({ value }) => value))) as { value?: Uint8Array }[]
    read.mockRestore()
    expect(results.reduce((sum, { value }) => sum + (value?.length ?? 0), 0)).toBeLessThan(1_000_000)
  })

  test('that is animated is reported as animated', async () => {
    const animated = png(4, 4, deflateSync(rows(4, 4)), chunk('acTL', Buffer.alloc(8)))
    expect(await flawOf(animated, 'image/png')).toBe('animated')
  })

  test('with a huge colour profile is broken', async () => {
    const bytes = png(4, 4, deflateSync(rows(4, 4)), chunk('iCCP', Buffer.alloc(1_100_000)))
    expect(await flawOf(bytes, 'image/png')).toBe('broken')
  })
})

describe('a webp', () => {
  test('that is animated is reported as animated', async () => {
    const frames = Buffer.concat([await picture().raw().toBuffer(), await picture().negate().raw().toBuffer()])
    const animated = await sharp(frames, { raw: { width: 53, height: 62, channels: 4, pageHeight: 31 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
    expect(await flawOf(animated, 'image/webp')).toBe('animated')
  })

  test('whose frame is shorter than its first partition is broken', async () => {
    const bytes = await picture(3).webp().toBuffer()
    const at = bytes.indexOf('VP8 ') + 8
    bytes[at + 2] = 0xff
    expect(await flawOf(bytes, 'image/webp')).toBe('broken')
  })
})
