import { describe, expect, test } from 'vitest'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type { Send } from '#providers/http/http.ts'
import { errorOf, fixtureOf } from '../support/node/fake-upstream.ts'
import { mediaRequestOf, accountAt, neverAborted, replying, settled } from '../support/node/media-upstream.ts'

const model = 'gemini-omni-1.2-flash'
const ticket = 'v1_4f9d2c'
const base = 'http://sandbox.test/google/v1'
const file = `${base}/files/4f9d2c:download`

const providerWith = (send: Send) => mediaProviderOf('google', accountAt('google'), { send, timeoutMs: 20 })
const fixture = (name: string, status = 200) =>
  new Response(fixtureOf(`google-${name}.json`), { status, headers: { 'content-type': 'application/json' } })
const answerWith = (...content: object[]) =>
  Response.json({ id: ticket, status: 'completed', steps: [{ type: 'model_output', content }] })

const start = (answer: () => Response) =>
  settled(providerWith(replying(answer).send).start(mediaRequestOf(model, { prompt: 'поезд' }), neverAborted))
const check = (answer: () => Response) =>
  settled(Promise.resolve(providerWith(replying(answer).send).check?.(ticket, neverAborted)))
const cancel = (answer: () => Response) =>
  settled(Promise.resolve(providerWith(replying(answer).send).cancel?.(ticket, neverAborted)))

const linkFor = async (uri: string) => Object(await check(() => answerWith({ type: 'video', uri }))).outputs[0]

describe('requests to Google', () => {
  test('an interaction in the background that returns its video as a link', async () => {
    const { send, sent } = replying(() => fixture('interaction-in-progress'))
    const options = { prompt: 'поезд', promptSuffix: 'Film.', duration: '6s', aspectRatio: '9:16', quality: '4k' }
    await providerWith(send).start(mediaRequestOf(model, options), neverAborted)
    expect(sent).toEqual([
      {
        url: `${base}/interactions`,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-goog-api-key': 'google-key' },
        redirect: 'manual',
        body: {
          model,
          input: 'поезд\n\nFilm.',
          background: true,
          response_format: {
            type: 'video',
            delivery: 'uri',
            aspect_ratio: '9:16',
            resolution: '4k',
            duration: '6s'
          }
        }
      }
    ])
  })

  test('an interaction is read and cancelled by its escaped id', async () => {
    const { send, sent } = replying(() => fixture('interaction-cancelled'))
    await providerWith(send).check?.('v1/../2', neverAborted)
    await providerWith(send).cancel?.('v1/../2', neverAborted)
    const headers = { 'x-goog-api-key': 'google-key' }
    const asked = { headers, redirect: 'manual', body: undefined }
    expect(sent).toEqual([
      { url: `${base}/interactions/v1%2F..%2F2`, method: 'GET', ...asked },
      { url: `${base}/interactions/v1%2F..%2F2/cancel`, method: 'POST', ...asked }
    ])
  })
})

describe('Google’s answers to a submission', () => {
  test.each(['queued', 'in_progress', 'a_new_state'])('status %s is accepted', async (status) => {
    expect(await start(() => Response.json({ id: ticket, status }))).toEqual({ state: 'accepted', ticket })
  })

  test('a moderated prompt fails at once, by a text answer or by an error code', async () => {
    const moderated = { state: 'failed', reason: 'moderated' }
    expect(await start(() => fixture('interaction-refused'))).toEqual({ ...moderated, code: 'text_only' })
    expect(await start(() => fixture('error-400-blocked', 400))).toEqual({ ...moderated, code: 'PROHIBITED_CONTENT' })
  })

  test('an invalid input is rejected', async () => {
    expect(await start(() => fixture('error-400-invalid-argument', 400))).toEqual({
      state: 'failed',
      reason: 'rejected',
      code: 'INVALID_ARGUMENT'
    })
  })

  test.each([
    ['error-400-invalid-key', 400, { kind: 'unauthorized', retryable: false, code: 'API_KEY_INVALID' }],
    ['error-403-missing-key', 403, { kind: 'unauthorized', retryable: false, code: 'PERMISSION_DENIED' }],
    ['error-404-model', 404, { kind: 'model-gone', retryable: false, code: 'NOT_FOUND' }],
    ['error-429-quota', 429, { kind: 'busy', retryable: true, code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: null }],
    ['error-429-retry-info', 429, { kind: 'busy', retryable: true, code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 37 }],
    ['error-429-prepayment', 429, { kind: 'unpaid', retryable: false, code: 'prepayment_depleted' }],
    ['error-500-internal', 500, { kind: 'server', retryable: true, code: 'INTERNAL' }],
    ['error-503-unavailable', 503, { kind: 'busy', retryable: true, code: 'UNAVAILABLE' }]
  ])('%s is a failure of the call', async (name, status, failure) => {
    expect(await start(() => fixture(name, status))).toMatchObject({
      error: { provider: 'google', status, ...failure }
    })
  })
})

describe('Google’s states of an interaction', () => {
  test.each([
    ['in-progress', { state: 'running', progress: null }],
    ['refused', { state: 'failed', reason: 'moderated', code: 'text_only' }],
    ['no-video', { state: 'failed', reason: 'gone', code: 'no_video' }],
    ['failed', { state: 'failed', reason: 'failed', code: 'INTERNAL' }],
    ['cancelled', { state: 'failed', reason: 'failed', code: 'cancelled' }],
    ['inline', { state: 'finished', outputs: [{ kind: 'bytes', bytes: expect.any(Uint8Array) }] }]
  ])('interaction %s', async (name, expected) => {
    expect(await check(() => fixture(`interaction-${name}`))).toEqual(expected)
  })

  test('a video inside the answer is decoded from base64', async () => {
    const result = Object(await check(() => fixture('interaction-inline')))
    expect([...result.outputs[0].bytes]).toEqual([0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70])
  })

  test.each(['queued', 'in_progress'])('status %s is running', async (status) => {
    expect(await check(() => Response.json({ status }))).toEqual({ state: 'running', progress: null })
  })

  test.each(['failed', 'incomplete', 'budget_exceeded', 'requires_action', 'requires_continuation'])(
    'status %s ended without a video',
    async (status) => {
      expect(await check(() => Response.json({ status }))).toEqual({ state: 'failed', reason: 'failed', code: status })
    }
  )

  test('a failure with a moderation code is moderated', async () => {
    const errors = [{ code: 'https://ai.google.dev/errors/PROHIBITED_CONTENT', message: 'кот' }]
    expect(await check(() => Response.json({ status: 'failed', errors }))).toEqual({
      state: 'failed',
      reason: 'moderated',
      code: 'PROHIBITED_CONTENT'
    })
  })

  test('text beside a video is not a refusal', async () => {
    const uri = `${file}?alt=media`
    const answer = () => answerWith({ type: 'text', text: 'Готово' }, { type: 'video', uri })
    expect(await check(answer)).toMatchObject({ state: 'finished', outputs: [{ url: uri }] })
  })

  test.each([
    [[{ type: 'video', uri: '' }]],
    [
      [
        { type: 'video', uri: '' },
        { type: 'text', text: 'Готово' }
      ]
    ],
    [[]]
  ])('a success without a video has no result: %j', async (content) => {
    expect(await check(() => answerWith(...content))).toEqual({ state: 'failed', reason: 'gone', code: 'no_video' })
  })

  test.each([
    ['error-400-unknown-interaction', 400, 'INVALID_ARGUMENT'],
    ['error-404-model', 404, 'NOT_FOUND']
  ])('an unknown interaction is gone: %s', async (name, status, code) => {
    expect(await check(() => fixture(name, status))).toEqual({ state: 'failed', reason: 'gone', code })
  })

  test('an invalid key is a failure of the call, not of the interaction', async () => {
    expect(await check(() => fixture('error-400-invalid-key', 400))).toMatchObject({ error: { kind: 'unauthorized' } })
    expect(await cancel(() => fixture('error-400-invalid-key', 400))).toMatchObject({ error: { kind: 'unauthorized' } })
  })
})

describe('the API key', () => {
  const headers = { 'x-goog-api-key': 'google-key' }

  test.each([
    [`${file}?alt=media`, `${file}?alt=media`],
    [file, `${file}?alt=media`],
    [`${file}?alt=json&x=1`, `${file}?alt=media&x=1`]
  ])('is sent to a file on our upstream host, requested as media: %s', async (uri, url) => {
    expect(await linkFor(uri)).toEqual({ kind: 'link', url, headers })
  })

  test.each([
    'https://storage.example.com/4f9d2c.mp4?sig=1',
    'https://sandbox.test/google/v1/files/4f9d2c:download?alt=media',
    'http://sandbox.test:8080/google/v1/files/4f9d2c:download?alt=media',
    'http://sandbox.test.example.com/files/4f9d2c:download?alt=media',
    'nonsense'
  ])('is not sent to %s', async (uri) => {
    expect(await linkFor(uri)).toEqual({ kind: 'link', url: uri })
  })
})

describe('cancelling', () => {
  test('a cancelled interaction has stopped', async () => {
    expect(await cancel(() => fixture('interaction-cancelled'))).toBe(true)
  })

  test.each([
    ['it was ready', () => fixture('interaction-completed')],
    ['it has ended', () => errorOf(400, '{"error":{"status":"FAILED_PRECONDITION"}}')],
    ['it is not known', () => fixture('error-400-unknown-interaction', 400)]
  ])('too late to cancel: %s', async (_, answer) => {
    expect(await cancel(answer)).toBe(false)
  })

  test('a failure of the call is reported as such', async () => {
    expect(await cancel(() => fixture('error-503-unavailable', 503))).toMatchObject({ error: { kind: 'busy' } })
  })
})
