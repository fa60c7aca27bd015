// Buying Premium: from the request to one open month.
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import { dataOf, newPerson } from '../support/worker/person.ts'
import { heardBy, openPage } from '../support/worker/socket.ts'
import {
  buy,
  confirm,
  control,
  notificationOf,
  notify,
  pay,
  paymentsOf,
  poorCard,
  rowOf
} from '../support/worker/paying.ts'
import {
  beginPremium,
  buyPremium,
  change,
  chargesOf,
  freePlan as free,
  letRunOut,
  moneyTaken,
  newSubscriber,
  periodsOf,
  planOf,
  planRow,
  refusalOf,
  wish
} from '../support/worker/premium.ts'

afterEach(() => control({ saving: 'on', paymentFault: null }))

/** The answer to the payment that is created as the n-th from now is lost. @returns a function: the statuses so far */
function loseCreation(number: number) {
  const send = globalThis.fetch
  const statuses: number[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await send(input, init)
    if (init?.method !== 'POST' || !String(input).endsWith('/payments')) return response
    if (statuses.push(response.status) === number) throw new TypeError('The answer is lost')
    return response
  })
  return () => statuses
}

describe('buying', () => {
  test('begins a payment, and opens no plan before it is paid', async () => {
    const person = await newPerson()
    const begun = await change(person)
    expect(begun).toEqual({
      subscription: free,
      payment: {
        id: expect.stringMatching(/^[\w-]{36}$/),
        confirmation_token: expect.stringMatching(/^ct-/),
        amount: 990,
        status: 'pending',
        widget_url: env.YOOKASSA_WIDGET_URL
      }
    })
    const { payments } = await dataOf<{ payments: Payment[] }>(await person.send('GET', '/tokens/payments'))
    expect(payments).toMatchObject([
      { id: begun.payment!.id, package_id: 'premium', tokens_amount: 0, amount_rub: 990, status: 'pending' }
    ])
  })

  test('and paying opens the month, saves the card and leaves the tokens unchanged', async () => {
    const person = await newPerson({ tokens: 7 })
    const begun = await beginPremium(person)
    await pay(begun)
    expect(await confirm(person, begun.id)).toMatchObject({
      status: 'completed',
      package_id: 'premium',
      tokens_amount: 0,
      new_balance: 7
    })
    const plan = await planOf(person)
    expect(plan).toEqual({
      planId: 'premium',
      state: 'active',
      priceRub: 990,
      periodStart: expect.any(Number),
      periodEnd: expect.any(Number),
      renewsAt: plan.periodEnd,
      endsAt: null,
      paymentMethod: { title: 'Карта *4444' },
      declineReason: null
    })
    const { user } = await dataOf<{ user: { plan: string } }>(await person.send('GET', '/auth/profile'))
    expect(user.plan).toBe('premium')
  })

  test('is sent to the open pages', async () => {
    const person = await newPerson()
    const page = await openPage(person)
    await buyPremium(person)
    expect(await heardBy(page, 'subscription')).toEqual({ type: 'subscription', planId: 'premium' })
  })

  test('gives one month, however many notifications and confirmations arrive', async () => {
    const person = await newPerson()
    const begun = await beginPremium(person)
    await pay(begun)
    const notification = await notificationOf(begun.id)
    await Promise.all([confirm(person, begun.id), ...Array.from({ length: 4 }, () => notify(notification))])
    await notify(notification)
    expect(await periodsOf(person)).toHaveLength(1)
    expect(await planRow(person)).toMatchObject({ months: 1, state: 'active' })
  })

  test('with a declined card changes nothing, and another attempt is another payment', async () => {
    const person = await newPerson()
    const first = await buyPremium(person, poorCard)
    expect(await planOf(person)).toEqual(free)
    const second = await beginPremium(person)
    expect(second.id).not.toBe(first.id)
  })

  test('in two tabs is one payment', async () => {
    const person = await newPerson()
    const both = await Promise.all([beginPremium(person), beginPremium(person)])
    expect(new Set(both.map(({ id }) => id)).size).toBe(1)
    expect(await chargesOf(person)).toHaveLength(1)
  })

  test('after an hour without payment begins a new payment', async () => {
    const person = await newPerson()
    const first = await beginPremium(person)
    await letRunOut(first.id)
    const second = await beginPremium(person)
    expect(second.id).not.toBe(first.id)
    expect(await rowOf(first.id)).toMatchObject({ status: 'canceled', cancellationReason: 'expired_on_confirmation' })
  })

  test('with the idempotency key of a package is refused, and the other way round', async () => {
    const person = await newPerson()
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
    await buy(person, undefined, one)
    expect(await refusalOf(wish(person, 'premium', one))).toMatchObject({ status: 422, code: 'IDEMPOTENCY_MISMATCH' })
    await wish(person, 'premium', other)
    expect(await refusalOf(buy(person, undefined, other))).toMatchObject({ status: 422, code: 'IDEMPOTENCY_MISMATCH' })
  })

  test('while YooKassa is down keeps the order, and the same key continues it', async () => {
    const person = await newPerson()
    const key = crypto.randomUUID()
    await control({ paymentFault: 'payment-lost' })
    const delayed = await refusalOf(wish(person, 'premium', key))
    expect(delayed).toMatchObject({ status: 503, code: 'PAYMENT_DELAYED' })
    const begun = await beginPremium(person, key)
    expect(delayed.data).toEqual({ id: begun.id })
    await pay(begun)
    await expect.poll(async () => (await confirm(person, begun.id)).status, { interval: 250 }).toBe('completed')
    expect([await moneyTaken(person), (await planOf(person)).state]).toEqual([1, 'active'])
  })
})

describe('a shop that may not save cards', () => {
  test.each(['off', 'refused'])('(%s) sells a month that is not renewed', async (saving) => {
    await control({ saving })
    const person = await newSubscriber()
    expect(await planOf(person)).toMatchObject({ state: 'active', renewsAt: null, paymentMethod: null })
    expect(await moneyTaken(person)).toBe(1)
  })

  test('and may, when the lost sale is begun again, has one payment for it', async () => {
    await control({ saving: 'refused' })
    const person = await newPerson()
    const key = crypto.randomUUID()
    const answers = loseCreation(2)
    expect(await refusalOf(wish(person, 'premium', key))).toMatchObject({ status: 503, code: 'PAYMENT_DELAYED' })
    expect(answers()).toEqual([403, 200])
    await control({ saving: 'on' })
    const begun = await beginPremium(person, key)
    expect(await paymentsOf(begun.id)).toHaveLength(1)
    await pay(begun)
    await expect.poll(async () => (await confirm(person, begun.id)).status, { interval: 250 }).toBe('completed')
    expect(await planOf(person)).toMatchObject({ state: 'active', paymentMethod: null })
  })

  test('sells the next month to an owner who asks for it', async () => {
    await control({ saving: 'off' })
    const person = await newSubscriber()
    const first = await planOf(person)
    await buyPremium(person)
    const second = await planOf(person)
    expect(second.periodEnd! - first.periodEnd!).toBeGreaterThan(27 * 86_400_000)
    expect(second).toMatchObject({ periodStart: first.periodStart, renewsAt: null })
  })
})
