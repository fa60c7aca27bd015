// Pictures, films and texts that were made to cost their reader much.
import { crc32, deflateSync } from 'node:zlib'

const megabyte = 1024 * 1024

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(content.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** A PNG of so many pixels on each side, all alike, with 8 bytes for each of them. @param packed data in their place */
function png(side: number, more: Buffer[] = [], packed?: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([16, 6], 8)
  const pixels = packed ?? deflateSync(Buffer.alloc(side * (side * 8 + 1)), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', header), ...more, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

/** A JPEG of the largest size, with these segments and this coded data. */
function jpeg(frame: number, segments: Buffer, coded: Buffer): Buffer {
  const start = Buffer.from([0xff, frame, 0, 11, 8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0])
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), start, segments, scan, coded, Buffer.from([0xff, 0xd9])])
}

const repeated = (bytes: number[], times: number) => Buffer.alloc(bytes.length * times).fill(Buffer.from(bytes))

/** A JPEG of 16 million points without an end, whose scans of empty blocks begin again and again. */
function endlessJpeg(scans: number): Buffer {
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xc2, 0, 11, 8, 16, 0, 16, 0, 1, 1, 0x11, 0])
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0])
  const coded = Buffer.alloc((512 * 512) / 8)
  return Buffer.concat([start, oneCode, ...Array.from({ length: scans }, () => [scan, coded]).flat()])
}

/** One code of one bit, which means that nothing follows. */
const oneCode = Buffer.from([0xff, 0xc4, 0, 20, 0, 1, ...Array<number>(15).fill(0), 0])

export interface HostileMedia {
  name: string
  type: string
  make: () => Uint8Array
  /** How often its readers have to give the thread back, at least: after each megabyte that they look at. */
  restsMin: number
}

export const hostileMedia: HostileMedia[] = [
  {
    name: 'a PNG of 45,000 chunks',
    restsMin: 40,
    type: 'image/png',
    make: () => png(1, Array(45_000).fill(chunk('teXt', Buffer.alloc(0))))
  },
  { name: 'a PNG of four million pixels in 30 KB', restsMin: 30, type: 'image/png', make: () => png(2000) },
  {
    name: 'a PNG with a checksum over 8 MB',
    restsMin: 7,
    type: 'image/png',
    make: () => png(1, [chunk('tRNS', Buffer.alloc(8 * megabyte))])
  },
  {
    name: 'a JPEG of stuffed bytes',
    restsMin: 15,
    type: 'image/jpeg',
    make: () => jpeg(0xc0, Buffer.alloc(0), repeated([0xff, 0], 4 * megabyte))
  },
  {
    name: 'a JPEG of 15,000 comments',
    restsMin: 20,
    type: 'image/jpeg',
    make: () => jpeg(0xc0, repeated([0xff, 0xfe, 0, 2], 15_000), Buffer.alloc(1))
  },
  {
    name: 'a JPEG of stray bytes between its segments',
    restsMin: 7,
    type: 'image/jpeg',
    make: () => jpeg(0xc0, repeated([0, 0xff, 0], megabyte), Buffer.alloc(1))
  },
  {
    name: 'a JPEG without an end, of five scans of 16 million points',
    restsMin: 75,
    type: 'image/jpeg',
    make: () => endlessJpeg(5)
  },
  {
    name: 'a PNG of 200,000 blocks of packed data in which nothing is',
    restsMin: 50,
    type: 'image/png',
    make: () => png(1, [], Buffer.concat([Buffer.from([0x78, 0x9c]), repeated([0, 0, 0, 0xff, 0xff], 200_000)]))
  },
  {
    name: 'a film of 45,000 empty boxes',
    restsMin: 20,
    type: 'video/mp4',
    make: () =>
      Buffer.concat([
        Buffer.from('\0\0\0\x0cftypisom', 'latin1'),
        repeated([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65], 45_000)
      ])
  },
  {
    name: 'a recording of 49,000 empty elements',
    restsMin: 22,
    type: 'video/webm',
    make: () =>
      Buffer.concat([
        Buffer.from('\x1a\x45\xdf\xa3\x87\x42\x82\x84webm\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
        repeated([0xec, 0x80], 49_000)
      ])
  },
  {
    name: 'a sound of 30,000 pages',
    restsMin: 20,
    type: 'audio/ogg',
    make: () =>
      Buffer.concat([
        oggPage(2, Buffer.from('OpusHead\x01\x01\0\0\0\0\0\0\0\0\0', 'latin1')),
        ...Array<Buffer>(30_000).fill(oggPage(0, Buffer.alloc(0)))
      ])
  }
]

function oggPage(flags: number, content: Buffer): Buffer {
  const head = Buffer.alloc(27)
  head.write('OggS')
  head[5] = flags
  head[26] = content.length > 0 ? 1 : 0
  return Buffer.concat([head, content.length > 0 ? Buffer.from([content.length]) : Buffer.alloc(0), content])
}
