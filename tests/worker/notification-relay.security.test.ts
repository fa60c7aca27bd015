// Strangers can send a notification, so notifications must not become requests to the payment provider one for one. What a
// real one announces must still arrive, if not at once then by the cron.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { call } from '../support/worker/account.ts'
import { advanceMoney } from '../support/worker/clock.ts'
import { newPerson } from '../support/worker/person.ts'
import {
  accepted,
  balanceOf,
  begin,
  confirm,
  countQuestions,
  newPayer,
  notificationOf,
  notify,
  notifyRefund,
  pay,
  refundAtYookassa,
  rowOf
} from '../support/worker/paying.ts'

const times = (count: number, run: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, run))
const aMinuteLater = () => Date.now() + 60_000

test('100 forged notifications about one payment make a single request to YooKassa', async () => {
  const person = await newPerson()
  const { id } = await begin(person)
  const forged = await notificationOf(id, 'payment.succeeded', { status: 'succeeded', paid: true })
  const questions = countQuestions()
  expect(await times(100, () => notify(forged))).toEqual(Array.from({ length: 100 }, () => accepted))
  expect(questions()).toBe(1)
  expect(await rowOf(id)).toMatchObject({ status: 'pending' })
  expect(await balanceOf(person)).toBe(0)
})

test('a payment that was paid right after forged notifications is credited by the next cron', async () => {
  const person = await newPerson()
  const begun = await begin(person)
  await notify(await notificationOf(begun.id))
  await pay(begun)
  const questions = countQuestions()
  await times(5, async () => notify(await notificationOf(begun.id)))
  expect(questions()).toBe(0)
  await advanceMoney(env, aMinuteLater())
  expect(await rowOf(begun.id)).toMatchObject({ status: 'succeeded' })
  expect(await balanceOf(person)).toBe(550)
})

test('a refund that follows a check at once is noticed by the next cron, although nothing else was due', async () => {
  const { person, begun } = await newPayer()
  await confirm(person, begun.id)
  expect(await rowOf(begun.id)).toMatchObject({ status: 'succeeded' })
  expect(await notifyRefund(await refundAtYookassa(begun.id, '500.00'))).toEqual(accepted)
  await advanceMoney(env, aMinuteLater())
  expect(await rowOf(begun.id)).toMatchObject({ status: 'refunded' })
  expect(await balanceOf(person)).toBe(0)
})

test('an address may notify so often a minute; others are not affected', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const settings = { LIMIT_NOTIFICATIONS_PER_MINUTE: '2' }
  const from = async (address: string) => {
    const body = { type: 'notification', event: 'payment.succeeded', object: { id: crypto.randomUUID() } }
    const headers = { 'cf-connecting-ip': address }
    return (await call('/api/payments/yookassa/notifications', { body, headers, settings })).status
  }
  expect([await from('192.0.2.31'), await from('192.0.2.31'), await from('192.0.2.31')]).toEqual([200, 200, 429])
  expect(await from('192.0.2.32')).toBe(200)
  expect(warn).toHaveBeenCalledTimes(3)
})
