// Messages that arrive twice, early, late or out of order do not change how a job ends.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { openDirectory, openHistory } from '#data/base/database.ts'
import { changeJob } from '#data/history/jobs.ts'
import { users } from '#data/directory/schema.ts'
import { jobs } from '#data/history/schema.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { eq } from 'drizzle-orm'
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
import { deliverBatch, TestQueue } from '../support/worker/test-queue.ts'
import { passMs } from '../support/worker/wallet-rows.ts'
import { setStage } from '../support/worker/stage.ts'

const warnings = setStage()

const messageOf = ({ id }: { id: string }) => ({ jobId: id })

test('three deliveries of one message at once start the provider once', async () => {
  const queue = new TestQueue()
  const job = await newJob('flux', 'Маяк')
  const { started } = await startsAt('bfl')
  for (let times = 0; times < 3; times++) queue.send(job.id)
  await queue.drain()
  expect(await endOf(job)).toEqual(delivered)
  expect((await startsAt('bfl')).started).toBe(started + 1)
  await expectAtRest(job)
})

test('several messages of one job become one, because early ones are dropped', async () => {
  const queue = new TestQueue()
  const job = await newJob('midjourney', 'Маяк [сбой:вечно]')
  queue.send(job.id)
  await queue.step()
  for (let times = 0; times < 3; times++) queue.send(job.id)
  expect(queue.length).toBe(4)
  await queue.deliverDue()
  expect(queue.length).toBe(1)
})

test('a message that arrives a moment early waits, because clocks differ', async () => {
  const job = await newJob('flux', 'Маяк')
  await changeJob(openHistory(env, job.id), job, { dueAt: Date.now() + 1500 })
  expect(await deliverBatch([messageOf(job)])).toEqual([{ end: 'retry', delaySeconds: 2 }])
})

test('a message for a leased job waits until the lease ends', async () => {
  const job = await newJob('flux', 'Маяк')
  await changeJob(openHistory(env, job.id), job, { leaseUntil: Date.now() + 42_000, dueAt: Date.now() + 42_000 })
  expect(await deliverBatch([messageOf(job)])).toEqual([{ end: 'retry', delaySeconds: 42 }])
})

test('each change of a job has a higher number than the one before', async () => {
  const queue = new TestQueue()
  const job = await newJob('flux', 'Маяк')
  queue.send(job.id)
  expect(job.revision).toBe(0)
  const changes = [job]
  for (let steps = 0; queue.length > 0 && steps < 20; steps++) {
    await queue.step()
    const row = await jobOf(job)
    const last = changes.at(-1)!
    // Some steps change nothing, as a message that comes early.
    if (row.revision === last.revision) expect(row).toEqual(last)
    else expect(row.revision).toBeGreaterThan(last.revision)
    changes.push(row)
  }
  expect(changes.at(-1)).toMatchObject({ step: 'completed' })
})

test('when the eighth of ten messages throws, the other nine are processed', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, (_, index) => newJob('flux', `Маяк ${index}`)))
  const poisoned = made[7]!
  await openHistory(env, poisoned.id)
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

test('the messages of a batch run side by side', { timeout: 20_000 }, async () => {
  const made = await Promise.all([newJob('dalle', 'Маяк'), newJob('elevenlabs', 'Маяк')])
  const send = globalThis.fetch
  let asked = 0
  const all = Promise.withResolvers<void>()
  // No provider answers before all have been asked.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (++asked === made.length) all.resolve()
    await all.promise
    return send(input, init)
  })
  await deliverBatch(made.map(messageOf))
  vi.mocked(globalThis.fetch).mockRestore()
  for (const job of made) expect(await endOf(job)).toEqual(delivered)
})

test('a job that ends wakes the job that has waited longest for a place', async () => {
  const queue = new TestQueue({ LIMIT_PROVIDER_JOBS: '1' })
  const [first, second, third] = [
    await newJob('elevenlabs', 'Раз'),
    await newJob('elevenlabs', 'Два', { createdAt: Date.now() - 1 }),
    await newJob('elevenlabs', 'Три')
  ]
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (input, init) => {
    // While the first job is at the provider, there is no place for the others.
    const waiting = await deliverBatch([second, third].map(messageOf), { bindings: queue.bindings })
    expect(waiting.map(({ end }) => end)).toEqual(['retry', 'retry'])
    return send(input, init)
  })
  const now = Date.now()
  await deliverBatch([messageOf(first)], { bindings: queue.bindings })
  expect(await jobOf(first)).toMatchObject({ step: 'completed' })
  expect(await jobOf(second)).toMatchObject({ step: 'queued', dueAt: now })
  await queue.deliverDue()
  expect(await jobOf(second)).toMatchObject({ step: 'completed', finishedAt: now })
  await queue.drain()
  expect(await jobOf(third)).toMatchObject({ step: 'completed', finishedAt: now })
})

test('a provider with its own limit has that many places, whatever the common limit is', async () => {
  const queue = new TestQueue({ LIMIT_PROVIDER_JOBS: '9' })
  Object.assign(queue.bindings, { LIMIT_JOBS_BY_PROVIDER: '{"google":2,"bfl":1}' })
  const made = await Promise.all(['Раз', 'Два', 'Три', 'Четыре'].map((prompt) => newJob('veo3', prompt)))
  const others = await Promise.all(['Раз', 'Два'].map((prompt) => newJob('luma', prompt)))
  await deliverBatch([...made, ...others].map(messageOf), { bindings: queue.bindings })
  const stepsOf = async (some: typeof made) =>
    (await Promise.all(some.map(async (job) => (await jobOf(job)).step))).toSorted()
  expect(await stepsOf(made)).toEqual(['queued', 'queued', 'running', 'running'])
  expect(await stepsOf(others)).toEqual(['running', 'running'])
})

test('a job that its provider refused for now is not woken before its pause is over', async () => {
  const queue = new TestQueue()
  const [refused, other] = [await newJob('elevenlabs', 'Раз'), await newJob('elevenlabs', 'Два')]
  await controlSandbox({ mediaFault: '429', mediaFaultCount: 1 })
  await deliverBatch([messageOf(refused)], { bindings: queue.bindings })
  const { dueAt } = await jobOf(refused)
  expect(dueAt).toBeGreaterThan(Date.now())
  await deliverBatch([messageOf(other)], { bindings: queue.bindings })
  expect(await jobOf(other)).toMatchObject({ step: 'completed' })
  expect(await jobOf(refused)).toMatchObject({ step: 'queued', dueAt })
  expect(queue.length).toBe(0)
  vi.setSystemTime(dueAt!)
  await deliverBatch([messageOf(refused)], { bindings: queue.bindings })
  expect(await endOf(refused)).toEqual(delivered)
  await expectAtRest(refused, other)
})

test('the job of a deleted user is not started, and the tokens are returned', async () => {
  const queue = new TestQueue()
  const job = await newJob('dalle', 'Маяк')
  const { started } = await startsAt('openai')
  await openDirectory(env).delete(users).where(eq(users.id, job.userId))
  queue.send(job.id)
  await queue.drain()
  expect(await endOf(job)).toEqual(failedBy('INTERNAL'))
  expect((await startsAt('openai')).started).toBe(started)
  await expectAtRest(job)
})

test('a job whose tokens are no longer reserved is not started', async () => {
  const queue = new TestQueue()
  const job = await newJob('dalle', 'Маяк')
  const { started } = await startsAt('openai')
  await userOf(env, job.userId).release({ id: job.operationId, outcome: 'cancelled' })
  queue.send(job.id)
  await queue.drain()
  expect(await endOf(job)).toEqual(failedBy('INTERNAL'))
  expect((await startsAt('openai')).started).toBe(started)
  expect(warnings()).toContainEqual(expect.objectContaining({ event: 'job-not-dispatched', jobId: job.id }))
})

test('a clock that jumps forward and back ends a job once', async () => {
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
