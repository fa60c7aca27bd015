// Bodies with files share the memory of an isolate. A call that finds no room waits, and is then told when to try
// again.
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { environmentOf } from '#domain/parsed-environment.ts'
import { BodyShare } from '#worker/api/base/body-memory.ts'
import { arrivalMaxMs, budgets } from '#worker/http/sent-files.ts'
import { MemoryBudget } from '#worker/http/memory-budget.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { createApp } from '#worker/app.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { bodyMaxBytesOfForm } from '#worker/http/large-body.ts'
import { expectUntouched, later, sendWith, standingQueues, submitted } from '../support/worker/generating.ts'
import { newKey } from '../support/worker/api-clients.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'
import { dataUrl, noisyPng } from '../support/worker/pictures.ts'
import { megabyte } from '../support/worker/slow-body.ts'

/** Makes waits take no real time; the clock moves only by them. */
function waitByClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  return vi.spyOn(scheduler, 'wait').mockImplementation(async (ms) => void vi.setSystemTime(Date.now() + ms))
}

describe('a budget', () => {
  const times = { heldMaxMs: 1000, waitMaxMs: 300 }

  test('gives out its size once, and again what was released, even if released twice', async () => {
    waitByClock()
    const budget = new MemoryBudget(100)
    const release = await budget.take(60, times)
    expect(await budget.take(50, times)).toBeNull()
    expect(await budget.take(40, times)).not.toBeNull()
    release?.()
    release?.()
    expect(budget.takenBytes(Date.now())).toBe(40)
    expect(await budget.take(60, times)).not.toBeNull()
  })

  test('lets a waiting call in when another releases its room', async () => {
    const wait = waitByClock()
    const budget = new MemoryBudget(100)
    const release = await budget.take(100, times)
    wait.mockImplementationOnce(async () => release?.())
    expect(await budget.take(100, times)).not.toBeNull()
  })

  test('frees room that was never released', async () => {
    waitByClock()
    const budget = new MemoryBudget(100)
    await budget.take(100, times)
    vi.setSystemTime(Date.now() + 1000)
    expect(await budget.take(100, times)).not.toBeNull()
  })

  test('gives all its room to a call that wants more than all', async () => {
    waitByClock()
    const budget = new MemoryBudget(100)
    expect(await budget.take(500, times)).not.toBeNull()
    expect(budget.takenBytes(Date.now())).toBe(100)
  })

  test('keeps one user to a part of it, but for a first share, and leaves the rest to others', async () => {
    waitByClock()
    const budget = new MemoryBudget(100, 40)
    const release = await budget.take(50, { ...times, by: 'a' })
    expect(await budget.take(1, { ...times, by: 'a' })).toBeNull()
    release?.()
    await budget.take(30, { ...times, by: 'a' })
    expect(await budget.take(11, { ...times, by: 'a' })).toBeNull()
    expect(await budget.take(70, { ...times, by: 'b' })).not.toBeNull()
  })
})

const tokenOf = ({ userId, sessionId }: Person) =>
  signAccessToken(environmentOf(env), { userId, sessionId }, Date.now())

test.each([
  ['bodies of the API', async ({ userId }: Person) => (await newKey(userId)).text, '/v1/responses', 64, 130],
  ['uploads', tokenOf, '/api/ai/image/edit', 14 * 1024, 5]
])('%s that one user announces and never sends leave room for others', async (_, secretOf, to, kilobytes, count) => {
  const [own, others] = [await secretOf(await newPerson()), await secretOf(await newPerson())]
  const post = async (secret: string, body: BodyInit, more?: Record<string, string>) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...more }
    const request = new Request(env.SITE_ORIGIN + to, { method: 'POST', body, headers })
    return createApp().fetch(request, env, createExecutionContext())
  }
  waitByClock()
  const bodies: ReadableByteStreamController[] = []
  const announced = Array.from({ length: count }, () => {
    const body = new ReadableStream({ type: 'bytes', start: (controller) => void bodies.push(controller) })
    return post(own, body, { 'content-length': String(kilobytes * 1024) })
  })
  expect((await post(own, '{}')).status).toBe(503)
  expect((await post(others, '{}')).status).toBe(400)
  for (const body of bodies) body.error(new Error('The client has left'))
  await Promise.all(announced)
})

test('calls that run with usual bodies of one user leave room for others', async () => {
  waitByClock()
  for (let calls = 0; calls < 6; calls += 1) await new BodyShare('a').keep(megabyte)
  await expect(new BodyShare('a').keep(1000)).rejects.toMatchObject({ refusal: { code: 'UNAVAILABLE' } })
  await new BodyShare('b').keep(megabyte)
})

const { bindings } = standingQueues()
const path = '/ai/image/stability'
const picture = { tool: 'enhance', image: dataUrl('image/png', noisyPng(600, 200)) }
const taken = () => [budgets.bodies.takenBytes(Date.now()), budgets.copies.takenBytes(Date.now())]

describe.each(['bodies', 'copies'] as const)('while there is no room for %s', (kind) => {
  test('a call waits and is then told in Russian when to try again, and is not charged', async () => {
    const release = await budgets[kind].take(Infinity, { heldMaxMs: 3_600_000, waitMaxMs: 0 })
    expect(budgets[kind].takenBytes(Date.now())).toBe({ bodies: 56, copies: 24 }[kind] * megabyte)
    waitByClock()
    const person = await newPerson({ tokens: 100 })
    const response = await sendWith(person, bindings, path, { body: picture, headers: later })
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await answered(response)).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
      error: 'Сейчас загружается слишком много файлов. Попробуйте через несколько секунд',
      retryAfter: 5
    })
    await expectUntouched(person, 100)
    release?.()
    await submitted(await sendWith(person, bindings, path, { body: picture, headers: later }))
    expect(taken()).toEqual([0, 0])
  })
})

const scale = megabyte / 10

test('twenty large uploads at once all succeed and never exceed the budget', async () => {
  // The clock stands still, so no wait becomes too long.
  vi.useFakeTimers({ toFake: ['Date'] })
  const person = await newPerson({ tokens: 100 })
  // A tenth of the budget and of the pictures.
  const usual = { ...budgets }
  onTestFinished(() => void Object.assign(budgets, usual))
  Object.assign(budgets, { bodies: new MemoryBudget(56 * scale), copies: new MemoryBudget(24 * scale) })
  const image = dataUrl('image/png', noisyPng(600, 330))
  let most = 0
  const take = budgets.bodies.take.bind(budgets.bodies)
  vi.spyOn(budgets.bodies, 'take').mockImplementation(async (...values) => {
    const release = await take(...values)
    most = Math.max(most, budgets.bodies.takenBytes(Date.now()))
    return release
  })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sendWith(person, bindings, path, { body: { ...picture, image }, headers: later }))
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
  expect(most).toBeGreaterThan(20 * scale)
  expect(most).toBeLessThanOrEqual(56 * scale)
  expect(taken()).toEqual([0, 0])
})

/** @param declared the claimed length; the body itself never arrives */
async function postSilence(person: Person, service: string, declared: number) {
  const token = tokenOf(person)
  const body = new ReadableStream({ type: 'bytes', pull: () => new Promise(() => undefined) })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(declared)
  }
  const request = new Request(`${env.SITE_ORIGIN}/api/ai/${service}`, { method: 'POST', body, headers })
  const response = Promise.resolve(createApp().fetch(request, env, createExecutionContext()))
  return { response }
}

describe('a body', () => {
  test.each([
    ['image/midjourney', 600_000],
    ['audio/elevenlabs', 600_000],
    ['audio/transcribe', 2_000_000],
    ['image/gpt-image-edit', 13_000_000],
    ['image/edit', 29_000_000],
    ['video/runway', 33_000_000],
    ['video/nothing', 600_000]
  ])('too large for %s is refused before any of it is read', async (service, declared) => {
    const { response } = await postSilence(await newPerson(), service, declared)
    expect(await answered(await response)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
    expect(taken()).toEqual([0, 0])
  })

  test('without a declared length takes only the room that it needs', async () => {
    const person = await newPerson({ tokens: 100 })
    const take = vi.spyOn(budgets.bodies, 'take')
    await submitted(await sendWith(person, bindings, path, { body: picture, headers: later }))
    const claimed = take.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0)
    expect(claimed).toBeGreaterThan(160_000)
    expect(claimed).toBeLessThan(400_000)
  })

  test('that never arrives is given up, and its room is free again', async () => {
    const timers: (() => void)[] = []
    const set = globalThis.setTimeout
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((wake: () => void, ms: number) => {
      if (ms !== arrivalMaxMs) return set(wake, ms)
      timers.push(wake)
      return 0
    }) as never)
    const { response } = await postSilence(await newPerson(), 'video/runway', 20_000_000)
    await expect.poll(() => timers.length).toBe(1)
    expect(taken()[0]).toBe(20_000_000)
    timers[0]?.()
    expect(await answered(await response)).toMatchObject({
      status: 400,
      error: 'Файл передавался слишком долго. Проверьте соединение и отправьте ещё раз'
    })
    expect(taken()).toEqual([0, 0])
  })

  test.each([
    ['of another type', 'text/plain', '{}'],
    ['that is no JSON', 'application/json', `{"image":"${'A'.repeat(100_000)}`],
    [
      'with a wrong field',
      'application/json',
      JSON.stringify({ ...picture, image: dataUrl('text/html', new Uint8Array(70_000)) })
    ]
  ])('%s leaves no room taken', async (_, type, body) => {
    const person = await newPerson({ tokens: 100 })
    const response = await person.send('POST', path, body, { 'content-type': type })
    expect(response.status).toBe(400)
    expect(taken()).toEqual([0, 0])
  })
})

test('the limit of a body follows from the files that its form takes', () => {
  const longest = Object.fromEntries(
    studioEntries.map(({ id, parameters }) => [id, Math.round((bodyMaxBytesOfForm(parameters) * 10) / megabyte) / 10])
  )
  expect(longest).toEqual({
    dalle: 27.2,
    midjourney: 0.5,
    flux: 27.2,
    'stable-diffusion': 13.8,
    'gpt-image-edit': 11.2,
    stability: 27.2,
    elevenlabs: 0.5,
    luma: 27.2,
    veo3: 0.5,
    runwayml: 31.2
  })
})
