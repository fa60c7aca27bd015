// Faults of providers, played by the sandbox: each ends with a clear reason and no charge, or is waited out.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { jobView } from '#data/history/job-view.ts'
import { jobs } from '#data/history/schema.ts'
import { busyDeadlineOf, checkingMaxMs, lateCheckMaxMs, runDeadlineOf } from '#domain/job.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
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
import { queuedJob } from '../support/worker/queued-job.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { catchLogs, setStage } from '../support/worker/stage.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

const warnings = setStage()
watchOutages()

async function run(service: string, prompt: string) {
  const queue = new TestQueue()
  const job = await newJob(service, prompt)
  queue.send(job.id)
  await queue.drain()
  return job
}

// Each way in which a job can end; what every provider's faults come to: tests/unit/provider-media-faults.test.ts.
const failures = [
  ['dalle', 'openai', 'модерация', 'MODERATED', 0],
  ['dalle', 'openai', 'квота', 'PROVIDER_UNAVAILABLE', 0],
  ['dalle', 'openai', '500', 'PROVIDER_FAILED', 0],
  ['dalle', 'openai', 'обрыв', 'OUTCOME_UNKNOWN', 1],
  ['dalle', 'openai', 'битый-файл', 'RESULT_BROKEN', 1],
  ['dalle', 'openai', 'не-тот-тип', 'RESULT_BROKEN', 1],
  ['dalle', 'openai', 'пусто', 'PROVIDER_FAILED', 1],
  ['flux', 'bfl', 'модерация', 'MODERATED', 1],
  ['flux', 'bfl', 'модерация-позже', 'MODERATED', 1],
  ['flux', 'bfl', '500', 'OUTCOME_UNKNOWN', 0],
  ['flux', 'bfl', 'обрыв', 'OUTCOME_UNKNOWN', 1],
  ['flux', 'bfl', 'ошибка-задания', 'PROVIDER_FAILED', 1],
  ['flux', 'bfl', 'пропало', 'RESULT_LOST', 1],
  ['flux', 'bfl', 'ссылка-истекла', 'RESULT_LOST', 1],
  ['flux', 'bfl', 'html', 'RESULT_BROKEN', 1],
  ['flux', 'bfl', 'пусто', 'RESULT_BROKEN', 1],
  ['flux', 'bfl', 'битый-файл', 'RESULT_BROKEN', 1]
] as const

test.each(failures)('%s (%s) with «%s» fails as %s after %i starts, without a charge', async (...row) => {
  const [service, provider, word, failure, starts] = row
  const { started } = await startsAt(provider)
  const job = await run(service, `Маяк [сбой:${word}]`)
  expect(await endOf(job)).toEqual(failedBy(failure))
  expect((await startsAt(provider)).started).toBe(started + starts)
  await expectAtRest(job)
})

test.each(['luma', 'veo3', 'runwayml', 'midjourney', 'stable-diffusion'])(
  'an order of %s with what its account does not take fails at once and clearly, without a charge',
  async (service) => {
    const { queue, job } = await queuedJob(service, 'A lighthouse')
    await openHistory(env, job.id)
      .update(jobs)
      .set({ options: { ...job.options, pitch: 2 } })
      .where(eq(jobs.id, job.id))
    await queue.drain()
    expect(await endOf(job)).toEqual(failedBy('REJECTED'))
    expect(await jobOf(job)).toMatchObject({ attempts: 1 })
    await expectAtRest(job)
  }
)

test('a provider that refuses twice and then accepts gets a third start', async () => {
  await controlSandbox({ mediaFault: '429', mediaFaultCount: 2 })
  const { started } = await startsAt('bfl')
  const job = await run('flux', 'Маяк')
  expect(await endOf(job)).toEqual(delivered)
  expect(await jobOf(job)).toMatchObject({ attempts: 3 })
  expect((await startsAt('bfl')).started).toBe(started + 1)
  await expectAtRest(job)
})

test('a job waits in the queue for a provider that is busy for ten minutes, without holding a place', async () => {
  const queue = new TestQueue()
  const job = await newJob('flux', 'Маяк [сбой:перегрузка]')
  queue.send(job.id)
  await queue.drain(job.createdAt + 10 * minuteMs)
  const waiting = await jobOf(job)
  expect(waiting).toMatchObject({ step: 'queued', startedAt: null })
  expect(waiting.attempts).toBeGreaterThan(10)
  expect(waiting.dueAt! - Date.now()).toBeLessThanOrEqual(minuteMs)
  expect(jobView(waiting, environmentOf(env), Date.now()).waiting).toEqual({
    reason: 'busy',
    triesAt: waiting.dueAt,
    until: busyDeadlineOf(job)
  })
  await openHistory(env, job.id)
    .update(jobs)
    .set({ options: { ...job.options, prompt: 'Маяк' } })
    .where(eq(jobs.id, job.id))
  await queue.drain()
  expect(await endOf(job)).toEqual(delivered)
  await expectAtRest(job)
})

test.each([
  ['dalle', 'openai'],
  ['flux', 'bfl']
])(
  '%s (%s) that stays busy is given up by the busy deadline, and the tokens are returned',
  async (service, provider) => {
    const { started } = await startsAt(provider)
    const { queue, job } = await queuedJob(service, 'Маяк [сбой:перегрузка]', { createdAt: Date.now() - 12 * minuteMs })
    await queue.drain()
    expect(await endOf(job)).toEqual(failedBy('PROVIDER_BUSY'))
    expect((await startsAt(provider)).started).toBe(started)
    await expectAtRest(job)
    const { finishedAt } = await jobOf(job)
    // The queue delivers at whole seconds, so the last try may come a moment later than it is due.
    expect(finishedAt).toBeLessThan(busyDeadlineOf(job) + secondMs)
    expect(finishedAt).toBeGreaterThan(busyDeadlineOf(job) - 2 * minuteMs)
  }
)

test('failed checks do not fail the job; after three in a row its state is «checking»', async () => {
  const queue = new TestQueue()
  const job = await newJob('flux', 'Маяк [сбой:опрос]')
  queue.send(job.id)
  const seen = new Set<string>()
  while (queue.length > 0) {
    await queue.step()
    const { step, failedChecks } = await jobOf(job)
    seen.add(`${step} after ${failedChecks}`)
  }
  expect([...seen]).toEqual([
    'running after 0',
    'running after 1',
    'running after 2',
    'checking after 3',
    'completed after 3'
  ])
  expect(await endOf(job)).toEqual(delivered)
  await expectAtRest(job)
})

test('a check that the provider puts off is not repeated before its time', async () => {
  const queue = new TestQueue()
  const job = await newJob('flux', 'Маяк')
  queue.send(job.id)
  // Started, then the clock is at the first check.
  await queue.step()
  await queue.step()
  const busy = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': '50' } })))
  await queue.step()
  busy.mockRestore()
  expect(await jobOf(job)).toMatchObject({ failedChecks: 1, dueAt: Date.now() + 50_000 })
  await queue.drain()
  expect(await endOf(job)).toEqual(delivered)
})

test('what is logged about a failure contains neither the prompt nor the provider’s text', async () => {
  const logged = catchLogs()
  await run('flux', 'Секретный маяк [сбой:ошибка-задания]')
  // The sandbox's FLUX fails a task with the text "Internal error", and refuses a call with "Insufficient credits".
  await run('flux', 'Секретный маяк [сбой:квота]')
  expect(warnings().length).toBeGreaterThan(0)
  expect(logged()).not.toMatch(/маяк|internal error|insufficient/i)
})

describe('a job that does not end in time', () => {
  test('is given up at its deadline, its tokens are returned at once, and its result is looked for some time longer', async () => {
    const queue = new TestQueue()
    const job = await newJob('midjourney', 'Маяк [сбой:вечно]')
    queue.send(job.id)
    await queue.step()
    const { startedAt } = await jobOf(job)
    const deadlineAt = runDeadlineOf('image', startedAt!)
    vi.setSystemTime(deadlineAt - minuteMs)
    await queue.drain(deadlineAt - 1)
    expect(await jobOf(job)).toMatchObject({ step: 'running', chargedTokens: null })
    await queue.drain(deadlineAt)
    await queue.deliverDue()
    expect(await jobOf(job)).toMatchObject({ step: 'failed', failure: 'TOO_SLOW', chargedTokens: 0 })
    await queue.drain(deadlineAt + 5 * minuteMs)
    const lastChecksAt = deadlineAt + lateCheckMaxMs - 3 * minuteMs
    vi.setSystemTime(lastChecksAt)
    await queue.deliverDue()
    expect((await jobOf(job)).dueAt).toBeGreaterThan(lastChecksAt)
    await queue.drain()
    expect(Date.now()).toBeLessThan(lastChecksAt + 6 * minuteMs)
    expect(await endOf(job)).toEqual(failedBy('TOO_SLOW'))
    await expectAtRest(job)
  })

  test('and delivers late: the files are kept without a charge', async () => {
    const queue = new TestQueue()
    // The provider's hour takes 0.2 seconds at this speed.
    await controlSandbox({ speed: 20_000 })
    const { running } = await startsAt('midjourney')
    const job = await newJob('midjourney', 'Маяк [сбой:поздно]')
    queue.send(job.id)
    await queue.step()
    vi.setSystemTime(runDeadlineOf('image', (await jobOf(job)).startedAt!))
    await queue.deliverDue()
    expect(await jobOf(job)).toMatchObject({ step: 'failed', failure: 'TOO_SLOW', chargedTokens: 0 })
    await vi.waitFor(async () => expect((await startsAt('midjourney')).running).toBe(running), { timeout: 20_000 })
    await queue.drain()
    expect(await endOf(job)).toEqual({ ...delivered, charged: 0, files: 4 })
    await expectAtRest(job)
  })

  test.each(['dalle', 'stable-diffusion'])(
    '%s, which answers with the result itself, has an unknown outcome at first',
    async (service) => {
      const queue = new TestQueue()
      const job = await newJob(service, 'Маяк [сбой:обрыв]')
      queue.send(job.id)
      await queue.step()
      const unknown = await jobOf(job)
      expect(unknown).toMatchObject({ step: 'checking', deadlineAt: Date.now() + checkingMaxMs })
      await queue.drain()
      expect(Date.now()).toBe(unknown.deadlineAt)
      expect(await endOf(job)).toEqual(failedBy('OUTCOME_UNKNOWN'))
      await expectAtRest(job)
    }
  )
})
