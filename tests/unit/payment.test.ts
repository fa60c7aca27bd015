import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenPackages } from '#contract/catalogue/packages.ts'
import { declineText, knownDeclines } from '#contract/payment-declines.ts'
import { decimalOf, kopecksIn, kopecksOf, rubOf } from '#domain/money.ts'
import { isInNetworks, networksOf } from '#domain/network-list.ts'
import {
  mismatchOf,
  nextCheckAt,
  type Order,
  type PaymentStatus,
  type SeenPayment,
  tokensOfRefund,
  verdictOf
} from '#domain/payment.ts'
import { receiptOf } from '#domain/receipt.ts'
import { TEST_CARDS } from '#sandbox/payments/cards.ts'

const order: Order = {
  id: 'order-1',
  userId: 'user-1',
  status: 'pending',
  amountKopecks: 50_000,
  currency: 'RUB',
  totalTokens: 550,
  refundedKopecks: 0,
  refundingKopecks: null
}
const seen: SeenPayment = {
  status: 'succeeded',
  paid: true,
  amountKopecks: 50_000,
  currency: 'RUB',
  orderId: 'order-1',
  userId: 'user-1',
  test: false,
  refundedKopecks: 0,
  cancellationReason: null
}
const real = { allowsTest: false }

describe('the verdict on an open order', () => {
  it.each<[string, Partial<SeenPayment>, object]>([
    ['the payer has not paid', { status: 'pending', paid: false }, { kind: 'wait' }],
    ['the money is only held', { status: 'waiting_for_capture' }, { kind: 'wait' }],
    ['paid as ordered', {}, { kind: 'credit' }],
    [
      'declined',
      { status: 'canceled', cancellationReason: 'card_expired' },
      { kind: 'cancel', reason: 'card_expired' }
    ],
    ['declined without a reason', { status: 'canceled' }, { kind: 'cancel', reason: 'general_decline' }],
    ['a kopeck less', { amountKopecks: 49_999 }, { kind: 'review', mismatch: 'amount' }],
    ['a kopeck more', { amountKopecks: 50_001 }, { kind: 'review', mismatch: 'amount' }],
    ['no sum at all', { amountKopecks: null }, { kind: 'review', mismatch: 'amount' }],
    ['another currency', { currency: 'KZT' }, { kind: 'review', mismatch: 'currency' }],
    ['no metadata', { orderId: null, userId: null }, { kind: 'review', mismatch: 'order' }],
    ['another user', { userId: 'user-2' }, { kind: 'review', mismatch: 'user' }],
    ['a test payment', { test: true }, { kind: 'review', mismatch: 'test' }],
    ['succeeded and not paid', { paid: false }, { kind: 'review', mismatch: 'unpaid' }]
  ])('is correct: %s', (_, changes, verdict) => {
    for (const status of ['created', 'pending'] as const)
      expect(verdictOf({ ...order, status }, { ...seen, ...changes }, real)).toEqual(verdict)
  })

  it('accepts a test payment where test payments are allowed', () => {
    expect(mismatchOf(order, { ...seen, test: true }, { allowsTest: true })).toBeNull()
  })
})

describe('an order that has ended', () => {
  it('is never reopened, whatever the provider reports later', () => {
    const statuses = fc.constantFrom<PaymentStatus>('succeeded', 'canceled', 'refunded', 'review')
    const said = fc.record({
      status: fc.constantFrom<SeenPayment['status']>('pending', 'waiting_for_capture', 'succeeded', 'canceled'),
      refundedKopecks: fc.integer({ min: 0, max: 100_000 })
    })
    fc.assert(
      fc.property(statuses, said, (status, changes) => {
        const { kind } = verdictOf({ ...order, status }, { ...seen, ...changes }, real)
        expect(status === 'succeeded' ? ['nothing', 'take-back'] : ['nothing']).toContain(kind)
      })
    )
  })

  const succeeded: Order = { ...order, status: 'succeeded', refundedKopecks: 10_000 }

  it.each<[string, Partial<Order>, number, object]>([
    ['nothing new went back', {}, 10_000, { kind: 'nothing' }],
    ['less than before is an old answer', {}, 5000, { kind: 'nothing' }],
    ['more went back', {}, 30_000, { kind: 'take-back', upToKopecks: 30_000 }],
    ['more than there was', {}, 90_000, { kind: 'take-back', upToKopecks: 50_000 }],
    [
      'a step that was begun comes first',
      { refundingKopecks: 20_000 },
      30_000,
      { kind: 'take-back', upToKopecks: 20_000 }
    ]
  ])('a refund of a paid order: %s', (_, changes, refundedKopecks, verdict) => {
    expect(verdictOf({ ...succeeded, ...changes }, { ...seen, refundedKopecks }, real)).toEqual(verdict)
  })
})

describe('tokens of a refund', () => {
  it('are all tokens for a full refund, and partial refunds never add up to more', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...tokenPackages),
        fc.array(fc.integer({ min: 1, max: 500_000 }), { maxLength: 8 }),
        ({ tokens, bonusTokens, priceRub }, parts) => {
          const sold = { ...order, totalTokens: tokens + bonusTokens, amountKopecks: priceRub * 100 }
          let before = 0
          let kopecks = 0
          for (const part of parts) {
            kopecks = Math.min(kopecks + part, sold.amountKopecks)
            const now = tokensOfRefund(sold, kopecks)
            expect(now).toBeGreaterThanOrEqual(before)
            expect(now).toBeLessThanOrEqual(sold.totalTokens)
            before = now
          }
          expect(tokensOfRefund(sold, sold.amountKopecks)).toBe(sold.totalTokens)
          expect(tokensOfRefund(sold, 0)).toBe(0)
        }
      )
    )
  })
})

describe('an open payment', () => {
  it('is checked less and less often, but at least daily', () => {
    const minute = 60_000
    const pauses = [0, 5, 10, 60, 119, 120, 1439, 1440, 100_000].map(
      (age) => nextCheckAt(0, age * minute) - age * minute
    )
    expect(pauses.map((pause) => pause / minute)).toEqual([1, 1, 5, 5, 5, 60, 60, 1440, 1440])
  })
})

describe('sums of money', () => {
  it('are the same after a round trip through text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (kopecks) => {
        expect(kopecksOf(decimalOf(kopecks))).toBe(kopecks)
      })
    )
  })

  it.each([
    '990',
    '990.0',
    '990.000',
    '0990.00',
    '-1.00',
    '+1.00',
    '1e3',
    '1 000.00',
    '٣.00',
    '',
    ' 1.00',
    990,
    null,
    {}
  ])('are not parsed from %j', (text) => {
    expect(kopecksOf(text)).toBeNull()
  })

  it.each([-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('are not made from %s', (kopecks) => {
    expect(() => decimalOf(kopecks)).toThrow(RangeError)
  })

  it('are a hundred to a rouble', () => {
    expect([kopecksIn(0), kopecksIn(990), rubOf(99_000), rubOf(25_050)]).toEqual([0, 99_000, 990, 250.5])
    expect([0, 5, 99_000].map(decimalOf)).toEqual(['0.00', '0.05', '990.00'])
    for (const rub of [-1, 9.9, Number.NaN]) expect(() => kopecksIn(rub)).toThrow(RangeError)
  })
})

it('a receipt has the payer, the whole amount and the configured tax settings', () => {
  const rules = {
    YOOKASSA_VAT_CODE: 11,
    YOOKASSA_PAYMENT_SUBJECT: 'service',
    YOOKASSA_PAYMENT_MODE: 'full_prepayment' as const
  }
  const sale = { email: 'ivan@example.ru', description: 'Токены', amountKopecks: 99_050, currency: 'RUB' }
  expect(receiptOf(rules, sale)).toEqual({
    customer: { email: 'ivan@example.ru' },
    items: [
      {
        description: 'Токены',
        quantity: 1,
        amount: { value: '990.50', currency: 'RUB' },
        vat_code: 11,
        payment_subject: 'service',
        payment_mode: 'full_prepayment',
        measure: 'piece'
      }
    ]
  })
})

describe('a list of networks', () => {
  const list = networksOf('185.71.76.0/27, 77.75.154.128/25,77.75.156.11,2a02:5180::/32') ?? []

  it.each([
    ['185.71.76.0', true],
    ['185.71.76.31', true],
    ['::ffff:185.71.76.31', true],
    ['185.71.76.32', false],
    ['77.75.154.127', false],
    ['77.75.154.128', true],
    ['77.75.156.11', true],
    ['77.75.156.12', false],
    ['2a02:5180:0:1::7', true],
    ['2a02:5181::', false],
    ['::', false],
    ['unknown', false],
    ['', false],
    ['185.71.76', false],
    ['185.71.76.031', false]
  ])('address %s is in the list: %s', (address, isIn) => {
    expect(isInNetworks(list, address)).toBe(isIn)
  })

  it.each(['', '1.2.3.4/33', '1.2.3.256', '::/129', '1.2.3.4/', '1.2.3.4/8/8', '1.2.3.4,,5.6.7.8', ':::'])(
    '«%s» is not a valid list',
    (text) => {
      expect(networksOf(text)).toBeNull()
    }
  )
})

describe('reasons of a decline', () => {
  it('have one Russian sentence each, including test cards and unknown reasons', () => {
    const reasons = TEST_CARDS.flatMap(({ decline }) => (decline ? [decline.reason] : []))
    expect(knownDeclines).toEqual(expect.arrayContaining(reasons))
    for (const reason of [...knownDeclines, 'invented_later', null])
      expect(declineText(reason)).toMatch(/^[А-Я][^{}]+[а-яЁё]$/)
    expect(declineText('__proto__')).toBe(declineText(null))
  })
})
