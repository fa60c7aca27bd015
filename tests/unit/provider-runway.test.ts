import { describe, expect, test } from 'vitest'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type { Send } from '#providers/http/http.ts'
import { errorOf, fixtureOf } from '../support/node/fake-upstream.ts'
import { mediaRequestOf, accountAt, neverAborted, replying, settled } from '../support/node/media-upstream.ts'

const ticket = '17f20503-6c24-4c16-946b-35dbbce2af2f'
const base = 'http://sandbox.test/runway/v1'
const headers = { authorization: 'Bearer runway-key', 'x-runway-version': '2024-11-06' }
const options = { prompt: 'дождь', ratio: '1280:720', duration: 4 }

const providerWith = (send: Send) => mediaProviderOf('runway', accountAt('runway'), { send, timeoutMs: 20 })
const fixture = (name: string, status = 200) =>
  new Response(fixtureOf(`runway-${name}.json`), { status, headers: { 'content-type': 'application/json' } })

const start = (answer: () => Response) =>
  settled(providerWith(replying(answer).send).start(mediaRequestOf('gen4.5', options), neverAborted))
const check = (answer: () => Response) =>
  settled(Promise.resolve(providerWith(replying(answer).send).check?.(ticket, neverAborted)))

const deleted = () => new Response(null, { status: 204 })
const gone = () => fixture('error-404-task', 404)

/** Gives one answer per call, in this order. */
function replyingInTurn(...answers: (() => Response)[]) {
  return replying(() => answers.shift()?.() ?? Response.error())
}

describe('requests to Runway', () => {
  test('a task from text only', async () => {
    const { send, sent } = replying(() => fixture('task-created'))
    await providerWith(send).start(mediaRequestOf('gen4.5', options), neverAborted)
    expect(sent).toEqual([
      {
        url: `${base}/text_to_video`,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        redirect: 'manual',
        body: { model: 'gen4.5', promptText: 'дождь', ratio: '1280:720', duration: 4 }
      }
    ])
  })

  test('a task is read by its escaped id', async () => {
    const { send, sent } = replying(() => fixture('task-pending'))
    await providerWith(send).check?.('17/../f2', neverAborted)
    expect(sent).toEqual([
      { url: `${base}/tasks/17%2F..%2Ff2`, method: 'GET', headers, redirect: 'manual', body: undefined }
    ])
  })

  test('a task is checked at most every five seconds', () => {
    const provider = providerWith(replying(() => Response.error()).send)
    for (let number = 1; number <= 100; number++)
      expect(provider.secondsBeforeCheck?.(number)).toBeGreaterThanOrEqual(5)
  })
})

describe('Runway’s answers to a submission', () => {
  test('a created task is accepted', async () => {
    expect(await start(() => fixture('task-created'))).toEqual({ state: 'accepted', ticket })
  })

  test('an invalid input is rejected', async () => {
    expect(await start(() => fixture('error-400-validation', 400))).toEqual({
      state: 'failed',
      reason: 'rejected',
      code: null
    })
  })

  test.each([
    ['error-401-unauthorized', 401, { kind: 'unauthorized', retryable: false, code: null }],
    ['error-400-credits', 400, { kind: 'unpaid', retryable: false, code: 'not_enough_credits' }],
    ['error-429-daily-limit', 429, { kind: 'busy', retryable: true }],
    ['error-500-internal', 500, { kind: 'server', retryable: true }],
    ['error-503-unavailable', 503, { kind: 'busy', retryable: true }]
  ])('%s is a failure of the call', async (name, status, failure) => {
    expect(await start(() => fixture(name, status))).toMatchObject({
      error: { provider: 'runway', status, ...failure }
    })
  })
})

describe('Runway’s states of a task', () => {
  const url = 'https://storage.runwayml.com/17f20503/out.mp4?_jwt=token'

  test.each([
    ['pending', { state: 'running', progress: null }],
    ['throttled', { state: 'running', progress: null }],
    ['running', { state: 'running', progress: 0.42 }],
    ['succeeded', { state: 'finished', outputs: [{ kind: 'link', url }] }],
    ['no-output', { state: 'failed', reason: 'gone', code: 'no_video' }],
    ['cancelled', { state: 'failed', reason: 'failed', code: 'CANCELLED' }],
    ['failed-safety-input', { state: 'failed', reason: 'moderated', code: 'SAFETY.INPUT.TEXT' }],
    ['failed-safety-output', { state: 'failed', reason: 'moderated', code: 'SAFETY.OUTPUT.VIDEO' }],
    ['failed-internal', { state: 'failed', reason: 'failed', code: 'INTERNAL.BAD_OUTPUT.CODE01' }],
    ['failed-asset', { state: 'failed', reason: 'rejected', code: 'ASSET.INVALID' }]
  ])('task %s', async (name, expected) => {
    expect(await check(() => fixture(`task-${name}`))).toEqual(expected)
  })

  test.each([
    ['SAFETY', 'moderated'],
    ['SAFETY.SOMETHING.NEW', 'moderated'],
    ['INPUT_PREPROCESSING.SAFETY.TEXT', 'moderated'],
    ['INPUT_PREPROCESSING.SAFETY.THIRD_PARTY', 'moderated'],
    ['INPUT_PREPROCESSING.INTERNAL', 'failed'],
    ['ASSET.INVALID.SIZE', 'rejected'],
    ['THIRD_PARTY.INPUT_VALIDATION', 'rejected'],
    ['THIRD_PARTY.UNAVAILABLE', 'failed'],
    ['INTERNAL', 'failed'],
    ['SAFETYNET', 'failed'],
    ['A_NEW_FAMILY', 'failed']
  ])('the reason of a failure follows from the beginning of its code: %s', async (failureCode, reason) => {
    const answer = () => Response.json({ status: 'FAILED', failure: 'текст', failureCode })
    expect(await check(answer)).toEqual({ state: 'failed', reason, code: failureCode })
  })

  test('a failure without a code has no code', async () => {
    expect(await check(() => Response.json({ status: 'FAILED', failure: 'текст' }))).toEqual({
      state: 'failed',
      reason: 'failed',
      code: null
    })
  })

  test.each([['half'], [-0.1], [1.5], [undefined]])('progress %j is ignored', async (progress) => {
    const answer = () => Response.json({ status: 'RUNNING', progress })
    expect(await check(answer)).toEqual({ state: 'running', progress: null })
  })

  test.each([[{}], [{ output: null }], [{ output: [''] }], [{ output: [7] }]])(
    'a success without an address has no result: %j',
    async (changes) => {
      const answer = () => Response.json({ status: 'SUCCEEDED', ...changes })
      expect(await check(answer)).toEqual({ state: 'failed', reason: 'gone', code: 'no_video' })
    }
  )

  test('an unknown task is gone', async () => {
    expect(await check(() => fixture('error-404-task', 404))).toEqual({ state: 'failed', reason: 'gone', code: null })
  })
})

describe('cancelling', () => {
  test.each(['pending', 'throttled', 'running'])('deletes a task that is %s', async (status) => {
    const { send, sent } = replyingInTurn(() => fixture(`task-${status}`), deleted)
    expect(await providerWith(send).cancel?.(ticket, neverAborted)).toBe(true)
    expect(sent).toMatchObject([
      { url: `${base}/tasks/${ticket}`, method: 'GET' },
      { url: `${base}/tasks/${ticket}`, method: 'DELETE', headers, body: undefined }
    ])
  })

  test.each(['succeeded', 'failed-internal', 'cancelled'])(
    'leaves a task that %s alone, because deleting would remove its result',
    async (status) => {
      const { send, sent } = replyingInTurn(() => fixture(`task-${status}`), deleted)
      expect(await providerWith(send).cancel?.(ticket, neverAborted)).toBe(false)
      expect(sent).toHaveLength(1)
    }
  )

  test('counts an unknown task as cancelled', async () => {
    const { send } = replyingInTurn(() => fixture('task-running'), gone)
    expect(await providerWith(send).cancel?.(ticket, neverAborted)).toBe(true)
    expect(await providerWith(replying(gone).send).cancel?.(ticket, neverAborted)).toBe(true)
  })

  test('reports a failure of the call', async () => {
    const { send } = replyingInTurn(
      () => fixture('task-running'),
      () => errorOf(502, '<html>')
    )
    expect(await settled(Promise.resolve(providerWith(send).cancel?.(ticket, neverAborted)))).toMatchObject({
      error: { kind: 'server', status: 502 }
    })
  })
})
