// Common rules of the three video upstreams: a failed call does not end the job, and a submission without an answer
// leaves open whether the task has started.
import { describe, expect, test } from 'vitest'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import { errorOf, streamOf } from '../support/node/fake-upstream.ts'
import { mediaRequestOf, mediaSettings, neverAborted, replying, settled } from '../support/node/media-upstream.ts'

const names = ['luma', 'runway', 'google'] as const
type Name = (typeof names)[number]
type Answer = () => Response | Promise<Response>

const models = { luma: 'ray-3.2', runway: 'gen4.5', google: 'gemini-omni-1.2-flash' }

const providerWith = (name: Name, answer: Answer, timeoutMs = 20) =>
  mediaProviderOf(name, mediaSettings, { send: replying(answer).send, timeoutMs })

const start = (name: Name, answer: Answer) =>
  settled(providerWith(name, answer).start(mediaRequestOf(models[name], { prompt: 'море' }), neverAborted))
const check = (name: Name, answer: Answer) =>
  settled(Promise.resolve(providerWith(name, answer).check?.('id', neverAborted)))

const broken: [string, Answer, object][] = [
  ['no connection', () => Promise.reject(new TypeError('fetch failed')), { kind: 'network', retryable: true }],
  ['silence', () => new Promise(() => undefined), { kind: 'timeout', retryable: true }],
  ['a body that never ends', () => streamOf(['{"id":'], 'silence').response, { kind: 'timeout' }],
  ['a body that breaks off', () => streamOf(['{"id":'], 'break').response, { kind: 'cut', retryable: true }],
  ['a page', () => new Response('<!doctype html><title>Just a moment...</title>'), { kind: 'malformed' }],
  ['half of its JSON', () => new Response('{"id":"1","sta'), { kind: 'malformed' }],
  ['nothing', () => new Response(''), { kind: 'malformed' }],
  ['something else', () => Response.json(['ok']), { kind: 'malformed' }],
  ['a page with 502', () => errorOf(502, '<html>Bad gateway</html>'), { kind: 'server', retryable: true }],
  ['504', () => errorOf(504, ''), { kind: 'timeout', retryable: true }]
]

describe.each(names)('%s', (name) => {
  test.each(broken)(
    '%s in answer to a submission leaves open whether the task has started',
    async (_, answer, failure) => {
      const { error } = Object(await start(name, answer))
      expect(error).toMatchObject({ name: 'ProviderFailure', provider: name, ...failure })
      expect(isAcceptanceUnknown(error)).toBe(true)
    }
  )

  test.each([[{ id: null }], [{ id: '' }], [{ id: 17 }]])('%j holds no usable ticket', async (body) => {
    const { error } = Object(await start(name, () => Response.json(body)))
    expect(error).toMatchObject({ kind: 'malformed' })
    expect(isAcceptanceUnknown(error)).toBe(true)
  })

  test.each<[number, string]>([
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [429, 'busy'],
    [503, 'busy']
  ])('%i refuses a submission, and nothing has started', async (status, kind) => {
    const { error } = Object(await start(name, () => errorOf(status, '<html>')))
    expect(error).toMatchObject({ kind, status })
    expect(isAcceptanceUnknown(error)).toBe(false)
  })

  test.each(broken)('%s in answer to a check does not end the job', async (_, answer, failure) => {
    expect(await check(name, answer)).toMatchObject({ error: { name: 'ProviderFailure', ...failure } })
  })

  test.each([401, 403, 429, 500, 503])('status %i in answer to a check does not end the job', async (status) => {
    expect(await check(name, () => errorOf(status, '{}'))).toMatchObject({ error: { status } })
  })

  test('an undocumented state does not end the job', async () => {
    const outcome = await check(name, () => Response.json({ id: '1', state: 'paused', status: 'PAUSED' }))
    expect(outcome).toMatchObject({ error: { kind: 'malformed' } })
  })

  test('an aborted call throws the caller’s own reason', async () => {
    const controller = new AbortController()
    const provider = providerWith(name, () => new Promise(() => undefined), 60_000)
    const work = settled(provider.start(mediaRequestOf(models[name], { prompt: 'море' }), controller.signal))
    controller.abort(new Error('stopped'))
    expect(await work).toMatchObject({ error: { message: 'stopped' } })
  })

  test('pauses between checks grow, and a hundred checks take more than half an hour', () => {
    const provider = providerWith(name, () => Response.error())
    const pauses = Array.from({ length: 100 }, (_, index) => provider.secondsBeforeCheck?.(index + 1) ?? 0)
    expect(pauses[0]).toBeLessThanOrEqual(5)
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
    expect(pauses.every((pause) => Number.isInteger(pause) && pause >= 1 && pause <= 30)).toBe(true)
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(30 * 60)
    // A job of one minute must be found ready within seconds.
    expect(Math.max(...pauses.slice(0, 12))).toBeLessThanOrEqual(10)
  })
})
