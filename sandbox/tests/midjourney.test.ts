import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '#sandbox/app.ts'
import { createJumpingClock, createTimelessSandbox } from '#tests/support/node/sandbox-exchange.ts'
import { neverAborted } from '#tests/support/node/media-upstream.ts'
import { fieldsOf, readFixture } from '#tests/support/node/wire-structure.ts'

const base = 'http://sandbox.test/midjourney/mj'
const keyed = { 'mj-api-secret': 'local-key' }

const fixture = (name: string): unknown => JSON.parse(readFixture(`midjourney-${name}.json`))

async function submit(sandbox: Sandbox, body: unknown, headers: Record<string, string> = keyed) {
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await sandbox.fetch(new Request(`${base}/submit/imagine`, init))
  return { status: response.status, body: Object(await response.json()) }
}

async function look(sandbox: Sandbox, id: string, headers: Record<string, string> = keyed) {
  const response = await sandbox.fetch(new Request(`${base}/task/${id}/fetch`, { headers }))
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : Object(JSON.parse(text)) }
}

/** Submits a prompt, advances the clock and reads the task once. */
async function taskAfter(passedMs: number, prompt: string) {
  const clock = createJumpingClock()
  const sandbox = createSandbox({ clock })
  const { body } = await submit(sandbox, { prompt, state: 'user-tag' })
  await clock.wait(passedMs, neverAborted)
  return { sandbox, task: (await look(sandbox, body.result)).body }
}

describe('answers to a submission have the structure of the fixtures', () => {
  test.each([
    ['submit', { prompt: 'маяк --ar 16:9 --q 2', state: 'user-tag' }],
    ['submit-invalid', { prompt: '  ' }],
    ['submit-banned', { prompt: '[сбой:модерация]' }],
    ['submit-queue-full', { prompt: '[сбой:429]' }],
    ['submit-no-account', { prompt: '[сбой:квота]' }]
  ])('%s.json', async (name, body) => {
    const answer = await submit(createTimelessSandbox(), body)
    expect(answer.status).toBe(200)
    expect(fieldsOf(answer.body)).toEqual(fieldsOf(fixture(name)))
    expect(answer.body.code).toBe(Object(fixture(name)).code)
  })

  test.each([{}, { 'mj-api-secret': 'invalid' }])('headers %j are refused as unauthorized', async (headers) => {
    const sandbox = createTimelessSandbox()
    expect(await submit(sandbox, { prompt: 'маяк' }, headers)).toMatchObject({ status: 401 })
    expect(await look(sandbox, '1', headers)).toMatchObject({ status: 401 })
  })

  test('an unknown field is refused as invalid', async () => {
    expect(await submit(createTimelessSandbox(), { prompt: 'маяк', aspect: '1:1' })).toMatchObject({
      body: { code: 4 }
    })
  })
})

describe('a task of the sandbox', () => {
  test.each<[number, string, string]>([
    [500, 'маяк', 'waiting'],
    [1100, 'маяк', 'submitted'],
    [10_000, 'маяк', 'in-progress'],
    [20_000, 'маяк', 'success'],
    [20_000, 'маяк [сбой:модерация-позже]', 'failure-moderated'],
    [20_000, 'маяк [сбой:ошибка-задания]', 'failure-failed'],
    [2000, 'маяк --qq 4', 'failure-invalid']
  ])('after %i ms, %s, has the structure of task-%s.json', async (passedMs, prompt, name) => {
    const { task } = await taskAfter(passedMs, prompt)
    const expected = Object(fixture(`task-${name}`))
    // The sandbox shows no picture while it is in progress.
    const shown = name === 'in-progress' ? { ...expected, imageUrl: null } : expected
    expect(fieldsOf(task)).toEqual(fieldsOf(shown))
    expect(task.status).toBe(shown.status)
    expect(task.failReason?.split(']')[0]).toBe(shown.failReason?.split(']')[0])
  })

  test('takes twenty seconds, divided by the speed, and reports its progress', async () => {
    const clock = createJumpingClock()
    const sandbox = createSandbox({ clock, speed: 2 })
    const { body } = await submit(sandbox, { prompt: 'маяк' })
    const seen: unknown[] = []
    for (let second = 0; second < 10; second++) {
      await clock.wait(1000, neverAborted)
      seen.push((await look(sandbox, body.result)).body.progress)
    }
    expect(seen).toEqual(['5%', '15%', '26%', '36%', '47%', '57%', '68%', '78%', '89%', '100%'])
  })

  test.each([
    ['маяк', 1],
    ['маяк --ar 16:9 --q 2', 16 / 9],
    ['маяк --ar 9:16', 9 / 16],
    ['маяк --ar 4:3', 4 / 3]
  ])('for %s is one picture of four variants', async (prompt, aspect) => {
    const { sandbox, task } = await taskAfter(30_000, prompt)
    const file = await sandbox.fetch(new Request(task.imageUrl))
    const grid = await file.bytes()
    const { width, height, format } = await sharp(grid).metadata()
    expect(format).toBe('png')
    expect(width / height).toBeCloseTo(aspect, 2)
    const half = { width: Math.floor(width / 2), height: Math.floor(height / 2) }
    const variants = [0, half.width].flatMap((left) =>
      [0, half.height].map((top) =>
        sharp(grid)
          .extract({ left, top, ...half })
          .raw()
          .toBuffer()
      )
    )
    const pixels = (await Promise.all(variants)).map((raw) => raw.toString('base64'))
    expect(new Set(pixels).size).toBe(4)
  })

  test('with an unknown id is null', async () => {
    expect(await look(createTimelessSandbox(), '1')).toEqual({ status: 200, body: null })
  })

  test('an unknown call answers 404 and is logged', async () => {
    const sandbox = createTimelessSandbox()
    const response = await sandbox.fetch(new Request(`${base}/submit/describe`, { method: 'POST', headers: keyed }))
    expect(response.status).toBe(404)
    expect(sandbox.state.calls.list()).toMatchObject([{ provider: 'midjourney', status: 404, outcome: 'error' }])
  })
})
