import { describe, expect, test } from 'vitest'
import { orientationOf } from '#formats/orientation.ts'
import { headBytes, mediaTypeOf, typeNames } from '#web/src/media/upload/read-upload.ts'
import { readStructure } from '#web/src/media/upload/file/picture.ts'
import * as pictures from './pictures.ts'

const { exif, holds, jpeg, jpegExif, jpegSegment, jpegText, plainWebp, png, pngChunk, webp, webpChunk } = pictures

async function cleaned(bytes: pictures.Bytes, type: string) {
  const structure = await readStructure(new Uint8Array(bytes), type)
  if (!structure) throw new Error('The structure was not understood')
  const { parts, isAnimated: _, ...facts } = structure
  return { ...facts, bytes: parts.flatMap((part) => [...part]) }
}

const text = (value: string) => Array.from(value, (character) => character.charCodeAt(0))
const size = { width: 700, height: 300 }

describe('the type of a file is recognised by its bytes', () => {
  const head = (start: string, at = 0) => new Uint8Array([...Array.from({ length: at }, () => 0), ...text(start)])

  test.each([
    ['PNG', new Uint8Array(png()), 'image/png'],
    ['JPEG', new Uint8Array(jpeg()), 'image/jpeg'],
    ['WebP', new Uint8Array(webp()), 'image/webp'],
    ['an iPhone photo', head('ftypheic', 4), 'image/heic'],
    ['another HEIF', head('ftypmif1', 4), 'image/heic'],
    ['AVIF', head('ftypavif', 4), 'image/avif'],
    ['MP4', head('ftypisom', 4), 'video/mp4'],
    ['QuickTime', head('ftypqt  ', 4), 'video/quicktime'],
    ['QuickTime without a brand', head('wide', 4), 'video/quicktime'],
    ['QuickTime that begins with its film', head('moov', 4), 'video/quicktime'],
    ['WebM', new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x42, 0x82, 0x84, ...text('webm')]), 'video/webm'],
    ['Matroska', new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x42, 0x82, 0x88, ...text('matroska')]), null],
    ['GIF', head('GIF89a'), null],
    ['another RIFF', head('RIFF....WAVE'), null],
    ['nothing', new Uint8Array(), null]
  ])('%s', (_, bytes, type) => {
    expect(mediaTypeOf(bytes.slice(0, headBytes))).toBe(type)
  })

  test('types have readable names', () => {
    expect(typeNames(['image/png', 'image/jpeg', 'image/webp'])).toBe('PNG, JPEG или WebP')
  })
})

describe('metadata is removed and pixels are kept', () => {
  test('of a PNG', async () => {
    const gamma = pngChunk('gAMA', [0, 0, 1, 2])
    const dirty = png(
      size,
      pngChunk('tEXt', text('prompt\0secret')),
      gamma,
      pngChunk('eXIf', exif(1)),
      pngChunk('caBX', [1])
    )
    expect(await cleaned([...dirty, ...text('secret tail')], 'image/png')).toEqual({
      ...size,
      orientation: null,
      bytes: png(size, gamma)
    })
  })

  test('of an animated PNG, whose first frame is kept', async () => {
    const moving = png(size, pngChunk('acTL', [0, 0, 0, 2]), pngChunk('fcTL', [0]))
    expect(
      (await cleaned([...moving.slice(0, -12), ...pngChunk('fdAT', [4]), ...moving.slice(-12)], 'image/png')).bytes
    ).toEqual(png(size))
  })

  test('of a JPEG, with all its scans', async () => {
    const colours = [jpegSegment(0xe2, [...text('ICC_PROFILE\0'), 1, 1]), jpegText(0xee, 'Adobe')]
    const secrets = [
      jpegExif(1),
      jpegText(0xe1, 'http://ns.adobe.com/xap/1.0/\0secret'),
      jpegText(0xe2, 'MPF\0secret'),
      jpegText(0xed, 'Photoshop 3.0\0secret'),
      jpegText(0xfe, 'secret')
    ]
    expect(
      await cleaned([...jpeg(size, ...secrets, ...colours), ...jpeg(size, jpegText(0xfe, 'secret'))], 'image/jpeg')
    ).toEqual({
      ...size,
      orientation: null,
      bytes: jpeg(size, ...colours)
    })
  })

  test('of a WebP, whose flags no longer announce it', async () => {
    const secrets = [webpChunk('EXIF', exif(1)), webpChunk('XMP ', text('secret!')), webpChunk('ZZZZ', [1])]
    const { bytes, ...facts } = await cleaned([...webp(size, ...secrets), ...text('secret')], 'image/webp')
    expect(facts).toEqual({ ...size, orientation: null })
    const clean = webp(size)
    clean[20] = 0
    expect(bytes).toEqual(clean)
    expect([holds(bytes, 'secret'), holds(bytes, 'Cam')]).toEqual([false, false])
  })
})

test.each([
  ['lossless', plainWebp.lossless(size)],
  ['lossy', plainWebp.lossy(size)]
])('a plain %s WebP is unchanged', async (_, bytes) => {
  expect(await cleaned(bytes, 'image/webp')).toEqual({ ...size, orientation: null, bytes })
})

describe('the orientation is read', () => {
  test.each([
    ['a PNG', 'image/png', png(size, pngChunk('eXIf', exif(8)))],
    ['a JPEG', 'image/jpeg', jpeg(size, jpegExif(8))],
    ['a WebP', 'image/webp', webp(size, webpChunk('EXIF', exif(8)))],
    [
      'a WebP whose block begins as in a JPEG',
      'image/webp',
      webp(size, webpChunk('EXIF', [...text('Exif\0\0'), ...exif(8)]))
    ]
  ])('of %s', async (_, type, bytes) => {
    expect((await cleaned(bytes, type)).orientation).toBe(8)
  })

  test('in both byte orders, and is upright for an invalid value', () => {
    expect(
      [exif(6, true), exif(6, false), exif(0), exif(9), [], [73, 73, 42, 0, 255, 255, 255, 0]].map((block) =>
        orientationOf(new Uint8Array(block))
      )
    ).toEqual([6, 6, null, null, null, null])
  })
})

describe('a malformed file is not parsed', () => {
  test.each([
    ['a PNG without an end', 'image/png', png(size).slice(0, -12)],
    [
      'a PNG with a chunk beyond the end',
      'image/png',
      [...png(size).slice(0, 33), 0xff, 0xff, 0xff, 0xf0, ...text('IDAT')]
    ],
    ['a JPEG cut in its coded data', 'image/jpeg', jpeg(size).slice(0, -2)],
    ['a JPEG with a byte between its segments', 'image/jpeg', [0xff, 0xd8, 0, ...jpeg(size).slice(2)]],
    ['a JPEG without a frame', 'image/jpeg', [0xff, 0xd8, 0xff, 0xd9]],
    ['a WebP with a chunk beyond the end', 'image/webp', webp(size).slice(0, -3)],
    ['a WebP without pixels', 'image/webp', webp(size).slice(0, 12)],
    ['a WebP that moves', 'image/webp', webp(size, webpChunk('ANIM', [0, 0, 0, 0, 0, 0]))],
    ['nothing', 'image/jpeg', []]
  ])('%s', async (_, type, bytes) => {
    expect(await readStructure(new Uint8Array(bytes), type)).toBeNull()
  })
})
