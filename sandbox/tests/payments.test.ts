// The sandbox's YooKassa: wire format, validation, payers and notifications.
import { describe, expect, it, vi } from 'vitest'
import { TEST_CARDS } from '#sandbox/payments/cards.ts'
import { PAYMENT_FAULTS } from '#sandbox/base/payment-faults.ts'
import { payingSandbox, paymentOrder, pay, post, readJson } from '#tests/support/node/paying-upstream.ts'
import { fieldsOf, readFixture } from '#tests/support/node/wire-structure.ts'

const shop = { authorization: `Basic ${btoa('sandbox:key')}` }
const goodCard = '5555555555554444'
const fixtureOf = (name: string): unknown => JSON.parse(readFixture(`yookassa-${name}.json`))
const { amount, receipt } = paymentOrder
const body = {
  amount,
  capture: true,
  confirmation: { type: 'embedded' },
  description: 'Токены',
  metadata: { order_id: 'order-12345', user_id: 'user-12345' },
  receipt
}

let keys = 0
const create = (sandbox: ReturnType<typeof payingSandbox>['sandbox'], changes: object = {}, key = `key-${++keys}`) =>
  post(sandbox, '/yookassa/v3/payments', { ...body, ...changes }, { ...shop, 'idempotence-key': key })

async function paid(card = goodCard) {
  const { sandbox, provider } = payingSandbox()
  const payment = await provider.create(paymentOrder)
  await pay(sandbox, payment.confirmationToken, card)
  return { sandbox, provider, id: payment.id }
}

describe('the wire format', () => {
  it('of a fresh payment', async () => {
    const { status, body: payment } = await create(payingSandbox().sandbox)
    expect(status).toBe(200)
    expect(fieldsOf(payment)).toEqual(fieldsOf(fixtureOf('payment-pending')))
  })

  it.each([
    ['payment-succeeded', goodCard],
    ['payment-canceled', '5555555555554600']
  ])('of %s', async (fixture, card) => {
    const { sandbox, id } = await paid(card)
    expect(fieldsOf(await readJson(sandbox, `/yookassa/v3/payments/${id}`, shop))).toEqual(fieldsOf(fixtureOf(fixture)))
  })

  it('of a receipt that the register refuses', async () => {
    const { sandbox, id } = await paid()
    expect(await readJson(sandbox, `/yookassa/v3/payments/${id}`, shop)).toMatchObject({
      receipt_registration: 'pending'
    })
    await post(sandbox, '/payments.json', { action: 'change', id, receipt: 'canceled' })
    expect(await readJson(sandbox, `/yookassa/v3/payments/${id}`, shop)).toMatchObject({
      status: 'succeeded',
      receipt_registration: 'canceled'
    })
  })

  it('of a refund and of the refunded payment', async () => {
    const { sandbox, id } = await paid()
    const refund = await post(
      sandbox,
      '/yookassa/v3/refunds',
      { payment_id: id, amount, receipt },
      { ...shop, 'idempotence-key': 'refund-1' }
    )
    expect(fieldsOf(refund.body)).toEqual(fieldsOf(fixtureOf('refund')))
    expect(await readJson(sandbox, `/yookassa/v3/payments/${id}`, shop)).toMatchObject({
      status: 'succeeded',
      refundable: false,
      refunded_amount: amount
    })
    const { id: refundId } = refund.body as { id: string }
    await post(sandbox, '/payments.json', { action: 'refund', id: refundId, receipt: 'canceled' })
    expect(await readJson(sandbox, `/yookassa/v3/refunds/${refundId}`, shop)).toMatchObject({
      status: 'succeeded',
      receipt_registration: 'canceled'
    })
  })

  it('of a notification', async () => {
    const { sandbox } = await paid()
    await vi.waitFor(async () => {
      const { notifications } = (await readJson(sandbox, '/payments.json')) as { notifications: { body: unknown }[] }
      expect(fieldsOf(notifications[0]?.body)).toEqual(fieldsOf(fixtureOf('notification')))
    })
  })
})

describe('requests that YooKassa refuses', () => {
  it.each<[string, object, string]>([
    ['a sum that is a number', { amount: { value: 500, currency: 'RUB' } }, 'amount.value'],
    ['another currency', { amount: { value: '500.00', currency: 'USD' } }, 'amount.currency'],
    ['a sum beyond a card', { amount: { value: '350000.01', currency: 'RUB' } }, 'amount.value'],
    ['no confirmation', { confirmation: undefined }, 'confirmation.type'],
    ['a method chosen for the widget', { payment_method_data: { type: 'bank_card' } }, 'payment_method_data'],
    ['a long description', { description: 'я'.repeat(129) }, 'description'],
    ['metadata that is no text', { metadata: { order_id: 7 } }, 'metadata'],
    ['no receipt', { receipt: undefined }, 'receipt'],
    ['a receipt without an address', { receipt: { ...receipt, customer: {} } }, 'receipt.customer.email'],
    ['a receipt of another sum', { amount: { value: '499.00', currency: 'RUB' } }, 'receipt.items']
  ])('%s is refused', async (_, changes, parameter) => {
    const { status, body: error } = await create(payingSandbox().sandbox, changes)
    expect(status).toBe(400)
    expect(error).toMatchObject({ type: 'error', code: 'invalid_request', parameter })
    expect(fieldsOf(error)).toEqual(fieldsOf(fixtureOf('error-400-invalid-request')))
  })

  it("a wrong key, a missing idempotence key and another shop's payment are refused", async () => {
    const { sandbox } = payingSandbox()
    const wrong = { authorization: `Basic ${btoa('sandbox:invalid')}`, 'idempotence-key': 'k' }
    expect(await post(sandbox, '/yookassa/v3/payments', body, wrong)).toMatchObject({ status: 401 })
    expect(await post(sandbox, '/yookassa/v3/payments', body, shop)).toMatchObject({ status: 400 })
    const { body: payment } = await create(sandbox)
    const other = { authorization: `Basic ${btoa('other:key')}` }
    expect(await readJson(sandbox, `/yookassa/v3/payments/${String(payment['id'])}`, other)).toMatchObject({
      code: 'not_found'
    })
  })

  it('an idempotence key makes one payment, and is refused with another body', async () => {
    const { sandbox } = payingSandbox()
    const [first, again] = [await create(sandbox, {}, 'same'), await create(sandbox, {}, 'same')]
    expect(again).toEqual(first)
    expect(await create(sandbox, { description: 'Другое' }, 'same')).toMatchObject({ status: 400 })
  })

  it('a refund above the rest of the payment is refused', async () => {
    const { sandbox, id } = await paid()
    const refund = (value: string, key: string) =>
      post(
        sandbox,
        '/yookassa/v3/refunds',
        { payment_id: id, amount: { value, currency: 'RUB' } },
        { ...shop, 'idempotence-key': key }
      )
    const statuses = [await refund('300.00', 'r1'), await refund('200.01', 'r2'), await refund('200.00', 'r3')]
    expect(statuses.map(({ status }) => status)).toEqual([200, 400, 200])
  })
})

describe('a payer', () => {
  it.each(TEST_CARDS.map(({ number, decline }) => [number, decline?.reason ?? null] as const))(
    'with card %s: %s',
    async (card, reason) => {
      const { sandbox, provider } = payingSandbox()
      const { confirmationToken } = await provider.create(paymentOrder)
      expect(await pay(sandbox, confirmationToken, card)).toMatchObject({
        status: 200,
        body: { status: reason === null ? 'succeeded' : 'canceled', reason }
      })
    }
  )

  it('confirms or rejects the payment when the card needs a code', async () => {
    for (const [confirmed, status] of [
      [true, 'succeeded'],
      [false, 'canceled']
    ] as const) {
      const { sandbox, provider } = payingSandbox()
      const { confirmationToken: token } = await provider.create(paymentOrder)
      const asked = await pay(sandbox, token, '5555555555554477', { interactive: true })
      expect(asked.body).toMatchObject({ status: 'pending', confirmation: '3ds' })
      const answer = { confirmation_token: token, interactive: true, confirmed }
      expect((await post(sandbox, '/pay.json', answer)).body).toMatchObject({ status })
    }
  })

  it('pays once, within an hour and with a valid token', async () => {
    const { sandbox, provider } = payingSandbox()
    const first = await provider.create(paymentOrder)
    await pay(sandbox, first.confirmationToken, goodCard)
    expect(await pay(sandbox, first.confirmationToken, goodCard)).toMatchObject({
      status: 409,
      body: { error: 'invalid_token' }
    })
    const late = await provider.create({ ...paymentOrder, idempotenceKey: 'late' })
    await post(sandbox, '/payments.json', { action: 'expire', id: late.id })
    expect(await pay(sandbox, late.confirmationToken, goodCard)).toMatchObject({ body: { error: 'token_expired' } })
    expect(await pay(sandbox, 'ct-nothing', goodCard)).toMatchObject({ body: { error: 'invalid_token' } })
  })
})

const notified = async (settings: object, answers: number[]) => {
  const urls: string[] = []
  const deliver = async (url: string) => {
    urls.push(url)
    return answers.shift() ?? 200
  }
  const { sandbox, provider } = payingSandbox({ site: 'http://site.test', deliver })
  await post(sandbox, '/control.json', settings)
  const { confirmationToken, id } = await provider.create(paymentOrder)
  await pay(sandbox, confirmationToken, goodCard)
  return { urls, id, sandbox }
}

describe('notifications', () => {
  it.each([
    ['on-time', [], 1],
    ['late', [], 1],
    ['twice', [], 2],
    ['on-time', [500, 503], 3]
  ])('%s, the site answering %j: %i deliveries', async (notifications, answers, count) => {
    const { urls } = await notified({ notifications }, answers)
    await vi.waitFor(() => expect(urls).toHaveLength(count))
    expect(new Set(urls)).toEqual(new Set(['http://site.test/api/payments/yookassa/notifications']))
  })

  it('are not sent when switched off, and a forged one can be sent by a command', async () => {
    const { urls, id, sandbox } = await notified({ notifications: 'never' }, [])
    expect(urls).toEqual([])
    const forged = await post(sandbox, '/payments.json', { action: 'notify', id, event: 'payment.canceled' })
    expect(forged.body).toEqual({ answer: 200 })
    expect(urls).toHaveLength(1)
  })
})

const countOf = async (sandbox: ReturnType<typeof payingSandbox>['sandbox']) =>
  ((await readJson(sandbox, '/payments.json')) as { payments: unknown[] }).payments.length

describe('faults', () => {
  it.each([
    ['payment-down', 500, 0],
    ['payment-lost', 500, 1],
    ['payment-limit', 429, 0],
    ['payment-rejected', 400, 0]
  ])('%s answers %i, and %i payments exist', async (paymentFault, status, count) => {
    const { sandbox } = payingSandbox()
    await post(sandbox, '/control.json', { paymentFault })
    expect(await create(sandbox, {}, 'one')).toMatchObject({ status })
    expect(await countOf(sandbox)).toBe(count)
    expect(await create(sandbox, {}, 'one')).toMatchObject({ status: 200 })
    expect(await countOf(sandbox)).toBe(1)
  })

  it('and test cards are listed on the front page', async () => {
    const { sandbox } = payingSandbox()
    const page = await (await sandbox.fetch(new Request('http://sandbox.test/'))).text()
    for (const { name } of PAYMENT_FAULTS) expect(page).toContain(name)
    for (const { number } of TEST_CARDS) expect(page).toContain(number)
  })
})
