// Results that come in the answer of a provider and are too large to be held: they go to the store in parts. One that is
// larger than anything worth keeping ends the job at once, for a reason that the user can read.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { jobFailures } from '#contract/job-failures.ts'
import { resultKey } from '#data/files/job-files.ts'
import { bucketWith, forgettingBucket } from '../support/worker/bucket.ts'
import { delivered, endOf, expectAtRest, failedBy, jobOf, newJob } from '../support/worker/jobs.ts'
import { noisyPng } from '../support/worker/pictures.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { setStage } from '../support/worker/stage.ts'

setStage()

const megabyte = 1024 * 1024
/** A photo with grain, too large to be held. */
const picture = noisyPng(4800, 13 * 218)

interface Answer {
  bytes: Uint8Array
  /** The connection breaks after this many bytes. */
  breaksAt?: number
  headers?: Record<string, string>
}

const isStability = (url: unknown) => String(url).startsWith(env.STABILITY_BASE_URL)

/** The next call of Stability is answered with this picture, in pieces as a network brings them. */
function answering({ bytes, breaksAt = Infinity, headers }: Answer): { calls: () => number } {
  const real = globalThis.fetch
  let calls = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!isStability(input)) return real(input, init)
    calls += 1
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent >= breaksAt) controller.error(new Error('Network connection lost.'))
        else if (sent >= bytes.length) controller.close()
        else controller.enqueue(bytes.slice(sent, (sent += 700_000)))
      }
    })
    return new Response(body, { headers: { 'content-type': 'image/png', 'finish-reason': 'SUCCESS', ...headers } })
  })
  return { calls: () => calls }
}

async function run(bucket: R2Bucket = env.MEDIA) {
  const job = await newJob('stable-diffusion', 'lighthouse')
  const queue = new TestQueue({ MEDIA: bucket })
  queue.send(job.id)
  await queue.drain()
  return job
}

test('an enlarged photo with grain that is too large to be held is stored whole and paid for', async () => {
  expect(picture.length).toBeGreaterThan(12 * megabyte)
  answering({ bytes: picture })
  const job = await run()
  expect(await endOf(job)).toEqual(delivered)
  const stored = await (await env.MEDIA.get(resultKey(job.id, 0)))?.arrayBuffer()
  expect(Buffer.compare(new Uint8Array(stored ?? new ArrayBuffer(0)), picture)).toBe(0)
  expect((await jobOf(job)).files).toMatchObject([{ type: 'image/png', width: 4800, sizeBytes: picture.length }])
  await expectAtRest(job)
})

test.each([
  ['says how long it is', { 'content-length': String(900 * megabyte) }],
  ['does not say how long it is', undefined]
])('an answer that is too large and %s ends the job with its own words and no charge', async (_, headers) => {
  const { calls } = answering({ bytes: new Uint8Array(100 * megabyte), ...(headers && { headers }) })
  const job = await run(forgettingBucket())
  expect(await endOf(job)).toEqual(failedBy('RESULT_TOO_LARGE'))
  expect(jobFailures.RESULT_TOO_LARGE).toContain('Токены не списаны')
  expect(calls()).toBe(1)
  await expectAtRest(job)
})

test('a large answer that breaks off ends the job, because its provider has no other way to the result', async () => {
  const { calls } = answering({ bytes: picture, breaksAt: 12 * megabyte })
  const job = await run()
  expect(await endOf(job)).toEqual(failedBy('PROVIDER_FAILED'))
  expect(calls()).toBe(1)
  await expectAtRest(job)
})

test('a large answer that is no picture is not kept', async () => {
  answering({ bytes: new Uint8Array(12 * megabyte).fill(7) })
  const job = await run()
  expect(await endOf(job)).toEqual(failedBy('RESULT_BROKEN'))
  await expectAtRest(job)
})

test('a part that the store refuses once is sent again, because the answer cannot be asked for again', async () => {
  answering({ bytes: picture })
  let refused = 0
  const bucket = bucketWith(async (key) => {
    const upload = await env.MEDIA.createMultipartUpload(key)
    return {
      uploadPart: (part, bytes) =>
        part === 2 && refused++ === 0
          ? Promise.reject(new Error('uploadPart: Unspecified error (0)'))
          : upload.uploadPart(part, bytes),
      complete: (parts) => upload.complete(parts),
      abort: () => upload.abort()
    }
  })
  const job = await run(bucket)
  expect(refused).toBeGreaterThan(0)
  expect(await endOf(job)).toEqual(delivered)
  await expectAtRest(job)
})
