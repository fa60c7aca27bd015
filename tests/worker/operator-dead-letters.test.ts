// Messages that were given up wait for a person, who queues them once more or closes them.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeadLetterView } from '#contract/operator/jobs/dead-letters.ts'
import { deadLettersIn } from '#data/directory/dead-letters.ts'
import { openDirectory, openHistory } from '#data/base/database.ts'
import { noteStepError } from '#data/history/jobs.ts'
import { jobs } from '#data/history/schema.ts'
import { purgeOld } from '#data/directory/retention.ts'
import { deliverDuties, standingDuties } from '../support/worker/clock.ts'
import { delivered, endOf, newJob } from '../support/worker/jobs.ts'
import { because, operate } from '../support/worker/operator.ts'
import { setStage } from '../support/worker/stage.ts'
import { deliverBatch, TestQueue } from '../support/worker/test-queue.ts'
import { planOf } from '../support/worker/query-plans.ts'

const warnings = setStage()

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await env.DB.exec('delete from dead_letters')
})

const bury = ({ id }: { id: string }, bindings: Env = env) =>
  deliverBatch([{ jobId: id }], { queue: 'dead-jobs', bindings })

const dayMs = 24 * 60 * 60_000

const listed = async (query = '') =>
  (await operate('GET', `/dead-letters${query}`)).data as { letters: DeadLetterView[]; next: number | null }

const resolve = (id: number, action: 'retry' | 'close', bindings: object = {}, change: object = because()) =>
  operate('POST', `/dead-letters/${id}/${action}`, change, { bindings })

/** A job that its provider works on, and whose message was given up. */
async function buriedJob() {
  const queue = new TestQueue()
  const job = await newJob('flux', 'Маяк')
  await deliverBatch([{ jobId: job.id }], { bindings: queue.bindings })
  await bury(job, queue.bindings)
  queue.lose()
  const [letter] = (await listed()).letters
  if (!letter) throw new Error('No letter')
  return { job, queue, letter }
}

const refused = (text: RegExp) => ({ status: 409, code: 'CONFLICT', error: expect.stringMatching(text) })

describe('a message that was given up', () => {
  test('of a job is noted with the step that kept failing, and counted until an operator deals with it', async () => {
    const { job, queue, letter } = await buriedJob()
    await bury(job, queue.bindings)
    const { letters } = await listed()
    expect(letters).toEqual([
      {
        id: letter.id,
        queue: 'dead-jobs',
        kind: 'job',
        subject: job.id,
        row: null,
        reason: 'running',
        error: null,
        times: 2,
        first_at: Date.now(),
        at: Date.now(),
        resolved_at: null,
        resolution: null
      }
    ])
  })

  test('carries the name of the error that the step ended with, and no word of its message', async () => {
    const queue = new TestQueue()
    const job = await newJob('dalle', 'Маяк')
    await openHistory(env, job.id)
      .update(jobs)
      .set({ provider: 'gone' as 'bfl' })
      .where(eq(jobs.id, job.id))
    queue.send(job.id)
    await queue.drain()
    expect((await listed()).letters).toMatchObject([{ subject: job.id, reason: 'queued', error: 'Error' }])
  })

  test('carries no error that a later step has got over', async () => {
    const queue = new TestQueue()
    const job = await newJob('flux', 'Маяк')
    await noteStepError(openHistory(env, job.id), job.id, 'D1_ERROR')
    await deliverBatch([{ jobId: job.id }], { bindings: queue.bindings })
    await bury(job, queue.bindings)
    expect((await listed()).letters).toMatchObject([{ subject: job.id, reason: 'running', error: null }])
  })

  test('of a duty, or an unreadable one, is noted too', async () => {
    await deliverDuties(env, [{ duty: 'payments', row: { id: 'some-payment', until: 1 } }], Date.now(), 'dead-duties')
    await deliverDuties(env, ['nonsense'])
    await deliverBatch([7])
    expect((await listed()).letters).toMatchObject([
      { queue: 'image-jobs', kind: 'unreadable', reason: 'unreadable' },
      { queue: 'duties', kind: 'unreadable', reason: 'unreadable' },
      { queue: 'dead-duties', kind: 'duty', subject: 'payments', row: 'some-payment', reason: 'died' }
    ])
  })

  test('is handled although it cannot be noted', async () => {
    const DB = {
      ...env.DB,
      prepare: () => {
        throw new Error('D1 is away')
      }
    } as unknown as D1Database
    const { acknowledged } = await deliverDuties({ ...env, DB }, [{ duty: 'payments' }], Date.now(), 'dead-duties')
    expect(acknowledged).toBe(1)
    expect(warnings()).toContainEqual(expect.objectContaining({ event: 'dead-letter-not-noted', queue: 'dead-duties' }))
  })

  test('is forgotten after 90 days', async () => {
    await buriedJob()
    await purgeOld(env, Date.now() + 89 * dayMs)
    expect((await listed()).letters).toHaveLength(1)
    await purgeOld(env, Date.now() + 91 * dayMs)
    expect((await listed('?state=all')).letters).toEqual([])
  })
})

describe('queued once more', () => {
  test('a job goes on and is delivered; the letter is dealt with once', async () => {
    const { job, queue, letter } = await buriedJob()
    const change = because()
    for (let times = 0; times < 2; times++)
      expect(await resolve(letter.id, 'retry', queue.bindings, change)).toMatchObject({
        status: 200,
        data: { letter: { resolution: 'retried', resolved_at: Date.now() } }
      })
    expect(queue.length).toBe(1)
    expect(await resolve(letter.id, 'retry', queue.bindings)).toMatchObject(refused(/разобрались/))
    expect(await resolve(letter.id, 'close')).toMatchObject(refused(/разобрались/))
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    expect((await listed()).letters).toEqual([])
    expect((await listed('?state=all')).letters).toHaveLength(1)
  })

  test('a duty begins anew', async () => {
    await deliverDuties(env, [{ duty: 'payments', row: { id: 'some-payment', until: 1 } }], Date.now(), 'dead-duties')
    const { sent, queues } = standingDuties()
    const [letter] = (await listed()).letters
    expect((await resolve(letter?.id ?? 0, 'retry', queues)).status).toBe(200)
    expect(sent).toEqual([{ duty: 'payments' }])
  })

  test('a queue that takes nothing leaves the letter open', async () => {
    await deliverDuties(env, [{ duty: 'payments' }], Date.now(), 'dead-duties')
    const [letter] = (await listed()).letters
    const away = { DUTIES: { sendBatch: () => Promise.reject(new Error('The queue is away')) } }
    const change = because()
    expect((await resolve(letter?.id ?? 0, 'retry', away, change)).status).toBe(500)
    expect((await listed()).letters).toHaveLength(1)
    const { sent, queues } = standingDuties()
    expect((await resolve(letter?.id ?? 0, 'retry', queues, change)).status).toBe(200)
    expect(sent).toHaveLength(1)
  })

  test('what has ended, or cannot be read, can only be closed', async () => {
    const ended = await newJob('dalle', 'Маяк')
    await bury(ended)
    await deliverBatch([7])
    const { letters } = await listed()
    expect(letters).toHaveLength(2)
    for (const { id } of letters) {
      expect(await resolve(id, 'retry')).toMatchObject(refused(/закр/))
      expect(await resolve(id, 'close')).toMatchObject({ status: 200, data: { letter: { resolution: 'closed' } } })
    }
    expect((await listed()).letters).toEqual([])
    expect((await resolve(1_000_000, 'close')).status).toBe(404)
  })
})

test('letters are read page by page, newest first, by an index', async () => {
  await env.DB.exec(
    `insert into dead_letters (queue, kind, subject, row_id, reason, first_at, at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 120)
      select 'dead-duties', 'duty', 'payments', i, 'died', 1, 1 from n`.replaceAll('\n', ' ')
  )
  const seen: number[] = []
  for (let before: number | null | undefined; before !== null;) {
    const { letters, next }: Awaited<ReturnType<typeof listed>> = await listed(before ? `?before=${before}` : '')
    seen.push(...letters.map(({ id }) => id))
    before = next
  }
  expect(seen).toHaveLength(120)
  expect(seen).toEqual(seen.toSorted((one, other) => other - one))
  for (const isOpen of [true, false]) {
    const steps = await planOf(deadLettersIn(openDirectory(env), { isOpen, before: 5, limit: 50 }).toSQL())
    expect(steps.join()).toMatch(/^SEARCH dead_letters USING (INDEX|INTEGER)/)
  }
})
