import { describe, expect, test } from 'vitest'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type { Send } from '#providers/http/http.ts'
import { errorOf, fixtureOf } from '../support/node/fake-upstream.ts'
import { mediaRequestOf, accountAt, neverAborted, replying, settled } from '../support/node/media-upstream.ts'

const ticket = '6f0c2d1e-7a41-4c58-9d0b-1f2e3d4c5b6a'
const url = 'https://storage.lumalabs.ai/generations/6f0c2d1e/video.mp4?signature=c2ln'

const providerWith = (send: Send) => mediaProviderOf('luma', accountAt('luma'), { send, timeoutMs: 20 })
const fixture = (name: string, status = 200) =>
  new Response(fixtureOf(`luma-${name}.json`), { status, headers: { 'content-type': 'application/json' } })

const start = (answer: () => Response) =>
  settled(providerWith(replying(answer).send).start(mediaRequestOf('ray-3.2', { prompt: 'море' }), neverAborted))
const check = (answer: () => Response) =>
  settled(Promise.resolve(providerWith(replying(answer).send).check?.(ticket, neverAborted)))

describe('requests to Luma', () => {
  test('a generation carries the user’s tag', async () => {
    const { send, sent } = replying(() => fixture('generation-queued', 201))
    const options = { prompt: 'море', promptSuffix: 'Film.', quality: '720p', duration: '5s', aspectRatio: '1:1' }
    await providerWith(send).start(mediaRequestOf('ray-3.2', options), neverAborted)
    expect(sent).toEqual([
      {
        url: 'http://sandbox.test/luma/v1/generations',
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer luma-key' },
        redirect: 'manual',
        body: {
          model: 'ray-3.2',
          type: 'video',
          prompt: 'море\n\nFilm.',
          aspect_ratio: '1:1',
          video: { resolution: '720p', duration: '5s' },
          user_id: 'user-tag'
        }
      }
    ])
  })

  test('the first and the last frame are sent inside the request, and a loop as a switch', async () => {
    const { send, sent } = replying(() => fixture('generation-queued', 201))
    const [first, last] = [1, 2].map((byte) => ({ bytes: new Uint8Array([byte]), type: 'image/webp' }))
    const options = { prompt: 'море', duration: '5s', loop: 'no' }
    const both = mediaRequestOf('ray-3.2', options, { startFrame: first!, endFrame: last! })
    await providerWith(send).start(both, neverAborted)
    await providerWith(send).start(mediaRequestOf('ray-3.2', { ...options, loop: 'yes' }), neverAborted)
    expect(sent.map(({ body }) => (body as { video: object }).video)).toEqual([
      {
        duration: '5s',
        start_frame: { data: 'AQ==', media_type: 'image/webp' },
        end_frame: { data: 'Ag==', media_type: 'image/webp' }
      },
      { duration: '5s', loop: true }
    ])
  })

  test('a generation is read by its escaped id', async () => {
    const { send, sent } = replying(() => fixture('generation-processing'))
    await providerWith(send).check?.('6f/../0c', neverAborted)
    expect(sent).toEqual([
      {
        url: 'http://sandbox.test/luma/v1/generations/6f%2F..%2F0c',
        method: 'GET',
        headers: { authorization: 'Bearer luma-key' },
        redirect: 'manual',
        body: undefined
      }
    ])
  })

  test('Luma has no cancel call', () => {
    expect(providerWith(replying(() => Response.error()).send).cancel).toBeUndefined()
  })
})

describe('Luma’s answers to a submission', () => {
  test('a queued generation is accepted', async () => {
    expect(await start(() => fixture('generation-queued', 201))).toEqual({ state: 'accepted', ticket })
  })

  test('a moderated prompt fails at once', async () => {
    const code = 'content_moderated'
    expect(await start(() => fixture('generation-moderated', 201))).toEqual({
      state: 'failed',
      reason: 'moderated',
      code
    })
  })

  test('an invalid input is rejected', async () => {
    const rejected = { state: 'failed', reason: 'rejected', code: null }
    expect(await start(() => fixture('error-400-invalid', 400))).toEqual(rejected)
    expect(await start(() => errorOf(413, '{"detail":"Too large"}'))).toEqual(rejected)
    expect(await start(() => errorOf(422, '{"detail":"Bad base64"}'))).toEqual(rejected)
  })

  test.each([
    ['error-401-missing-key', 401, { kind: 'unauthorized', retryable: false }],
    ['error-401-invalid-key', 401, { kind: 'unauthorized', retryable: false }],
    ['error-402-credits', 402, { kind: 'unpaid', retryable: false }],
    ['error-403-suspended', 403, { kind: 'unauthorized', retryable: false }],
    ['error-429-rate-limit', 429, { kind: 'busy', retryable: true }],
    ['error-500-internal', 500, { kind: 'server', retryable: true }],
    ['error-503-unavailable', 503, { kind: 'busy', retryable: true }]
  ])('%s is a failure of the call', async (name, status, failure) => {
    expect(await start(() => fixture(name, status))).toMatchObject({ error: { provider: 'luma', status, ...failure } })
  })

  test('the seconds to wait come from the retry-after header', async () => {
    const headers = { 'retry-after': '7' }
    const answer = () => errorOf(429, fixtureOf('luma-error-429-rate-limit.json'), headers)
    expect(await start(answer)).toMatchObject({ error: { kind: 'busy', retryAfterSeconds: 7 } })
  })
})

describe('Luma’s states of a generation', () => {
  test.each([
    ['queued', { state: 'running', progress: null }],
    ['processing', { state: 'running', progress: null }],
    ['completed', { state: 'finished', outputs: [{ kind: 'link', url }] }],
    ['no-output', { state: 'failed', reason: 'gone', code: 'no_video' }],
    ['moderated', { state: 'failed', reason: 'moderated', code: 'content_moderated' }],
    ['failed', { state: 'failed', reason: 'failed', code: 'generation_failed' }]
  ])('generation %s', async (name, expected) => {
    expect(await check(() => fixture(`generation-${name}`))).toEqual(expected)
  })

  test.each([
    ['content_moderated', 'moderated'],
    ['generation_failed', 'failed'],
    ['budget_exhausted', 'unpaid'],
    ['rate_limited', 'failed'],
    ['output_not_found', 'gone'],
    ['image_too_large', 'rejected'],
    ['unsupported_format', 'rejected'],
    ['corrupt_input', 'rejected'],
    ['invalid_request', 'rejected'],
    ['something_new', 'failed'],
    ['constructor', 'failed']
  ])('failure code %s', async (failure_code, reason) => {
    const answer = () => Response.json({ id: ticket, state: 'failed', failure_code })
    expect(await check(answer)).toEqual({ state: 'failed', reason, code: failure_code })
  })

  test.each([
    ['no code', { state: 'failed', failure_code: null }],
    ['prose instead of a code', { state: 'failed', failure_code: 'Ваш запрос «кот» отклонён' }]
  ])('a failure with %s has no code', async (_, body) => {
    expect(await check(() => Response.json(body))).toEqual({ state: 'failed', reason: 'failed', code: null })
  })

  test('an unknown generation is gone', async () => {
    expect(await check(() => fixture('error-404-not-found', 404))).toEqual({
      state: 'failed',
      reason: 'gone',
      code: null
    })
  })

  test.each([[{ output: [{}] }], [{ output: [{ url: '' }] }], [{ output: 'none' }], [{}]])(
    'a success without an address has no result: %j',
    async (changes) => {
      const answer = () => Response.json({ id: ticket, state: 'completed', ...changes })
      expect(await check(answer)).toEqual({ state: 'failed', reason: 'gone', code: 'no_video' })
    }
  )
})
