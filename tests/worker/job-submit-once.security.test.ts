// One operation id is one job and one payment, however often it is sent and wherever an attempt breaks off.
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { sweepJobs } from '#queues/sweep.ts'
import {
  expectUntouched,
  keyed,
  later,
  moneyOf,
  overOf,
  rowsOf,
  sendAndWait,
  sendWith,
  standingQueues,
  storedUpload,
  submitted
} from '../support/worker/generating.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'
import { dataUrl, jpeg, png } from '../support/worker/pictures.ts'
import { catchWarnings } from '../support/worker/wallet-rows.ts'

const cat = { prompt: 'Кот', model: 'flux-schnell' }
const edit = { image: dataUrl('image/jpeg', jpeg), prompt: 'Сделай закат' }
const countOf = (responses: Response[], status: number) => responses.filter((one) => one.status === status).length
/** Links are signed anew every half hour. */
const unsigned = (answer: object) => JSON.stringify(answer).replaceAll(/expires=\d+&signature=[\w-]+/g, '')

describe('the same operation id', () => {
  test('with the same body is the same job, and with another body answers 422', async () => {
    const person = await newPerson({ tokens: 20 })
    const headers = { ...later, ...keyed() }
    const { bindings, sent } = standingQueues()
    const first = await sendWith(person, bindings, '/ai/image/flux', { body: cat, headers })
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const job = await submitted(first)
    const again = await sendWith(person, bindings, '/ai/image/flux', { body: { ...cat, price: 99 }, headers })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await submitted(again)).toEqual(job)
    for (const [path, body] of [
      ['/ai/image/flux', { ...cat, prompt: 'Пёс' }],
      ['/ai/image/flux', { ...cat, aspectRatio: '16:9' }],
      ['/ai/image/dalle', { prompt: 'Кот' }]
    ] as const)
      expect(await answered(await sendWith(person, bindings, path, { body, headers }))).toMatchObject({
        status: 422,
        code: 'IDEMPOTENCY_MISMATCH'
      })
    expect(await moneyOf(person)).toEqual({ availableTokens: 19, reservedTokens: 1 })
    expect(sent.length).toBe(1)
  })

  test('with another file counts as another body', async () => {
    const person = await newPerson({ tokens: 20 })
    const headers = { ...later, ...keyed() }
    const { bindings } = standingQueues()
    await submitted(await sendWith(person, bindings, '/ai/image/edit', { body: edit, headers }))
    const other = { ...edit, image: dataUrl('image/png', png(80, 64)) }
    expect(await answered(await sendWith(person, bindings, '/ai/image/edit', { body: other, headers }))).toMatchObject({
      status: 422
    })
    const [row] = await rowsOf(person)
    expect((await storedUpload(row!, 'image'))?.subarray(0, 3)).toEqual(Uint8Array.of(0xff, 0xd8, 0xff))
  })

  test('of an ended job answers with its result, whether the caller waits or not', async () => {
    const person = await newPerson({ tokens: 20 })
    const headers = keyed()
    const first = await answered(await sendAndWait(person, '/ai/image/flux', { body: cat, headers }))
    for (const more of [{}, later]) {
      const again = await person.send('POST', '/ai/image/flux', cat, { ...headers, ...more })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(unsigned(await answered(again))).toBe(unsigned(first))
    }
    expect(await moneyOf(person)).toEqual({ availableTokens: 19, reservedTokens: 0 })
  })

  test('of another user is another job', async () => {
    const headers = { ...later, ...keyed() }
    const { bindings } = standingQueues()
    const people = [await newPerson({ tokens: 5 }), await newPerson({ tokens: 5 })]
    for (const person of people)
      await submitted(await sendWith(person, bindings, '/ai/image/flux', { body: cat, headers }))
    const [[one], [other]] = [await rowsOf(people[0]!), await rowsOf(people[1]!)]
    expect(one?.id).not.toBe(other?.id)
  })

  test('of a text answer answers 422', async () => {
    const person = await newPerson({ tokens: 20 })
    const headers = keyed()
    await person.send('POST', '/ai/text/chatgpt', { prompt: 'Кратко: что такое радуга?' }, headers)
    expect(await answered(await person.send('POST', '/ai/image/flux', cat, headers))).toMatchObject({ status: 422 })
  })
})

test('thirty requests at once with a balance for 7 make exactly 7 jobs and 23 refusals', async () => {
  const person = await newPerson({ tokens: 7 * 5 + 4 })
  const { bindings } = standingQueues()
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      sendWith(person, bindings, '/ai/image/dalle', { body: { prompt: `Число ${index}` }, headers: later })
    )
  )
  expect([countOf(responses, 202), countOf(responses, 402)]).toEqual([7, 23])
  for (const response of responses.filter(({ status }) => status === 402)) {
    const { data } = await response.json<{ data: { availableTokens: number } }>()
    expect(data.availableTokens).toBeGreaterThanOrEqual(0)
  }
  expect(await moneyOf(person)).toEqual({ availableTokens: 4, reservedTokens: 35 })
  expect((await rowsOf(person)).length).toBe(7)
})

const headers = () => ({ ...later, ...keyed() })

async function expectOneJob(person: Person, sent: unknown[]) {
  expect([(await rowsOf(person)).length, sent.length]).toEqual([1, 1])
  expect(await moneyOf(person)).toEqual({ availableTokens: 13, reservedTokens: 7 })
}

describe('an attempt that breaks off', () => {
  test('because the store fails leaves the job alone that another request with its id has begun', async () => {
    const person = await newPerson({ tokens: 20 })
    const once = headers()
    const { bindings, sent } = standingQueues()
    const [reached, down] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
    const put = () => {
      reached.resolve()
      return down.promise
    }
    catchWarnings()
    const slow = sendWith(person, { ...bindings, MEDIA: { put } }, '/ai/image/edit', { body: edit, headers: once })
    await reached.promise
    const job = await submitted(await sendWith(person, bindings, '/ai/image/edit', { body: edit, headers: once }))
    down.reject(new Error('The store is down'))
    expect(await submitted(await slow)).toEqual(job)
    await expectOneJob(person, sent)
  })

  test('because the store fails returns the tokens, and a new operation id works', async () => {
    const person = await newPerson({ tokens: 20 })
    const once = headers()
    const MEDIA = { put: () => Promise.reject(new Error('The store is down')) }
    const { bindings, sent } = standingQueues()
    const warnings = catchWarnings()
    for (const down of [{ ...bindings, MEDIA }, bindings])
      expect(
        await answered(await sendWith(person, down, '/ai/image/edit', { body: edit, headers: once }))
      ).toMatchObject({
        status: 503,
        code: 'JOB_NOT_SUBMITTED',
        error: 'Не удалось принять работу, токены не списаны. Отправьте её ещё раз'
      })
    await expectUntouched(person, 20)
    expect(warnings().map(({ event }) => event)).toEqual(['job-step-failed'])
    await submitted(await sendWith(person, bindings, '/ai/image/edit', { body: edit, headers: headers() }))
    await expectOneJob(person, sent)
  })
})

describe('a queue', () => {
  test('that refuses a message does not fail the call: the sweep sends it, and the job delivers', async () => {
    const person = await newPerson({ tokens: 20 })
    const warnings = catchWarnings()
    const IMAGE_JOBS = { send: () => Promise.reject(new Error('Queue is overloaded. Please back off.')) }
    const id = crypto.randomUUID()
    const once = { ...later, ...keyed(id) }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 })
    await submitted(await sendWith(person, { IMAGE_JOBS }, '/ai/image/flux', { body: cat, headers: once }))
    vi.useRealTimers()
    expect(warnings().map(({ event }) => event)).toEqual(['job-step-failed'])
    await sweepJobs(env, Date.now())
    expect(await overOf(person, id)).toMatchObject({ state: 'completed', chargedTokens: 1 })
  })

  test('that hangs does not delay the answer', async () => {
    const person = await newPerson({ tokens: 20 })
    catchWarnings()
    const IMAGE_JOBS = { send: () => new Promise(() => undefined) }
    // The time limit for sending ends only after the call is answered.
    const answer = Promise.withResolvers<void>()
    vi.spyOn(scheduler, 'wait').mockReturnValue(answer.promise)
    await submitted(
      await sendWith(person, { IMAGE_JOBS }, '/ai/image/flux', { body: cat, headers: later, onAnswer: answer.resolve })
    )
  })
})
