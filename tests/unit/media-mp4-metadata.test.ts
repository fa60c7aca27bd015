import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cleanFilm } from '#formats/mp4-metadata.ts'
import { box, film, place, samples, track } from '../support/film.ts'
import { inspectMedia, inspectSent, sourceOf } from '#formats/media-inspect.ts'

const cleaned = async (bytes: Buffer) => {
  const clean = await cleanFilm(new Uint8Array(bytes))
  return { isWhole: clean !== null, bytes: Buffer.from(clean ?? []) }
}

const quickTime = box('ftyp', 'qt  ', Buffer.alloc(4), 'qt  ')

describe('a film', () => {
  test.each(['udta', 'meta', 'uuid'])('loses the content of %s boxes at any level', async (name) => {
    const sent = film(box(name, box('\xa9xyz', place)))
    expect(sent.includes(place)).toBe(true)
    const { isWhole, bytes } = await cleaned(sent)
    expect(isWhole).toBe(true)
    expect(bytes.includes(place)).toBe(false)
    expect(bytes.length).toBe(sent.length)
    expect(bytes.indexOf(samples)).toBe(sent.indexOf(samples))
    const source = await inspectMedia(sourceOf(sent))
    expect(source).toMatchObject({ type: 'video/mp4', width: 64, height: 48, durationSeconds: 5 })
    expect(await inspectMedia(sourceOf(bytes))).toEqual(source)
  })

  test('loses the tracks with sensor data, and keeps the others', async () => {
    const { bytes } = await cleaned(film(track('meta', box('minf', place))))
    expect(bytes.includes(place)).toBe(false)
    expect(bytes.toString('latin1').match(/trak/g)).toHaveLength(2)
  })

  test('loses its creation times', async () => {
    const { bytes } = await cleaned(film())
    for (const name of ['mvhd', 'tkhd', 'mdhd']) {
      const content = bytes.indexOf(name) + 4
      expect(bytes.subarray(content + 4, content + 12)).toEqual(Buffer.alloc(8))
    }
    expect(bytes.readUInt32BE(bytes.indexOf('mvhd') + 4 + 12)).toBe(1000)
  })

  test.each(['moov-last.mp4', 'moov-first.mp4', 'fragments.mp4'])('%s is still a valid film', async (name) => {
    const sent = readFileSync(new URL(`../fixtures/media/${name}`, import.meta.url))
    const { isWhole, bytes } = await cleaned(sent)
    expect(isWhole).toBe(true)
    expect(await inspectMedia(sourceOf(bytes))).toEqual(await inspectMedia(sourceOf(sent)))
  })

  test('does not change when it is stripped again', async () => {
    const { bytes: once } = await cleaned(film())
    expect((await cleaned(once)).bytes).toEqual(once)
  })

  const brokenBoxes: [name: string, bytes: Buffer][] = [
    ['a box that is longer than the file', Buffer.concat([Buffer.from([0, 0, 9, 9]), Buffer.from('free')])],
    ['a box that is shorter than its head', Buffer.concat([Buffer.from([0, 0, 0, 4]), Buffer.from('free')])],
    ['half of a long box', Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.from('free')])]
  ]

  test.each(brokenBoxes)('with %s is reported as broken', async (_, bytes) => {
    expect((await cleaned(Buffer.concat([bytes, film()]))).isWhole).toBe(false)
    const movie = box('moov', bytes)
    expect((await cleaned(Buffer.concat([film(), movie]))).isWhole).toBe(false)
  })

  test('of boxes in boxes in boxes is reported as broken', async () => {
    const nested = Array.from({ length: 5 }).reduce<Buffer>((inner) => box('moov', inner), film())
    expect((await cleaned(nested)).isWhole).toBe(false)
  })

  test.each([
    ...brokenBoxes,
    ['a text', Buffer.from(`made at ${place} by a camera`)],
    ['a byte', Buffer.from('!')],
    ['zeros', Buffer.alloc(40)],
    ['the beginning of a place', box('udta', box('\xa9xyz', place)).subarray(0, -3)]
  ])('loses %s behind its end', async (_, trailer) => {
    const sent = Buffer.concat([film(), trailer])
    expect(await inspectSent(sourceOf(sent))).toEqual(await inspectMedia(sourceOf(film())))
    expect(await cleaned(sent)).toEqual(await cleaned(film()))
    expect((await cleaned(sent)).isWhole).toBe(true)
  })

  test('of the same kind is no result that a user pays for', async () => {
    for (const [, trailer] of brokenBoxes)
      expect(await inspectMedia(sourceOf(Buffer.concat([film(), trailer])))).toBeNull()
  })

  test.each([
    ['its samples', film().subarray(0, -3)],
    ['further samples', Buffer.concat([film(), samples]).subarray(0, -3)],
    ['a further part', Buffer.concat([film(), box('moof', 'parts')]).subarray(0, -3)]
  ])('that is cut in %s is refused', async (_, bytes) => {
    expect(await inspectSent(sourceOf(bytes))).toBeNull()
    expect((await cleaned(bytes)).isWhole).toBe(false)
  })
})

describe('a film of QuickTime without a brand', () => {
  /** Without its first box. */
  const bare = film().subarray(20)

  test.each<[name: string, first: Buffer, clean: Buffer]>([
    ['skipped bytes', box('skip', Buffer.alloc(12)), quickTime],
    ['room for a brand', box('wide', Buffer.alloc(12)), quickTime],
    ['a lot of room', box('free', Buffer.alloc(52)), Buffer.concat([quickTime, box('free', Buffer.alloc(32))])],
    ['a little more room than a brand needs', box('free', Buffer.alloc(16)), box('free', Buffer.alloc(16))],
    ['a little room', box('wide'), box('wide')],
    ['its samples', samples, samples],
    ['itself', Buffer.alloc(0), Buffer.alloc(0)]
  ])('that begins with %s is taken', async (_, first, clean) => {
    const sent = Buffer.concat([first, bare])
    const facts = { type: 'video/quicktime', width: 64, height: 48, durationSeconds: 5 }
    expect(await inspectSent(sourceOf(sent))).toEqual(facts)
    const { isWhole, bytes } = await cleaned(sent)
    expect(isWhole).toBe(true)
    expect(bytes.length).toBe(sent.length)
    expect(bytes.subarray(0, first.length)).toEqual(clean)
    // Providers' files are told from others with the strict rule.
    expect(await inspectMedia(sourceOf(bytes))).toEqual(facts)
  })

  test('loses the small picture of an old film, and its date', async () => {
    const { bytes } = await cleaned(
      Buffer.concat([box('pnot', Buffer.from('date')), box('PICT', Buffer.from('preview')), bare])
    )
    expect(bytes.toString('latin1')).not.toMatch(/date|preview/)
    expect(await inspectMedia(sourceOf(bytes))).toMatchObject({ durationSeconds: 5 })
  })

  test('keeps the brand that stands behind its first box', async () => {
    const sent = Buffer.concat([box('free', Buffer.alloc(12)), film()])
    expect(await inspectSent(sourceOf(sent))).toMatchObject({ type: 'video/mp4' })
    expect((await cleaned(sent)).bytes.subarray(0, 20)).toEqual(sent.subarray(0, 20))
  })
})
