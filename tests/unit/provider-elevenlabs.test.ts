import { describe, expect, test } from 'vitest'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import { errorOf, fixtureOf, streamOf } from '../support/node/fake-upstream.ts'
import { mediaRequestOf, mediaSettings, neverAborted, replying, settled } from '../support/node/media-upstream.ts'

const options = { prompt: 'Привет', voice: 'EXAVITQu4vr4xnSDxMaL', speed: 1.2, playbackRate: 1.25 }
const request = mediaRequestOf('eleven_multilingual_v2', options)
const bytes = new Uint8Array([255, 251, 80])

const speechOf = (type = 'audio/mpeg', body: BodyInit = bytes) =>
  new Response(body, { headers: { 'content-type': type, 'request-id': 'req_1' } })

const start = (answer: () => Response | Promise<Response>) =>
  settled(
    mediaProviderOf('elevenlabs', mediaSettings, { send: replying(answer).send, timeoutMs: 20 }).start(
      request,
      neverAborted
    )
  )

describe('requests to ElevenLabs', () => {
  test('the text, the voice and the speed; the playback rate is not sent', async () => {
    const { send, sent } = replying(() => speechOf())
    await mediaProviderOf('elevenlabs', mediaSettings, { send }).start(request, neverAborted)
    expect(sent).toEqual([
      {
        url: 'http://sandbox.test/elevenlabs/v1/text-to-speech/EXAVITQu4vr4xnSDxMaL?output_format=mp3_44100_128',
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'audio/mpeg', 'xi-api-key': 'elevenlabs-key' },
        redirect: 'manual',
        body: { text: 'Привет', model_id: 'eleven_multilingual_v2', voice_settings: { speed: 1.2 } }
      }
    ])
  })

  test('an unknown option throws before anything is sent', async () => {
    const { send, sent } = replying(() => speechOf())
    const asked = mediaRequestOf('eleven_multilingual_v2', { ...options, pitch: 2 })
    const work = mediaProviderOf('elevenlabs', mediaSettings, { send }).start(asked, neverAborted)
    await expect(work).rejects.toThrow('pitch')
    expect(sent).toEqual([])
  })
})

describe('answers of ElevenLabs', () => {
  test('the recording is in the answer', async () => {
    expect(await start(() => speechOf())).toEqual({ state: 'finished', outputs: [{ kind: 'bytes', bytes }] })
  })

  test.each([
    ['no bytes', speechOf('audio/mpeg', '')],
    ['a page', speechOf('text/html', '<html>')],
    ['JSON', Response.json({})]
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
    expect(isAcceptanceUnknown(error)).toBe(status === 500)
  })

  test.each([
    ['a lack of money as 400', 400, 'status', 'quota_exceeded', 'unpaid'],
    ['a lack of money by its newer code', 402, 'code', 'insufficient_credits', 'unpaid'],
    ['our rate limit by its newer code', 429, 'code', 'concurrent_limit_exceeded', 'busy']
  ])('%s is a failure of the call', async (_, status, field, code, kind) => {
    const answer = () => errorOf(status, JSON.stringify({ detail: { [field]: code } }))
    expect(await start(answer)).toMatchObject({ error: { name: 'ProviderFailure', kind, status, code } })
  })

  test.each<[string, () => Response | Promise<Response>, object]>([
    ['a missing permission', () => errorOf(403, '<html>'), { kind: 'unauthorized', status: 403, code: null }],
    ['a gateway’s page', () => errorOf(502, '<html>'), { kind: 'server', status: 502, code: null }],
    ['no connection', () => Promise.reject(new TypeError('fetch failed')), { kind: 'network', status: null }],
    ['half a recording', () => speechOf('audio/mpeg', cut('break')), { kind: 'cut', status: null }],
    ['silence', () => new Promise(() => undefined), { kind: 'timeout', status: null }],
    ['silence in the middle', () => speechOf('audio/mpeg', cut('silence')), { kind: 'timeout', status: null }]
  ])('%s is a failure of the call', async (_, answer, failure) => {
    expect(await start(answer)).toMatchObject({ error: { name: 'ProviderFailure', ...failure } })
  })
})

function cut(after: 'break' | 'silence'): ReadableStream {
  const { body } = streamOf([bytes], after).response
  if (!body) throw new Error('no body')
  return body
}
