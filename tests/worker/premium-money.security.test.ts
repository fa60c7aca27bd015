// Refunds of Premium, and payments that differ from their order.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { orderRefund } from '../support/worker/operator.ts'
import { answered, dataOf, newPerson } from '../support/worker/person.ts'
import { alter, begin, confirm, control, notificationOf, notify, pay, rowOf } from '../support/worker/paying.ts'
import { beginPremium, buyPremium, freePlan as free, planOf, planRow } from '../support/worker/premium.ts'

afterEach(() => control({ paymentFault: null }))

describe('a refund', () => {
  test('of everything ends the current month, once', async () => {
    const person = await newPerson({ tokens: 5 })
    const { id } = await buyPremium(person)
    expect((await orderRefund(id)).status).toBe(200)
    expect(await planOf(person)).toEqual(free)
    expect(await rowOf(id)).toMatchObject({ status: 'refunded', refundedTokens: 0 })
    expect(await planRow(person)).toMatchObject({ state: 'ended', methodId: null })
    await notify(await notificationOf(id, 'refund.succeeded'))
    await buyPremium(person)
    expect(await planOf(person)).toMatchObject({ state: 'active' })
    expect((await dataOf<{ tokens: number }>(await person.send('GET', '/user/tokens'))).tokens).toBe(5)
  })

  test('of a part keeps the month, and the card is not charged for another', async () => {
    const person = await newPerson()
    const { id } = await buyPremium(person)
    const { periodEnd } = await planOf(person)
    await orderRefund(id, { amount_kopecks: 30_000 })
    expect(await planOf(person)).toMatchObject({ planId: 'premium', state: 'cancelled', periodEnd, renewsAt: null })
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', refundedKopecks: 30_000 })
  })
})

describe('a payment that differs from its order', () => {
  test('opens nothing', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const person = await newPerson()
    const begun = await beginPremium(person)
    await alter(begun.id, { amount: '1.00' })
    await pay(begun)
    expect(await confirm(person, begun.id)).toMatchObject({ status: 'review' })
    expect(await planOf(person)).toEqual(free)
  })

  test('for tokens opens no plan', async () => {
    const person = await newPerson()
    const tokens = await begin(person)
    await pay(tokens)
    const forged = await notificationOf(tokens.id, 'payment.succeeded', {
      metadata: { order_id: tokens.id, user_id: person.userId, package_id: 'premium' }
    })
    await notify(forged)
    expect(await planOf(person)).toEqual(free)
    expect(await answered(await person.send('GET', '/user/tokens'))).toMatchObject({ data: { tokens: 550 } })
  })
})
