import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { elevenlabs } from '#contract/catalogue/voice.ts'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { voiceIdOf } from '#providers/media/elevenlabs-voices.ts'
import { createSandbox, type Sandbox } from '#sandbox/app.ts'
import { VOICES } from '#sandbox/media/speech.ts'
import { createJumpingClock, createTimelessSandbox } from '#tests/support/node/sandbox-exchange.ts'
import { fieldsOf, readFixture } from '#tests/support/node/wire-structure.ts'

type Body = Record<string, unknown>

interface Changes {
  voice?: string
  format?: string
  headers?: Record<string, string>
  timed?: boolean
  sandbox?: Sandbox
}

const sarah = 'EXAVITQu4vr4xnSDxMaL'

function ask(body: Body, changes: Changes = {}): Promise<Response> {
  const { voice = sarah, format = 'mp3_44100_128', timed = false, sandbox = createTimelessSandbox() } = changes
  const path = timed ? `${voice}/with-timestamps` : voice
  const url = `http://sandbox.test/elevenlabs/v1/text-to-speech/${path}?output_format=${format}`
  const headers = changes.headers ?? { 'xi-api-key': 'local-key' }
  return Promise.resolve(sandbox.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })))
}

const secondsOf = async (response: Response): Promise<number> => {
  const facts = await inspectMedia(sourceOf(await response.bytes()))
  expect(facts?.type).toBe('audio/mpeg')
  return facts?.durationSeconds ?? 0
}

describe('refusals have the structure of the fixtures', () => {
  test.each<[string, Body, Changes?]>([
    ['400-max-character-limit', { text: 'а'.repeat(10_001) }],
    ['401-invalid-key', { text: 'Привет' }, { headers: {} }],
    ['401-invalid-key', { text: 'Привет' }, { headers: { 'xi-api-key': 'invalid' } }],
    ['401-quota-exceeded', { text: 'Привет [сбой:квота]' }],
    ['403-content-policy', { text: 'Привет [сбой:модерация]' }],
    ['404-voice-not-found', { text: 'Привет' }, { voice: 'nobody' }],
    ['422-validation', { model_id: 'eleven_multilingual_v2' }],
    ['429-too-many-concurrent', { text: 'Привет [сбой:429]' }],
    ['500-internal', { text: 'Привет [сбой:500]' }]
  ])('%s', async (name, body, changes) => {
    const response = await ask(body, changes)
    const received: unknown = await response.json()
    const expected: unknown = JSON.parse(readFixture(`elevenlabs-error-${name}.json`))
    expect(response.status).toBe(Number(name.slice(0, 3)))
    expect(fieldsOf(received)).toEqual(fieldsOf(expected))
    expect(Object(received).detail.status).toBe(Object(expected).detail.status)
    expect(response.headers.get('request-id')).toMatch(/^[0-9a-f]{32}$/)
  })

  test.each<[string, Body, Changes, string]>([
    ['a stability that is no share', { text: 'а', voice_settings: { stability: 50 } }, {}, 'stability'],
    ['a style that is no number', { text: 'а', voice_settings: { style: '0' } }, {}, 'style'],
    ['a speed above the range', { text: 'а', voice_settings: { speed: 1.25 } }, {}, 'invalid_voice_settings'],
    ['a speed below the range', { text: 'а', voice_settings: { speed: 0.5 } }, {}, 'invalid_voice_settings'],
    ['a model that is gone', { text: 'а', model_id: 'eleven_monolingual_v1' }, {}, 'model_not_found'],
    ['an unknown format', { text: 'а' }, { format: 'mp3_1_1' }, 'invalid_output_format'],
    ['an empty text', { text: '  ' }, {}, 'invalid_text'],
    ['a setting of our player', { text: 'а', playbackRate: 1.25 }, {}, 'playbackRate'],
    ['an unknown setting', { text: 'а', voice_settings: { pitch: 1 } }, {}, 'pitch']
  ])('%s is refused', async (_, body, changes, complaint) => {
    const response = await ask(body, changes)
    expect([400, 422]).toContain(response.status)
    expect(await response.text()).toContain(complaint)
  })
})

describe('the speech of the sandbox', () => {
  test.each([
    [15, 1, 1],
    [300, 1, 20],
    [300, 1.2, 16.7],
    [300, 0.75, 26.7],
    [10_000, 1, 666.7]
  ])('%i characters at speed %s last %s seconds', async (length, speed, seconds) => {
    const response = await ask({ text: 'а'.repeat(length), voice_settings: { speed } })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'x-character-count': String(length)
    })
    expect(await secondsOf(response)).toBeCloseTo(seconds, 1)
  })

  test('with times is JSON with the same recording, and with when each character is spoken', async () => {
    const text = 'Раз <break time="1.5s" /> два'
    const plain = await (await ask({ text })).bytes()
    const timed: unknown = await (await ask({ text }, { timed: true })).json()
    const { audio_base64, alignment } = Object(timed)
    expect(new Uint8Array(Buffer.from(audio_base64, 'base64'))).toEqual(plain)
    expect(fieldsOf(timed)).toEqual(fieldsOf(JSON.parse(readFixture('elevenlabs-with-timestamps.json'))))
    expect(alignment.characters.join('')).toBe(text)
    const [starts, ends] = [alignment.character_start_times_seconds, alignment.character_end_times_seconds]
    expect(starts).toHaveLength(text.length)
    expect(ends.at(-1) - starts.at(-3)).toBeCloseTo(3 / 15, 2)
    expect(ends.at(-1)).toBeCloseTo(8 / 15 + 1.5, 2)
  })

  test.each([
    ['pcm_24000', 24_000],
    ['pcm_16000', 16_000]
  ])('as %s is plain samples that are not silent', async (format, rate) => {
    const response = await ask({ text: 'а'.repeat(30) }, { format })
    const bytes = await response.bytes()
    expect(response.headers.get('content-type')).toBe('audio/pcm')
    expect(bytes.length).toBe(2 * 2 * rate)
    expect(bytes.some((byte) => byte !== 0)).toBe(true)
  })

  test.each([1, 40, 300, 301, 2000])('half of a file for %i characters is recognised as truncated', async (length) => {
    const half = await (await ask({ text: `${'а'.repeat(length)}[сбой:битый-файл]` })).bytes()
    expect(half.byteLength).toBeGreaterThan(1000)
    expect(await inspectMedia(sourceOf(half))).toBeNull()
  })

  test('every voice sounds different and has a sample file', async () => {
    const voices = elevenlabs.parameters.find(({ name }) => name === 'voice')
    if (voices?.kind !== 'choice') throw new Error('no voices')
    const names = voices.options.map(({ value }) => value)
    expect(Object.values(VOICES).toSorted()).toEqual(names.toSorted())
    expect(Object.values(VOICES).map(voiceIdOf)).toEqual(Object.keys(VOICES))
    const spoken = await Promise.all(
      Object.keys(VOICES).map(async (voice) => (await ask({ text: 'Привет, это я' }, { voice })).bytes())
    )
    expect(new Set(spoken.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(names.length)

    const folder = new URL('../../web/public/voices/', import.meta.url)
    expect(readdirSync(folder).toSorted()).toEqual(names.map((name) => `${name}.mp3`).toSorted())
    for (const name of names) {
      const bytes = readFileSync(new URL(`${name}.mp3`, folder))
      const facts = await inspectMedia(sourceOf(bytes))
      expect(facts).toMatchObject({ type: 'audio/mpeg' })
      expect(facts?.durationSeconds).toBeGreaterThan(3)
      expect(bytes.byteLength).toBeLessThan(40_000)
    }
  })

  test('takes two seconds for 500 characters, divided by the speed', async () => {
    const clock = createJumpingClock()
    await ask({ text: 'а'.repeat(500) }, { sandbox: createSandbox({ clock, speed: 2 }) })
    expect(clock.passedMs()).toBe((150 + 2000) / 2)
  })
})
