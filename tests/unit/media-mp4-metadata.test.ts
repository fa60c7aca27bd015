import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { eraseMp4Metadata } from '#formats/mp4-metadata.ts'
import { box, film, place, samples, track } from '../support/film.ts'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'

const cleaned = async (bytes: Buffer) => {
  const copy = new Uint8Array(bytes)
  return { isWhole: await eraseMp4Metadata(copy), bytes: Buffer.from(copy) }
}

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

  test.each([
    ['a box that is longer than the file', Buffer.concat([film(), Buffer.from([0, 0, 9, 9]), Buffer.from('free')])],
    ['a box that is shorter than its head', Buffer.concat([film(), Buffer.from([0, 0, 0, 4]), Buffer.from('free')])],
    ['boxes in boxes in boxes', Array.from({ length: 5 }).reduce<Buffer>((inner) => box('moov', inner), film())],
    ['half of a long box', Buffer.concat([film(), Buffer.from([0, 0, 0, 1]), Buffer.from('free')])]
  ])('with %s is reported as broken', async (_, bytes) => {
    expect((await cleaned(bytes)).isWhole).toBe(false)
  })
})
