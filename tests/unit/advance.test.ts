// Second receipts of an advance: whose tokens are spent, and that the sums are exact in the end, whatever comes in between.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  earnedOf,
  earnedOfMonth,
  type GivenLine,
  madeReceipt,
  nextReceiptKopecks,
  usedOf,
  wholeOf
} from '#domain/advance.ts'
import { advanceOf, monthEndAt, nextNightAt } from '#domain/advance-sale.ts'
import { creditIdOf, debitIdOf, tokensOfRefund } from '#domain/payment.ts'
import { receiptOf, secondReceiptOf } from '#domain/receipt.ts'

const given = (id: string, tokens: number): GivenLine => ({ id, kind: tokens > 0 ? 'credit' : 'debit', tokens })
const bought = (order: string, tokens: number) => given(creditIdOf(order), tokens)

const spentOf = (all: GivenLine[], used: number) =>
  [...usedOf(all, used)].map(([id, { spentTokens, leftTokens }]) => [id, spentTokens, leftTokens])

describe('tokens are used', () => {
  const lines = [given('bonus', 50), bought('a', 100), given('gift', 20), bought('b', 100)]
  test('in the order in which they were given', () => {
    expect(spentOf(lines, 160)).toEqual([
      ['bonus', 50, 0],
      ['payment:a', 100, 0],
      ['gift', 10, 10],
      ['payment:b', 0, 100]
    ])
  })

  test('of the purchase that is left after its refund, and the next ones pay what was spent of it', () => {
    expect(spentOf([...lines, given(debitIdOf('a', 1000), -80)], 160)).toEqual([
      ['bonus', 50, 0],
      ['payment:a', 20, 0],
      ['gift', 20, 0],
      ['payment:b', 70, 30]
    ])
  })

  test('after what an operator took, which comes from gifts first, the newest before', () => {
    expect(spentOf([...lines, given('taken', -30)], 60)).toEqual([
      ['bonus', 40, 0],
      ['payment:a', 20, 80],
      ['gift', 0, 0],
      ['payment:b', 0, 100]
    ])
    expect(spentOf([...lines, given('taken', -90)], 0)).toEqual([
      ['bonus', 0, 0],
      ['payment:a', 20, 80],
      ['gift', 0, 0],
      ['payment:b', 0, 100]
    ])
  })

  test('more of them than were ever given leave nothing', () => {
    expect(spentOf([bought('a', 10)], 25)).toEqual([['payment:a', 10, 0]])
  })
})

const november = Date.parse('2026-11-20T12:00:00+03:00')
const december = Date.parse('2026-12-01T01:00:00+03:00')

describe('a receipt', () => {
  const before = { settledKopecks: 100, since: november }

  test('is due for a part once its month in Moscow is over, and for the last of it at once', () => {
    const part = { kopecks: 700, isFinal: false }
    expect(nextReceiptKopecks(part, before, Date.parse('2026-11-30T23:59:59+03:00'))).toBe(0)
    expect(nextReceiptKopecks(part, before, december)).toBe(600)
    expect(nextReceiptKopecks(part, { ...before, since: december }, december)).toBe(0)
    expect(nextReceiptKopecks({ kopecks: 700, isFinal: true }, before, november)).toBe(600)
    expect(nextReceiptKopecks({ kopecks: 50, isFinal: true }, before, november)).toBe(0)
  })

  test('of a month of Premium is due when the month is over', () => {
    const month = { amountKopecks: 99_000, totalTokens: 0, refundedKopecks: 9000 }
    expect(earnedOfMonth(month, december, december - 1)).toEqual({ kopecks: 0, isFinal: false })
    expect(earnedOfMonth(month, december, december)).toEqual({ kopecks: 90_000, isFinal: true })
    expect(earnedOfMonth({ ...month, refundedKopecks: 99_000 }, december, november)).toEqual({
      kopecks: 0,
      isFinal: true
    })
  })

  test('is looked after an hour after midnight in Moscow', () => {
    expect(nextNightAt(november)).toBe(Date.parse('2026-11-21T01:00:00+03:00'))
    expect(nextNightAt(Date.parse('2026-11-21T00:30:00+03:00'))).toBe(Date.parse('2026-11-21T01:00:00+03:00'))
    expect(nextNightAt(Date.parse('2026-11-21T01:00:00+03:00'))).toBe(Date.parse('2026-11-22T01:00:00+03:00'))
  })

  test('of an unused purchase is looked after within some hours after the month, at a moment of its own', () => {
    const moments = Array.from({ length: 40 }, (_, index) => monthEndAt(`id-${index}`, november) - december)
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...moments)).toBeLessThan(5 * 60 * 60_000)
    expect(new Set(moments).size).toBe(40)
    expect(monthEndAt('id-1', november)).toBe(monthEndAt('id-1', november - 60_000))
  })

  test('is made only where the shop sells in advance', () => {
    expect(advanceOf({ YOOKASSA_PAYMENT_MODE: 'full_payment', YOOKASSA_VAT_CODE: 11 }, november)).toEqual({
      vatCode: 11
    })
    expect(advanceOf({ YOOKASSA_PAYMENT_MODE: 'full_prepayment', YOOKASSA_VAT_CODE: 12 }, november)).toEqual({
      vatCode: 12,
      isAdvance: true,
      advanceDueAt: Date.parse('2026-11-21T01:00:00+03:00')
    })
  })

  test('that an interrupted call made is found by what it settles', () => {
    const seen = [
      { id: 'first', status: 'succeeded', settledKopecks: null },
      { id: 'known', status: 'succeeded', settledKopecks: 500 },
      { id: 'other', status: 'pending', settledKopecks: 400 },
      { id: 'made', status: 'pending', settledKopecks: 500 }
    ] as const
    expect(madeReceipt({ amountKopecks: 500 }, seen, ['known'])?.id).toBe('made')
    expect(madeReceipt({ amountKopecks: 500 }, seen, ['known', 'made'])).toBe(undefined)
  })
})

const rules = {
  YOOKASSA_VAT_CODE: 12,
  YOOKASSA_PAYMENT_SUBJECT: 'service',
  YOOKASSA_PAYMENT_MODE: 'full_prepayment'
} as const
const sale = { email: 'a@example.ru', description: 'Токены', currency: 'RUB' }

test('the second receipt settles the advance, and its tax has a rate of its own', () => {
  expect(secondReceiptOf(rules, { ...sale, amountKopecks: 12_345 })).toEqual({
    customer: { email: 'a@example.ru' },
    items: [
      {
        description: 'Токены',
        quantity: 1,
        amount: { value: '123.45', currency: 'RUB' },
        vat_code: 11,
        payment_subject: 'service',
        payment_mode: 'full_payment',
        measure: 'piece'
      }
    ],
    settlements: [{ type: 'prepayment', amount: { value: '123.45', currency: 'RUB' } }]
  })
})

test.each([
  [0, [['full_prepayment', '100.00', 12]]],
  [
    3000,
    [
      ['full_prepayment', '70.00', 12],
      ['full_payment', '30.00', 11]
    ]
  ],
  [10_000, [['full_payment', '100.00', 11]]]
])('a return of 100 ₽ of which %i kopecks were settled has the items of both', (settledKopecks, items) => {
  const receipt = receiptOf(rules, { ...sale, amountKopecks: 10_000, settledKopecks })
  expect(receipt.items.map((one) => [one.payment_mode, one.amount.value, one.vat_code])).toEqual(items)
})

const step = fc.oneof(
  fc.record({ spend: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ refund: fc.integer({ min: 1, max: 40_000 }) }),
  fc.record({ gift: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ months: fc.integer({ min: 0, max: 2 }) })
)

test('whatever is spent, given and returned: receipts and returned money never exceed what was paid, and are exactly that in the end', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999 }),
      fc.integer({ min: 1, max: 997 }),
      fc.array(step, { maxLength: 25 }),
      (amountKopecks, totalTokens, steps) => {
        const lines: GivenLine[] = [bought('a', totalTokens)]
        const order = {
          id: 'a',
          userId: 'u',
          status: 'succeeded' as const,
          currency: 'RUB',
          refundingKopecks: null,
          amountKopecks,
          totalTokens
        }
        let [used, refundedKopecks, refundedTokens, settledKopecks, now, since] = [0, 0, 0, 0, november, november]
        const settle = () => {
          const advance = { amountKopecks, totalTokens, refundedKopecks }
          const own = usedOf(lines, used).get(creditIdOf('a'))!
          const next = nextReceiptKopecks(earnedOf(advance, own), { settledKopecks, since }, now)
          expect(next).toBeGreaterThanOrEqual(0)
          if (next > 0) since = now
          settledKopecks += next
          expect(settledKopecks + refundedKopecks).toBeLessThanOrEqual(amountKopecks)
          return own
        }
        for (const one of steps) {
          if ('spend' in one) used += one.spend
          if ('gift' in one) lines.push(given(`gift ${lines.length}`, one.gift))
          if ('months' in one) now += one.months * 31 * 24 * 60 * 60_000
          if ('refund' in one) {
            const kopecks = Math.min(one.refund, amountKopecks - refundedKopecks)
            // What is not settled yet is returned first.
            settledKopecks -= Math.max(0, kopecks - (amountKopecks - refundedKopecks - settledKopecks))
            refundedKopecks += kopecks
            const tokens = tokensOfRefund({ ...order, refundedKopecks: 0 }, refundedKopecks) - refundedTokens
            refundedTokens += tokens
            if (tokens > 0) lines.push(given(debitIdOf('a', refundedKopecks), -tokens))
          }
          settle()
        }
        used += totalTokens
        expect(settle().leftTokens).toBe(0)
        expect(settledKopecks + refundedKopecks).toBe(amountKopecks)
      }
    )
  ))

test('an erased account leaves nothing unsettled', () => {
  expect(wholeOf({ amountKopecks: 1000, totalTokens: 10, refundedKopecks: 300 })).toEqual({
    kopecks: 700,
    isFinal: true
  })
})
