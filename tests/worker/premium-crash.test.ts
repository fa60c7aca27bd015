// The cron dies in the middle of a renewal, runs several times at once, or YooKassa does not answer: a period
// is charged once, a payment gives one month, and the next run continues.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { stopRenewal } from '#data/directory/subscriptions.ts'
import { dayMs } from '#domain/billing-calendar.ts'
import { advanceSubscriptions, reconcilePayments } from '../support/worker/clock.ts'
import { newPerson, type Person } from '../support/worker/person.ts'
import { Victim } from '../support/worker/killing.ts'
import { accepted, control, letCheckAge, notify, paymentsOf, rowOf } from '../support/worker/paying.ts'
import {
  alterCard,
  buyPremium,
  chargesOf,
  moneyTaken,
  periodsOf,
  planRow,
  remindedOf,
  walkTo
} from '../support/worker/premium.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const startAt = Date.parse('2027-01-31T12:00:00+03:00')

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: startAt }))
afterEach(() => control({ paymentFault: null, notifications: 'never' }))

/** A subscriber whose card is due for a charge now. */
async function dueForCharge(): Promise<{ person: Person; orderId: string; end: number }> {
  await control({ notifications: 'never' })
  const person = await newPerson()
  const { id } = await buyPremium(person)
  const end = await remindedOf(person)
  vi.setSystemTime(end)
  return { person, orderId: id, end }
}

async function expectOneRenewal(person: Person, end: number) {
  expect(await moneyTaken(person)).toBe(2)
  expect(await planRow(person)).toMatchObject({ state: 'active', months: 2, periodStart: end, attempts: 0 })
  expect((await periodsOf(person)).map(({ startsAt }) => startsAt)[1]).toBe(end)
  expect((await periodsOf(person)).length).toBe(2)
  expect((await chargesOf(person)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
}

/** Each is just before or after something is stored or paid. */
const deaths = [
  { call: 1, to: 'insert into "payments"', moment: 'after' },
  { call: 1, to: 'fetch', moment: 'before' },
  { call: 1, to: 'fetch', moment: 'after' },
  { call: 1, to: 'update "payments" set "status"', moment: 'after' },
  { call: 1, to: 'batch', moment: 'before' },
  { call: 1, to: 'batch', moment: 'after' },
  { call: 2, to: 'batch', moment: 'after' }
] as const

test.each(deaths)(
  'a renewal whose cron run dies $moment call $call to «$to» is completed by the next run',
  async (death) => {
    const { person, end } = await dueForCharge()
    const victim = new Victim(env, death)
    await advanceSubscriptions(victim.bindings, end).catch(() => undefined)
    expect(victim.isDead).toBe(true)
    vi.restoreAllMocks()
    await walkTo(person, end + 10 * minuteMs)
    await expectOneRenewal(person, end)
  }
)

test('several cron runs at once charge once', async () => {
  const { person, end } = await dueForCharge()
  await Promise.all([
    advanceSubscriptions(env, end),
    advanceSubscriptions(env, end),
    reconcilePayments(env, end),
    advanceSubscriptions(env, end + 2 * minuteMs),
    advanceSubscriptions(env, end + 4 * minuteMs)
  ])
  await walkTo(person, end + hourMs)
  await expectOneRenewal(person, end)
})

describe('YooKassa that', () => {
  test.each(['payment-lost', 'payment-down', 'payment-limit'])(
    'fails at the charge (%s) gets the charge again with the same key',
    async (fault) => {
      const { person, end } = await dueForCharge()
      await control({ paymentFault: fault })
      await advanceSubscriptions(env, end)
      expect(await planRow(person)).toMatchObject({ state: 'active', months: 1 })
      await walkTo(person, end + hourMs)
      await expectOneRenewal(person, end)
    }
  )

  test('fails for hours gets the charge again and again, and the plan stays open', async () => {
    const { person, end } = await dueForCharge()
    await control({ paymentFault: 'payment-down', paymentFaultCount: 1_000_000 })
    await walkTo(person, end + 10 * minuteMs)
    vi.setSystemTime(end + 3 * hourMs)
    expect((await planRow(person)).accessUntil).toBeGreaterThan(Date.now())
    await control({ paymentFault: null })
    await walkTo(person, end + 4 * hourMs)
    await expectOneRenewal(person, end)
  })
})

/** YooKassa made the charge, its answer was lost, and the owner detaches the card. */
async function detachedInFlight() {
  const { person, end } = await dueForCharge()
  await control({ paymentFault: 'payment-lost' })
  await advanceSubscriptions(env, end)
  await stopRenewal(openDirectory(env), person.userId, end)
  return { person, end, charge: (await chargesOf(person))[1]! }
}

describe('a card detached while its charge has no outcome', () => {
  test('is not charged again, and an earlier successful charge gives its month', async () => {
    const { person, end, charge } = await detachedInFlight()
    // The cron runs in between, and neither charges again nor gives up.
    await walkTo(person, end + 3 * minuteMs)
    const [made] = await paymentsOf(charge.id)
    const notification = { type: 'notification', event: 'payment.succeeded', object: made }
    // Only a notification knows this payment's id, so one that comes too early must be sent again.
    expect(await notify(notification)).toMatchObject({ status: 503 })
    await letCheckAge(charge.id)
    expect(await notify(notification)).toEqual(accepted)
    expect(await rowOf(charge.id)).toMatchObject({ status: 'succeeded' })
    expect(await planRow(person)).toMatchObject({ state: 'cancelled', methodId: null })
    await walkTo(person, end + 80 * dayMs)
    expect([await moneyTaken(person), (await periodsOf(person)).length]).toEqual([2, 2])
  })

  test('is given up without an answer, and an operator is told when the charge turns out to have succeeded', async () => {
    const { person, end, charge } = await detachedInFlight()
    await walkTo(person, end + 2 * hourMs)
    expect(await rowOf(charge.id)).toMatchObject({ status: 'canceled', cancellationReason: 'not_started' })
    expect(await planRow(person)).toMatchObject({ state: 'ended' })
    const alarm = vi.spyOn(console, 'error').mockReturnValue()
    const [made] = await paymentsOf(charge.id)
    expect(await notify({ type: 'notification', event: 'payment.succeeded', object: made })).toEqual(accepted)
    expect(alarm.mock.calls.flat().join()).toMatch(/payment-review.*given-up/)
  })
})

describe('a forged notification about a renewal', () => {
  test('gives no month before the payment, and no second one after it', async () => {
    const { person, orderId, end } = await dueForCharge()
    await alterCard(orderId, { decline: 'insufficient_funds' })
    await advanceSubscriptions(env, end)
    const charge = (await chargesOf(person))[1]!
    const forged = {
      type: 'notification',
      event: 'payment.succeeded',
      object: {
        id: charge.providerPaymentId,
        status: 'succeeded',
        paid: true,
        amount: { value: '990.00', currency: 'RUB' },
        metadata: { order_id: charge.id, user_id: person.userId }
      }
    }
    await notify(forged)
    expect(await planRow(person)).toMatchObject({ state: 'past-due', months: 1 })
    await alterCard(orderId, { decline: null })
    await walkTo(person, end + 2 * dayMs)
    const paid = (await chargesOf(person)).at(-1)!
    for (const id of [paid.providerPaymentId, orderId, charge.providerPaymentId])
      await notify({ ...forged, object: { ...forged.object, id, metadata: { order_id: paid.id } } })
    expect(await planRow(person)).toMatchObject({ state: 'active', months: 2 })
    expect((await periodsOf(person)).length).toBe(2)
  })

  test('with another user’s payment changes nothing', async () => {
    const { person, end } = await dueForCharge()
    const other = await newPerson()
    const { id: otherOrder } = await buyPremium(other)
    const { providerPaymentId } = await rowOf(otherOrder)
    await control({ paymentFault: 'payment-down', paymentFaultCount: 1_000_000 })
    await advanceSubscriptions(env, end)
    const charge = (await chargesOf(person))[1]!
    await notify({
      type: 'notification',
      event: 'payment.succeeded',
      object: { id: crypto.randomUUID(), metadata: { order_id: charge.id } }
    })
    await notify({
      type: 'notification',
      event: 'payment.succeeded',
      object: { id: providerPaymentId, metadata: { order_id: charge.id } }
    })
    expect(await rowOf(charge.id)).toMatchObject({ status: 'created', providerPaymentId: null })
    expect(await planRow(person)).toMatchObject({ months: 1 })
  })
})
