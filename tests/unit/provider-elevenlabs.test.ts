import { describe, expect, test } from 'vitest'
import { voices } from '#contract/catalogue/voices.ts'
import { voiceIdOf } from '#providers/media/elevenlabs-voices.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import { errorOf, fixtureOf } from '../support/node/fake-upstream.ts'
import { mediaRequestOf, accountAt, neverAborted, replying, settled } from '../support/node/media-upstream.ts'

const options = { prompt: 'Привет', voice: 'sarah', speed: 1.2 }
const request = mediaRequestOf('eleven_multilingual_v2', options)
const bytes = new Uint8Array([255, 251, 80])

const alignment = {
  characters: ['Д', 'а'],
  character_start_times_seconds: [0, 0.5],
  character_end_times_seconds: [0.5, 1]
}
const spoken = { audio_base64: Buffer.from(bytes).toString('base64'), alignment, normalized_alignment: alignment }

const answerOf = (type: string, body: BodyInit) =>
  new Response(body, { headers: { 'content-type': type, 'request-id': 'req_1' } })
const speechOf = (body: unknown = spoken) => answerOf('application/json', JSON.stringify(body))

const sentBy = async (more: Record<string, string | number>) => {
  const { send, sent } = replying(() => speechOf())
  const asked = mediaRequestOf('eleven_multilingual_v2', { ...options, ...more })
  await mediaProviderOf('elevenlabs', accountAt('elevenlabs'), { send }).start(asked, neverAborted)
  return Object(sent[0])
}

const start = (answer: () => Response) =>
  settled(
    mediaProviderOf('elevenlabs', accountAt('elevenlabs'), { send: replying(answer).send }).start(request, neverAborted)
  )

describe('requests to ElevenLabs', () => {
  test('every voice of the catalogue has an id of its own; a work that was ordered by an id keeps it', async () => {
    const ids = voices.map(({ value }) => voiceIdOf(value))
    expect(new Set(ids).size).toBe(voices.length)
    for (const id of ids) expect(id).toMatch(/^\w{20}$/)
    expect((await sentBy({ voice: 'JBFqnCBsd6RMkjVDRZzb' })).url).toContain('/JBFqnCBsd6RMkjVDRZzb/')
  })

  test('the text, the voice and the speed', async () => {
    const { send, sent } = replying(() => speechOf())
    await mediaProviderOf('elevenlabs', accountAt('elevenlabs'), { send }).start(request, neverAborted)
    expect(sent).toEqual([
      {
        url: 'http://sandbox.test/elevenlabs/v1/text-to-speech/EXAVITQu4vr4xnSDxMaL/with-timestamps?output_format=mp3_44100_128',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'xi-api-key': 'elevenlabs-key' },
        redirect: 'manual',
        body: { text: 'Привет', model_id: 'eleven_multilingual_v2', voice_settings: { speed: 1.2 } }
      }
    ])
  })

  test('the manner of the voice as shares, the format in the address', async () => {
    const { url, body } = await sentBy({ stability: 35, style: 55, outputFormat: 'pcm_24000' })
    expect(url).toMatch(/\?output_format=pcm_24000$/)
    expect(body.voice_settings).toEqual({ speed: 1.2, stability: 0.35, style: 0.55 })
  })

  test('what is read before and after a part, without its pauses', async () => {
    const { body } = await sentBy({ previousText: 'Раз [пауза 1 с]', nextText: '[Пауза 0,5 с] три' })
    expect(body).toMatchObject({ text: 'Привет', previous_text: 'Раз', next_text: 'три' })
  })

  test.each([
    ['Раз [пауза 1,5 с] два', 1, 'Раз <break time="1.5s" /> два'],
    ['Раз [пауза 2с] два', 0.5, 'Раз <break time="1.0s" /> два'],
    ['[пауза 7 с]', 1, '<break time="3.0s" /> <break time="3.0s" /> <break time="1.0s" />'],
    ['[пауза 99 с]', 0.1, '<break time="1.0s" />'],
    ['Раз [пауза] [пауза много с]', 1, 'Раз [пауза] [пауза много с]']
  ])('the pauses of «%s» at tempo %d', async (prompt, tempo, text) => {
    expect((await sentBy({ prompt, tempo })).body.text).toBe(text)
  })

  test.each([
    ['no times', null],
    ['times of other characters', { ...alignment, characters: ['Д'] }],
    ['times that are no numbers', { ...alignment, character_end_times_seconds: ['1', '2'] }]
  ])('a recording with %s is one without subtitles', async (_, other) => {
    expect(await start(() => speechOf({ ...spoken, alignment: other }))).toEqual({
      state: 'finished',
      outputs: [{ kind: 'bytes', bytes, timing: null }]
    })
  })

  test.each([
    ['no bytes', speechOf({ ...spoken, audio_base64: '' })],
    ['a page', answerOf('text/html', '<html>')],
    ['bytes that are no base64', speechOf({ ...spoken, audio_base64: '!' })],
    ['nothing in it', speechOf({})]
  ])('a success without a recording, %s, ends the job', async (_, answer) => {
    expect(await start(() => answer)).toEqual({ state: 'failed', reason: 'failed', code: 'no_recording' })
  })

  test.each([
    ['400-max-character-limit', 'rejected', 'max_character_limit_exceeded'],
    ['403-content-policy', 'moderated', 'content_against_policy'],
    ['422-validation', 'rejected', null]
  ])('a refusal of the text ends the job: %s', async (name, reason, code) => {
    const answer = errorOf(Number(name.slice(0, 3)), fixtureOf(`elevenlabs-error-${name}.json`))
    expect(await start(() => answer)).toEqual({ state: 'failed', reason, code })
  })

  test.each([
    ['401-invalid-key', { kind: 'unauthorized', retryable: false, code: 'invalid_api_key' }],
    ['401-quota-exceeded', { kind: 'unpaid', retryable: false, code: 'quota_exceeded' }],
    ['404-voice-not-found', { kind: 'model-gone', retryable: false, code: 'voice_not_found' }],
    ['429-too-many-concurrent', { kind: 'busy', retryable: true, code: 'too_many_concurrent_requests' }],
    ['429-system-busy', { kind: 'busy', retryable: true, code: 'system_busy' }],
    ['500-internal', { kind: 'server', retryable: true, code: 'internal_error' }]
  ])('a failure that is not the user’s: %s', async (name, failure) => {
    const status = Number(name.slice(0, 3))
    const { error } = Object(await start(() => errorOf(status, fixtureOf(`elevenlabs-error-${name}.json`))))
    expect(error).toMatchObject({
      name: 'ProviderFailure',
      provider: 'elevenlabs',
      status,
      requestId: 'req_1',
      ...failure
    })
  })

  test.each([
    ['a lack of money as 400', 400, 'status', 'quota_exceeded', 'unpaid'],
    ['a lack of money by its newer code', 402, 'code', 'insufficient_credits', 'unpaid'],
    ['our rate limit by its newer code', 429, 'code', 'concurrent_limit_exceeded', 'busy']
  ])('%s is a failure of the call', async (_, status, field, code, kind) => {
    const answer = () => errorOf(status, JSON.stringify({ detail: { [field]: code } }))
    expect(await start(answer)).toMatchObject({ error: { name: 'ProviderFailure', kind, status, code } })
  })
})
