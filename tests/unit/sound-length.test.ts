// Sound that is sent to be written down is as long as it plays, whatever its headers say.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sourceOf } from '#formats/media-inspect.ts'
import { inspectSound } from '#formats/recording-length.ts'
import { wavHeader } from '#formats/wav.ts'
import { root } from '#scripts/base/root.ts'
import { joined, longWebm } from '../support/built-webm.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(join(root, 'tests/fixtures/media', name)))
const secondsOf = async (bytes: Uint8Array) => (await inspectSound(sourceOf(bytes), 3600))?.seconds ?? null
const text = (value: string) => new TextEncoder().encode(value)

/** MPEG 2.5, 8 kbit/s, 8000 Hz: 72 bytes that sound 72 milliseconds. */
const frame = joined(Uint8Array.of(0xff, 0xe3, 0x18, 0xc4), new Uint8Array(68))
const frames = (count: number) => {
  const all = new Uint8Array(count * frame.length)
  for (let index = 0; index < count; index += 1) all.set(frame, index * frame.length)
  return all
}
const tag = (length: number) => joined(text('TAG'), new Uint8Array(length - 3))

const wav = (seconds: number, more: Uint8Array = new Uint8Array()) =>
  joined(wavHeader(seconds * 16_000, 8000), new Uint8Array(seconds * 16_000), more)
const chunk = (name: string, bytes: number, size = bytes) => {
  const head = new Uint8Array(8)
  head.set(text(name))
  new DataView(head.buffer).setUint32(4, size, true)
  return joined(head, new Uint8Array(bytes))
}
/** `WAVE_FORMAT_EXTENSIBLE`, three seconds. @param samples what they are: 1 as they are, 0x55 an MP3 */
const extended = (samples: number) => {
  const plain = wav(3)
  const format = new Uint8Array(48)
  format.set(plain.subarray(12, 36))
  const view = new DataView(format.buffer)
  view.setUint32(4, 40, true)
  view.setUint16(8, 0xfffe, true)
  view.setUint16(8 + 24, samples, true)
  return joined(plain.subarray(0, 12), format, plain.subarray(36))
}
const changed = (bytes: Uint8Array, at: number, value: number) => {
  const copy = bytes.slice()
  new DataView(copy.buffer).setUint32(at, value, true)
  return copy
}

describe('sound is as long as it plays', () => {
  test.each([
    ['voice.mp3', 'audio/mpeg'],
    ['voice.webm', 'audio/webm'],
    ['voice.ogg', 'audio/ogg'],
    ['voice.m4a', 'audio/mp4']
  ])('%s', async (name, type) => {
    const found = await inspectSound(sourceOf(fixture(name)), 3600)
    expect(found?.type).toBe(type)
    expect(found?.seconds).toBeGreaterThanOrEqual(1.5)
    expect(found?.seconds).toBeLessThan(1.7)
  })

  test.each([
    ['a WAV', wav(3), 3],
    ['one that was left open', changed(wav(3), 40, 0xffffffff), 3],
    ['one that was left at nothing', changed(wav(3), 40, 0), 3],
    ['one that hides its samples', joined(changed(wav(0), 40, 0), chunk('data', 800), chunk('junk', 160_000)), 10.05],
    ['one that tells its kind further behind', extended(1), 3],
    ['one that has more samples behind', wav(3, chunk('data', 32_000)), 5],
    ['one with a note behind', wav(3, chunk('LIST', 32_000)), 3],
    ['one whose bytes a second are a lie', changed(wav(3), 28, 16_000_000), 3],
    ['an MP3', frames(1000), 72],
    ['one that was cut', frames(1000).subarray(0, -7), 72],
    ['one with a tag behind', joined(frames(1000), tag(128)), 72],
    ['one with a large tag behind', joined(frames(10), text('APETAGEX'), new Uint8Array(7192)), 0.72]
  ])('%s', async (_, bytes, seconds) => {
    expect(await secondsOf(bytes)).toBeCloseTo(seconds, 2)
  })

  test('an hour of it in small parts is told, and what is longer is only longer', async () => {
    expect(await secondsOf(frames(50_000))).toBeCloseTo(3600, 0)
    expect(await secondsOf(frames(200_000))).toBeGreaterThan(3600)
    expect(await secondsOf(longWebm(3000))).toBeGreaterThan(2990)
  })
})

test.each([
  ['nothing', new Uint8Array()],
  ['a text', text('Расшифруй меня '.repeat(100))],
  ['FLAC', joined(text('fLaC'), new Uint8Array(4000))],
  ['a film', fixture('fragments.mp4')],
  ['one frame', frame],
  ['a tag without frames', joined(text('ID3'), new Uint8Array(500))],
  ['frames with something between', joined(frames(10), text('x'.repeat(100)), frames(10))],
  ['a WAV without samples', wav(0)],
  ['a WAV at a rate that nothing plays', changed(wav(3), 24, 4_000_000_000)],
  ['a WAV with two descriptions', wav(3, chunk('fmt ', 16))],
  ['a WAV of another kind', changed(wav(3), 20, 0x00010055)],
  ['a WAV whose samples are compressed, as stands further behind', extended(0x55)],
  ['frames with more of them behind a tag', joined(frames(10), tag(128), frames(990))],
  ['the same behind something that is none', joined(frames(10), text('TAG'), new Uint8Array(1001), frames(99))]
])('of %s the length is not told', async (_, bytes) => {
  expect(await secondsOf(bytes)).toBeNull()
})

test('whatever is broken, nothing is thrown and the work ends', async () => {
  const sources = [wav(1), frames(50), fixture('voice.mp3'), fixture('voice.ogg')]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sources),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }),
      async (source, edits) => {
        const bytes = source.slice()
        for (const [at, value] of edits) bytes[at % bytes.length] = value
        const seconds = await secondsOf(bytes)
        expect(seconds === null || seconds > 0).toBe(true)
      }
    ),
    { numRuns: 200 }
  )
})
