// The sandbox's YooKassa, held against a client that others wrote: its maker publishes none for Node.
import { CurrencyEnum, type Payments, YooKassa, YooKassaErr } from '@webzaytsev/yookassa-ts-sdk'
import { describe, expect, it } from 'vitest'
import { paymentOrder, pay } from '#tests/support/node/paying-upstream.ts'
import { serveSandbox } from '#tests/support/node/sandbox-server.ts'

const { origin, sandbox } = serveSandbox()

/** The client shares one instance, and its limit of calls a second, among all users of a shop. */
const client = (secret_key = 'key', shop_id = 'sandbox') =>
  YooKassa({ shop_id, secret_key, endpoint: `${origin()}/yookassa/v3`, retries: 0, maxRPS: 1000 })
const amount = { value: '500.00', currency: CurrencyEnum.RUB }
const order = {
  amount,
  capture: true,
  // The client's type demands the token, which only the answer has.
  confirmation: { type: 'embedded' } as Payments.IPayment['confirmation'],
  description: paymentOrder.description,
  metadata: { order_id: 'order-12345' },
  receipt: paymentOrder.receipt
} as Payments.CreatePaymentRequest

let keys = 0
const create = (changes: object = {}, key = `key-${++keys}`) => client().payments.create({ ...order, ...changes }, key)
const tokenOf = ({ confirmation }: Payments.IPayment) =>
  confirmation?.type === 'embedded' ? (confirmation.confirmation_token ?? '') : ''

describe('a payment', () => {
  it('is created once for one key, paid and read', async () => {
    const payment = await create({}, 'one-key')
    expect((await create({}, 'one-key')).id).toBe(payment.id)
    expect(payment).toMatchObject({ status: 'pending', paid: false, amount, metadata: order.metadata })
    await pay(sandbox, tokenOf(payment), '5555555555554444')
    expect(await client().payments.load(payment.id)).toMatchObject({
      status: 'succeeded',
      paid: true,
      refundable: true,
      payment_method: { type: 'bank_card', card: { last4: '4444' } }
    })
  })

  it('is found in the list, over several pages, as are refunds', async () => {
    const { id } = await create({}, 'listed-first')
    for (let number = 0; number < 3; number++) await create()
    const listed = await client().payments.list({ limit: 2 })
    expect(listed.map((payment) => payment.id)).toContain(id)
    expect(new Set(listed.map((payment) => payment.id)).size).toBe(listed.length)
    await pay(sandbox, `ct-${id}`, '5555555555554444')
    const refund = await client().refunds.create({ payment_id: id, amount }, 'refund-listed')
    expect(await client().refunds.list({ payment_id: id })).toEqual([refund])
  })

  it('is given back in parts', async () => {
    const payment = await create()
    await pay(sandbox, tokenOf(payment), '5555555555554444')
    const part = { value: '200.00', currency: CurrencyEnum.RUB }
    const refund = await client().refunds.create({ payment_id: payment.id, amount: part }, 'refund-1')
    expect(refund).toMatchObject({ status: 'succeeded', payment_id: payment.id, amount: part })
    expect(await client().refunds.load(refund.id)).toEqual(refund)
    expect(await client().payments.load(payment.id)).toMatchObject({ refunded_amount: part })
  })
})

it.each([
  ['a wrong key', () => client('invalid', 'another').payments.load('1')],
  ['an unknown payment', () => client().payments.load('2e8f3b7a-000f-5000-9000-000000000000')],
  ['an amount that is not one', () => create({ amount: { value: 'много', currency: 'RUB' } })],
  ['a refund without a payment', () => client().refunds.create({ payment_id: 'unknown', amount }, 'refund-2')]
])('%s is an error of the API, with an id', async (_, call) => {
  const error = await call().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(YooKassaErr)
  expect(error).toMatchObject({ id: expect.stringMatching(/^[\w-]{8,}$/), message: expect.stringMatching(/./) })
})
