import { describe, expect, test } from 'vitest'
import { orientationOf } from '#formats/orientation.ts'
import { headBytes, mediaTypeOf, typeNames } from '#web/src/media/upload/read-upload.ts'
import { readStructure } from '#web/src/media/upload/file/picture.ts'
import { type Bytes, exif, jpeg, png, pngChunk, webp, webpChunk } from './pictures.ts'

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

/** The bytes that are left of a picture. */
async function cleaned(bytes: Bytes, type: string) {
  const structure = await readStructure(new Uint8Array(bytes), type)
  return structure?.parts.flatMap((part) => [...part])
}

test('of an animated PNG only the first frame is kept', async () => {
  const moving = png(size, pngChunk('acTL', [0, 0, 0, 2]), pngChunk('fcTL', [0]))
  const bytes = [...moving.slice(0, -12), ...pngChunk('fdAT', [4]), ...moving.slice(-12)]
  expect(await cleaned(bytes, 'image/png')).toEqual(png(size))
})

test('a WebP does not announce the metadata that was removed', async () => {
  const clean = webp(size)
  clean[20] = 0
  expect(await cleaned(webp(size, webpChunk('EXIF', exif(1))), 'image/webp')).toEqual(clean)
})

describe('the orientation is read', () => {
  test('of a WebP whose block begins as in a JPEG', async () => {
    const turned = webp(size, webpChunk('EXIF', [...text('Exif\0\0'), ...exif(8)]))
    expect((await readStructure(new Uint8Array(turned), 'image/webp'))?.orientation).toBe(8)
  })

  test('in both byte orders, and is upright for an invalid value', () => {
    expect(
      [exif(6, true), exif(6, false), exif(0), exif(9), [], [73, 73, 42, 0, 255, 255, 255, 0]].map((block) =>
        orientationOf(new Uint8Array(block))
      )
    ).toEqual([6, 6, null, null, null, null])
  })
})

test('a WebP that moves is not parsed', async () => {
  const moving = webp(size, webpChunk('ANIM', [0, 0, 0, 0, 0, 0]))
  expect(await readStructure(new Uint8Array(moving), 'image/webp')).toBeNull()
})
