// Common rules of all media upstreams: a failed call does not end the job, and a submission without an answer leaves
// open whether the work has started.
import { describe, expect, test } from 'vitest'
import type { ProviderFailure } from '#providers/http/failure.ts'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import { errorOf, streamOf } from '../support/node/fake-upstream.ts'
import {
  mediaRequestOf,
  accountAt,
  mediaSettings,
  neverAborted,
  replying,
  settled
} from '../support/node/media-upstream.ts'

type Answer = () => Response | Promise<Response>

const requests = {
  luma: mediaRequestOf('ray-3.2', { prompt: 'sea' }),
  runway: mediaRequestOf('gen4.5', { prompt: 'sea' }),
  google: mediaRequestOf('gemini-omni-1.2-flash', { prompt: 'sea' }),
  bfl: mediaRequestOf('flux-2-pro', { prompt: 'sea' }),
  midjourney: mediaRequestOf('imagine', { prompt: 'sea', aspectRatio: '--ar 1:1', quality: '--q 1' }),
  openai: mediaRequestOf('gpt-image-2.5-flare', { prompt: 'sea' }),
  stability: mediaRequestOf('sd3.5-medium', { prompt: 'sea' }),
  elevenlabs: mediaRequestOf('eleven_multilingual_v2', { prompt: 'sea', voice: 'EXAVITQu4vr4xnSDxMaL' })
}
type Name = keyof typeof requests

const ofVideo: readonly Name[] = ['luma', 'runway', 'google']
const withTasks: readonly Name[] = [...ofVideo, 'bfl', 'midjourney']
const inJson: readonly Name[] = [...withTasks, 'openai']
const all: readonly Name[] = [...inJson, 'stability', 'elevenlabs']

/** What BFL's tickets are. */
const ticketOf = (name: Name) => (name === 'bfl' ? `${mediaSettings.BFL_BASE_URL}/get_result?id=1` : 'id')

const providerWith = (name: Name, answer: Answer, timeoutMs = 20) =>
  mediaProviderOf(name, accountAt(name), { send: replying(answer).send, timeoutMs })

const start = (name: Name, answer: Answer) => settled(providerWith(name, answer).start(requests[name], neverAborted))
const check = (name: Name, answer: Answer) =>
  settled(Promise.resolve(providerWith(name, answer).check?.(ticketOf(name), neverAborted)))

async function failureOf(name: Name, answer: Answer): Promise<ProviderFailure> {
  const { error } = Object(await start(name, answer))
  expect(error).toMatchObject({ name: 'ProviderFailure', provider: name })
  return error
}

const lost: [string, Answer, object][] = [
  ['no connection', () => Promise.reject(new TypeError('fetch failed')), { kind: 'network', retryable: true }],
  ['silence', () => new Promise(() => undefined), { kind: 'timeout', retryable: true }],
  ['a body that never ends', () => streamOf(['{"id":'], 'silence').response, { kind: 'timeout' }],
  ['a body that breaks off', () => streamOf(['{"id":'], 'break').response, { kind: 'cut', retryable: true }],
  ['a page with 502', () => errorOf(502, '<html>Bad gateway</html>'), { kind: 'server', retryable: true, code: null }],
  ['504', () => errorOf(504, ''), { kind: 'timeout', retryable: true }]
]
const unreadable: [string, Answer, object][] = [
  ['a page', () => new Response('<!doctype html><title>Just a moment...</title>'), { kind: 'malformed' }],
  ['half of its JSON', () => new Response('{"id":"1","sta'), { kind: 'malformed' }],
  ['something else', () => Response.json(['ok']), { kind: 'malformed' }]
]
const nothing: [string, Answer, object] = ['nothing', () => new Response(''), { kind: 'malformed' }]

describe.each(all)('a submission to %s', (name) => {
  const broken = inJson.includes(name) ? [...lost, ...unreadable, nothing] : lost
  test.each(broken)('that gets %s leaves open whether the work has started', async (_, answer, failure) => {
    const error = await failureOf(name, answer)
    expect(error).toMatchObject(failure)
    expect(isAcceptanceUnknown(error)).toBe(true)
  })

  test.each<[number, string]>([
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [429, 'busy'],
    [503, 'busy']
  ])('that is refused with %i has started nothing', async (status, kind) => {
    const error = await failureOf(name, () => errorOf(status, '<html>'))
    expect(error).toMatchObject({ kind, status, code: null })
    expect(isAcceptanceUnknown(error)).toBe(false)
  })

  test('that is aborted throws the caller’s own reason', async () => {
    const controller = new AbortController()
    const provider = providerWith(name, () => new Promise(() => undefined), 60_000)
    const work = settled(provider.start(requests[name], controller.signal))
    controller.abort(new Error('stopped'))
    expect(await work).toMatchObject({ error: { message: 'stopped' } })
  })
})

test.each(all.filter((name) => name !== 'openai' && name !== 'bfl'))(
  'an option that %s does not know is refused before anything is sent, and the job ends',
  async (name) => {
    const { send, sent } = replying(() => Response.error())
    const { options, ...request } = requests[name]
    const asked = { ...request, options: { ...options, pitch: 2 } }
    const ended = await mediaProviderOf(name, accountAt(name), { send }).start(asked, neverAborted)
    expect(ended).toEqual({ state: 'failed', reason: 'rejected', code: 'not_taken_pitch' })
    expect(sent).toEqual([])
  }
)

describe.each(withTasks)('a task of %s', (name) => {
  test.each([null, '', 17])('is not accepted with the ticket %j', async (ticket) => {
    const error = await failureOf(name, () => Response.json({ id: ticket, code: 1, result: ticket }))
    expect(error).toMatchObject({ kind: 'malformed' })
    expect(isAcceptanceUnknown(error)).toBe(true)
  })

  test.each([...lost, ...unreadable])('does not end with %s in answer to a check', async (_, answer, failure) => {
    expect(await check(name, answer)).toMatchObject({ error: { name: 'ProviderFailure', ...failure } })
  })

  test.each([401, 403, 429, 500, 503])('does not end with status %i in answer to a check', async (status) => {
    expect(await check(name, () => errorOf(status, '{}'))).toMatchObject({ error: { status } })
  })
})

describe.each(ofVideo)('a video of %s', (name) => {
  test('does not end with an undocumented state, or with nothing', async () => {
    const outcome = await check(name, () => Response.json({ id: '1', state: 'paused', status: 'PAUSED' }))
    expect(outcome).toMatchObject({ error: { kind: 'malformed' } })
    expect(await check(name, nothing[1])).toMatchObject({ error: { kind: 'malformed' } })
  })

  test('is looked at less and less often, a hundred times in more than half an hour', () => {
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
