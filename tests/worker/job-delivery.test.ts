// Delivery of results into the store and the row: a failing store, broken files, jobs that ended meanwhile.
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { resultKey } from '#data/files/job-files.ts'
import { endJob } from '#data/history/jobs.ts'
import { deliver } from '#queues/steps/deliver.ts'
import { jobContext } from '#queues/base/context.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { delivered, endOf, expectAtRest, failedBy, jobOf, newJob, startsAt } from '../support/worker/jobs.ts'
import { Victim } from '../support/worker/killing.ts'
import { png } from '../support/worker/pictures.ts'
import { deliverBatch, TestQueue } from '../support/worker/test-queue.ts'
import { passMs } from '../support/worker/wallet-rows.ts'
import { setStage } from '../support/worker/stage.ts'

setStage()

/** A bucket whose first puts fail. `puts` records all keys. */
function failingBucket(failures: number) {
  const puts: string[] = []
  const put = (key: string, ...value: unknown[]) => {
    puts.push(key)
    if (puts.length <= failures) return Promise.reject(new Error('put: Unspecified error (0)'))
    return Reflect.apply(env.MEDIA.put, env.MEDIA, [key, ...value])
  }
  return { bucket: changedBinding(env.MEDIA, { put }), puts }
}

describe('a store that fails', () => {
  test('for good fails the job without a charge, because its result cannot be fetched again', async () => {
    const queue = new TestQueue({ MEDIA: failingBucket(Infinity).bucket })
    const job = await newJob('dalle', 'Маяк')
    const { started } = await startsAt('openai')
    queue.send(job.id)
    await queue.drain()
    expect(await endOf(job)).toEqual(failedBy('INTERNAL'))
    expect((await startsAt('openai')).started).toBe(started + 1)
    await expectAtRest(job)
  })

  test('for minutes delays a result that can be fetched again', async () => {
    const { bucket } = failingBucket(12)
    const queue = new TestQueue({ MEDIA: bucket })
    const job = await newJob('flux', 'Маяк')
    const { started } = await startsAt('bfl')
    queue.send(job.id)
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    expect((await startsAt('bfl')).started).toBe(started + 1)
    await expectAtRest(job)
  })
})

const bytes = png(80, 64)
const running = async () => {
  const job = await newJob('flux', 'Маяк [сбой:вечно]')
  await deliverBatch([{ jobId: job.id }], { bindings: new TestQueue().bindings })
  return jobOf(job)
}

const bytesOutput = (content: Uint8Array<ArrayBuffer>) => ({ kind: 'bytes' as const, bytes: content })

describe('results', () => {
  test('are stored in reverse order, so that the first file comes last', async () => {
    const job = await running()
    const { bucket, puts } = failingBucket(0)
    const outputs = [bytes, bytes, bytes].map(bytesOutput)
    await deliver(jobContext({ ...env, MEDIA: bucket }, job.id), job, outputs)
    expect(puts).toEqual([2, 1, 0].map((index) => resultKey(job.id, index)))
    expect((await jobOf(job)).files.map(({ index, type }) => [index, type])).toEqual([
      [0, 'image/png'],
      [1, 'image/png'],
      [2, 'image/png']
    ])
    expect(await endOf(job)).toEqual({ ...delivered, files: 3 })
    await expectAtRest(job)
  })

  test('with one broken file fail the job', async () => {
    const job = await running()
    const page = new Uint8Array(Buffer.from('<!doctype html>'))
    await deliver(jobContext(env, job.id), job, [bytes, page].map(bytesOutput))
    expect(await endOf(job)).toEqual(failedBy('RESULT_BROKEN'))
    await expectAtRest(job)
  })

  test('of another kind than the job’s fail the job', async () => {
    const queue = new TestQueue()
    const voice = await newJob('elevenlabs', 'Маяк')
    queue.send(voice.id)
    await queue.drain()
    const sound = new Uint8Array(await (await env.MEDIA.get(resultKey(voice.id, 0)))!.arrayBuffer())
    const job = await running()
    await deliver(jobContext(env, job.id), job, [bytesOutput(sound)])
    expect(await endOf(job)).toEqual(failedBy('RESULT_BROKEN'))
    await expectAtRest(job)
  })

  test('of a completed job are not replaced by a delivery that lost its lease', async () => {
    const stale = await running()
    await deliver(jobContext(env, stale.id), stale, [bytesOutput(bytes)])
    const page = '<!doctype html>'
    const answer = new Response(page, { headers: { 'content-length': String(page.length) } })
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(answer)
    await deliver(jobContext(env, stale.id), stale, [{ kind: 'link', url: new URL('/late', env.BFL_BASE_URL).href }])
    const kept = await env.MEDIA.get(resultKey(stale.id, 0))
    expect(new Uint8Array(await kept!.arrayBuffer())).toEqual(bytes)
    expect(await endOf(stale)).toEqual(delivered)
    await expectAtRest(stale)
  })

  test('that are late and broken leave no files', async () => {
    const page = '<!doctype html>'
    const job = await running()
    await endJob(openHistory(env, job.id), job.id, { step: 'failed', failure: 'TOO_SLOW' }, { now: Date.now() })
    const url = 'https://provider.example/picture'
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      async () => new Response(page, { headers: { 'content-length': String(page.length) } })
    )
    await deliver(jobContext(env, job.id), job, [{ kind: 'link', url }])
    vi.mocked(globalThis.fetch).mockRestore()
    expect(await endOf(job)).toMatchObject({ step: 'failed', failure: 'TOO_SLOW', files: 0 })
  })

  test('without any file fail the job', async () => {
    const job = await running()
    await deliver(jobContext(env, job.id), job, [])
    expect(await endOf(job)).toEqual(failedBy('RESULT_BROKEN'))
  })

  test.each(['OUTCOME_UNKNOWN', 'TOO_SLOW', 'INTERNAL'])(
    'that arrive after the job was given up by %s are kept without a charge, even when delivered twice',
    async (failure) => {
      const job = await running()
      await endJob(openHistory(env, job.id), job.id, { step: 'failed', failure }, { now: Date.now() })
      await Promise.all([1, 2].map(() => deliver(jobContext(env, job.id), job, [bytesOutput(bytes)])))
      expect(await endOf(job)).toEqual({ ...delivered, charged: 0 })
      await expectAtRest(job)
    }
  )

  test('that arrive after a moderated job are dropped', async () => {
    const job = await running()
    await endJob(openHistory(env, job.id), job.id, { step: 'failed', failure: 'MODERATED' }, { now: Date.now() })
    await deliver(jobContext(env, job.id), job, [bytesOutput(bytes)])
    passMs(31_000)
    await deliverBatch([{ jobId: job.id }])
    expect(await endOf(job)).toEqual(failedBy('MODERATED'))
    await expectAtRest(job)
  })
})

/** Runs a new job until its isolate dies after this many calls. */
async function dieAfter(call: number) {
  const job = await newJob('flux', 'Маяк')
  const victim = new Victim(new TestQueue().bindings, { call, moment: 'after' })
  while (!victim.isDead && (await jobOf(job)).dueAt !== null) {
    await deliverBatch([{ jobId: job.id }], { bindings: victim.bindings })
    vi.setSystemTime((await jobOf(job)).dueAt ?? Date.now())
  }
  vi.mocked(globalThis.fetch).mockRestore()
  return { job, calls: victim.calls }
}

test('a stored result is kept even when the provider no longer knows the task', async () => {
  const { calls } = await dieAfter(Infinity)
  const { job } = await dieAfter(calls.indexOf('MEDIA.put') + 1)
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ detail: 'Task not found' }, { status: 404 }))
  await deliverBatch([{ jobId: job.id }], { bindings: new TestQueue().bindings })
  vi.mocked(globalThis.fetch).mockRestore()
  expect(await endOf(job)).toEqual(delivered)
  await expectAtRest(job)
})
