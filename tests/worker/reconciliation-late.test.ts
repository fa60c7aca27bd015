// A nightly check that stopped is seen from outside, and an operator sees what the checks have found.
import { env } from 'cloudflare:workers'
import { runOnD1 } from '#tests/support/worker/histories.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '../support/worker/account.ts'
import { runCron } from '../support/worker/clock.ts'
import { operate } from '../support/worker/operator.ts'
import { catchAlarms, customer, emptyBooks, finishNight, nextNight } from '../support/worker/reconciling.ts'
import { passMs, stopClock } from '../support/worker/wallet-rows.ts'

const hourMs = 60 * 60 * 1000
let alarms: ReturnType<typeof catchAlarms>
beforeEach(async () => {
  stopClock()
  alarms = catchAlarms()
  await emptyBooks()
})

const health = async () => {
  const { status, reconciliation } = (await call('/api/health')).body.data ?? {}
  return { status, reconciliation }
}
const lateAlarms = () => alarms().filter(({ event }) => event === 'reconciliation-late')
/** The cron looks at the seventh minute of an hour. */
const atMinuteSeven = () => vi.setSystemTime(Math.ceil(Date.now() / hourMs) * hourMs + 7 * 60_000)
const stopped = { ...env, MEDIA: { list: () => Promise.reject(new Error('Away')) } as unknown as R2Bucket }

test('a check that stopped is seen in the health and raises an alarm every hour, until one is finished', async () => {
  await nextNight()
  await finishNight()
  expect(await health()).toEqual({ status: 'ok', reconciliation: 'on-time' })
  passMs(24 * hourMs)
  atMinuteSeven()
  await runCron(stopped, Date.now())
  expect(lateAlarms()).toEqual([])
  for (let minutes = 0; minutes < 3; minutes++) {
    passMs(60_000)
    await runCron(stopped, Date.now())
  }
  passMs(2 * hourMs)
  atMinuteSeven()
  await runCron(stopped, Date.now())
  expect(lateAlarms()).toHaveLength(1)
  expect(await health()).toEqual({ status: 'ok', reconciliation: 'late' })
  await finishNight()
  expect(await health()).toEqual({ status: 'ok', reconciliation: 'on-time' })
})

test('a check that stopped with the cron is seen in the health', async () => {
  await nextNight()
  await finishNight()
  passMs(37 * hourMs)
  expect(await health()).toEqual({ status: 'ok', reconciliation: 'late' })
})

test('an operator opens the checks and what they found', async () => {
  const { paymentId, person } = await customer()
  await runOnD1('update payments set refunded_tokens = 110 where id = ?1', paymentId)
  await nextNight()
  const { check } = await finishNight()
  const found = { kind: 'payment-refund-differs', subject: paymentId, user_id: person.userId }
  expect((await operate('GET', '/reconciliation')).data).toMatchObject({
    late: false,
    nights: [{ night: check.night, stage: 'done', users: 1, differences: 1 }, { finished_at: null }],
    differences: [found]
  })
  expect((await operate('GET', `/reconciliation?night=${check.night - 1}`)).data).toMatchObject({ differences: [] })
})
