// The sweep finds lost messages, jobs of a stuck queue, dead steps and unsettled money.
import { env } from 'cloudflare:workers'
import { runOnD1 } from '#tests/support/worker/histories.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { resultKey, uploadKey } from '#data/files/job-files.ts'
import { endJob } from '#data/history/jobs.ts'
import { queueWaitMaxMs, runDeadlineOf } from '#domain/job.ts'
import { deleteJob } from '#queues/steps/finish.ts'
import { sendJob } from '#queues/base/send.ts'
import { removeStray } from '#queues/steps/files.ts'
import { sweepJobs } from '#queues/sweep.ts'
import worker from '#worker/index.ts'
import { runCron } from '#worker/clock/cron.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { downQueues } from '../support/worker/clock.ts'
import { cancelled, delivered, endOf, expectAtRest, failedBy, jobOf, newJob, startsAt } from '../support/worker/jobs.ts'
import { png } from '../support/worker/pictures.ts'
import { deliverBatch, TestQueue } from '../support/worker/test-queue.ts'
import { catchWarnings, passMs } from '../support/worker/wallet-rows.ts'
import { setStage } from '../support/worker/stage.ts'

const nothing = { sent: 0, finished: 0, givenUp: 0, failed: 0 }

setStage()
beforeEach(async () => {
  // Rows of earlier tests would be swept too.
  await runOnD1('delete from jobs')
  await runOnD1('delete from provider_places')
})

const deadQueue = () => ({ send: () => Promise.reject(new Error('Queue is overloaded. Please back off.')) }) as never

test('a job whose message was lost is sent after half a minute, and starts once', async () => {
  const queue = new TestQueue()
  const job = await newJob('flux', 'Маяк')
  const { started } = await startsAt('bfl')
  passMs(29_000)
  expect(await sweepJobs(queue.bindings, Date.now())).toEqual(nothing)
  passMs(2_000)
  expect(await sweepJobs(queue.bindings, Date.now())).toEqual({ ...nothing, sent: 1 })
  await queue.drain()
  expect(await endOf(job)).toEqual(delivered)
  expect((await startsAt('bfl')).started).toBe(started + 1)
  await expectAtRest(job)
})

test('overlapping sweeps send one message', async () => {
  const queue = new TestQueue()
  await newJob('flux', 'Маяк')
  passMs(31_000)
  const swept = await Promise.all([1, 2, 3].map(() => sweepJobs(queue.bindings, Date.now())))
  expect(swept.reduce((sum, { sent }) => sum + sent, 0)).toBe(1)
  expect(queue.length).toBe(1)
})

test('a job that waits for its next check is left alone', async () => {
  const queue = new TestQueue()
  const job = await newJob('midjourney', 'Маяк [сбой:вечно]')
  queue.send(job.id)
  await queue.step()
  await queue.step()
  await queue.step()
  expect(await sweepJobs(queue.bindings, Date.now())).toEqual(nothing)
})

describe('with a queue that refuses messages', () => {
  test('a queued job is given up after its waiting time, and its tokens are returned', async () => {
    const bindings = { ...env, IMAGE_JOBS: deadQueue() }
    const job = await newJob('flux', 'Маяк')
    passMs(queueWaitMaxMs)
    expect(await sweepJobs(bindings, Date.now())).toEqual({ ...nothing, failed: 1 })
    passMs(60_000)
    expect(await sweepJobs(bindings, Date.now())).toEqual({ ...nothing, givenUp: 1 })
    expect(await endOf(job)).toEqual(failedBy('QUEUE_TOO_LONG'))
    await expectAtRest(job)
  })

  test('a running job is given up at its deadline, and its result is looked for when the queue is back', async () => {
    const queue = new TestQueue()
    const job = await newJob('flux', 'Маяк')
    await deliverBatch([{ jobId: job.id }], { bindings: queue.bindings })
    vi.setSystemTime(runDeadlineOf('image', (await jobOf(job)).startedAt!) + 31_000)
    expect(await sweepJobs({ ...env, IMAGE_JOBS: deadQueue() }, Date.now())).toEqual({ ...nothing, givenUp: 1 })
    expect(await jobOf(job)).toMatchObject({ step: 'failed', failure: 'TOO_SLOW', chargedTokens: 0 })
    passMs(60_000)
    await sweepJobs(queue.bindings, Date.now())
    await queue.drain()
    expect(await endOf(job)).toEqual({ ...delivered, charged: 0 })
    await expectAtRest(job)
  })
})

test('a send that hangs is given up, because the sweep finds the row later', async () => {
  const hanging = { send: () => new Promise(() => undefined) } as never
  const wait = vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
  await expect(sendJob({ ...env, VIDEO_JOBS: hanging }, { id: `h1-${'a'.repeat(32)}`, kind: 'video' })).rejects.toThrow(
    'queue'
  )
  expect(wait).toHaveBeenCalledTimes(1)
})

const uploads = async (id: string) => (await env.MEDIA.list({ prefix: `uploads/${id}/` })).objects.length

describe('files', () => {
  test('of a job go to the provider and are removed after the delivery', async () => {
    const queue = new TestQueue()
    const job = await newJob('gpt-image-edit', 'Добавь луну', { files: { image: png(80, 64) } })
    queue.send(job.id)
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    expect(await uploads(job.id)).toBe(0)
    await expectAtRest(job)
  })

  test('of a failed job are removed a day later', async () => {
    const queue = new TestQueue()
    const job = await newJob('gpt-image-edit', 'Луна [сбой:модерация]', { files: { image: png(80, 64) } })
    queue.send(job.id)
    await queue.drain()
    expect(await endOf(job)).toEqual(failedBy('MODERATED'))
    expect(await uploads(job.id)).toBe(1)
    await removeStray(env, Date.now() + 25 * 60 * 60_000)
    expect(await uploads(job.id)).toBe(0)
  })

  test('that are gone before the start fail the job without asking the provider', async () => {
    const queue = new TestQueue()
    const { started } = await startsAt('openai')
    const job = await newJob('gpt-image-edit', 'Луна', { files: { image: png(80, 64) } })
    await env.MEDIA.delete(uploadKey(job.id, 'image'))
    queue.send(job.id)
    await queue.drain()
    expect(await endOf(job)).toEqual(failedBy('INTERNAL'))
    expect((await startsAt('openai')).started).toBe(started)
    await expectAtRest(job)
  })

  test('of a submission that never became a job are removed after a day', async () => {
    await env.MEDIA.put(resultKey(`h1-${'e'.repeat(32)}`, 0), 'anything')
    await env.MEDIA.put(uploadKey(`h1-${'f'.repeat(32)}`, 'image'), 'anything')
    const dayMs = 24 * 60 * 60 * 1000
    vi.useRealTimers()
    expect(await removeStray(env, Date.now() + dayMs - 60_000)).toBe(0)
    expect(await removeStray(env, Date.now() + dayMs)).toBeGreaterThan(0)
    expect((await env.MEDIA.list({ prefix: 'uploads/' })).objects).toEqual([])
    expect((await env.MEDIA.list({ prefix: 'results/' })).objects.length).toBeGreaterThan(0)
  })

  test('of a deleted job are removed, and the sweep finishes an interrupted removal', async () => {
    const queue = new TestQueue()
    const job = await newJob('gpt-image-edit', 'Луна', { files: { image: png(80, 64) } })
    queue.send(job.id)
    await queue.drain()
    const broken = changedBinding(env.MEDIA, { delete: () => Promise.reject(new Error('R2 is away')) })
    await expect(deleteJob({ ...queue.bindings, MEDIA: broken }, await jobOf(job))).rejects.toThrow('away')
    expect(await jobOf(job)).toMatchObject({ deletedAt: Date.now(), chargedTokens: 3 })
    passMs(31_000)
    await sweepJobs(queue.bindings, Date.now())
    await queue.drain()
    expect(await uploads(job.id)).toBe(0)
    expect((await env.MEDIA.list({ prefix: `results/${job.id}/` })).objects).toEqual([])
    expect(await jobOf(job)).toMatchObject({ step: 'completed', chargedTokens: 3, dueAt: null })
  })

  test('of a job deleted before it was settled are removed too, even after an interruption', async () => {
    const job = await newJob('gpt-image-edit', 'Луна', { files: { image: png(80, 64) } })
    await env.MEDIA.put(resultKey(job.id, 0), 'anything')
    await endJob(
      openHistory(env, job.id),
      job.id,
      { step: 'completed', files: [] },
      { now: Date.now(), from: ['queued'] }
    )
    const broken = changedBinding(env.MEDIA, { delete: () => Promise.reject(new Error('R2 is away')) })
    await expect(deleteJob({ ...env, MEDIA: broken }, await jobOf(job))).rejects.toThrow('away')
    passMs(31_000)
    const queue = new TestQueue()
    await sweepJobs(queue.bindings, Date.now())
    await queue.drain()
    expect(await uploads(job.id)).toBe(0)
    expect((await env.MEDIA.list({ prefix: `results/${job.id}/` })).objects).toEqual([])
    expect(await jobOf(job)).toMatchObject({ dueAt: null, chargedTokens: expect.any(Number) })
  })
})

test('the Worker’s cron runs the sweep', async () => {
  const job = await newJob('flux', 'Маяк')
  await endJob(openHistory(env, job.id), job.id, { step: 'cancelled' }, { now: Date.now() })
  passMs(31_000)
  await worker.scheduled({ cron: '* * * * *', scheduledTime: Date.now(), noRetry() {} }, env)
  await expect.poll(() => endOf(job)).toEqual(cancelled)
})

test('the cron sweeps by itself when the queue of its duties is down', async () => {
  const warnings = catchWarnings()
  const job = await newJob('flux', 'Маяк')
  await endJob(openHistory(env, job.id), job.id, { step: 'cancelled' }, { now: Date.now() })
  passMs(31_000)
  expect(await runCron({ ...env, ...downQueues() }, Date.now())).toMatchObject({ begun: null })
  expect(await endOf(job)).toEqual(cancelled)
  expect(warnings()).toContainEqual(expect.objectContaining({ event: 'cron-failed', duty: 'queue' }))
})
