// Notifications carry no signature, so a notification only makes the server read the payment from YooKassa.
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { call } from '../support/worker/account.ts'
import { newPerson } from '../support/worker/person.ts'
import { breakingWallets } from '../support/worker/breaking.ts'
import {
  accepted,
  alter,
  balanceOf,
  begin,
  confirm,
  control,
  countQuestions,
  letCheckAge,
  newPayer,
  notificationOf,
  notify,
  packageOf,
  pay,
  rowOf
} from '../support/worker/paying.ts'
import { catchAlarms } from '../support/worker/reconciling.ts'

afterEach(() => control({ paymentFault: null }))

const notifyWith = async (settings: object, body: unknown, headers: Record<string, string> = {}) =>
  (await call('/api/payments/yookassa/notifications', { body, headers, settings })).status

describe('a forged notification credits nothing', () => {
  test('with another sum, user or package: the order is credited as it was placed', async () => {
    const [person, thief] = await Promise.all([newPerson(), newPerson()])
    const begun = await begin(person, packageOf('tokens-100'))
    await pay(begun)
    const forged = await notificationOf(begun.id, 'payment.succeeded', {
      amount: { value: '5000.00', currency: 'RUB' },
      metadata: { order_id: begun.id, user_id: thief.userId, tokens: '6200' }
    })
    expect(await notify(forged)).toEqual(accepted)
    expect(await balanceOf(person)).toBe(100)
    expect(await balanceOf(thief)).toBe(0)
  })

  test('about an unknown payment: it is accepted and logged without its id, and YooKassa is not asked', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const questions = countQuestions()
    const object = { id: crypto.randomUUID(), status: 'succeeded', paid: true, metadata: { order_id: 'order-12345' } }
    expect(await notify({ type: 'notification', event: 'payment.succeeded', object })).toEqual(accepted)
    expect(warn.mock.calls.flat().join()).toContain('payment-unknown')
    expect(warn.mock.calls.flat().join()).not.toContain(object.id)
    expect(questions()).toBe(0)
  })

  test('that links another user’s paid payment to one’s own order', async () => {
    const [victim, thief] = await Promise.all([newPerson(), newPerson()])
    const paid = await begin(victim)
    await pay(paid)
    const own = await begin(thief)
    const forged = await notificationOf(paid.id, 'payment.succeeded', {
      metadata: { order_id: own.id, user_id: thief.userId }
    })
    await notify(forged)
    expect(await balanceOf(thief)).toBe(0)
    expect(await rowOf(own.id)).toMatchObject({ status: 'pending' })
    expect(await balanceOf(victim)).toBe(550)
  })
})

describe('a payment that differs from its order is held for review and not credited', () => {
  test.each<[string, object, string]>([
    ['one rouble for a package', { amount: '1.00' }, 'amount'],
    ['another currency', { currency: 'USD' }, 'currency'],
    ['another order', { metadata: { order_id: 'order-12345' } }, 'order'],
    ['another user', { metadata: { user_id: 'somebody' } }, 'user']
  ])('%s', async (_, changes, mismatch) => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const person = await newPerson()
    const begun = await begin(person)
    await alter(begun.id, changes)
    await pay(begun)
    expect(await notify(await notificationOf(begun.id))).toEqual(accepted)
    expect(await rowOf(begun.id)).toMatchObject({ status: 'review', mismatch, creditedAt: null, nextCheckAt: null })
    expect(await confirm(person, begun.id)).toMatchObject({ status: 'review', new_balance: 0 })
    expect(JSON.parse(String(error.mock.calls[0]?.[0]))).toMatchObject({
      event: 'payment-review',
      paymentId: begun.id,
      mismatch
    })
  })

  test('a test payment in production', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { person, begun } = await newPayer()
    const { advancePayment } = await import('#worker/payments/advance-payment.ts')
    const { paymentPorts } = await import('#worker/payments/payment-ports.ts')
    const { environmentOf } = await import('#domain/parsed-environment.ts')
    const ports = paymentPorts(env, { ...environmentOf(env), STAGE: 'production' })
    expect(await advancePayment(ports, await rowOf(begun.id), Date.now())).toMatchObject({
      status: 'review',
      mismatch: 'test'
    })
    expect(await balanceOf(person)).toBe(0)
  })

  test('a payment of another shop is not found, and its order stays open', async () => {
    const alarms = catchAlarms()
    const { person, begun } = await newPayer()
    await alter(begun.id, { shop: 'another' })
    expect(await notify(await notificationOf(begun.id))).toEqual(accepted)
    expect(alarms()).toMatchObject([{ event: 'payment-missing', paymentId: begun.id, userId: person.userId }])
    expect(await rowOf(begun.id)).toMatchObject({ status: 'pending' })
  })
})

test('notifications are accepted from the configured networks only, by the address that the edge saw', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { person, begun } = await newPayer()
  const list = { YOOKASSA_NOTIFICATION_NETWORKS: '185.71.76.0/27,2a02:5180::/32' }
  const notification = await notificationOf(begun.id)
  const questions = countQuestions()
  const from = (address: string, more: Record<string, string> = {}) =>
    notifyWith(list, notification, { 'cf-connecting-ip': address, ...more })
  expect(await from('203.0.113.7', { 'x-forwarded-for': '185.71.76.1', 'x-real-ip': '185.71.76.1' })).toBe(403)
  expect(await from('185.71.76.32')).toBe(403)
  expect(await from('нет')).toBe(403)
  expect(await balanceOf(person)).toBe(0)
  expect(questions()).toBe(0)
  expect(warn.mock.calls.flat().join()).toContain('payment-notification-refused')
  expect(await from('185.71.76.31')).toBe(200)
  expect(questions()).toBe(1)
  expect(await from('2a02:5180:0:1509::7')).toBe(200)
  expect(await balanceOf(person)).toBe(550)
})

describe('an interrupted notification is delivered again', () => {
  test('when the provider does not answer', async () => {
    const { person, begun } = await newPayer()
    await control({ paymentFault: 'check-down' })
    const notification = await notificationOf(begun.id)
    expect(await notify(notification)).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    await letCheckAge(begun.id)
    expect(await notify(notification)).toEqual(accepted)
    expect(await balanceOf(person)).toBe(550)
  })

  // The simulator kills the handler at every other call.
  test('when the handler dies after the wallet was called', async () => {
    const { person, begun } = await newPayer()
    const notification = await notificationOf(begun.id)
    expect(await notifyWith({ USER: breakingWallets({ call: 1, moment: 'after' }) }, notification)).toBe(500)
    await letCheckAge(begun.id)
    expect(await notify(notification)).toEqual(accepted)
    expect(await rowOf(begun.id)).toMatchObject({ status: 'succeeded' })
    expect(await balanceOf(person)).toBe(550)
  })
})
