// The database is unavailable when the ticket of an accepted job has to be stored.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { delivered, endOf, expectAtRest, jobOf, newJob, startsAt } from '../support/worker/jobs.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { setStage } from '../support/worker/stage.ts'

const warnings = setStage()

/** A queue whose consumers, once the provider was asked, lose the database for this many statements. */
function queueWithoutDatabase(statements: number): TestQueue {
  let left = 0
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (input, init) => {
    const response = await send(input, init)
    left = statements
    return response
  })
  const databases = guardedDatabases((run) => {
    if (left === 0) return run()
    left -= 1
    return Promise.reject(new Error('D1_ERROR: Network connection lost.'))
  })
  return new TestQueue(databases)
}

const unanswered = 'job-step-failed'
const eventsOf = () => warnings().map(({ event }) => event)

test('for some seconds: the delivery waits and then stores the ticket', async () => {
  const { started } = await startsAt('bfl')
  const queue = queueWithoutDatabase(10)
  const job = await newJob('flux', 'Маяк')
  queue.send(job.id)
  await queue.deliverDue()
  expect(await jobOf(job)).toMatchObject({ step: 'running', ticket: expect.any(String) })
  expect(eventsOf()).toEqual([])
  await queue.drain()
  expect(await endOf(job)).toEqual(delivered)
  expect((await startsAt('bfl')).started).toBe(started + 1)
  await expectAtRest(job)
})

test.each([
  ['a minute', 20],
  ['longer than the start may take', 60]
])('for %s: the queue carries the ticket until the row can be written', async (_, statements) => {
  const { started } = await startsAt('bfl')
  const queue = queueWithoutDatabase(statements)
  const job = await newJob('flux', 'Маяк')
  queue.send(job.id)
  await queue.deliverDue()
  expect(await jobOf(job)).toMatchObject({ step: 'submitting', ticket: null })
  expect(eventsOf()).toContain(unanswered)
  await queue.drain()
  expect(await endOf(job)).toEqual(delivered)
  expect(await jobOf(job)).toMatchObject({ attempts: 1 })
  expect((await startsAt('bfl')).started).toBe(started + 1)
  expect(eventsOf()).not.toContain('job-orphaned')
  await expectAtRest(job)
})

test('a ticket delivered twice is stored once and makes no second chain of messages', async () => {
  const queue = queueWithoutDatabase(20)
  const job = await newJob('flux', 'Маяк [сбой:вечно]')
  const sent: unknown[] = []
  const images = { send: async (body: unknown) => void sent.push(body) } as unknown as Queue
  const own = queue.bindings
  queue.bindings = { ...own, IMAGE_JOBS: images }
  queue.send(job.id)
  await queue.deliverDue()
  expect(sent).toEqual([{ jobId: job.id, ticket: expect.any(String) }])
  queue.bindings = { ...own, DB: env.DB, HISTORY_1: env.HISTORY_1, HISTORY_2: env.HISTORY_2 }
  for (const body of [...sent, ...sent]) await own.IMAGE_JOBS.send(body)
  await queue.deliverDue()
  const { ticket, dueAt } = await jobOf(job)
  expect(ticket).not.toBeNull()
  vi.setSystemTime(dueAt!)
  await queue.deliverDue()
  await queue.step()
  expect(queue.length).toBe(1)
})
