import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerChargeRules, emptyAnswerRule, readerLeftRule } from '#contract/catalogue/charge-rules.ts'
import type { AnswerOutcome } from '#contract/catalogue/charge-rules.ts'
import { answerOutcome } from '#contract/chats.ts'
import { chargeOf, priceDue } from '#domain/charge.ts'

const facts = { priceTokens: 7, deliveredLength: 400, referenceLength: 1000 }

it.each<[AnswerOutcome, string, number]>([
  ['complete', 'the price', 7],
  ['truncated', 'the price, because it was delivered whole', 7],
  ['stopped', 'its share, rounded up', 3],
  ['interrupted', 'nothing', 0],
  ['failed', 'nothing', 0],
  ['refused', 'nothing', 0]
])('an answer that ended as %s costs %s', (outcome, _, tokens) => {
  expect(chargeOf({ outcome, ...facts })).toBe(tokens)
})

describe('a stopped answer', () => {
  it.each([
    { deliveredLength: 0, tokens: 0 },
    { deliveredLength: 1, tokens: 1 },
    { deliveredLength: 142, tokens: 1 },
    { deliveredLength: 143, tokens: 2 },
    { deliveredLength: 999, tokens: 7 },
    { deliveredLength: 1000, tokens: 7 },
    { deliveredLength: 50_000, tokens: 7 }
  ])('with $deliveredLength of 1000 characters at 7 costs $tokens', ({ deliveredLength, tokens }) => {
    expect(chargeOf({ ...facts, outcome: 'stopped', deliveredLength })).toBe(tokens)
  })

  it('is exact where floating-point arithmetic is not', () => {
    // In floating point, Math.ceil((7 / 25) * 25) is 8.
    expect(chargeOf({ outcome: 'stopped', priceTokens: 25, deliveredLength: 7, referenceLength: 25 })).toBe(7)
    const huge = 2 ** 52
    expect(chargeOf({ outcome: 'stopped', priceTokens: huge, deliveredLength: huge - 1, referenceLength: huge })).toBe(
      huge - 1
    )
  })
})

it('of a stopped answer pays its share and the files as a whole; what is free stays free', () => {
  const asked = { priceTokens: 25, filesTokens: 20, deliveredLength: 10, referenceLength: 1000 }
  expect(chargeOf({ ...asked, outcome: 'stopped' })).toBe(21)
  expect(chargeOf({ ...asked, outcome: 'stopped', deliveredLength: 5000 })).toBe(25)
  expect(chargeOf({ ...asked, outcome: 'stopped', deliveredLength: 0 })).toBe(0)
  expect(chargeOf({ ...asked, outcome: 'failed' })).toBe(0)
  expect(chargeOf({ ...asked, outcome: 'complete' })).toBe(25)
})

it.each(answerOutcome.options)('an empty answer is free, even when it is %s', (outcome) => {
  expect(chargeOf({ ...facts, outcome, deliveredLength: 0 })).toBe(0)
})

describe('any answer', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000 })
  const length = fc.nat({ max: 1_000_000 })
  const outcomes = fc.constantFrom(...answerOutcome.options)

  it('costs whole tokens from 0 to the price, and at least 1 when stopped after some text', () => {
    fc.assert(
      fc.property(outcomes, amount, length, amount, (outcome, priceTokens, deliveredLength, referenceLength) => {
        const tokens = chargeOf({ outcome, priceTokens, deliveredLength, referenceLength })
        expect(Number.isSafeInteger(tokens)).toBe(true)
        expect(tokens).toBeGreaterThanOrEqual(outcome === 'stopped' && deliveredLength > 0 ? 1 : 0)
        expect(tokens).toBeLessThanOrEqual(priceTokens)
      })
    )
  })

  it('never costs less for more text or at a higher price', () => {
    fc.assert(
      fc.property(outcomes, amount, length, length, amount, (outcome, priceTokens, one, other, referenceLength) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        const cost = (deliveredLength: number, price = priceTokens) =>
          chargeOf({ outcome, priceTokens: price, deliveredLength, referenceLength })
        expect(cost(less)).toBeLessThanOrEqual(cost(more))
        expect(cost(less)).toBeLessThanOrEqual(cost(less, priceTokens + 1))
      })
    )
  })

  it('is rounded up by less than one token', () => {
    fc.assert(
      fc.property(amount, amount, amount, (priceTokens, deliveredLength, referenceLength) => {
        const tokens = chargeOf({ outcome: 'stopped', priceTokens, deliveredLength, referenceLength })
        if (deliveredLength >= referenceLength) {
          expect(tokens).toBe(priceTokens)
          return
        }
        const exact = BigInt(priceTokens) * BigInt(deliveredLength)
        expect(BigInt(tokens) * BigInt(referenceLength)).toBeGreaterThanOrEqual(exact)
        expect(BigInt(tokens - 1) * BigInt(referenceLength)).toBeLessThan(exact)
      })
    )
  })
})

it.each([
  { priceTokens: 0 },
  { priceTokens: -1 },
  { priceTokens: 1.5 },
  { priceTokens: Number.NaN },
  { deliveredLength: -1 },
  { deliveredLength: Number.POSITIVE_INFINITY },
  { referenceLength: 0 },
  { filesTokens: -1 },
  { filesTokens: facts.priceTokens }
])('refuses to price %o', (wrong) => {
  expect(() => chargeOf({ outcome: 'complete', ...facts, ...wrong })).toThrow(RangeError)
})

it('every charge rule has Russian texts for users', () => {
  for (const { situation, cost } of [...Object.values(answerChargeRules), emptyAnswerRule, readerLeftRule]) {
    expect(situation).toMatch(/^[А-Я]/)
    expect(cost).toMatch(/^[А-Я]/)
  }
})

it.each([
  [0, 5],
  [1, 10],
  [3, 10]
])('after %i searches the price is %i', (searches, tokens) => {
  expect(priceDue(10, 5, searches)).toBe(tokens)
})
