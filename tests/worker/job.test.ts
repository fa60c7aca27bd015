import { beforeEach, expect, test } from 'vitest'
import { controlSandbox, delivered, endOf, expectAtRest, newJob, startsAt } from '../support/worker/jobs.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { stopClock } from '../support/worker/wallet-rows.ts'

beforeEach(async () => {
  stopClock()
  // The test's clock jumps from message to message, so the providers have to be fast.
  await controlSandbox({ speed: 20_000 })
})
test.each([
  ['dalle', 'openai'],
  ['flux', 'bfl'],
  ['midjourney', 'midjourney'],
  ['stable-diffusion', 'stability'],
  ['elevenlabs', 'elevenlabs'],
  ['luma', 'luma'],
  ['veo3', 'google'],
  ['runwayml', 'runway']
] as const)('%s delivers a job once and charges its price', async (service, provider) => {
  const queue = new TestQueue()
  const job = await newJob(service, 'Маяк на скале')
  const { started } = await startsAt(provider)
  queue.send(job.id)
  await queue.drain()
  // Midjourney's four variants are four pictures.
  expect(await endOf(job)).toEqual({ ...delivered, files: service === 'midjourney' ? 4 : 1 })
  expect((await startsAt(provider)).started).toBe(started + 1)
  await expectAtRest(job)
})
