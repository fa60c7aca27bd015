// Unreadable messages, steps that always fail, and the dead letters where they end.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { resultKey } from '#data/files/job-files.ts'
import { jobs } from '#data/history/schema.ts'
import { deleteJob } from '#queues/steps/finish.ts'
import { sweepJobs } from '#queues/sweep.ts'
import { eq } from 'drizzle-orm'
import { breakingDatabases } from '../support/worker/breaking.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { runOnD1 } from '../support/worker/histories.ts'
import { delivered, endOf, expectAtRest, failedBy, jobOf, newJob } from '../support/worker/jobs.ts'
import { deliverBatch, TestQueue } from '../support/worker/test-queue.ts'
import { catchAlarms } from '../support/worker/reconciling.ts'
import { setStage } from '../support/worker/stage.ts'
import { passMs } from '../support/worker/wallet-rows.ts'

const hourMs = 60 * 60_000

const warnings = setStage()
let alarms: ReturnType<typeof catchAlarms>
beforeEach(() => {
  alarms = catchAlarms()
})

const messageOf = ({ id }: { id: string }) => ({ jobId: id })

describe('an unreadable message', () => {
  test.each([
    ['no object', 7],
    ['another format', { version: 9, job: 'x' }],
    ['no id of ours', { jobId: '../../etc' }]
  ])('%s is acknowledged and reported', async (_, body) => {
    expect(await deliverBatch([body])).toEqual([{ end: 'ack', delaySeconds: 0 }])
    expect(alarms()).toEqual([expect.objectContaining({ event: 'message-unreadable', queue: 'image-jobs' })])
  })

  test('for a missing row is acknowledged and reported', async () => {
    expect(await deliverBatch([{ jobId: `h1-${'a'.repeat(32)}` }])).toEqual([{ end: 'ack', delaySeconds: 0 }])
    expect(warnings()).toEqual([expect.objectContaining({ event: 'job-missing', jobId: `h1-${'a'.repeat(32)}` })])
  })

  test('for a row with an unknown provider becomes a dead letter, and the tokens are returned', async () => {
    const queue = new TestQueue()
    const job = await newJob('dalle', 'Маяк')
    await openHistory(env, job.id)
      .update(jobs)
      .set({ provider: 'gone' as 'bfl' })
      .where(eq(jobs.id, job.id))
    queue.send(job.id)
    await queue.drain()
    expect(await endOf(job)).toEqual(failedBy('INTERNAL'))
    expect(alarms()).toEqual([expect.objectContaining({ event: 'job-dead', jobId: job.id, step: 'queued' })])
    await expectAtRest(job)
  })
})

describe('a message with almost all its deliveries used up', () => {
  test('is replaced by a fresh one while its job only waits', async () => {
    const queue = new TestQueue()
    const job = await newJob('midjourney', 'Маяк [сбой:вечно]')
    const [delivery] = await deliverBatch([messageOf(job)], { bindings: queue.bindings, attempts: 95 })
    expect(delivery).toEqual({ end: 'ack', delaySeconds: 0 })
    expect(queue.length).toBe(1)
    await queue.step()
    await queue.step()
    expect(await jobOf(job)).toMatchObject({ step: 'running', checks: 1 })
  })

  test('is not replaced while its steps fail, so that it becomes a dead letter', async () => {
    const queue = new TestQueue()
    const job = await newJob('dalle', 'Маяк')
    const bindings = { ...queue.bindings, ...breakingDatabases({ call: 1, moment: 'before' }) }
    const [delivery] = await deliverBatch([messageOf(job)], { bindings, attempts: 99 })
    expect(delivery?.end).toBe('retry')
    expect(queue.length).toBe(0)
  })
})

const bury = (job: { id: string }, bindings?: Env) =>
  deliverBatch([messageOf(job)], { queue: 'dead-jobs', ...(bindings && { bindings }) })

describe('a dead letter', () => {
  test('of a queued job ends the job and returns its tokens', async () => {
    const job = await newJob('dalle', 'Маяк')
    expect(await bury(job)).toEqual([{ end: 'ack', delaySeconds: 0 }])
    expect(await endOf(job)).toEqual(failedBy('INTERNAL'))
    await expectAtRest(job)
  })

  test('of a job that the provider has accepted lets the job go on', async () => {
    const queue = new TestQueue()
    const job = await newJob('flux', 'Маяк')
    await deliverBatch([messageOf(job)], { bindings: queue.bindings })
    expect(await bury(job, queue.bindings)).toEqual([{ end: 'ack', delaySeconds: 0 }])
    expect(await jobOf(job)).toMatchObject({ step: 'running' })
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    await expectAtRest(job)
  })

  test('of a job whose result is already stored completes it', async () => {
    const queue = new TestQueue()
    const made = await newJob('dalle', 'Маяк')
    queue.send(made.id)
    await queue.drain()
    const job = await newJob('dalle', 'Другой маяк')
    const picture = await env.MEDIA.get(resultKey(made.id, 0))
    await env.MEDIA.put(resultKey(job.id, 0), await picture!.arrayBuffer())
    await openHistory(env, job.id).update(jobs).set({ step: 'submitting' }).where(eq(jobs.id, job.id))
    expect(await bury(job)).toEqual([{ end: 'ack', delaySeconds: 0 }])
    expect(await endOf(job)).toEqual(delivered)
    await expectAtRest(job)
  })

  test('of an ended job does nothing', async () => {
    const queue = new TestQueue()
    const job = await newJob('dalle', 'Маяк')
    queue.send(job.id)
    await queue.drain()
    const ended = await jobOf(job)
    expect(await bury(job)).toEqual([{ end: 'ack', delaySeconds: 0 }])
    expect(await jobOf(job)).toEqual(ended)
  })

  test('of a deleted job leaves it to a later sweep to remove what is left', async () => {
    await runOnD1('delete from jobs')
    const queue = new TestQueue()
    const job = await newJob('dalle', 'Маяк')
    queue.send(job.id)
    await queue.drain()
    const broken = changedBinding(env.MEDIA, { delete: () => Promise.reject(new Error('R2 is away')) })
    await expect(deleteJob({ ...queue.bindings, MEDIA: broken }, await jobOf(job))).rejects.toThrow('away')
    expect(await bury(job)).toEqual([{ end: 'ack', delaySeconds: 0 }])
    expect(await jobOf(job)).toMatchObject({ dueAt: Date.now() + hourMs, parameters: { prompt: 'Маяк' } })
    passMs(hourMs + 31_000)
    await sweepJobs(queue.bindings, Date.now())
    await queue.drain()
    expect(await jobOf(job)).toMatchObject({ dueAt: null, parameters: {}, options: {} })
    expect((await env.MEDIA.list({ prefix: `results/${job.id}/` })).objects).toEqual([])
  })
})
