// A sheet of four pictures becomes four results, whole or not at all, whatever breaks off in between.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { resultKey } from '#data/files/job-files.ts'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { sheetIndex, storeTiles } from '#queues/steps/sheet.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import {
  controlSandbox,
  endOf,
  expectAtRest,
  failedBy,
  jobOf,
  newJob,
  priceTokens,
  startsAt
} from '../support/worker/jobs.ts'
import { skipPauses } from '../support/worker/killing.ts'
import { sandboxSizes } from '../support/sandbox-speed.ts'
import { jpeg } from '../support/worker/pictures.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { catchWarnings, stopClock } from '../support/worker/wallet-rows.ts'

beforeEach(async () => {
  stopClock()
  skipPauses()
  await controlSandbox({ speed: 20_000 })
})
const { variantSide } = sandboxSizes
const four = { step: 'completed', failure: null, charged: priceTokens, files: 4 }

async function run(prompt: string, queue = new TestQueue()) {
  const job = await newJob('midjourney', prompt)
  queue.send(job.id)
  await queue.drain()
  return job
}

test('each of the four pictures is a result of its own, and the sheet is not kept', async () => {
  const job = await run('Маяк на скале')
  expect(await endOf(job)).toEqual(four)
  const { files } = await jobOf(job)
  expect(files).toMatchObject(
    [0, 1, 2, 3].map((index) => ({ index, type: 'image/png', width: variantSide, height: variantSide }))
  )
  const digests = await Promise.all(
    files.map(async ({ index }) => (await env.MEDIA.head(resultKey(job.id, index)))?.checksums.md5?.byteLength)
  )
  expect(digests).toEqual([16, 16, 16, 16])
  const etags = await Promise.all(
    files.map(async ({ index }) => (await env.MEDIA.head(resultKey(job.id, index)))?.etag)
  )
  expect(new Set(etags).size).toBe(4)
  await expectAtRest(job)
})

/** A bucket whose `put` fails from the given call on. */
function failingPuts(from: number, times = Infinity) {
  let puts = 0
  const put = async (...asked: Parameters<R2Bucket['put']>) => {
    puts += 1
    if (puts >= from && puts < from + times) throw new Error('R2 is away')
    return env.MEDIA.put(...asked)
  }
  return changedBinding(env.MEDIA, { put })
}

test.each([1, 4])('a put that fails once, number %i, is made again', async (from) => {
  const job = await run('Маяк', new TestQueue({ MEDIA: failingPuts(from, 1) }))
  expect(await endOf(job)).toEqual(four)
  await expectAtRest(job)
})

// The first put is the sheet; the next ones are the pictures 1, 2, 3 and 0.
test.each([1, 2, 3, 4, 5])(
  'while R2 refuses put number %i, nothing is completed or charged; when it is back, the pictures are complete',
  async (from) => {
    catchWarnings()
    const { started } = await startsAt('midjourney')
    const queue = new TestQueue()
    const job = await newJob('midjourney', 'Маяк')
    queue.send(job.id)
    await queue.step()
    const whole = queue.bindings
    queue.bindings = { ...whole, MEDIA: failingPuts(from) }
    for (let steps = 0; (await jobOf(job)).failedChecks === 0 && steps < 100; steps += 1) await queue.step()
    expect(await jobOf(job)).toMatchObject({ files: [], chargedTokens: null, failedChecks: 1 })
    queue.bindings = whole
    await queue.drain()
    expect(await endOf(job)).toEqual(four)
    expect((await startsAt('midjourney')).started).toBe(started + 1)
    await expectAtRest(job)
  }
)

test.each([
  ['битый-файл', 'RESULT_BROKEN'],
  ['html', 'RESULT_BROKEN'],
  ['ссылка-истекла', 'RESULT_LOST']
])('a sheet with «%s» leaves nothing in R2 and costs nothing', async (word, failure) => {
  catchWarnings()
  const job = await run(`Маяк [сбой:${word}]`)
  expect(await endOf(job)).toEqual(failedBy(failure))
  expect(await env.MEDIA.head(resultKey(job.id, sheetIndex))).toBeNull()
  await expectAtRest(job)
})

test('a sheet that cannot be cut is kept whole, as the only result', async () => {
  const job = await newJob('midjourney', 'Маяк')
  await env.MEDIA.put(resultKey(job.id, sheetIndex), jpeg)
  const facts = await inspectMedia(sourceOf(jpeg))
  const sheet = { ...facts!, index: sheetIndex, sizeBytes: jpeg.length }
  expect(await storeTiles(env, job, sheet)).toEqual([{ ...sheet, index: 0 }])
  const kept = await env.MEDIA.get(resultKey(job.id, 0))
  expect(await kept?.bytes()).toEqual(new Uint8Array(jpeg))
  expect(await env.MEDIA.head(resultKey(job.id, sheetIndex))).toBeNull()
})
