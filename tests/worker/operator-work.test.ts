// What an operator does to one job: it is sent on, cancelled, or ended with the tokens returned. Each once, and recorded.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OpenedJob } from '#contract/operator/jobs/jobs.ts'
import { openHistory } from '#data/base/database.ts'
import type { JobRow as Job } from '#data/history/jobs.ts'
import { jobs } from '#data/history/schema.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import {
  cancelled,
  delivered,
  endOf,
  jobOf,
  newJob,
  priceTokens,
  startsAt,
  startTokens
} from '../support/worker/jobs.ts'
import { callAs, why } from '../support/worker/console.ts'
import { newOperator, type OperatorPerson, withCookie } from '../support/worker/operating.ts'
import { because, operate } from '../support/worker/operator.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { catchAlarms, copied, customer, emptyBooks, finishNight, nextNight } from '../support/worker/reconciling.ts'
import { setStage } from '../support/worker/stage.ts'
import { deliverBatch, TestQueue } from '../support/worker/test-queue.ts'
import { expectSound, passMs } from '../support/worker/wallet-rows.ts'
import { queuedJob, ranJob } from '#tests/support/worker/queued-job.ts'

setStage()

const minuteMs = 60_000

/** An operator in the console, who returns little of what may be returned in a day. */
let owner: OperatorPerson | undefined
beforeEach(async () => {
  owner ??= await newOperator('owner')
})

const done = async (job: Job, action: string, bindings: object = {}, change: object = why()) =>
  answered(await withCookie(owner!.cookie, bindings)('POST', `/jobs/${job.id}/${action}`, change))

async function opened(job: Job): Promise<OpenedJob> {
  return ((await operate('GET', `/jobs/${job.id}`)).data as { job: OpenedJob }).job
}

const moneyOf = async ({ userId }: Job) => {
  const { availableTokens, reservedTokens, usedTokens } = await userOf(env, userId).view()
  return { availableTokens, reservedTokens, usedTokens }
}

const untouched = { availableTokens: startTokens, reservedTokens: 0, usedTokens: 0 }

const set = (job: Job, change: Partial<typeof jobs.$inferInsert>) =>
  openHistory(env, job.id).update(jobs).set(change).where(eq(jobs.id, job.id))

async function deliveredJob(service = 'dalle'): Promise<Job> {
  const job = await ranJob(service, 'Маяк')
  expect(await endOf(job)).toEqual(delivered)
  return job
}

const refused = (text: RegExp) => ({ status: 409, code: 'CONFLICT', error: expect.stringMatching(text) })

const actionsOf = async ({ id }: Job) =>
  (
    await env.DB.prepare(
      `select phase, action, facts from operator_actions where subject = ? and phase <> 'read' order by rowid`
    )
      .bind(id)
      .all<{ phase: string; action: string; facts: string }>()
  ).results.map(({ facts, ...line }) => ({ ...line, facts: JSON.parse(facts) as object }))

describe('sent once more', () => {
  test('a job whose message was lost goes on', async () => {
    const queue = new TestQueue()
    const job = await newJob('dalle', 'Маяк')
    expect(await done(job, 'retry', queue.bindings)).toMatchObject({ status: 200, data: { job: { step: 'queued' } } })
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
  })

  test('orders nothing a second time: a start whose outcome is unknown stays unknown', async () => {
    const queue = new TestQueue()
    const job = await newJob('flux', 'Маяк')
    await set(job, { step: 'submitting', attempts: 1, startedAt: Date.now() })
    const { started } = await startsAt('bfl')
    expect((await done(job, 'retry', queue.bindings)).status).toBe(200)
    await queue.deliverDue()
    expect(await jobOf(job)).toMatchObject({ step: 'checking', attempts: 1 })
    expect((await startsAt('bfl')).started).toBe(started)
  })

  test('a job that was given up is asked for once more, and its late result is free', async () => {
    const { queue, job } = await queuedJob('flux', 'Маяк')
    await queue.deliverDue()
    await done(job, 'release', queue.bindings)
    queue.lose()
    await set(job, { dueAt: null })
    passMs(minuteMs)
    expect((await done(job, 'retry', queue.bindings)).status).toBe(200)
    await queue.drain()
    expect(await jobOf(job)).toMatchObject({ step: 'completed', failure: null, chargedTokens: 0 })
    expect(await moneyOf(job)).toEqual(untouched)
  })

  test('not while a step is running, and not when nothing is left to do', async () => {
    const job = await newJob('flux', 'Маяк')
    await set(job, { leaseUntil: Date.now() + minuteMs })
    expect(await opened(job)).toMatchObject({ may: { retry: false, cancel: true, release: false } })
    expect(await done(job, 'retry')).toMatchObject(refused(/выполняется/))
    expect(await done(await deliveredJob(), 'retry')).toMatchObject(refused(/нечего/))
  })
})

describe('cancelled', () => {
  test('a waiting job ends and costs nothing', async () => {
    const job = await newJob('flux', 'Маяк')
    expect(await done(job, 'cancel')).toMatchObject({ status: 200, data: { job: { step: 'cancelled' } } })
    expect(await endOf(job)).toEqual(cancelled)
    expect(await moneyOf(job)).toEqual(untouched)
  })

  test('an ended job is not', async () => {
    const job = await deliveredJob()
    expect(await done(job, 'cancel')).toMatchObject(refused(/закончилась/))
    expect(await endOf(job)).toEqual(delivered)
  })
})

describe('released', () => {
  test('a job that runs ends by our fault, and its tokens are free again', async () => {
    const job = await newJob('flux', 'Маяк')
    await deliverBatch([{ jobId: job.id }], { bindings: new TestQueue().bindings })
    expect(await opened(job)).toMatchObject({ step: 'running', money: { reserved: priceTokens, returned: 0 } })
    const change = why()
    expect((await done(job, 'release', {}, change)).status).toBe(200)
    expect(await jobOf(job)).toMatchObject({ step: 'failed', failure: 'INTERNAL', chargedTokens: 0 })
    expect(await moneyOf(job)).toEqual(untouched)
    expect((await done(job, 'release', {}, change)).status).toBe(200)
    expect(await done(job, 'release')).toMatchObject(refused(/нечего/))
    expect(await moneyOf(job)).toEqual(untouched)
    await expectSound(job.userId)
    expect(await actionsOf(job)).toMatchObject([
      { phase: 'begun', action: 'job-release', facts: { step: 'running', charged: null, returned: 0 } },
      { phase: 'done', action: 'job-release', facts: { step: 'failed', charged: 0, returned: 0 } },
      { phase: 'begun', action: 'job-release', facts: { step: 'failed' } }
    ])
  })

  test('a step that is running is waited for, as long as it soon ends', async () => {
    const job = await newJob('flux', 'Маяк')
    await deliverBatch([{ jobId: job.id }], { bindings: new TestQueue().bindings })
    await set(job, { leaseUntil: Date.now() + minuteMs })
    expect(await opened(job)).toMatchObject({ may: { retry: false, cancel: true, release: true } })
    expect(await done(job, 'release')).toMatchObject(refused(/выполняется/))
    vi.spyOn(scheduler, 'wait').mockImplementation(async () => void (await set(job, { leaseUntil: null })))
    expect((await done(job, 'release')).status).toBe(200)
    expect(await jobOf(job)).toMatchObject({ step: 'failed', failure: 'INTERNAL', chargedTokens: 0 })
    expect(await moneyOf(job)).toEqual(untouched)
  })

  test('what a delivered job has cost comes back once, and stands in the history', async () => {
    const job = await deliveredJob()
    const change = why('Картинка испорчена')
    for (let times = 0; times < 3; times++) expect((await done(job, 'release', {}, change)).status).toBe(200)
    expect(await done(job, 'release')).toMatchObject(refused(/уже вернули/))
    expect(await endOf(job)).toEqual(delivered)
    expect(await moneyOf(job)).toMatchObject({ availableTokens: startTokens, reservedTokens: 0 })
    expect(await opened(job)).toMatchObject({ money: { reserved: 0, returned: priceTokens }, may: { release: false } })
    const { ended } = await userOf(env, job.userId).history({ limit: 5 })
    expect(ended[0]).toMatchObject({
      service: 'job-return',
      action: { kind: 'job-return', service: 'dalle' },
      costTokens: 0 - priceTokens
    })
    await expectSound(job.userId)
  })

  test('what comes back counts against the limit of the operator’s day', async () => {
    const { userId } = await newPerson()
    const support = await newOperator('support')
    const give = (tokens: number) => callAs(support, 'POST', `/people/${userId}/tokens`, { tokens, ...why() })
    expect(await give(1000 - priceTokens)).toMatchObject({ data: { change: { state: 'booked' } } })
    const [one, other] = [await deliveredJob(), await deliveredJob()]
    const release = (job: Job) => callAs(support, 'POST', `/jobs/${job.id}/release`, why())
    expect(await release(one)).toMatchObject({ status: 200 })
    expect(await release(other)).toMatchObject(refused(/второй/))
    expect(await moneyOf(other)).toMatchObject({ availableTokens: startTokens - priceTokens })
    expect(await give(1)).toMatchObject({ data: { change: { state: 'asked' } } })
    expect(await done(other, 'release')).toMatchObject({ status: 200 })
  })

  test('with the token only work without a charge', async () => {
    const job = await deliveredJob()
    expect(await operate('POST', `/jobs/${job.id}/release`, because())).toMatchObject(refused(/второй/))
  })

  test('a call that died after the tokens were returned is finished by its repetition', async () => {
    const job = await deliveredJob()
    const change = why()
    let lines = 0
    const broken = guardedDatabases(async (run, name) => {
      if (name.startsWith('insert into "operator_actions"') && ++lines === 2) throw new Error('D1 is away')
      return run()
    })
    expect((await done(job, 'release', broken, change)).status).toBe(500)
    expect(await moneyOf(job)).toMatchObject({ availableTokens: startTokens })
    expect(await actionsOf(job)).toHaveLength(1)
    expect((await done(job, 'release', {}, change)).status).toBe(200)
    expect(await moneyOf(job)).toMatchObject({ availableTokens: startTokens })
    expect(await actionsOf(job)).toHaveLength(2)
  })

  test('a failed job has nothing to return', async () => {
    const job = await ranJob('dalle', 'Маяк [сбой:модерация]')
    expect((await jobOf(job)).step).toBe('failed')
    expect(await done(job, 'release')).toMatchObject(refused(/нечего/))
    expect(await moneyOf(job)).toEqual(untouched)
  })
})

test('looking at a job is recorded; an unknown job is not found', async () => {
  const job = await newJob('flux', 'Маяк')
  await opened(job)
  const lines = await env.DB.prepare('select phase, action from operator_actions where subject = ?').bind(job.id).all()
  expect(lines.results).toEqual([{ phase: 'read', action: 'job-read' }])
  for (const id of ['nothing', job.id.replace(/.$/, (end) => (end === '0' ? '1' : '0')), 'h9-x'])
    expect(await operate('GET', `/jobs/${id}`)).toMatchObject({ status: 404 })
})

test('the nightly check agrees with what was returned', async () => {
  catchAlarms()
  await emptyBooks()
  const { person, jobId } = await customer()
  await nextNight()
  owner = await newOperator('owner')
  expect((await done(await jobOf({ id: jobId }), 'release')).status).toBe(200)
  await copied(person)
  expect((await finishNight()).found).toEqual([])
})
