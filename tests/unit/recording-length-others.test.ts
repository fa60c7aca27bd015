// The same of Ogg and MP4: the maker of a file can write any positions, tables and checksums into it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aacRate } from '#formats/aac-rate.ts'
import { sourceOf } from '#formats/media-inspect.ts'
import { oggChecksum } from '#formats/ogg-length.ts'
import { inspectRecording } from '#formats/recording-length.ts'
import { root } from '#scripts/base/root.ts'
import { joined, packets } from '../support/built-webm.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(join(root, 'tests/fixtures/media', name)))
const inspect = (bytes: Uint8Array) => inspectRecording(sourceOf(bytes), 10_000)
const secondsOf = async (bytes: Uint8Array) => (await inspect(bytes))?.seconds ?? null
const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

const head = joined(latin('OpusHead'), Uint8Array.of(1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0))
const tags = joined(latin('OpusTags'), new Uint8Array(8))

interface Page {
  flags?: number
  serial?: number
  position?: number
}

function page(parts: readonly Uint8Array[], { flags = 0, serial = 1, position = 0 }: Page = {}): Uint8Array {
  const bytes = joined(
    latin('OggS'),
    new Uint8Array(23),
    Uint8Array.from(parts, ({ length }) => length),
    ...parts
  )
  const view = new DataView(bytes.buffer)
  view.setUint8(5, flags)
  view.setUint32(6, position, true)
  view.setUint32(14, serial, true)
  view.setUint8(26, parts.length)
  view.setUint32(22, oggChecksum(bytes), true)
  return bytes
}

const first = page([head], { flags: 2 })
const second = page([tags])
const sounding = (count: number, packet: Uint8Array = packets.ms120) => page(Array<Uint8Array>(count).fill(packet))

describe('Ogg', () => {
  test('is as long as its packets, also when its positions stand still', async () => {
    expect(await secondsOf(joined(first, second, sounding(250), sounding(250)))).toBeCloseTo(60, 6)
  })

  test('is as long as its positions say, when that is more', async () => {
    const end = page([packets.ms20], { position: 48_000 * 45 })
    expect(await secondsOf(joined(first, second, sounding(10), end))).toBe(45)
  })

  test('counts packets that are made to look like descriptions, and those of a second recording behind the first', async () => {
    const likeTags = joined(packets.ms120, tags)
    expect(await secondsOf(joined(first, second, sounding(10, likeTags), sounding(10, tags)))).toBeGreaterThan(1.2)
    const more = [page([head], { flags: 2, serial: 2 }), page([tags], { serial: 2 })]
    const rest = page(Array(20).fill(packets.ms120), { serial: 2 })
    expect(await secondsOf(joined(first, second, sounding(20), ...more, rest))).toBeCloseTo(4.8, 6)
  })

  test('counts a packet once that goes on over pages', async () => {
    const long = joined(packets.ms120, new Uint8Array(252))
    const going = page([long])
    const rest = page([new Uint8Array(5), packets.ms20], { flags: 1 })
    expect(await secondsOf(joined(first, second, going, rest))).toBeCloseTo(0.14, 6)
  })

  const wrong = sounding(10)
  wrong[22] = (wrong[22] ?? 0) ^ 1
  test.each([
    ['only its description', joined(first, second)],
    ['a page with a wrong checksum', joined(first, second, sounding(10), wrong)],
    ['a page of a stream that never began', joined(first, second, page([packets.ms20], { serial: 9 }))],
    ['a page that goes on with nothing', joined(first, second, sounding(10), page([packets.ms20], { flags: 1 }))],
    ['a packet that does not go on', joined(first, second, page([new Uint8Array(255)]), sounding(10))],
    [
      'another codec',
      joined(
        page([joined(Uint8Array.of(1), latin('vorbis'), new Uint8Array(22).fill(1))], { flags: 2 }),
        second,
        sounding(10)
      )
    ],
    [
      'a second stream of another codec',
      joined(first, page([latin('fishead')], { flags: 2, serial: 2 }), second, sounding(10))
    ],
    ['something behind it', joined(first, second, sounding(10), latin('OggX'.repeat(20)))],
    ['a cut page', joined(first, second, sounding(10)).subarray(0, -1)]
  ])('with %s is refused', async (_, bytes) => {
    expect(await inspect(bytes)).toBeNull()
  })
})

/** Where a box of this name has its content. */
const contentOf = (bytes: Uint8Array, name: string) => Buffer.from(bytes).indexOf(name) + 4

function changed(bytes: Uint8Array, name: string, at: number, value: number): Uint8Array {
  const copy = bytes.slice()
  new DataView(copy.buffer).setUint32(contentOf(copy, name) + at, value)
  return copy
}

describe('MP4', () => {
  const recorded = fixture('recorded.m4a')
  const plain = fixture('voice.m4a')
  const fragments = recorded.subarray(contentOf(recorded, 'moof') - 8, contentOf(recorded, 'mfra') - 8)
  const movie = recorded.subarray(0, contentOf(recorded, 'moof') - 8)

  test('that is recorded in fragments is as long as all of them', async () => {
    const once = (await secondsOf(joined(movie, fragments))) ?? 0
    expect(once).toBeCloseTo(1.6, 1)
    expect(await secondsOf(joined(movie, ...Array<Uint8Array>(40).fill(fragments)))).toBeCloseTo(once * 40, 6)
  })

  test('is as long as its samples of AAC sound, when its tables say less', async () => {
    const truth = (await secondsOf(recorded)) ?? 0
    // The default duration of samples, the clock of the sound, and the rate that stands beside the one for the decoder.
    expect(await secondsOf(changed(recorded, 'trex', 12, 0))).toBeCloseTo(truth, 1)
    expect(await secondsOf(changed(recorded, 'mdhd', 12, 4_000_000_000))).toBeCloseTo(truth, 1)
    expect(await secondsOf(changed(recorded, 'mp4a', 24, 96_000 * 32_768))).toBeCloseTo(truth, 1)
    expect(await secondsOf(changed(plain, 'stts', 12, 0))).toBeCloseTo(1.5, 1)
  })

  test('is as long as its tables or its header say, when that is more', async () => {
    expect(await secondsOf(changed(plain, 'stsz', 8, 40_000))).toBeGreaterThan(900)
    expect(await secondsOf(changed(plain, 'mvhd', 16, 45_000))).toBe(45)
    expect(await secondsOf(changed(recorded, 'mdhd', 12, 10))).toBeGreaterThan(1000)
  })

  test.each([
    ['another codec', changed(recorded, 'stsd', 12, 0x4f707573)],
    ['two formats', changed(recorded, 'stsd', 4, 2)],
    ['no samples', movie],
    ['samples of an unknown track', changed(recorded, 'tfhd', 4, 9)],
    ['more samples than its list has room for', changed(recorded, 'trun', 4, 4_000_000_000)],
    ['more durations than its table has room for', changed(plain, 'stts', 4, 4_000_000_000)],
    ['a box beyond the file', changed(recorded, 'moof', -8, 1_000_000)],
    ['a clock that stands still', changed(recorded, 'mdhd', 12, 0)],
    ['two descriptions', joined(movie, fragments, changed(movie, 'tkhd', 12, 7))]
  ])('with %s is refused', async (_, bytes) => {
    expect(await inspect(bytes)).toBeNull()
  })

  test('of which any byte is changed is measured or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(recorded, plain), fc.nat(2000), fc.nat(255), async (bytes, at, value) => {
        const seconds = await secondsOf(bytes.with(at, value))
        expect(seconds === null || (Number.isFinite(seconds) && seconds > 0)).toBe(true)
      }),
      { numRuns: 500 }
    )
  })
})

/** The content of a box `esds` with this configuration of the decoder. */
const esds = (...configuration: number[]) =>
  Uint8Array.of(
    0,
    0,
    0,
    0,
    3,
    20 + configuration.length,
    0,
    1,
    0,
    4,
    15 + configuration.length,
    0x40,
    0x15,
    ...Array<number>(11).fill(0),
    5,
    configuration.length,
    ...configuration
  )

describe('the rate of AAC', () => {
  test.each([
    ['44,100', esds(0x12, 0x10), 44_100],
    ['16,000', esds(0x14, 0x08), 16_000],
    ['written out', esds(0x17, 0x80, 0x27, 0x10, 0x08), 20_000],
    ['of the core, where bands are added', esds(0x2b, 0x11, 0x88), 24_000]
  ])('%s', (_, bytes, rate) => {
    expect(aacRate(bytes)).toBe(rate)
  })

  test.each([
    ['another kind of sound', esds(0xba, 0x10)],
    ['no rate', esds(0x17, 0x80, 0, 0, 0)],
    ['nothing', new Uint8Array(4)],
    ['lengths without an end', Uint8Array.of(0, 0, 0, 0, 3, 0x80, 0x80, 0x80, 0x80, 1)]
  ])('%s is refused', (_, bytes) => {
    expect(() => aacRate(bytes)).toThrow()
  })
})
