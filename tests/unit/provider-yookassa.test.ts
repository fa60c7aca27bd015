import { describe, expect, test } from 'vitest'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import type { ProviderFailure } from '#providers/http/failure.ts'
import { yookassa } from '#providers/payment/yookassa.ts'
import { fixtureOf } from '../support/node/fake-upstream.ts'
import { replying } from '../support/node/media-upstream.ts'
import { payingSandbox, paymentOrder, yookassaSettings } from '../support/node/paying-upstream.ts'

const fixture = (name: string, status = 200) =>
  new Response(fixtureOf(`yookassa-${name}.json`), { status, headers: { 'content-type': 'application/json' } })
const providerWith = (answer: () => Response | Promise<Response>) => {
  const { send, sent } = replying(answer)
  return { provider: yookassa(yookassaSettings, { send, timeoutMs: 20 }), sent }
}
const authorization = `Basic ${btoa('sandbox:key')}`

const paid = {
  id: '2f1d7c5a-000f-5000-9000-1a2b3c4d5e6f',
  paid: true,
  amount: '500.00',
  currency: 'RUB',
  orderId: 'order-12345',
  userId: 'user-12345',
  test: true,
  refundedAmount: '0.00',
  cancellationReason: null,
  receiptStatus: 'pending',
  confirmationToken: null,
  savedMethod: null
}

const refunded = {
  id: '2f1d7d11-0015-5000-9000-1a2b3c4d5e6f',
  status: 'succeeded',
  paymentId: '2f1d7c5a-000f-5000-9000-1a2b3c4d5e6f',
  amount: '500.00',
  createdAt: Date.parse('2026-11-21T11:00:00Z'),
  receiptStatus: 'pending'
}

describe('requests to YooKassa', () => {
  test('a one-stage payment for the widget, with our order in its metadata', async () => {
    const { provider, sent } = providerWith(() => fixture('payment-pending'))
    await provider.create(paymentOrder)
    expect(sent).toEqual([
      {
        url: 'http://sandbox.test/yookassa/v3/payments',
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization, 'idempotence-key': 'key-1' },
        redirect: 'manual',
        body: {
          amount: { value: '500.00', currency: 'RUB' },
          capture: true,
          confirmation: { type: 'embedded', locale: 'ru_RU' },
          description: paymentOrder.description,
          metadata: { order_id: 'order-12345', user_id: 'user-12345' },
          receipt: paymentOrder.receipt
        }
      }
    ])
  })

  test('a payment is read by its escaped id', async () => {
    const { provider, sent } = providerWith(() => fixture('payment-succeeded'))
    await provider.read('2f/../refunds')
    expect(sent).toEqual([
      {
        url: 'http://sandbox.test/yookassa/v3/payments/2f%2F..%2Frefunds',
        method: 'GET',
        headers: { authorization },
        redirect: 'manual',
        body: undefined
      }
    ])
  })

  test('a refund carries its receipt and idempotence key', async () => {
    const { provider, sent } = providerWith(() => fixture('refund'))
    const { receipt, amount } = paymentOrder
    const order = { paymentId: 'payment-1', idempotenceKey: 'key-2', amount, description: 'Возврат', receipt }
    expect(await provider.refund(order)).toEqual(refunded)
    expect(sent).toMatchObject([
      {
        url: 'http://sandbox.test/yookassa/v3/refunds',
        headers: { 'idempotence-key': 'key-2' },
        body: { payment_id: 'payment-1', amount, description: 'Возврат', receipt }
      }
    ])
  })
})

describe('the list of refunds', () => {
  test('is asked for in pages, by payment or by time of creation', async () => {
    const { provider, sent } = providerWith(() => fixture('refunds'))
    await provider.listRefunds({ paymentId: 'payment/1' })
    const createdFrom = Date.parse('2026-11-20T00:00:00Z')
    await provider.listRefunds({ createdFrom, createdBefore: createdFrom + 86_400_000, cursor: 'a&b' })
    expect(sent).toMatchObject([
      { url: 'http://sandbox.test/yookassa/v3/refunds?limit=50&payment_id=payment%2F1', method: 'GET' },
      {
        url:
          'http://sandbox.test/yookassa/v3/refunds?limit=50&created_at.gte=2026-11-20T00%3A00%3A00.000Z' +
          '&created_at.lt=2026-11-21T00%3A00%3A00.000Z&cursor=a%26b'
      }
    ])
  })

  test('is parsed with its cursor', async () => {
    expect(await providerWith(() => fixture('refunds')).provider.listRefunds({})).toEqual({
      refunds: [refunded],
      nextCursor: '37a5c87d-3984-51e8-a7f3-8de646d39ec1'
    })
  })

  test.each(['refund', 'processing-202'])('is not taken from another answer (%s)', async (name) => {
    await expect(providerWith(() => fixture(name)).provider.listRefunds({})).rejects.toMatchObject({
      kind: 'malformed'
    })
  })
})

test('paid payments are listed by time of creation, in pages', async () => {
  const { provider, sent } = providerWith(() => Response.json({ type: 'list', items: [], next_cursor: 'next' }))
  expect(await provider.listPaid({ createdFrom: 0, cursor: 'a&b' })).toEqual({ payments: [], nextCursor: 'next' })
  expect(sent).toMatchObject([
    {
      url:
        'http://sandbox.test/yookassa/v3/payments?status=succeeded&limit=50' +
        '&created_at.gte=1970-01-01T00%3A00%3A00.000Z&cursor=a%26b',
      method: 'GET'
    }
  ])
})

describe('answers of YooKassa', () => {
  test.each([
    ['payment-succeeded', { ...paid, status: 'succeeded' }],
    ['payment-refunded', { ...paid, status: 'succeeded', refundedAmount: '500.00', receiptStatus: 'succeeded' }],
    [
      'payment-canceled',
      {
        ...paid,
        status: 'canceled',
        paid: false,
        refundedAmount: null,
        cancellationReason: 'insufficient_funds',
        receiptStatus: 'canceled'
      }
    ],
    [
      'payment-pending',
      { ...paid, status: 'pending', paid: false, refundedAmount: null, confirmationToken: `ct-${paid.id}` }
    ]
  ])('%s is parsed', async (name, payment) => {
    expect(await providerWith(() => fixture(name)).provider.read(paid.id)).toEqual(payment)
  })

  test('a payment or a refund of another shop is null', async () => {
    expect(await providerWith(() => fixture('error-404-not-found', 404)).provider.read('foreign')).toBeNull()
    expect(await providerWith(() => fixture('error-404-not-found', 404)).provider.readRefund('foreign')).toBeNull()
  })

  test('a refund is parsed', async () => {
    const { provider, sent } = providerWith(() => fixture('refund'))
    expect(await provider.readRefund('refund/1')).toEqual(refunded)
    expect(sent).toMatchObject([{ url: 'http://sandbox.test/yookassa/v3/refunds/refund%2F1', method: 'GET' }])
  })

  test.each<[string, number, Partial<ProviderFailure>, boolean]>([
    ['error-400-invalid-request', 400, { kind: 'rejected', retryable: false, code: 'invalid_request' }, false],
    ['error-401-invalid-credentials', 401, { kind: 'unauthorized', retryable: false }, false],
    ['error-429-too-many-requests', 429, { kind: 'busy', retryable: true }, false],
    ['error-500-internal', 500, { kind: 'server', retryable: true }, true],
    ['processing-202', 202, { kind: 'malformed', retryable: false }, true]
  ])('%s tells whether the payment may exist', async (name, status, failure, isUnknown) => {
    const { provider } = providerWith(() => fixture(name, status))
    const error = await provider.create(paymentOrder).catch((thrown: unknown) => thrown as ProviderFailure)
    expect(error).toMatchObject({ provider: 'yookassa', ...failure })
    expect(isAcceptanceUnknown(error as ProviderFailure)).toBe(isUnknown)
  })

  test('silence times out, and the payment may exist', async () => {
    const { provider } = providerWith(() => new Promise(() => undefined))
    const error = await provider.create(paymentOrder).catch((thrown: unknown) => thrown as ProviderFailure)
    expect(error).toMatchObject({ kind: 'timeout', retryable: true })
  })
})

test('the adapter and the sandbox understand each other', async () => {
  const { provider } = payingSandbox()
  const payment = await provider.create(paymentOrder)
  expect(payment).toMatchObject({ status: 'pending', confirmationToken: `ct-${payment.id}`, orderId: 'order-12345' })
  expect(await provider.create(paymentOrder)).toEqual(payment)
  expect(await provider.read(payment.id)).toEqual(payment)
})
