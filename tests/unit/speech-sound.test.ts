// The file of a recording as it was ordered: its speed, its pitch, its format.
import { describe, expect, test } from 'vitest'
import { mediaRouteOf, translated } from '#contract/catalogue/media-route.ts'
import { elevenlabs } from '#contract/catalogue/voice.ts'
import { encodingsMax, samplesBytesMax } from '#domain/encoding.ts'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { framesOf } from '#formats/mp3-frames.ts'
import { wavHeader } from '#formats/wav.ts'
import { encodedKilobits, encodedSound, orderedSound, sampleRate, soundOf } from '#queues/speech/sound.ts'
import { stretched } from '#queues/speech/stretch.ts'
import { encodeMp3 } from '#reader/encode-mp3.ts'
import { speak, spokenOf } from '#sandbox/media/speech.ts'

/** A voice of 150 Hz with overtones, whose loudness rises and falls as in speech. */
const voice = (seconds: number): Int16Array =>
  Int16Array.from({ length: seconds * sampleRate }, (_, at) => {
    const time = at / sampleRate
    const wave = [1, 2, 3].reduce((sum, tone) => sum + Math.sin(2 * Math.PI * 150 * tone * time) / tone, 0)
    return Math.round(6000 * wave * (0.6 + 0.4 * Math.sin(2 * Math.PI * 4 * time)))
  })

/** How often the sound repeats itself in a second, by its likeness to itself a little later. */
function pitchOf(sound: Int16Array): number {
  const from = Math.floor(sound.length / 2)
  const likeness = (lag: number) => {
    let sum = 0
    for (let at = from; at < from + 2400; at++) sum += (sound[at] ?? 0) * (sound[at + lag] ?? 0)
    return sum
  }
  const lags = Array.from({ length: 150 }, (_, index) => index + 90)
  const best = lags.reduce((one, other) => (likeness(other) > likeness(one) ? other : one))
  return sampleRate / best
}

const loudness = (sound: Int16Array) => Math.sqrt(sound.reduce((sum, one) => sum + one * one, 0) / sound.length)

describe('speech that is made faster or slower', () => {
  test.each([0.5 / 0.7, 1.25 / 1.2, 1.25])('by %d lasts exactly as long, with the same pitch and loudness', (tempo) => {
    const made = voice(3)
    const result = stretched(made, sampleRate, tempo)
    expect(result).toHaveLength(Math.round(made.length / tempo))
    expect(pitchOf(result)).toBeCloseTo(150, -1)
    expect(loudness(result) / loudness(made)).toBeCloseTo(1, 1)
  })

  test('keeps its order: what is said first is heard first', () => {
    const made = new Int16Array(sampleRate * 2)
    made.set(voice(1), sampleRate)
    const result = stretched(made, sampleRate, 0.8)
    const middle = result.length / 2
    expect(loudness(result.subarray(0, middle * 0.9))).toBeLessThan(100)
    expect(loudness(result.subarray(middle * 1.1))).toBeGreaterThan(3000)
  })

  test.each([0, 1, 500, 1919])('of %i samples does not fail', (length) => {
    expect(stretched(new Int16Array(length).fill(7), sampleRate, 1.25)).toHaveLength(Math.round(length / 1.25))
  })
})

const optionsOf = (values: Record<string, string | number>) => {
  const parameters = { prompt: 'Привет', voice: 'sarah', speed: '1', format: 'mp3', ...values }
  return { options: translated(mediaRouteOf(elevenlabs, parameters), parameters) }
}
const samplesOf = (seconds: number) => new Uint8Array(voice(seconds).buffer) as Uint8Array<ArrayBuffer>
const output = (bytes: Uint8Array<ArrayBuffer>) => ({ kind: 'bytes', bytes }) as const
const encode = (samples: Uint8Array<ArrayBuffer>) =>
  encodeMp3(new Blob([samples]).stream(), sampleRate, encodedKilobits)

describe('the ordered sound', () => {
  test.each([
    [{ speed: '1' }, { format: 'mp3', tempo: 1, outputFormat: 'mp3_44100_128' }],
    [{ speed: '0.75' }, { format: 'mp3', tempo: 1, outputFormat: 'mp3_44100_128' }],
    [
      { speed: '1', format: 'wav' },
      { format: 'wav', tempo: 1, outputFormat: 'pcm_24000' }
    ],
    [{ speed: '0.5' }, { format: 'mp3', tempo: 0.5 / 0.7, outputFormat: 'pcm_24000' }],
    [
      { speed: '1.5', format: 'wav' },
      { format: 'wav', tempo: 1.25, outputFormat: 'pcm_24000' }
    ]
  ])('of %j is %j', (values, expected) => {
    const { tempo, ...rest } = orderedSound(optionsOf(values))
    expect({ ...rest, tempo: Number(tempo.toFixed(6)) }).toEqual({
      ...expected,
      tempo: Number(expected.tempo.toFixed(6))
    })
  })

  test.each(['0.5', '1.25', '1.5'])('at %s is an MP3 file of that speed', async (speed) => {
    const row = optionsOf({ speed })
    const { tempo } = orderedSound(row)
    const made = await soundOf(row, output(samplesOf(4)))
    const sound = made && (await encodedSound(made, encode))
    const facts = await inspectMedia(sourceOf(sound?.bytes ?? new Uint8Array()))
    expect(facts?.type).toBe('audio/mpeg')
    // An encoder adds a few frames of 24 ms.
    expect(facts?.durationSeconds).toBeGreaterThan(4 / tempo - 0.05)
    expect(facts?.durationSeconds).toBeLessThan(4 / tempo + 0.2)
    expect(sound?.durationSeconds).toBe(facts?.durationSeconds)
  })

  test('as WAV is samples that a header makes a file', async () => {
    const sound = await soundOf(optionsOf({ format: 'wav', speed: '0.5' }), output(samplesOf(2)))
    const bytes = sound?.bytes ?? new Uint8Array()
    const file = new Uint8Array([...wavHeader(bytes.length, sampleRate), ...bytes])
    const facts = await inspectMedia(sourceOf(file))
    expect(facts).toEqual({ type: 'audio/wav', width: null, height: null, durationSeconds: expect.closeTo(2.8, 3) })
    expect(await inspectMedia(sourceOf(file.subarray(0, 40_000)))).toBeNull()
  })

  test.each([
    ['no samples', new Uint8Array()],
    ['half a sample', new Uint8Array(3)]
  ])('of %s is none', async (_, bytes) => {
    expect(await soundOf(optionsOf({ format: 'wav' }), output(bytes))).toBeNull()
  })

  test('that ends long before its last word is none', async () => {
    const timing = { characters: ['а'], startSeconds: [9], endSeconds: [10] }
    const cut = { ...output(samplesOf(2)), timing }
    expect(await soundOf(optionsOf({ format: 'wav' }), cut)).toBeNull()
  })

  test.each([
    ['nothing', null],
    ['no sound', new Uint8Array(1000)],
    ['less than half of it', speak(spokenOf('а'.repeat(15), 15), 'sarah')]
  ])('of which the encoder makes %s is none', async (_, made) => {
    const samples = { bytes: samplesOf(2), durationSeconds: 2, cues: [] }
    expect(await encodedSound(samples, async () => made && new Uint8Array(made))).toBeNull()
  })

  test('has subtitles that fit its speed', async () => {
    const timing = { characters: ['Д', 'а'], startSeconds: [1, 1.5], endSeconds: [1.5, 2] }
    const made = await soundOf(optionsOf({ speed: '1.5' }), { ...output(samplesOf(2)), timing })
    const sound = made && (await encodedSound(made, encode))
    expect(sound?.cues).toEqual([{ start: 0.8, end: 1.6, text: 'Да' }])
  })
})

describe('the encoder', () => {
  test.each([
    ['no samples', new Uint8Array()],
    ['half a sample', new Uint8Array(3)],
    ['more than any part of a recording has', new Uint8Array(samplesBytesMax + 2)]
  ])('makes nothing of %s', async (_, bytes) => {
    expect(await encode(bytes)).toBeNull()
  })

  test('gives the thread back again and again', async () => {
    let turns = 0
    const turning = setInterval(() => (turns += 1), 1)
    await encode(samplesOf(20)).finally(() => clearInterval(turning))
    expect(turns).toBeGreaterThan(10)
  })

  test('takes some recordings at once, and the next when one of them has ended', async () => {
    const ends = await Promise.allSettled(Array.from({ length: encodingsMax + 1 }, () => encode(samplesOf(2))))
    expect(ends.map(({ status }) => status)).toEqual([...Array(encodingsMax).fill('fulfilled'), 'rejected'])
    expect(await encode(samplesOf(1))).not.toBeNull()
  })
})

describe('MP3 files that are joined', () => {
  const spoken = speak(spokenOf('а'.repeat(60), 15), 'sarah')

  test('lose their tags and the frame about the file, so that the length stays right', async () => {
    const tag = new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 5, 1, 2, 3, 4, 5])
    const about = spoken.slice(0, framesLength(spoken))
    about.fill(0, 4)
    about.set(new TextEncoder().encode('Info'), 21)
    const trailer = new TextEncoder().encode('TAG'.padEnd(128, ' '))
    const file = new Uint8Array([...tag, ...about, ...spoken, ...trailer])
    expect(framesOf(file)).toEqual(spoken)
    const joined = new Uint8Array([...framesOf(file), ...framesOf(file)])
    const one = await inspectMedia(sourceOf(spoken))
    const two = await inspectMedia(sourceOf(joined))
    expect(two?.durationSeconds).toBeCloseTo(2 * (one?.durationSeconds ?? 0), 5)
  })

  test('without a frame are empty', () => {
    expect(framesOf(new Uint8Array([1, 2, 3, 4, 5]))).toHaveLength(0)
  })
})

/** The length of the first frame: 64 kbit/s at 44.1 kHz. */
const framesLength = (bytes: Uint8Array) => 208 + (((bytes[2] ?? 0) >> 1) & 1)
