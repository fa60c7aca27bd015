import { describe, expect, test } from 'vitest'
import { dayMs, monthsLater } from '#domain/billing-calendar.ts'
import {
  declined,
  isRunning,
  noticeMs,
  paidFor,
  reminded,
  renewsAt,
  stepOf,
  type Subscription,
  wishOf
} from '#domain/subscription.ts'

const hourMs = 60 * 60 * 1000
const start = Date.parse('2027-01-31T12:00:00+03:00')
const card = { id: 'method-1', title: 'Карта *4444' }
const price = { priceKopecks: 99_000 }

const begun = (method: typeof card | null = card): Subscription =>
  paidFor(null, { newId: 'run-1', by: 'owner', method, ...price }, start)
const renewed = (before: Subscription, now: number) =>
  paidFor(before, { newId: 'run-2', by: 'renewal', method: null, ...price }, now)
const paidByOwner = (before: Subscription, now: number, method: typeof card | null = card) =>
  paidFor(before, { newId: 'run-2', by: 'owner', method, ...price }, now)

const plan = begun()
const { periodEnd } = plan
const onTime = reminded(plan, periodEnd - noticeMs - hourMs)

describe('a declined charge', () => {
  const first = declined(onTime, 'insufficient_funds', periodEnd)
  const second = declined(first, 'insufficient_funds', periodEnd + dayMs)

  test('is tried again a day and three days after the first, and then the plan ends', () => {
    expect(first).toMatchObject({ state: 'past-due', attempts: 1, retryAt: periodEnd + dayMs })
    expect(second).toMatchObject({ state: 'past-due', attempts: 2, retryAt: periodEnd + 3 * dayMs })
    const third = declined(second, 'issuer_unavailable', periodEnd + 3 * dayMs)
    expect(third).toMatchObject({ state: 'ended', methodId: null, retryAt: null, declineReason: 'issuer_unavailable' })
    expect(third.accessUntil).toBe(periodEnd + 3 * dayMs)
  })

  test('keeps the plan open until the last attempt', () => {
    expect(isRunning(first, periodEnd + dayMs)).toBe(true)
    expect(isRunning(second, periodEnd + 3 * dayMs)).toBe(true)
  })

  test('that is then paid gives the month that was due, and no declines are left', () => {
    const paid = renewed(second, periodEnd + 3 * dayMs)
    expect(paid).toMatchObject({
      state: 'active',
      periodStart: periodEnd,
      periodEnd: monthsLater(start, 2),
      attempts: 0,
      declineReason: null,
      retryAt: null,
      remindedAt: null
    })
  })

  test('is not followed by another one at once when the clock was late', () => {
    const late = declined(onTime, 'insufficient_funds', periodEnd + 4 * dayMs)
    expect(late.retryAt).toBe(periodEnd + 4 * dayMs + 20 * hourMs)
    expect(isRunning(late, late.retryAt!)).toBe(true)
  })

  test.each(['card_expired', 'not_started', 'payment_method_restricted'])(
    'for %s is not tried again, and leaves three days to pay otherwise',
    (reason) => {
      const lost = declined(onTime, reason, periodEnd)
      expect([lost.state, lost.retryAt, renewsAt(lost), wishOf(lost, periodEnd)]).toEqual([
        'past-due',
        null,
        null,
        'pay'
      ])
      expect(stepOf(lost, periodEnd + 3 * dayMs - 1)).toEqual({ kind: 'wait' })
      expect(stepOf(lost, periodEnd + 3 * dayMs)).toEqual({ kind: 'end', cause: 'declined' })
    }
  )

  test('whose permission was revoked forgets the card', () => {
    expect(declined(onTime, 'permission_revoked', periodEnd)).toMatchObject({ methodId: null, methodTitle: null })
  })

  test('paid by another card begins with that card', () => {
    const other = { id: 'method-2', title: 'Карта *0004' }
    const paid = paidByOwner(first, periodEnd + hourMs, other)
    expect(paid).toMatchObject({ state: 'active', methodId: 'method-2', periodEnd: monthsLater(start, 2) })
  })
})
