import { describe, expect, test } from 'vitest'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type { Send } from '#providers/http/http.ts'
import { errorOf, fixtureOf } from '../support/node/fake-upstream.ts'
import { mediaRequestOf, accountAt, neverAborted, replying, settled } from '../support/node/media-upstream.ts'

const base = 'http://sandbox.test/midjourney/mj'
const options = { prompt: 'маяк', aspectRatio: '--ar 1:1', quality: '--q 1' }

const providerWith = (send: Send) => mediaProviderOf('midjourney', accountAt('midjourney'), { send, timeoutMs: 20 })

async function sentFor(asked: Record<string, string | number>) {
  const { send, sent } = replying(() => new Response(fixtureOf('midjourney-submit.json')))
  await providerWith(send).start(mediaRequestOf('imagine', asked), neverAborted)
  return sent
}

const promptFor = async (prompt: string) => {
  const [sent] = await sentFor({ ...options, prompt })
  return Object(sent?.body).prompt
}

const start = (answer: () => Response) =>
  settled(providerWith(replying(answer).send).start(mediaRequestOf('imagine', options), neverAborted))

const check = (answer: () => Response) =>
  settled(Promise.resolve(providerWith(replying(answer).send).check?.('1790000000000123', neverAborted)))

describe('requests to Midjourney', () => {
  test('the prompt with our flags at its end, and the user’s tag as state', async () => {
    expect(await sentFor({ prompt: 'маяк', aspectRatio: '--ar 16:9', quality: '--q 2' })).toEqual([
      {
        url: `${base}/submit/imagine`,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'mj-api-secret': 'midjourney-key' },
        redirect: 'manual',
        body: { prompt: 'маяк --ar 16:9 --q 2', state: 'user-tag' }
      }
    ])
  })

  test.each([
    ['маяк --q 4 --ar 1:3', 'маяк - q 4 - ar 1:3'],
    ['--repeat 10 маяк', '- repeat 10 маяк'],
    ['маяк —q 4', 'маяк - q 4'],
    ['маяк –repeat 9', 'маяк - repeat 9'],
    ['маяк ---q 4', 'маяк - q 4'],
    ['маяк -\u200b-q 4', 'маяк - q 4'],
    ['маяк\n--turbo', 'маяк - turbo'],
    ['маяк-- q 4', 'маяк - q 4'],
    ['маяк ‑‑q 4', 'маяк - q 4'],
    ['{красный, синий, белый} маяк', '(красный, синий, белый) маяк']
  ])('flags in the user’s prompt are disarmed: %j', async (typed, sent) => {
    expect(await promptFor(typed)).toBe(`${sent} --ar 1:1 --q 1`)
  })

  test.each(['сине-зелёный маяк', 'маяк, 35-мм плёнка', 'тёплый свет: 50 % неба (вечер)'])(
    'ordinary words stay unchanged: %s',
    async (typed) => {
      expect(await promptFor(typed)).toBe(`${typed} --ar 1:1 --q 1`)
    }
  )

  test('a task is read by its escaped id', async () => {
    const { send, sent } = replying(() => new Response(fixtureOf('midjourney-task-success.json')))
    await providerWith(send).check?.('17/../9', neverAborted)
    expect(sent).toEqual([
      {
        url: `${base}/task/17%2F..%2F9/fetch`,
        method: 'GET',
        headers: { 'mj-api-secret': 'midjourney-key' },
        redirect: 'manual',
        body: undefined
      }
    ])
  })

  test('checks begin after 3 seconds and go on for more than ten minutes', () => {
    const pauses = Array.from({ length: 100 }, (_, index) =>
      providerWith(replying(() => Response.error()).send).secondsBeforeCheck?.(index + 1)
    )
    expect(pauses[0]).toBe(3)
    expect(pauses.reduce((sum: number, pause) => sum + (pause ?? 0), 0)).toBeGreaterThan(600)
  })

  test('Midjourney has no cancel call', () => {
    expect(providerWith(replying(() => Response.error()).send).cancel).toBeUndefined()
  })
})

describe('Midjourney’s answers to a submission', () => {
  test.each(['submit', 'submit-queued', 'submit-exists'])('%s is accepted', async (name) => {
    expect(await start(() => new Response(fixtureOf(`midjourney-${name}.json`)))).toEqual({
      state: 'accepted',
      ticket: '1790000000000123'
    })
  })

  test.each([
    ['submit-banned', 'moderated', '24'],
    ['submit-invalid', 'rejected', '4'],
    ['submit-failed', 'failed', '9']
  ])('%s ends the job', async (name, reason, code) => {
    const answer = () => new Response(fixtureOf(`midjourney-${name}.json`))
    expect(await start(answer)).toEqual({ state: 'failed', reason, code })
  })

  test.each([
    ['submit-queue-full', { kind: 'busy', retryable: true, code: '23' }],
    ['submit-no-account', { kind: 'unauthorized', retryable: false, code: '3' }]
  ])('%s is a failure, and nothing has started', async (name, failure) => {
    const { error } = Object(await start(() => new Response(fixtureOf(`midjourney-${name}.json`))))
    expect(error).toMatchObject({ name: 'ProviderFailure', provider: 'midjourney', ...failure })
    expect(isAcceptanceUnknown(error)).toBe(false)
  })

  test('a refusal by status 400 is rejected', async () => {
    expect(await start(() => errorOf(400, '{}'))).toEqual({ state: 'failed', reason: 'rejected', code: null })
  })

  test('an unknown verdict leaves open whether the task has started', async () => {
    const { error } = Object(await start(() => Response.json({ code: 77 })))
    expect(error).toMatchObject({ name: 'ProviderFailure', kind: 'malformed' })
    expect(isAcceptanceUnknown(error)).toBe(true)
  })
})

describe('Midjourney’s states of a task', () => {
  test.each([
    ['waiting', { state: 'running', progress: null }],
    ['submitted', { state: 'running', progress: 0 }],
    ['in-progress', { state: 'running', progress: 0.45 }],
    [
      'success',
      {
        state: 'finished',
        outputs: [{ kind: 'link', url: 'https://cdn.discordapp.com/attachments/1/2/grid.png', sheet: true }]
      }
    ],
    [
      'upscaled',
      { state: 'finished', outputs: [{ kind: 'link', url: 'https://cdn.discordapp.com/attachments/1/2/picture.png' }] }
    ],
    ['failure-moderated', { state: 'failed', reason: 'moderated', code: 'banned_prompt_detected' }],
    ['failure-invalid', { state: 'failed', reason: 'rejected', code: 'invalid_parameter' }],
    ['failure-failed', { state: 'failed', reason: 'failed', code: null }]
  ])('task %s', async (name, expected) => {
    expect(await check(() => new Response(fixtureOf(`midjourney-task-${name}.json`)))).toEqual(expected)
  })

  test.each([
    ['[Request cancelled due to output filters] see', 'moderated', 'request_cancelled_due_to_output_filters'],
    ['[Action needed to continue] Our AI moderator', 'moderated', 'action_needed_to_continue'],
    ['[Blocked] You are blocked', 'failed', null],
    ['任务超时', 'failed', null],
    ['[constructor] x', 'failed', null]
  ])('the reason of a failure is read from the title of its notice: %s', async (failReason, reason, code) => {
    const answer = () => Response.json({ status: 'FAILURE', failReason })
    expect(await check(answer)).toEqual({ state: 'failed', reason, code })
  })

  test.each([
    ['an empty body', '', null],
    ['null', 'null', null],
    ['a success without a picture', '{"status":"SUCCESS","imageUrl":null}', 'no_picture'],
    ['a success with an empty address', '{"status":"SUCCESS","imageUrl":""}', 'no_picture']
  ])('with %s the task is gone', async (_, body, code) => {
    expect(await check(() => new Response(body))).toEqual({ state: 'failed', reason: 'gone', code })
  })

  test('a task that another client cancelled has failed', async () => {
    expect(await check(() => Response.json({ status: 'CANCEL' }))).toEqual({
      state: 'failed',
      reason: 'failed',
      code: 'cancelled'
    })
  })

  test.each([
    ['101%', 1],
    ['Waiting', null]
  ])('progress %s', async (progress, expected) => {
    const answer = () => Response.json({ status: 'IN_PROGRESS', progress })
    expect(await check(answer)).toEqual({ state: 'running', progress: expected })
  })

  test('an unknown status is a failure of the call and does not end the task', async () => {
    const outcome = await check(() => Response.json({ status: 'PAUSED' }))
    expect(outcome).toMatchObject({ error: { name: 'ProviderFailure', kind: 'malformed' } })
  })
})
