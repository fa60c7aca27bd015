// The sandbox's second receipts: what YooKassa would take, and what it would not.
import { expect, it } from 'vitest'
import { secondReceiptOf } from '#domain/receipt.ts'
import { payingSandbox, paymentOrder, pay, post } from '#tests/support/node/paying-upstream.ts'

const shop = { authorization: `Basic ${btoa('sandbox:key')}` }
const rules = {
  YOOKASSA_VAT_CODE: 1,
  YOOKASSA_PAYMENT_SUBJECT: 'service',
  YOOKASSA_PAYMENT_MODE: 'full_prepayment'
} as const
const receiptOf = (amountKopecks: number) =>
  secondReceiptOf(rules, { email: 'ivan@example.ru', description: 'Токены', amountKopecks, currency: 'RUB' })

/** A payment of 500 ₽ in advance. */
async function paid(mode = 'full_prepayment') {
  const { sandbox, provider } = payingSandbox()
  const receipt = JSON.parse(JSON.stringify(paymentOrder.receipt).replace('full_payment', mode)) as object
  const { id, confirmationToken } = await provider.create({ ...paymentOrder, receipt })
  await pay(sandbox, confirmationToken, '5555555555554444')
  const send = (body: object, key: string) =>
    post(sandbox, '/yookassa/v3/receipts', body, { ...shop, 'idempotence-key': key })
  return { sandbox, provider, id, send }
}

it('is taken, registered after a while, and listed beside the first one', async () => {
  const { provider, id } = await paid()
  const order = { paymentId: id, idempotenceKey: 'r-1', receipt: receiptOf(12_345) }
  const sent = await provider.sendReceipt(order)
  expect(sent).toEqual({ id: expect.stringMatching(/^rt-/), status: 'pending', settledAdvance: '123.45' })
  expect(await provider.sendReceipt(order)).toEqual(sent)
  expect((await provider.listReceipts({ paymentId: id })).receipts.map((one) => one.settledAdvance)).toEqual([
    '123.45',
    null
  ])
  expect(await provider.readReceipt(sent.id)).toMatchObject({ id: sent.id })
  expect(await provider.readReceipt('rt-unknown')).toBe(null)
})

it('settles no more than the advance, less what was returned', async () => {
  const { provider, id } = await paid()
  const send = (kopecks: number, idempotenceKey: string) =>
    provider.sendReceipt({ paymentId: id, idempotenceKey, receipt: receiptOf(kopecks) })
  await send(20_000, 'r-1')
  await provider.refund({
    paymentId: id,
    idempotenceKey: 'back',
    amount: { value: '100.00', currency: 'RUB' },
    description: 'Возврат'
  })
  await expect(send(20_001, 'r-2')).rejects.toMatchObject({ status: 400 })
  await send(20_000, 'r-3')
  await expect(send(1, 'r-4')).rejects.toMatchObject({ status: 400 })
})

it.each([
  ['type', { type: 'refund' }],
  ['send', { send: false }],
  ['items.payment_mode', { items: [{ ...receiptOf(100).items[0], payment_mode: 'full_prepayment' }] }],
  ['settlements', { settlements: [] }],
  ['settlements', { settlements: [{ type: 'prepayment', amount: { value: '2.00', currency: 'RUB' } }] }],
  ['settlements[0].type', { settlements: [{ type: 'gift', amount: { value: '1.00', currency: 'RUB' } }] }],
  ['receipt.customer.email', { customer: {} }],
  ['payment_id', { payment_id: 'unknown' }]
])('names the wrong %s', async (parameter, wrong) => {
  const { send, id } = await paid()
  const body = { type: 'payment', payment_id: id, send: true, ...receiptOf(100), ...wrong }
  expect(await send(body, 'r-1')).toMatchObject({ status: 400, body: { parameter } })
})

it('is refused for what was no advance', async () => {
  const { send, id } = await paid('full_payment')
  const body = { type: 'payment', payment_id: id, send: true, ...receiptOf(100) }
  expect(await send(body, 'r-1')).toMatchObject({ status: 400, body: { parameter: 'payment_id' } })
})
