// A job is cancelled while something else happens to it: one of the two wins, and only a delivery is charged.
import { describe, expect, test, vi } from 'vitest'
import { cancelJob } from '#queues/steps/cancel.ts'
import { jobContext } from '#queues/base/context.ts'
import { end } from '#queues/steps/finish.ts'
import { cancelled, delivered, endOf, expectAtRest, jobOf, newJob, startsAt } from '../support/worker/jobs.ts'
import { deliverBatch, TestQueue } from '../support/worker/test-queue.ts'
import { passMs } from '../support/worker/wallet-rows.ts'
import { setStage } from '../support/worker/stage.ts'
import { suppliesInForce } from '#worker/http/in-force.ts'

setStage()

const start = (queue: TestQueue, { id }: { id: string }) => deliverBatch([{ jobId: id }], { bindings: queue.bindings })

test('a running job that the provider can stop is stopped and free', async () => {
  const queue = new TestQueue()
  const job = await newJob('runwayml', 'Маяк [сбой:вечно]')
  const { running } = await startsAt('runway')
  await start(queue, job)
  expect((await startsAt('runway')).running).toBe(running + 1)
  expect(await cancelJob(queue.bindings, await jobOf(job), suppliesInForce)).toMatchObject({
    step: 'cancelled',
    chargedTokens: 0
  })
  expect((await startsAt('runway')).running).toBe(running)
  expect(await endOf(job)).toEqual(cancelled)
  await expectAtRest(job)
})

test('a running job that the provider cannot stop goes on, marked as cancelling, and is charged when it delivers', async () => {
  const queue = new TestQueue()
  const job = await newJob('flux', 'Маяк')
  await start(queue, job)
  queue.send(job.id)
  const asked = await cancelJob(queue.bindings, await jobOf(job), suppliesInForce)
  expect(asked).toMatchObject({ step: 'running', cancelRequestedAt: Date.now() })
  await queue.drain()
  passMs(1000)
  queue.send(job.id)
  await queue.drain()
  expect(await endOf(job)).toEqual(delivered)
  await expectAtRest(job)
})

test('a job cancelled while the provider accepts it is stopped by its first check', async () => {
  const queue = new TestQueue()
  const job = await newJob('runwayml', 'Маяк [сбой:вечно]')
  const send = globalThis.fetch
  // The provider has accepted the job, and its answer is on the way.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await send(input, init)
    if (init?.method !== 'POST') return response
    expect(await cancelJob(queue.bindings, await jobOf(job), suppliesInForce)).toMatchObject({
      step: 'submitting',
      ticket: null
    })
    return response
  })
  queue.send(job.id)
  await queue.drain()
  vi.mocked(globalThis.fetch).mockRestore()
  expect(await endOf(job)).toEqual(cancelled)
  await expectAtRest(job)
})

test('a job cancelled while the provider refuses it ends as cancelled without another start', async () => {
  const queue = new TestQueue()
  const job = await newJob('flux', 'Маяк [сбой:перегрузка]')
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await send(input, init)
    await cancelJob(queue.bindings, await jobOf(job), suppliesInForce)
    return response
  })
  queue.send(job.id)
  const now = Date.now()
  await queue.drain()
  vi.mocked(globalThis.fetch).mockRestore()
  expect(await endOf(job)).toEqual(cancelled)
  expect(await jobOf(job)).toMatchObject({ attempts: 1, finishedAt: now })
  await expectAtRest(job)
})

describe('a cancellation at the same time as a delivery', () => {
  test('a result that arrives after the cancellation is dropped', async () => {
    const queue = new TestQueue()
    const job = await newJob('runwayml', 'Маяк')
    await start(queue, job)
    const send = globalThis.fetch
    const fetched: unknown[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const isFile = String(input).includes('/media/')
      // The cancellation happens while the file is on its way.
      if (isFile) fetched.push(await end(jobContext(queue.bindings, job.id), job.id, { step: 'cancelled' }))
      return send(input, init)
    })
    passMs(600_000)
    queue.send(job.id)
    await queue.drain()
    vi.mocked(globalThis.fetch).mockRestore()
    queue.send(job.id)
    await queue.drain()
    expect(fetched).toEqual([null])
    expect(await endOf(job)).toEqual(cancelled)
    await expectAtRest(job)
  })
})

test('cancelling twice or after the end changes nothing', async () => {
  const queue = new TestQueue()
  const job = await newJob('dalle', 'Маяк')
  queue.send(job.id)
  await queue.drain()
  const ended = await jobOf(job)
  expect(await cancelJob(queue.bindings, ended, suppliesInForce)).toEqual(ended)
  expect(await cancelJob(queue.bindings, job, suppliesInForce)).toEqual(ended)
  await expectAtRest(job)
})

test('several cancellations by the user ask the provider once; later requests come from the checks', async () => {
  const queue = new TestQueue()
  const job = await newJob('runwayml', 'Маяк [сбой:вечно]')
  await start(queue, job)
  const calls = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}', { status: 502 }))
  await cancelJob(queue.bindings, await jobOf(job), suppliesInForce)
  expect(calls).toHaveBeenCalledTimes(1)
  for (let times = 0; times < 3; times++)
    expect(await cancelJob(queue.bindings, await jobOf(job), suppliesInForce)).toMatchObject({ step: 'running' })
  expect(calls).toHaveBeenCalledTimes(1)
  calls.mockRestore()
  passMs(60_000)
  await start(queue, job)
  expect(await endOf(job)).toEqual(cancelled)
  await expectAtRest(job)
})
