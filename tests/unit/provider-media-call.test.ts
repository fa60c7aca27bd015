// The call behind every media adapter: it is read completely within limits, and its failures say whether the provider
// may have started the work.
import { expect, describe, test, vi } from 'vitest'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { FailureDetails } from '#providers/http/failure.ts'
import { textAt } from '#providers/http/fields.ts'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import { callForBytes, callForJson } from '#providers/http/upstream-call.ts'
import type { MediaCall } from '#providers/http/upstream-call.ts'
import { neverAborted, replying, settled } from '../support/node/media-upstream.ts'
import { errorOf, streamOf } from '../support/node/fake-upstream.ts'

const call: MediaCall = {
  provider: 'bfl',
  url: 'https://api.bfl.ai/v1/x',
  headers: { 'x-key': 'key' },
  timeoutMs: 5000
}

const nameOf = (body: unknown) => textAt(body, 'name')

const failureFrom = async (answer: () => Response | Promise<Response>, changes: Partial<MediaCall> = {}) => {
  const result = await settled(callForBytes({ ...call, ...changes }, neverAborted, { send: replying(answer).send }))
  return 'error' in result ? result.error : null
}

describe('requests', () => {
  test.each(['GET', 'DELETE'] as const)('%s has no body and no content type', async (method) => {
    const { send, sent } = replying(() => new Response('{}'))
    await callForJson({ ...call, method }, neverAborted, { send })
    expect(sent).toEqual([{ url: call.url, method, headers: { 'x-key': 'key' }, redirect: 'manual', body: undefined }])
  })

  test('JSON has its content type', async () => {
    const { send, sent } = replying(() => new Response('{}'))
    await callForJson({ ...call, body: { prompt: 'кот' } }, neverAborted, { send })
    expect(sent).toMatchObject([
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: { prompt: 'кот' } }
    ])
  })

  test('a form gets its boundary from the platform', async () => {
    const body = new FormData()
    body.set('prompt', 'кот')
    const { send, sent } = replying(() => new Response('{}'))
    await callForJson({ ...call, body }, neverAborted, { send })
    expect(sent[0]?.headers).toEqual({ 'x-key': 'key' })
    expect(new Request(call.url, { method: 'POST', body }).headers.get('content-type')).toContain('boundary=')
  })
})

describe('answers', () => {
  const chunks = [new Uint8Array([1, 2, 3]), new Uint8Array([4]), new Uint8Array([5, 6])]
  const bodyOf = (headers: Record<string, string> = {}) =>
    new Response(streamOf(chunks).response.body, { headers: { 'content-type': 'image/png', ...headers } })

  test.each([
    {},
    { 'content-length': '6' },
    { 'content-length': '2' },
    { 'content-length': '900' },
    { 'content-length': 'x' }
  ])('bytes arrive whole, whatever their length was said to be: %j', async (headers) => {
    const { send } = replying(() => bodyOf(headers))
    const answer = await callForBytes(call, neverAborted, { send })
    expect([...answer.bytes]).toEqual([1, 2, 3, 4, 5, 6])
    expect(answer.headers.get('content-type')).toBe('image/png')
  })

  test('an answer as long as the limit is read, one byte more is refused', async () => {
    expect(await failureFrom(() => bodyOf(), { bytesMax: 6 })).toBeNull()
    expect(await failureFrom(() => bodyOf(), { bytesMax: 5 })).toMatchObject({ kind: 'malformed', code: 'too-long' })
  })

  test('a connection that breaks in the middle of a file is a failure, not a shorter file', async () => {
    const failure = await failureFrom(() => streamOf(chunks, 'break').response)
    expect(failure).toMatchObject({ name: 'ProviderFailure', kind: 'cut', retryable: true, requestId: 'req_1' })
  })

  test('no answer in time is a timeout, before the headers and in the body', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      const silent = failureFrom(() => new Promise<Response>(() => undefined))
      const hanging = failureFrom(() => streamOf(chunks, 'silence').response)
      await vi.advanceTimersByTimeAsync(4999)
      await vi.advanceTimersByTimeAsync(1)
      expect(await silent).toMatchObject({ kind: 'timeout', retryable: true, status: null })
      expect(await hanging).toMatchObject({ kind: 'timeout', retryable: true, status: null })
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a finished call leaves no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      await failureFrom(() => bodyOf())
      await failureFrom(() => errorOf(500, '{}'))
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('an aborted call throws the caller’s own reason', async () => {
    const controller = new AbortController()
    const work = settled(callForBytes(call, controller.signal, { send: () => new Promise(() => undefined) }))
    controller.abort(new Error('stopped'))
    expect(await work).toMatchObject({ error: { message: 'stopped' } })
  })

  test.each(['', '<html>', '{"id":'])('invalid JSON is malformed: %j', async (body) => {
    const { send } = replying(() => new Response(body, { headers: { 'x-request-id': 'req_1' } }))
    expect(await settled(callForJson(call, neverAborted, { send }))).toMatchObject({
      error: { kind: 'malformed', retryable: false, status: null, requestId: 'req_1' }
    })
  })

  test('an adapter can read the code from its own field, and prose is never taken as a code', async () => {
    const badRequest = await failureFrom(() => errorOf(400, '{"name":"bad_request"}'), { codeOf: nameOf })
    const prose = await failureFrom(() => errorOf(400, '{"name":"Плохой промпт: кот"}'), { codeOf: nameOf })
    expect([badRequest, prose]).toMatchObject([{ code: 'bad_request' }, { code: null }])
  })
})

describe('whether the provider may have started the work', () => {
  const rows: [string, FailureDetails, boolean][] = [
    ['too slow by our clock', { kind: 'timeout', retryable: true }, true],
    ['no HTTP answer', { kind: 'network', retryable: true }, true],
    ['an answer that broke off', { kind: 'cut', retryable: true }, true],
    ['an answer that cannot be read', { kind: 'malformed', retryable: false }, true],
    ['500', { kind: 'server', retryable: true, status: 500 }, true],
    ['502', { kind: 'server', retryable: true, status: 502 }, true],
    ['504', { kind: 'timeout', retryable: true, status: 504 }, true],
    ['503', { kind: 'busy', retryable: true, status: 503 }, false],
    ['529', { kind: 'busy', retryable: true, status: 529 }, false],
    ['429', { kind: 'busy', retryable: true, status: 429 }, false],
    ['429 for money', { kind: 'unauthorized', retryable: false, status: 429 }, false],
    ['408', { kind: 'timeout', retryable: true, status: 408 }, false],
    ['400', { kind: 'rejected', retryable: false, status: 400 }, false],
    ['401', { kind: 'unauthorized', retryable: false, status: 401 }, false],
    ['404', { kind: 'model-gone', retryable: false, status: 404 }, false],
    ['a redirect', { kind: 'server', retryable: false, status: 307 }, false],
    ['a refusal inside a 200', { kind: 'busy', retryable: true }, false]
  ]
  test.each(rows)('%s', (_, details, expected) => {
    expect(isAcceptanceUnknown(new ProviderFailure('bfl', details))).toBe(expected)
  })
})
