// A cron that stopped and a duty that is behind are seen by operators and monitors.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import worker from '#worker/index.ts'
import { runCron } from '#worker/clock/cron.ts'
import { call } from '../support/worker/account.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { countEarlierDays, deliverDuties, runCron as runWhole, standingDuties } from '../support/worker/clock.ts'
import { operate } from '../support/worker/operator.ts'
import { addPayment, catchAlarms } from '../support/worker/reconciling.ts'
import { newPerson } from '../support/worker/person.ts'
import { catchWarnings, passMs, stopClock } from '../support/worker/wallet-rows.ts'

const minuteMs = 60_000
let alarms: ReturnType<typeof catchAlarms>

beforeEach(async () => {
  stopClock()
  catchWarnings()
  alarms = catchAlarms()
  vi.spyOn(console, 'log').mockReturnValue()
  await env.DB.exec('delete from duties')
  await env.DB.exec('delete from payments')
  await countEarlierDays(env, Date.now())
})
const tick = () => runCron({ ...env, ...standingDuties().queues }, Date.now())
const alarmsOf = (wanted: string) => alarms().filter(({ event }) => event === wanted)

/** A request to the Worker, in an isolate of its own: a database that no isolate has looked at. */
async function visit(DB: D1Database = changedBinding(env.DB)) {
  const looking: Promise<unknown>[] = []
  const context = { waitUntil: (work: Promise<unknown>) => void looking.push(work), passThroughOnException() {} }
  const response = await worker.fetch(
    new Request(`${env.SITE_ORIGIN}/api/nothing`) as never,
    { ...env, DB },
    context as never
  )
  await Promise.all(looking)
  return { status: response.status, looks: looking.length }
}

/** A call of the database in which time passes. */
const slowBatch: D1Database['batch'] = (statements) => {
  passMs(20)
  return env.DB.batch(statements)
}

async function punctuality() {
  passMs(1000)
  const { clock, duties } = (await call('/api/health')).body.data ?? {}
  return { clock, duties }
}

describe('a clock that stops', () => {
  test('is noticed within five minutes by requests, and said every quarter of an hour', async () => {
    await tick()
    let minutes = 0
    while (alarmsOf('clock-late').length === 0 && minutes < 10) {
      passMs(minuteMs)
      minutes++
      await Promise.all([visit(), visit(), visit()])
    }
    expect(minutes).toBeLessThanOrEqual(5)
    expect(alarmsOf('clock-late')).toEqual([expect.objectContaining({ minutes })])
    for (let more = 0; more < 14; more++) {
      passMs(minuteMs)
      await visit()
    }
    expect(alarmsOf('clock-late')).toHaveLength(1)
    passMs(minuteMs)
    await visit()
    expect(alarmsOf('clock-late')).toHaveLength(2)
  })

  test('is told by the request that has noticed it, though time passes meanwhile', async () => {
    await env.DB.exec('delete from alarms')
    await tick()
    passMs(5 * minuteMs)
    await visit(changedBinding(env.DB, { batch: slowBatch }))
    const { results } = await env.DB.prepare('select kind, paged_at > 0 as isTold from alarms').all()
    expect(results).toEqual([{ kind: 'clock-late', isTold: 1 }])
  })

  test('is late in the health until it runs again', async () => {
    await tick()
    expect(await punctuality()).toEqual({ clock: 'on-time', duties: 'on-time' })
    passMs(3 * minuteMs)
    expect(await punctuality()).toMatchObject({ clock: 'late' })
    expect(await operate('GET', '/clock')).toMatchObject({ status: 200, data: { late: true } })
    await tick()
    expect(await punctuality()).toEqual({ clock: 'on-time', duties: 'on-time' })
  })

  test('has a quarter of an hour to begin in a new installation', async () => {
    await visit()
    passMs(17 * minuteMs)
    await visit()
    expect([alarmsOf('clock-late'), await punctuality()]).toEqual([[], { clock: 'on-time', duties: 'on-time' }])
    passMs(minuteMs)
    await visit()
    expect(alarmsOf('clock-late')).toHaveLength(1)
    expect(await punctuality()).toMatchObject({ clock: 'late' })
  })

  test('is looked for once a minute by an isolate, and no answer waits for it', async () => {
    const batch = vi.fn(() => new Promise<never>(() => undefined))
    const DB: D1Database = changedBinding(env.DB, { batch })
    const context = { waitUntil: () => undefined, passThroughOnException() {} }
    for (let times = 0; times < 5; times++) {
      const request = new Request(`${env.SITE_ORIGIN}/api/nothing`)
      expect((await worker.fetch(request as never, { ...env, DB }, context as never)).status).toBe(404)
    }
    expect(batch).toHaveBeenCalledTimes(1)
  })

  test('and a database that is away say nothing of their own', async () => {
    const DB = changedBinding(env.DB, { batch: () => Promise.reject(new Error('Away')) })
    expect(await visit(DB)).toEqual({ status: 404, looks: 1 })
  })
})

/** What operators see of the duty `payments`. */
const payments = async () => {
  const { data } = await operate('GET', '/clock')
  const { duties } = data as { duties: Record<string, unknown>[] }
  return duties.find(({ duty }) => duty === 'payments')
}

const paymentsBehind = () => alarmsOf('duty-behind').filter((alarm) => 'duty' in alarm && alarm.duty === 'payments')

describe('a backlog', () => {
  test('is a number that operators see, until it is worked off', async () => {
    const person = await newPerson()
    const dueAt = Date.now()
    for (let count = 0; count < 3; count++)
      await addPayment(person, { status: 'created', nextCheckAt: dueAt, completedAt: null, creditedAt: null })
    passMs(minuteMs)
    await tick()
    expect(await payments()).toMatchObject({ backlog: 3, oldest_due_at: dueAt, behind: false, succeeded_at: null })
    await runWhole(env, Date.now())
    const doneAt = Date.now()
    await tick()
    expect(await payments()).toMatchObject({ backlog: 0, oldest_due_at: null, ran_at: doneAt, succeeded_at: doneAt })
  })

  test('that waits too long is an alarm, once an hour, and seen in the health', async () => {
    const person = await newPerson()
    await addPayment(person, { status: 'created', nextCheckAt: Date.now(), completedAt: null, creditedAt: null })
    for (let minutes = 0; minutes < 15; minutes += 2.5) {
      await tick()
      passMs(2.5 * minuteMs)
    }
    expect(paymentsBehind()).toEqual([])
    for (let minutes = 15; minutes < 75; minutes += 2.5) {
      await tick()
      passMs(2.5 * minuteMs)
    }
    expect(paymentsBehind()).toEqual([expect.objectContaining({ backlog: 1, waitingMinutes: 15 })])
    expect(await punctuality()).toMatchObject({ duties: 'behind' })
    await tick()
    expect(paymentsBehind()).toHaveLength(2)
    // Every duty does its work again.
    for (let minutes = 0; minutes < 2; minutes++) {
      await runWhole(env, Date.now())
      passMs(minuteMs)
    }
    await tick()
    expect(await punctuality()).toEqual({ clock: 'on-time', duties: 'on-time' })
    expect(await payments()).toMatchObject({ backlog: 0, behind: false })
  })

  test('of one duty that fails is an alarm although nothing of it waits', async () => {
    const MEDIA = { list: () => Promise.reject(new Error('Away')) } as unknown as R2Bucket
    for (let minutes = 0; minutes <= 77; minutes += 2.5) {
      const { sent, queues } = standingDuties()
      await runCron({ ...env, ...queues }, Date.now())
      // The others succeed often enough.
      const bodies = sent.splice(0).filter(({ duty }) => duty === 'uploads' || minutes % 15 === 0)
      await deliverDuties({ ...env, ...queues, MEDIA }, bodies, Date.now())
      passMs(2.5 * minuteMs)
    }
    expect(alarmsOf('duty-behind')).toEqual([expect.objectContaining({ duty: 'uploads', waitingMinutes: null })])
  })
})
