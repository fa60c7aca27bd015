// A purchase from the order to the credited tokens, through every way of learning about the payment.
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { advanceMoney } from '../support/worker/clock.ts'
import { answered, dataOf, newPerson } from '../support/worker/person.ts'
import { heardBy, openPage } from '../support/worker/socket.ts'
import {
  accepted,
  balanceOf,
  begin,
  buy,
  confirm,
  newPayer,
  notificationOf,
  notify,
  packageOf,
  pay,
  paymentsOf,
  poorCard,
  rowOf
} from '../support/worker/paying.ts'

const minuteMs = 60_000

test('an order stores what was sold, and YooKassa gets exactly that', async () => {
  const person = await newPerson()
  const begun = await begin(person, packageOf('tokens-1000'))
  expect(begun).toEqual({
    id: expect.stringMatching(/^[\w-]{36}$/),
    confirmation_token: expect.stringMatching(/^ct-/),
    amount: 1000,
    status: 'pending',
    widget_url: env.YOOKASSA_WIDGET_URL
  })
  expect(await rowOf(begun.id)).toMatchObject({
    userId: person.userId,
    packageId: 'tokens-1000',
    tokens: 1000,
    bonusTokens: 150,
    totalTokens: 1150,
    amountKopecks: 100_000,
    currency: 'RUB',
    status: 'pending',
    receiptEmail: null,
    creditedAt: null
  })
  expect(await paymentsOf(begun.id)).toEqual([
    expect.objectContaining({
      amount: { value: '1000.00', currency: 'RUB' },
      metadata: { order_id: begun.id, user_id: person.userId },
      receipt_registration: 'pending'
    })
  ])
})

describe('a payment that succeeded is credited', () => {
  test('when the widget reports it', async () => {
    const { person, begun } = await newPayer()
    expect(await confirm(person, begun.id)).toMatchObject({
      id: begun.id,
      status: 'completed',
      tokens_amount: 550,
      amount_rub: 500,
      package_id: 'tokens-500',
      completed_at: expect.any(Number),
      confirmation_token: null,
      new_balance: 550,
      balance_after: 550
    })
    // Later purchases do not change what this one left on the balance.
    const next = await begin(person)
    await pay(next)
    expect(await confirm(person, next.id)).toMatchObject({ new_balance: 1100, balance_after: 1100 })
    expect(await confirm(person, begun.id)).toMatchObject({ new_balance: 1100, balance_after: 550 })
  })

  test('when only the cron checks it', async () => {
    const { person, begun } = await newPayer()
    const { payments } = await advanceMoney(env, Date.now() + 2 * minuteMs)
    expect(payments).toMatchObject({ failed: 0 })
    expect(await rowOf(begun.id)).toMatchObject({ status: 'succeeded' })
    expect(await balanceOf(person)).toBe(550)
  })

  test('once, however many checks run at the same time', async () => {
    const { person, begun } = await newPayer()
    const notification = await notificationOf(begun.id)
    await Promise.all([
      confirm(person, begun.id),
      ...Array.from({ length: 5 }, () => notify(notification)),
      advanceMoney(env, Date.now() + 2 * minuteMs)
    ])
    await confirm(person, begun.id)
    expect(await notify(notification)).toEqual(accepted)
    expect(await balanceOf(person)).toBe(550)
  })

  test('and opens the models of the paid plan', async () => {
    const { person, begun } = await newPayer()
    await confirm(person, begun.id)
    const { user } = await dataOf<{ user: { plan: string } }>(await person.send('GET', '/auth/profile'))
    expect(user.plan).toBe('paid')
  })

  test('and announced once to the open pages, with the balance', async () => {
    const person = await newPerson()
    const page = await openPage(person)
    const begun = await begin(person)
    await pay(begun)
    await notify(await notificationOf(begun.id))
    await confirm(person, begun.id)
    expect(await heardBy(page, 'payment')).toEqual({ type: 'payment', id: begun.id, status: 'completed' })
    expect(await heardBy(page, 'balance')).toMatchObject({ tokens: 550 })
    expect(page.heard.filter(({ type }) => type === 'payment')).toHaveLength(1)
  })
})

test('a declined payment is cancelled with its reason, and a late notification of success does not change that', async () => {
  const person = await newPerson()
  const begun = await begin(person)
  await pay(begun, poorCard)
  expect(await confirm(person, begun.id)).toMatchObject({
    status: 'cancelled',
    decline_reason: 'insufficient_funds',
    new_balance: 0,
    balance_after: null
  })
  expect(await notify(await notificationOf(begun.id, 'payment.succeeded', { status: 'succeeded' }))).toEqual(accepted)
  expect(await rowOf(begun.id)).toMatchObject({ status: 'canceled' })
  expect(await balanceOf(person)).toBe(0)
})

describe('one idempotency key is one payment', () => {
  test('however often it is sent, even at the same time', async () => {
    const person = await newPerson()
    const key = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 4 }, () => buy(person, packageOf('tokens-100'), key)))
    const begun = await Promise.all(answers.map((answer) => dataOf<{ id: string }>(answer)))
    expect(new Set(begun.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(await paymentsOf(begun[0]!.id)).toHaveLength(1)
  })

  test('and another purchase with the same key is refused', async () => {
    const person = await newPerson()
    const key = crypto.randomUUID()
    await buy(person, packageOf('tokens-100'), key)
    expect(await answered(await buy(person, packageOf('tokens-500'), key))).toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_MISMATCH'
    })
  })

  test('and two keys are two payments that are both credited', async () => {
    const person = await newPerson()
    const [one, other] = await Promise.all([begin(person), begin(person)])
    await pay(one)
    await pay(other)
    await Promise.all([confirm(person, one.id), confirm(person, other.id)])
    expect(await balanceOf(person)).toBe(1100)
  })
})

test('purchases are listed newest first, in pages, and only for their buyer', async () => {
  const [person, other] = await Promise.all([newPerson(), newPerson()])
  const first = await begin(person)
  const second = await begin(person, packageOf('tokens-100'))
  const page = async (query: string) =>
    dataOf<{ payments: { id: string }[]; hasMore: boolean }>(await person.send('GET', `/tokens/payments${query}`))
  expect(await page('?limit=1')).toMatchObject({ payments: [{ id: second.id }], hasMore: true })
  expect(await page(`?limit=1&before=${second.id}`)).toMatchObject({ payments: [{ id: first.id }], hasMore: false })
  expect(await dataOf(await other.send('GET', '/tokens/payments'))).toEqual({ payments: [], hasMore: false })
  for (const [method, path] of [
    ['GET', `/tokens/payments/${first.id}`],
    ['POST', `/tokens/payment/${first.id}/success`]
  ] as const)
    expect(await answered(await other.send(method, path))).toMatchObject({ status: 404, error: 'ID платежа не найден' })
})

test('a payment can be continued until its token expires', async () => {
  const person = await newPerson()
  const begun = await begin(person)
  const read = async () =>
    (await dataOf<{ payment: object }>(await person.send('GET', `/tokens/payments/${begun.id}`))).payment
  expect(await read()).toMatchObject({ status: 'pending', confirmation_token: begun.confirmation_token })
  await openDirectory(env).run(`update payments set created_at = created_at - 3600001 where id = '${begun.id}'`)
  expect(await read()).toMatchObject({ status: 'pending', confirmation_token: null })
})
