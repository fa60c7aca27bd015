// `POST /v1/audio/transcriptions` as the openai SDK calls it: what is written down, and what is paid for it.
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ApiUsage } from '#contract/api-keys.ts'
import type { KeyChoice } from '#durable-objects/keys/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { newKey, openaiWith, sendToApi } from '../support/worker/api-clients.ts'
import { dataOf } from '../support/worker/person.ts'
import { control, slowDown } from '../support/worker/reading.ts'
import { m4a, ogg, webm } from '../support/worker/recordings.ts'
import { fileOf, wavOf } from '../support/worker/sounds.ts'
import { caller, hear, type HearChoice, outcomeOf } from '../support/worker/hearing.ts'
import { passMs, ringUntilQuiet } from '../support/worker/wallet-rows.ts'

afterEach(() => control({ mediaFault: null, mediaFaultCount: 0 }))

const none = { day: null, month: null, total: null }

describe('a recording', () => {
  test('is written down and paid by its begun seconds', async () => {
    const { person, user, key } = await caller()
    const { id, text, usage } = await hear(key, wavOf(2.4), { model: 'gpt-transcribe', language: 'ru', temperature: 0 })
    expect(text).toMatch(/[а-я]/)
    expect(usage).toEqual({ type: 'duration', seconds: 3, cost: expect.any(Number) })
    const model = (await openaiWith(key).models.retrieve('gpt-transcribe')) as unknown as {
      site_pricing: { per_minute: number }
    }
    expect(usage.cost).toBeCloseTo((model.site_pricing.per_minute / 60) * 3, 6)
    const micros = Math.round(usage.cost * 1e6)
    expect(await user.viewMetering()).toMatchObject({ spentMicros: micros, heldMicros: 0, openCalls: 0 })
    const { data } = await (await sendToApi(key.text, `/v1/generation?id=${id}`)).json<{ data: object }>()
    expect(data).toMatchObject({ total_cost: usage.cost, model: 'gpt-transcribe', outcome: 'complete' })
    const { rows } = await dataOf<ApiUsage>(await person.send('GET', '/api-keys/usage'))
    expect(rows).toMatchObject([{ key_id: key.id, model: 'gpt-transcribe', calls: 1, cost: usage.cost }])
    vi.useFakeTimers({ toFake: ['Date'] })
    passMs(11 * 60_000)
    await ringUntilQuiet(person.userId)
    expect(await user.view()).toMatchObject({ usedTokens: Math.ceil(usage.cost), reservedTokens: 0 })
    expect(await user.viewMetering()).toMatchObject({ remainderMicros: Math.ceil(usage.cost) * 1_000_000 - micros })
  })

  test.each([
    ['WebM', webm],
    ['Ogg', ogg],
    ['M4A', m4a]
  ])('is what its bytes are: %s', async (_, bytes) => {
    const { key } = await caller()
    expect((await hear(key, bytes)).usage.seconds).toBe(1)
  })

  test('is answered as a text alone where that is asked for', async () => {
    const { key } = await caller()
    const { data, response } = await openaiWith(key)
      .audio.transcriptions.create({ model: 'whisper-1', file: await fileOf(wavOf(1)), response_format: 'text' })
      .withResponse()
    expect(data).toMatch(/^[А-Я].*\n$/)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(response.headers.get('x-generation-id')).toMatch(/^audio-[\w-]{36}$/)
  })

  test.each([
    { temperature: 0.2 },
    { temperature: 2 },
    { language: '', prompt: '', response_format: '', temperature: '', stream: '', include: [''] }
  ])('is written down, however the form is filled in: %j', async (asked) => {
    const { key } = await caller()
    expect((await hear(key, wavOf(1), asked as unknown as HearChoice)).text).toMatch(/[а-я]/)
  })

  test('in which nothing is said is paid: the supplier has heard it', async () => {
    const { key } = await caller()
    await control({ mediaFault: 'empty' })
    expect(await hear(key, wavOf(2))).toMatchObject({ text: '', usage: { seconds: 2, cost: expect.any(Number) } })
    expect((await userOf(env, (await caller()).person.userId).viewMetering()).spentMicros).toBe(0)
  })
})

test('is among the models for keys that may ask it, with its price a minute', async () => {
  const { person, key } = await caller()
  const listed = async (choice: Partial<KeyChoice>) => {
    const ids: string[] = []
    const own = await newKey(person.userId, choice)
    for await (const model of openaiWith(own).models.list()) ids.push(model.id)
    return ids.includes('gpt-transcribe')
  }
  expect(await listed({})).toBe(true)
  expect(await listed({ scopes: ['chat', 'models'] })).toBe(false)
  expect(await listed({ models: ['gpt-4o-mini'] })).toBe(false)
  expect(await openaiWith(key).models.retrieve('gpt-transcribe')).toMatchObject({
    architecture: { input_modalities: ['audio'], output_modalities: ['text'] }
  })
  expect(await outcomeOf(hear(await newKey(person.userId, { scopes: ['chat'] }), wavOf(1)))).toBe(
    '403 scope_not_allowed'
  )
  expect(await outcomeOf(hear(await newKey(person.userId, { models: ['gpt-4o-mini'] }), wavOf(1)))).toBe(
    '403 model_not_allowed'
  )
})

describe('nothing is held or charged', () => {
  test.each([
    ['a model that is none', { model: 'gpt-4o-transcribe-diarize' }, '404 model_not_found model'],
    ['times of words', { response_format: 'verbose_json' }, '400 unsupported_value response_format'],
    ['subtitles', { response_format: 'srt' }, '400 unsupported_value response_format'],
    ['speakers', { response_format: 'diarized_json' }, '400 unsupported_value response_format'],
    ['times', { timestamp_granularities: ['word'] }, '400 unsupported_value timestamp_granularities'],
    ['a stream', { stream: true }, '400 unsupported_value stream'],
    ['a language that is none', { language: 'russian' }, '400 invalid_value language'],
    ['a temperature that is none', { temperature: 9 }, '400 invalid_value temperature']
  ] as const)('for %s', async (_, asked, outcome) => {
    const { user, key } = await caller()
    expect(await outcomeOf(hear(key, wavOf(1), asked as unknown as HearChoice))).toBe(outcome)
    expect(await user.viewMetering()).toMatchObject({ openCalls: 0, spentMicros: 0, reservedTokens: 0 })
  })

  test.each([
    ['what is no sound', new TextEncoder().encode('Расшифруй меня '.repeat(50)), '400 invalid_audio file'],
    ['an empty file', new Uint8Array(), '400 invalid_audio file'],
    ['FLAC', new TextEncoder().encode(`fLaC${'x'.repeat(5000)}`), '400 invalid_audio file'],
    ['a click', wavOf(0.01), '400 invalid_audio file'],
    ['a broken recording', ogg.map((byte, at) => (at === 300 ? byte ^ 1 : byte)), '400 invalid_audio file']
  ])('for %s', async (_, bytes, outcome) => {
    const { user, key } = await caller()
    expect(await outcomeOf(hear(key, bytes))).toBe(outcome)
    expect(await user.viewMetering()).toMatchObject({ openCalls: 0, spentMicros: 0, reservedTokens: 0 })
  })

  test('for more than an hour', async () => {
    const { user, key } = await caller(1000)
    // Eight bits at 4000 Hz: more than an hour in 14.5 MB.
    const bytes = new Uint8Array(44 + 3601 * 4000)
    bytes.set(wavOf(0))
    const view = new DataView(bytes.buffer)
    view.setUint32(24, 4000, true)
    view.setUint16(34, 8, true)
    view.setUint32(40, bytes.length - 44, true)
    expect(await outcomeOf(hear(key, bytes))).toBe('400 audio_too_long file')
    expect(await user.viewMetering()).toMatchObject({ openCalls: 0, spentMicros: 0 })
  })

  test.each([
    ['429', '429 overloaded'],
    ['500', '502 upstream_failed'],
    ['html', '502 upstream_failed']
  ])('when the supplier answers with %s', async (mediaFault, outcome) => {
    const { user, key } = await caller()
    await control({ mediaFault })
    expect(await outcomeOf(hear(key, wavOf(1)))).toBe(outcome)
    expect(await user.viewMetering()).toMatchObject({ openCalls: 0, heldMicros: 0, spentMicros: 0 })
  })

  test('while our account there has no money, which raises an alarm once', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue()
    const { user, key } = await caller()
    await control({ mediaFault: 'квота' })
    expect(await outcomeOf(hear(key, wavOf(1)))).toBe('503 unavailable')
    await control({ mediaFault: null })
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), { timeout: 20_000 })
    const other = await caller()
    expect(await outcomeOf(hear(other.key, wavOf(1)))).toBe('503 unavailable')
    expect(told).toHaveBeenCalledTimes(1)
    expect(await user.viewMetering()).toMatchObject({ openCalls: 0, heldMicros: 0, spentMicros: 0 })
    await env.DB.prepare('delete from provider_outages').run()
  })

  test('when the supplier does not take the recording', async () => {
    const { user, key } = await caller()
    const rejected = { error: { message: 'x', type: 'invalid_request_error', param: 'file', code: 'invalid_value' } }
    const real = fetch
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((...asked) => {
      const [target] = asked
      const url = target instanceof Request ? target.url : String(target)
      return url.endsWith('/audio/transcriptions')
        ? Promise.resolve(Response.json(rejected, { status: 400 }))
        : real(...asked)
    })
    expect(await outcomeOf(hear(key, wavOf(1)))).toBe('400 invalid_value')
    spy.mockRestore()
    expect(await user.viewMetering()).toMatchObject({ openCalls: 0, heldMicros: 0, spentMicros: 0 })
  })

  test('when the client leaves before the answer', async () => {
    await slowDown(1)
    const { user, key } = await caller()
    const leaving = new AbortController()
    const heard = hear(key, wavOf(1), {}, { signal: leaving.signal })
    heard.catch(() => undefined)
    await vi.waitFor(async () => expect((await user.viewMetering()).openCalls).toBe(1), { timeout: 20_000 })
    leaving.abort()
    await expect(heard).rejects.toThrow()
    await vi.waitFor(
      async () => expect(await user.viewMetering()).toMatchObject({ openCalls: 0, heldMicros: 0, spentMicros: 0 }),
      { timeout: 20_000 }
    )
  })
})

describe('limits', () => {
  test('of a key let as many through as they can pay, however many come at once', async () => {
    // A minute costs 0.75 tokens.
    const { user, key } = await caller(500, { budgets: { ...none, day: 2 } })
    await hear(await newKey((await caller()).person.userId), wavOf(1))
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(hear(key, wavOf(60)))))
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(2)
    expect(new Set(outcomes.filter((outcome) => outcome !== 'answered'))).toEqual(new Set(['402 insufficient_quota']))
    const { day } = await user.spentOf(key.id)
    expect(day).toBeGreaterThan(1_000_000)
    expect(day).toBeLessThanOrEqual(2_000_000)
  })

  test('and the balance say what is missing, and no bound of an answer', async () => {
    const { key } = await caller(0)
    const error = await hear(key, wavOf(60)).catch((one: unknown) => one)
    expect(error).toMatchObject({ status: 402, code: 'insufficient_quota' })
    expect(String(error)).toContain('недостаёт 0,75 токена')
    expect(String(error)).not.toContain('max_tokens')
  })
})

test('translations are not offered', async () => {
  const { key } = await caller()
  const file = await fileOf(wavOf(1))
  expect(await outcomeOf(openaiWith(key).audio.translations.create({ model: 'whisper-1', file }))).toBe(
    '404 unknown_url'
  )
})
