import { describe, expect, test } from 'vitest'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type { Send } from '#providers/http/http.ts'
import { errorOf, fixtureOf } from '../support/node/fake-upstream.ts'
import { mediaRequestOf, accountAt, neverAborted, settled } from '../support/node/media-upstream.ts'

const base = 'http://sandbox.test/midjourney/mj'
const taskId = '1790000000000123'
const hash = '7af96d1a-67c7-4d74-b173-8430c98c7631'

type Answer = () => Response | Promise<Response>

/** Answers reading a task and a submission; `sent` lists both. */
function proxy(task: Answer, verdict: Answer) {
  const sent: { path: string; body: unknown }[] = []
  const send: Send = async (url, { method, body }) => {
    const isRead = method === 'GET'
    sent.push({ path: url.slice(base.length), body: isRead ? null : JSON.parse(String(body)) })
    return isRead ? task() : verdict()
  }
  return { sent, provider: mediaProviderOf('midjourney', accountAt('midjourney'), { send, timeoutMs: 20 }) }
}

const fixture =
  (name: string): Answer =>
  () =>
    new Response(fixtureOf(`midjourney-${name}.json`))

const upscale = mediaRequestOf('change', { taskId, action: 'UPSCALE', index: 2 })
const strong = mediaRequestOf('action', { taskId, button: 'MJ::JOB::high_variation::' })

const start = async (request: typeof upscale, task: Answer, verdict: Answer) => {
  const { provider, sent } = proxy(task, verdict)
  return { sent, started: await settled(provider.start(request, neverAborted)) }
}

const neverRead: Answer = () => Promise.reject(new Error('read'))

test('a variant is enlarged by its number, without reading the task', async () => {
  const { sent, started } = await start(upscale, neverRead, fixture('submit'))
  expect(started).toEqual({ state: 'accepted', ticket: '1790000000000123' })
  expect(sent).toEqual([{ path: '/submit/change', body: { taskId, action: 'UPSCALE', index: 2, state: 'user-tag' } }])
})

test.each([
  ['MJ::JOB::high_variation::', `MJ::JOB::high_variation::1::${hash}::SOLO`],
  ['MJ::Outpaint::50::', `MJ::Outpaint::50::1::${hash}::SOLO`],
  ['MJ::JOB::pan_up::', `MJ::JOB::pan_up::1::${hash}::SOLO`]
])('%s presses the button that the task has', async (button, customId) => {
  const request = mediaRequestOf('action', { taskId, button })
  const { sent, started } = await start(request, fixture('task-upscaled'), fixture('submit'))
  expect(started).toMatchObject({ state: 'accepted' })
  expect(sent).toEqual([
    { path: `/task/${taskId}/fetch`, body: null },
    { path: '/submit/action', body: { taskId, customId, state: 'user-tag' } }
  ])
})

describe('a picture that the proxy does not know any more', () => {
  test('is said to be gone when a variant of it is asked for', async () => {
    const { started } = await start(upscale, neverRead, fixture('submit-expired'))
    expect(started).toEqual({ state: 'failed', reason: 'source-gone', code: '3' })
  })

  test.each(['', 'null'])(
    'is said to be gone when its buttons are read as %j, and nothing is submitted',
    async (body) => {
      const { sent, started } = await start(strong, () => new Response(body), fixture('submit'))
      expect(started).toEqual({ state: 'failed', reason: 'source-gone', code: null })
      expect(sent).toHaveLength(1)
    }
  )
})

test.each([
  ['without this button', fixture('task-success')],
  ['without any buttons', () => Response.json({ status: 'SUCCESS' })],
  ['with buttons that are no list', () => Response.json({ buttons: 'none' })]
])('a task %s rejects the action, and nothing is submitted', async (_, task) => {
  const { sent, started } = await start(strong, task, fixture('submit'))
  expect(started).toEqual({ state: 'failed', reason: 'rejected', code: 'no_button' })
  expect(sent).toHaveLength(1)
})

test.each<[string, Answer, object]>([
  ['an error', () => errorOf(500, '{}'), { kind: 'busy', retryable: true }],
  ['no connection', () => Promise.reject(new TypeError('fetch failed')), { kind: 'busy', retryable: true }],
  ['silence', () => new Promise<Response>(() => undefined), { kind: 'busy', retryable: true }],
  ['a wrong secret', () => errorOf(401, ''), { kind: 'unauthorized', retryable: false }]
])('after %s instead of the task, nothing has started', async (_, task, failure) => {
  const { sent, started } = await start(strong, task, fixture('submit'))
  const { error } = Object(started)
  expect(error).toMatchObject({ name: 'ProviderFailure', ...failure })
  expect(isAcceptanceUnknown(error)).toBe(false)
  expect(sent).toHaveLength(1)
})
