// A wave of renewals at one moment, on a queue that loses, doubles and delays messages.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { runCron } from '#worker/clock/cron.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { deliverDuties, queuesLike, standingDuties } from '../support/worker/clock.ts'
import { control } from '../support/worker/paying.ts'
import { chargesOf, periodsOf } from '../support/worker/premium.ts'
import { dueRenewals } from '../support/worker/renewals.ts'

const minuteMs = 60_000

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-01-31T12:00:00+03:00') })
  vi.spyOn(console, 'log').mockReturnValue()
  await control({ notifications: 'never' })
})
/** The same numbers in every run. */
function numbers() {
  let state = 7
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

const wave = 24
/** What the consumers manage in a minute: the wave takes several, longer than a lease lasts. */
const handledPerMinute = 4

test('is charged within the hour, once each, although messages are lost, doubled and late', async () => {
  const { userIds, end } = await dueRenewals(wave)
  const { sent, queues } = standingDuties()
  const bindings = { ...env, ...queues }
  const random = numbers()
  let minutes = 0
  let wasVoid = 0
  for (let left = wave; left > 0 && minutes < 60; minutes++) {
    const now = end + minutes * minuteMs
    vi.setSystemTime(now)
    await runCron(bindings, now)
    // The other duties have nothing to do with the wave.
    sent.splice(0, sent.length, ...sent.filter(({ duty }) => duty === 'subscriptions'))
    let handled = 0
    while (sent.length > 0 && handled < handledPerMinute) {
      const some = sent.splice(0, 4).filter(() => random() > 0.1)
      const doubled = some.flatMap((message) => (random() < 0.25 ? [message, message] : [message]))
      const { performed } = await deliverDuties(bindings, doubled, now)
      const renewals = performed.filter(({ duty, isRow }) => isRow && duty === 'subscriptions')
      const done = renewals.filter(({ outcome }) => outcome === 'done').length
      wasVoid += renewals.length - done
      handled += done
      left -= done
    }
  }
  expect(minutes).toBeGreaterThan(3)
  expect(minutes).toBeLessThan(60)
  expect(wasVoid).toBeGreaterThan(5)
  for (const userId of userIds) {
    const charges = (await chargesOf({ userId })).filter(({ createdAt }) => createdAt >= end)
    expect(charges.map(({ status }) => status)).toEqual(['succeeded'])
    expect((await periodsOf({ userId })).filter(({ startsAt }) => startsAt === end)).toHaveLength(1)
  }
})

test('makes the minute of the cron no longer', async () => {
  const { end } = await dueRenewals(101)
  const { sent, queues } = standingDuties()
  const calls = { queue: 0, database: 0 }
  const counted = {
    ...env,
    ...queuesLike((messages) => {
      calls.queue++
      return queues.DUTIES.sendBatch(messages)
    }),
    ...guardedDatabases((run) => {
      calls.database++
      return run()
    })
  }
  const { begun } = await runCron(counted, end)
  expect(begun).toContain('subscriptions')
  expect(calls).toEqual({ queue: 1, database: 11 })
  await deliverDuties(counted, [{ duty: 'subscriptions' }], end)
  expect(calls).toEqual({ queue: 3, database: 13 })
  expect(sent.filter(({ row }) => row)).toHaveLength(101)
})
