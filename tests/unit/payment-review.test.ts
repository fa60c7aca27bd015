import { expect, it } from 'vitest'
import type { SeenPayment } from '#domain/payment.ts'
import { paidKopecks, reviewProblem, unrefundedKopecks } from '#domain/payment-review.ts'

const paid: SeenPayment = {
  status: 'succeeded',
  paid: true,
  amountKopecks: 40_000,
  currency: 'RUB',
  orderId: 'order-1',
  userId: 'user-1',
  test: false,
  refundedKopecks: 10_000,
  cancellationReason: null
}
const inReview = { status: 'review', reviewDecision: null } as const
const decisions = ['credit', 'refund', 'dismiss'] as const

it.each(decisions)('a paid payment in review can be ended by: %s', (decision) => {
  expect(reviewProblem(decision, inReview, paid)).toBeNull()
  expect(reviewProblem(decision, { ...inReview, reviewDecision: decision }, paid)).toBeNull()
})

it.each(['created', 'pending', 'succeeded', 'canceled', 'refunded'] as const)(
  'a %s payment is not decided',
  (status) => {
    for (const decision of decisions)
      expect(reviewProblem(decision, { status, reviewDecision: null }, paid)).toBe('not-in-review')
  }
)

it('a decision that has begun excludes every other', () => {
  for (const begun of decisions)
    for (const decision of decisions.filter((one) => one !== begun))
      expect(reviewProblem(decision, { ...inReview, reviewDecision: begun }, paid)).toBe('decided-otherwise')
})

it.each<[string, SeenPayment | null]>([
  ['that the provider does not know', null],
  ['that the provider does not call paid', { ...paid, paid: false }],
  ['that was cancelled', { ...paid, status: 'canceled' }],
  ['without an amount', { ...paid, amountKopecks: null }]
])('a payment %s can only be dismissed', (_, seen) => {
  const possible = decisions.filter((decision) => reviewProblem(decision, inReview, seen) === null)
  expect(possible).toEqual(['dismiss'])
})

it('what was really paid counts, and what is left of it can be refunded', () => {
  const order = { amountKopecks: 50_000, currency: 'RUB' }
  expect(paidKopecks(order, paid)).toBe(40_000)
  expect(paidKopecks(order, { ...paid, currency: 'USD' })).toBe(50_000)
  expect(paidKopecks(order, null)).toBe(50_000)
  expect(unrefundedKopecks(paid)).toBe(30_000)
  expect(unrefundedKopecks({ ...paid, refundedKopecks: null })).toBe(40_000)
  expect(unrefundedKopecks({ ...paid, refundedKopecks: 50_000 })).toBe(0)
})
