// Results without a content length that are larger than the memory limit for one file.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { resultKey } from '#data/files/job-files.ts'
import { jobContext } from '#queues/base/context.ts'
import { deliver } from '#queues/steps/deliver.ts'
import { partBytes, partsOf } from '#queues/steps/store-parts.ts'
import { forgettingBucket } from '../support/worker/bucket.ts'
import { delivered, endOf, expectAtRest, failedBy, jobOf, newJob } from '../support/worker/jobs.ts'
import { noisyPng } from '../support/worker/pictures.ts'
import { deliverBatch, TestQueue } from '../support/worker/test-queue.ts'
import { setStage } from '../support/worker/stage.ts'

setStage()

const megabyte = 1024 * 1024
const link = { kind: 'link' as const, url: new URL('/long', env.BFL_BASE_URL).href }

async function running() {
  const job = await newJob('flux', 'Маяк [сбой:вечно]')
  await deliverBatch([{ jobId: job.id }], { bindings: new TestQueue().bindings })
  return jobOf(job)
}

/** @param breaksAt the connection breaks after this many bytes */
function streamOf(bytes: Uint8Array, breaksAt = Infinity): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= breaksAt) controller.error(new Error('Network connection lost.'))
      else if (sent >= bytes.length) controller.close()
      else controller.enqueue(bytes.slice(sent, (sent += 300_000)))
    }
  })
}

const answering = (...bodies: (() => ReadableStream<Uint8Array>)[]) => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  for (const body of bodies) fetched.mockImplementationOnce(async () => new Response(body()))
}

const storedBytes = async (id: string) =>
  new Uint8Array((await (await env.MEDIA.get(resultKey(id, 0)))?.arrayBuffer()) ?? new ArrayBuffer(0))

test.each([0, 1, partBytes - 1, partBytes, partBytes + 1, 2 * partBytes])(
  'a stream of %i bytes is cut into full parts and a last one, without loss',
  async (length) => {
    const bytes = new Uint8Array(length).map((_, index) => index % 251)
    const parts = []
    for await (const part of partsOf(streamOf(bytes))) parts.push(part)
    expect(parts.slice(0, -1).every((part) => part.length === partBytes)).toBe(true)
    expect(Buffer.compare(Buffer.concat(parts), bytes)).toBe(0)
  }
)

test.each([2, 11])('a picture of %i MB without a length is stored completely', async (megabytes) => {
  const picture = noisyPng(1024, megabytes * 1024)
  const job = await running()
  answering(() => streamOf(picture))
  await deliver(jobContext(env, job.id), job, [link])
  expect(await endOf(job)).toEqual(delivered)
  expect(Buffer.compare(await storedBytes(job.id), picture)).toBe(0)
  await expectAtRest(job)
})

test('a file whose connection breaks in the middle is fetched again', async () => {
  const picture = noisyPng(1024, 6 * 1024)
  const job = await running()
  answering(
    () => streamOf(picture, 3 * megabyte),
    () => streamOf(picture, partBytes + 500_000),
    () => streamOf(picture)
  )
  await deliver(jobContext(env, job.id), job, [link])
  expect(await endOf(job)).toEqual(delivered)
  expect(Buffer.compare(await storedBytes(job.id), picture)).toBe(0)
})

test('an endless file is given up, and no file is stored', async () => {
  const job = await running()
  const noise = new Uint8Array(partBytes)
  answering(() => new ReadableStream({ pull: (controller) => controller.enqueue(noise) }))
  await deliver(jobContext({ ...env, MEDIA: forgettingBucket() }, job.id), job, [link])
  expect(await endOf(job)).toEqual(failedBy('RESULT_TOO_LARGE'))
})

test('a file that arrives after another delivery completed the job does not replace the stored one', async () => {
  const job = await running()
  const picture = noisyPng(64, 64)
  await deliver(jobContext(env, job.id), job, [{ kind: 'bytes', bytes: picture }])
  answering(() => streamOf(new Uint8Array(6 * megabyte)))
  await deliver(jobContext(env, job.id), job, [link])
  expect(await storedBytes(job.id)).toEqual(picture)
  expect(await endOf(job)).toEqual(delivered)
  await expectAtRest(job)
})
