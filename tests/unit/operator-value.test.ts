// What operators' calls are worth in tokens.
import { describe, expect, test } from 'vitest'
import {
  agreesFrom,
  campaignValue,
  codeValue,
  correctionValue,
  premiumValue,
  reviewValue
} from '#domain/operator-value.ts'
import type { SeenPayment } from '#domain/payment.ts'

test('a code is worth its tokens as often as it can be used', () => {
  expect(codeValue({ tokens: 100, usesMax: 50 })).toBe(5000)
})

test('a campaign is worth what all who may come and their inviters can get', () => {
  expect(campaignValue({ invitedTokens: 10, inviterTokens: 30, peopleMax: 500 })).toBe(20_000)
})

test('days of Premium are worth what they cost', () => {
  expect([1, 30, 92].map(premiumValue)).toEqual([33, 990, 3036])
})

test.each([
  ['what it adds to the account', 5_000_000, -20, -20, 5_000_020],
  ['what it adds to the lines, whatever a damaged account shows', 1000, 1000, 100, 900],
  ['what it adds to the account, whatever damaged lines add up to', 1000, 100, 1000, 900],
  ['nothing when it takes away', 50, 100, 100, 0]
])('a correction is worth %s', (_, free, account, counted, worth) => {
  expect(correctionValue(free, account, counted)).toBe(worth)
})

test('a role agrees after three days', () => {
  expect(agreesFrom(1000)).toBe(1000 + 72 * 3_600_000)
})

describe('an order in review is worth what was not paid of it', () => {
  const order = { packageId: 'tokens-500', totalTokens: 550, amountKopecks: 50_000, currency: 'RUB' }
  const seen: SeenPayment = {
    status: 'succeeded',
    paid: true,
    amountKopecks: 50_000,
    currency: 'RUB',
    orderId: null,
    userId: null,
    test: false,
    refundedKopecks: null,
    cancellationReason: null
  }
  test.each([
    ['nothing when all is paid', {}, 0],
    ['nothing when more is paid', { amountKopecks: 60_000 }, 0],
    ['the share that is missing', { amountKopecks: 40_000 }, 110],
    ['all of it when the money is of another currency', { currency: 'USD' }, 550],
    ['all of it when the money is of a test', { test: true }, 550],
    ['all of it when no amount is known', { amountKopecks: null }, 550]
  ])('%s', (_, changed, worth) => {
    expect(reviewValue(order, { ...seen, ...changed }, false)).toBe(worth)
  })

  test('test money counts where it buys', () => {
    expect(reviewValue(order, { ...seen, test: true }, true)).toBe(0)
  })

  test('an unpaid month of Premium is worth its price', () => {
    const month = { packageId: 'premium', totalTokens: 0, amountKopecks: 99_000, currency: 'RUB' }
    expect(reviewValue(month, null, true)).toBe(990)
  })
})
