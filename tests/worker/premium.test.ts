// Premium as its owner sees it: shown, cancelled, resumed, its card detached.
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { dataOf, newPerson } from '../support/worker/person.ts'
import { confirm, pay } from '../support/worker/paying.ts'
import {
  beginPremium,
  buyPremium,
  change,
  chargesOf,
  freePlan as free,
  newSubscriber,
  planOf,
  planRow,
  wish
} from '../support/worker/premium.ts'

test('a person without Premium has the free plan and sees both plans', async () => {
  const person = await newPerson()
  expect(await planOf(person)).toEqual(free)
  const { plans } = await dataOf<{ plans: { id: string; priceRub: number; period: string | null }[] }>(
    await person.send('GET', '/subscription/plans')
  )
  expect(plans.map(({ id, priceRub, period }) => [id, priceRub, period])).toEqual([
    ['free', 0, null],
    ['premium', 990, 'month']
  ])
})

test('asking for Premium again while the card will pay begins no payment', async () => {
  const person = await newSubscriber()
  const again = await change(person)
  expect(again).toEqual({ subscription: await planOf(person), payment: null })
  expect(await chargesOf(person)).toHaveLength(1)
})

test('the request that began a payment still names it when it comes again after the payment', async () => {
  const person = await newPerson()
  const key = crypto.randomUUID()
  const begun = await beginPremium(person, key)
  await pay(begun)
  await confirm(person, begun.id)
  expect(await change(person, 'premium', key)).toEqual({
    subscription: await planOf(person),
    payment: expect.objectContaining({ id: begun.id })
  })
  expect(await chargesOf(person)).toHaveLength(1)
})

describe('cancelling', () => {
  test.each([
    ['the call', (person: Awaited<ReturnType<typeof newPerson>>) => person.send('DELETE', '/subscription')],
    ['asking for the free plan', (person: Awaited<ReturnType<typeof newPerson>>) => wish(person, 'free')]
  ])('by %s keeps the month and the card, and charges nothing', async (_, cancel) => {
    const person = await newSubscriber()
    const before = await planOf(person)
    const { subscription } = await dataOf<{ subscription: object }>(await cancel(person))
    expect(subscription).toEqual({ ...before, state: 'cancelled', renewsAt: null, endsAt: before.periodEnd })
    expect(await planOf(person)).toEqual(subscription)
  })

  test('without a plan changes nothing', async () => {
    const person = await newPerson()
    expect(await dataOf(await person.send('DELETE', '/subscription'))).toEqual({ subscription: free })
    expect(await dataOf(await person.send('DELETE', '/subscription/payment-method'))).toEqual({ subscription: free })
  })

  test('at the same time as other changes ends in one clear state', async () => {
    const person = await newSubscriber()
    await Promise.all([
      person.send('DELETE', '/subscription'),
      wish(person),
      person.send('DELETE', '/subscription/payment-method'),
      wish(person, 'free')
    ])
    expect(await planRow(person)).toMatchObject({ state: 'cancelled', methodId: null, months: 1 })
  })
})

describe('a detached card', () => {
  test('is removed from every table but payments, and the month continues', async () => {
    const person = await newSubscriber()
    const { methodId, periodEnd } = await planRow(person)
    await person.send('DELETE', '/subscription/payment-method')
    expect(await planOf(person)).toMatchObject({ state: 'cancelled', paymentMethod: null, renewsAt: null, periodEnd })
    const tables = await env.DB.prepare("select name from sqlite_master where type = 'table'").all<{ name: string }>()
    for (const { name } of tables.results) {
      if (name.startsWith('_') || name === 'payments') continue
      const { results } = await env.DB.prepare(`select * from "${name}"`).all()
      expect(JSON.stringify(results), name).not.toContain(methodId)
    }
  })

  test('requires a new payment to continue, which saves another card', async () => {
    const person = await newSubscriber()
    await person.send('DELETE', '/subscription/payment-method')
    await buyPremium(person, '4111111111111111')
    expect(await planOf(person)).toMatchObject({ state: 'active', paymentMethod: { title: 'Карта *1111' } })
    expect(await planRow(person)).toMatchObject({ months: 2 })
  })
})
