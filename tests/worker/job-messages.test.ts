// Messages that come twice, early, late, out of turn, broken or for ever: what the queue does must not show.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#data/database.ts'
import { changeJob, insertJob } from '#data/jobs.ts'
import { jobs, users } from '#data/schema.ts'
import { walletOf } from '#durable-objects/stubs.ts'
import { eq } from 'drizzle-orm'
import { breakingDatabase } from '../support/worker/breaking.ts'
import {
  controlSandbox,
  delivered,
  endOf,
  expectAtRest,
  failedBy,
  jobOf,
  newJob,
  startsAt
} from '../support/worker/jobs.ts'
import { skipPauses } from '../support/worker/killing.ts'
import { deliverBatch, TestQueue } from '../support/worker/test-queue.ts'
import { catchWarnings, passMs, stopClock } from '../support/worker/wallet-rows.ts'

let warnings: ReturnType<typeof catchWarnings>

beforeEach(async () => {
  stopClock()
  skipPauses()
  warnings = catchWarnings()
  await controlSandbox({ speed: 2000 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const messageOf = ({ id }: { id: string }) => ({ jobId: id })

describe.each([
  ['dalle', 'openai'],
  ['flux', 'bfl']
] as const)('%s', (service, provider) => {
  test('three deliveries of one message at once start the provider once (C4, F15)', async () => {
    const queue = new TestQueue()
    const job = await newJob(service, 'Маяк')
    const { started } = await startsAt(provider)
    for (let times = 0; times < 3; times++) queue.send(job.id)
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    expect((await startsAt(provider)).started).toBe(started + 1)
    await expectAtRest(job)
  })

  test('a message that comes again after the end changes nothing (C11)', async () => {
    const queue = new TestQueue()
    const job = await newJob(service, 'Маяк')
    queue.send(job.id)
    await queue.drain()
    const ended = await jobOf(job)
    expect(await deliverBatch([messageOf(job), messageOf(job)])).toEqual([
      { end: 'ack', delaySeconds: 0 },
      { end: 'ack', delaySeconds: 0 }
    ])
    expect(await jobOf(job)).toEqual(ended)
    await expectAtRest(job)
  })
})

test('several messages of one job become one again: whichever comes too early is dropped', async () => {
  const queue = new TestQueue()
  const job = await newJob('midjourney', 'Маяк [сбой:вечно]')
  for (let times = 0; times < 4; times++) queue.send(job.id)
  for (let steps = 0; steps < 12; steps++) await queue.step()
  expect(queue.length).toBe(1)
})

test('a message that comes while another holds the job waits until that must have ended', async () => {
  const job = await newJob('flux', 'Маяк')
  await changeJob(openDatabase(env.DB), job, { leaseUntil: Date.now() + 42_000, dueAt: Date.now() + 42_000 })
  expect(await deliverBatch([messageOf(job)])).toEqual([{ end: 'retry', delaySeconds: 42 }])
})

test('jobs whose messages come in any order all end', async () => {
  const queue = new TestQueue()
  const order = [3, 0, 2, 1]
  const made = [
    await newJob('flux', '0'),
    await newJob('dalle', '1'),
    await newJob('flux', '2'),
    await newJob('dalle', '3')
  ]
  for (const place of [...order, ...order.toReversed()]) queue.send(made[place]!.id)
  await queue.drain()
  for (const job of made) expect(await endOf(job)).toEqual(delivered)
  await expectAtRest(...made)
})

test('a submission that is repeated finds its row, and its message starts nothing twice (C1, C2)', async () => {
  const job = await newJob('dalle', 'Маяк')
  const again = await insertJob(openDatabase(env.DB), job)
  expect(again).toEqual({ row: job, isNew: false })
})

describe('poison', () => {
  test.each([
    ['no object', 7],
    ['another format', { version: 9, job: 'x' }],
    ['no id of ours', { jobId: '../../etc' }]
  ])('%s is acknowledged and reported (C15, F33)', async (_, body) => {
    expect(await deliverBatch([body])).toEqual([{ end: 'ack', delaySeconds: 0 }])
    expect(warnings()).toEqual([expect.objectContaining({ event: 'job-message-unreadable', queue: 'image-jobs' })])
  })

  test('a job without a row is acknowledged and reported', async () => {
    expect(await deliverBatch([{ jobId: 'a'.repeat(32) }])).toEqual([{ end: 'ack', delaySeconds: 0 }])
    expect(warnings()).toEqual([expect.objectContaining({ event: 'job-missing', jobId: 'a'.repeat(32) })])
  })

  test('a row that no deploy understands goes to the dead letters, and its tokens come back (C15, F17)', async () => {
    const queue = new TestQueue()
    const job = await newJob('dalle', 'Маяк')
    await openDatabase(env.DB)
      .update(jobs)
      .set({ provider: 'gone' as 'bfl' })
      .where(eq(jobs.id, job.id))
    queue.send(job.id)
    await queue.drain()
    expect(await endOf(job)).toEqual(failedBy('INTERNAL'))
    expect(warnings()).toContainEqual(expect.objectContaining({ event: 'job-dead', jobId: job.id, step: 'queued' }))
    await expectAtRest(job)
  })
})

test('of ten messages the eighth throws: nine are done, it alone comes again (F16)', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, (_, index) => newJob('flux', `Маяк ${index}`)))
  const poisoned = made[7]!
  await openDatabase(env.DB)
    .update(jobs)
    .set({ provider: 'gone' as 'bfl' })
    .where(eq(jobs.id, poisoned.id))
  const { started } = await startsAt('bfl')
  const deliveries = await deliverBatch(made.map(messageOf))
  expect(deliveries.map(({ end }) => end)).toEqual(made.map(() => 'retry'))
  expect((await startsAt('bfl')).started).toBe(started + 9)
  const steps = await Promise.all(made.map(async (job) => (await jobOf(job)).step))
  expect(steps).toEqual(made.map((job) => (job === poisoned ? 'queued' : 'running')))
  expect(warnings()).toEqual([expect.objectContaining({ event: 'job-step-failed', jobId: poisoned.id })])
})

describe('a message that has come almost as often as it may', () => {
  test('is replaced by a fresh one while its job merely waits', async () => {
    const queue = new TestQueue()
    const job = await newJob('midjourney', 'Маяк [сбой:вечно]')
    const [delivery] = await deliverBatch([messageOf(job)], { bindings: queue.bindings, attempts: 95 })
    expect(delivery).toEqual({ end: 'ack', delaySeconds: 0 })
    expect(queue.length).toBe(1)
    await queue.step()
    await queue.step()
    expect(await jobOf(job)).toMatchObject({ step: 'running', checks: 1 })
  })

  test('is not, while its steps fail: it must reach the dead letters', async () => {
    const queue = new TestQueue()
    const job = await newJob('dalle', 'Маяк')
    const bindings = { ...queue.bindings, DB: breakingDatabase({ call: 1, moment: 'before' }) }
    const [delivery] = await deliverBatch([messageOf(job)], { bindings, attempts: 99 })
    expect(delivery?.end).toBe('retry')
    expect(queue.length).toBe(0)
  })
})

const bury = (job: { id: string }, bindings?: Env) =>
  deliverBatch([messageOf(job)], { queue: 'dead-jobs', ...(bindings && { bindings }) })

describe('a dead letter', () => {
  test('of a job that waits ends it and returns its tokens', async () => {
    const job = await newJob('dalle', 'Маяк')
    expect(await bury(job)).toEqual([{ end: 'ack', delaySeconds: 0 }])
    expect(await endOf(job)).toEqual(failedBy('INTERNAL'))
    await expectAtRest(job)
  })

  test('of a job that the provider has accepted sends it on its way again', async () => {
    const queue = new TestQueue()
    const job = await newJob('flux', 'Маяк')
    await deliverBatch([messageOf(job)], { bindings: queue.bindings })
    expect(await bury(job, queue.bindings)).toEqual([{ end: 'ack', delaySeconds: 0 }])
    expect(await jobOf(job)).toMatchObject({ step: 'running' })
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    await expectAtRest(job)
  })

  test('whose own consumer dies comes again (C18)', async () => {
    const queue = new TestQueue()
    const job = await newJob('dalle', 'Маяк')
    const bindings = { ...queue.bindings, DB: breakingDatabase({ call: 2, moment: 'before' }) }
    expect(await bury(job, bindings)).toEqual([{ end: 'retry', delaySeconds: expect.any(Number) }])
    expect(await bury(job)).toEqual([{ end: 'ack', delaySeconds: 0 }])
    expect(await endOf(job)).toEqual(failedBy('INTERNAL'))
  })

  test('of a job that has ended completely does nothing', async () => {
    const queue = new TestQueue()
    const job = await newJob('dalle', 'Маяк')
    queue.send(job.id)
    await queue.drain()
    const ended = await jobOf(job)
    expect(await bury(job)).toEqual([{ end: 'ack', delaySeconds: 0 }])
    expect(await jobOf(job)).toEqual(ended)
  })
})

test('a user who is gone gets no work done, and the tokens back (C16)', async () => {
  const queue = new TestQueue()
  const job = await newJob('dalle', 'Маяк')
  const { started } = await startsAt('openai')
  await openDatabase(env.DB).delete(users).where(eq(users.id, job.userId))
  queue.send(job.id)
  await queue.drain()
  expect(await endOf(job)).toEqual(failedBy('INTERNAL'))
  expect((await startsAt('openai')).started).toBe(started)
  await expectAtRest(job)
})

test('a job whose tokens are no longer reserved is not sent to the provider', async () => {
  const queue = new TestQueue()
  const job = await newJob('dalle', 'Маяк')
  const { started } = await startsAt('openai')
  await walletOf(env, job.userId).release({ id: job.operationId, outcome: 'cancelled' })
  queue.send(job.id)
  await queue.drain()
  expect(await endOf(job)).toEqual(failedBy('INTERNAL'))
  expect((await startsAt('openai')).started).toBe(started)
  expect(warnings()).toContainEqual(expect.objectContaining({ event: 'job-not-dispatched', jobId: job.id }))
})

test('a clock that jumps back and forth ends nothing twice (F31)', async () => {
  const queue = new TestQueue()
  const job = await newJob('midjourney', 'Маяк [сбой:вечно]')
  await deliverBatch([messageOf(job)], { bindings: queue.bindings })
  passMs(3_600_000)
  await deliverBatch([messageOf(job)], { bindings: queue.bindings })
  const given = await jobOf(job)
  expect(given).toMatchObject({ step: 'failed', failure: 'TOO_SLOW', chargedTokens: 0 })
  passMs(-3_600_000)
  await deliverBatch([messageOf(job), messageOf(job)], { bindings: queue.bindings })
  expect(await jobOf(job)).toEqual(given)
})
