import { describe, expect, test } from 'vitest'
import { dayMs, monthsLater } from '#domain/billing-calendar.ts'
import { declined, isRunning, renewsAt, stepOf, premiumRequestStep } from '#domain/subscription.ts'
import { hourMs, start, renewed, paidByOwner, periodEnd, onTime } from '../support/node/subscription-runs.ts'

describe('a declined charge', () => {
  const first = declined(onTime, 'insufficient_funds', periodEnd)
  const second = declined(first, 'insufficient_funds', periodEnd + dayMs)

  test('is retried one day and three days after the first, and then the plan ends', () => {
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

  test('that is paid by a retry gives the month that was due and clears the declines', () => {
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

  test('by a late cron run is not retried at once', () => {
    const late = declined(onTime, 'insufficient_funds', periodEnd + 4 * dayMs)
    expect(late.retryAt).toBe(periodEnd + 4 * dayMs + 20 * hourMs)
    expect(isRunning(late, late.retryAt!)).toBe(true)
  })

  test.each(['card_expired', 'not_started', 'dismissed', 'not_accepted', 'payment_method_restricted'])(
    'for %s is not retried, and leaves three days to pay in another way',
    (reason) => {
      const lost = declined(onTime, reason, periodEnd)
      expect([lost.state, lost.retryAt, renewsAt(lost), premiumRequestStep(lost, periodEnd)]).toEqual([
        'past-due',
        null,
        null,
        'pay'
      ])
      expect(stepOf(lost, periodEnd + 3 * dayMs - 1)).toEqual({ kind: 'wait' })
      expect(stepOf(lost, periodEnd + 3 * dayMs)).toEqual({ kind: 'end', cause: 'declined' })
    }
  )

  test('with a revoked permission removes the card', () => {
    expect(declined(onTime, 'permission_revoked', periodEnd)).toMatchObject({ methodId: null, methodTitle: null })
  })

  test('that the owner pays with another card continues with that card', () => {
    const other = { id: 'method-2', title: 'Карта *0004' }
    const paid = paidByOwner(first, periodEnd + hourMs, other)
    expect(paid).toMatchObject({ state: 'active', methodId: 'method-2', periodEnd: monthsLater(start, 2) })
  })
})
