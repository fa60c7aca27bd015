import { describe, expect, test } from 'vitest'
import { dayMs, monthsLater } from '#domain/billing-calendar.ts'
import {
  cancelled,
  chargeAt,
  declined,
  detached,
  dueAt,
  isRunning,
  noticeMs,
  outerGraceMs,
  refunded,
  reminded,
  renewalKeyOf,
  renewalOperationOf,
  renewsAt,
  resumed,
  stepOf,
  premiumRequestStep
} from '#domain/subscription.ts'
import {
  hourMs,
  start,
  begun,
  renewed,
  paidByOwner,
  plan,
  periodEnd,
  onTime
} from '../support/node/subscription-runs.ts'

test('the first payment opens one month, which is renewed at its end', () => {
  expect(plan).toEqual({
    id: 'run-1',
    state: 'active',
    priceKopecks: 99_000,
    anchorAt: start,
    months: 1,
    periodStart: start,
    periodEnd: Date.parse('2027-02-28T12:00:00+03:00'),
    accessUntil: periodEnd + outerGraceMs,
    methodId: 'method-1',
    methodTitle: 'Карта *4444',
    remindedAt: null,
    attempts: 0,
    declineReason: null,
    retryAt: null
  })
  expect(renewsAt(plan)).toBe(periodEnd)
})

test('without a saved card the plan ends with the last second of its month', () => {
  const single = begun(null)
  expect([renewsAt(single), single.accessUntil, dueAt(single)]).toEqual([null, periodEnd, periodEnd])
  expect(isRunning(single, periodEnd - 1)).toBe(true)
  expect(isRunning(single, periodEnd)).toBe(false)
  expect(stepOf(single, periodEnd)).toEqual({ kind: 'end', cause: 'not-renewable' })
})

describe('the reminder', () => {
  test('is due three days and two hours ahead, and there is no charge without it', () => {
    expect(dueAt(plan)).toBe(periodEnd - noticeMs - 2 * hourMs)
    expect(stepOf(plan, periodEnd - noticeMs - 2 * hourMs - 1)).toEqual({ kind: 'wait' })
    expect(stepOf(plan, periodEnd - noticeMs)).toEqual({ kind: 'remind' })
    expect(stepOf(plan, periodEnd + dayMs)).toEqual({ kind: 'remind' })
  })

  test('that was sent in time allows the charge at the period’s end, and not earlier', () => {
    expect(stepOf(onTime, periodEnd - 1)).toEqual({ kind: 'wait' })
    expect(stepOf(onTime, periodEnd)).toEqual({ kind: 'charge' })
  })

  test('that was sent late delays the charge, and the plan stays open', () => {
    const late = reminded(plan, periodEnd - dayMs)
    expect(renewsAt(late)).toBe(periodEnd + 2 * dayMs)
    expect(stepOf(late, periodEnd + dayMs)).toEqual({ kind: 'wait' })
    expect(isRunning(late, periodEnd + dayMs)).toBe(true)
  })

  test('that was never sent ends the plan without a charge', () => {
    expect(stepOf(plan, periodEnd + outerGraceMs)).toEqual({ kind: 'end', cause: 'not-reminded' })
  })
})

test('renewals keep the day of the first payment after short months', () => {
  let current = plan
  const ends = Array.from({ length: 13 }, () => {
    current = renewed(current, current.periodEnd)
    return new Date(current.periodEnd).toISOString().slice(0, 10)
  })
  expect(ends.slice(0, 4)).toEqual(['2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'])
  expect(ends.at(-1)).toBe('2028-03-31')
  expect(ends.at(-2)).toBe('2028-02-29')
})

describe('cancelling', () => {
  const off = cancelled(plan, start + dayMs)

  test('keeps the paid time and the card', () => {
    expect(off).toMatchObject({ state: 'cancelled', accessUntil: periodEnd, methodId: 'method-1' })
    expect([renewsAt(off), dueAt(off)]).toEqual([null, periodEnd])
    expect(stepOf(off, periodEnd)).toEqual({ kind: 'end', cause: 'cancelled' })
  })

  test('twice changes nothing more', () => {
    expect(cancelled(off, start + 2 * dayMs)).toEqual(off)
  })

  test('can be undone without a payment', () => {
    expect(premiumRequestStep(off, start + 2 * dayMs)).toBe('resume')
    expect(resumed(off)).toEqual(plan)
  })

  test('at the end of the month ends the plan at once', () => {
    expect(cancelled(plan, periodEnd - 1).state).toBe('cancelled')
    expect(cancelled(plan, periodEnd).state).toBe('ended')
  })

  test('a past-due plan ends it at once', () => {
    const unpaid = declined(onTime, 'insufficient_funds', periodEnd)
    expect(cancelled(unpaid, periodEnd + hourMs)).toMatchObject({
      state: 'ended',
      accessUntil: periodEnd + hourMs,
      methodId: null
    })
  })
})

describe('a detached card', () => {
  const loose = detached(plan, start + dayMs)

  test('is removed at once, and the month runs to its end', () => {
    expect(loose).toMatchObject({ state: 'cancelled', methodId: null, methodTitle: null, accessUntil: periodEnd })
    expect(renewsAt(loose)).toBeNull()
  })

  test('cannot be resumed: the owner has to pay again', () => {
    expect(premiumRequestStep(loose, start + 2 * dayMs)).toBe('pay')
  })

  test('stays removed when an earlier charge turns out to have succeeded', () => {
    const paid = renewed(loose, periodEnd - 1)
    expect(paid).toMatchObject({ state: 'cancelled', methodId: null, periodEnd: monthsLater(start, 2) })
  })
})

describe('paying while the plan runs', () => {
  test('is not needed while the card will pay', () => {
    expect(premiumRequestStep(plan, start + dayMs)).toBe('nothing')
  })

  test('adds a month after the paid one', () => {
    const ahead = paidByOwner(detached(plan, start + dayMs), start + 2 * dayMs)
    expect(ahead).toMatchObject({ state: 'active', periodStart: start, periodEnd: monthsLater(start, 2), months: 2 })
  })
})

test('after the end a payment begins a new run with its own day', () => {
  const later = periodEnd + 40 * dayMs
  const again = paidByOwner(cancelled(plan, start + dayMs), later)
  expect(again).toMatchObject({ id: 'run-2', anchorAt: later, months: 1, periodEnd: monthsLater(later, 1) })
})

test('a charge that succeeded but is noticed after the end gives its month and renews nothing', () => {
  const over = { ...plan, state: 'ended' as const, accessUntil: periodEnd, methodId: null, methodTitle: null }
  const late = periodEnd + 8 * dayMs
  expect(renewed(over, late)).toMatchObject({ state: 'cancelled', methodId: null, accessUntil: monthsLater(late, 1) })
})

describe('a refund', () => {
  const two = renewed(onTime, periodEnd)
  const now = periodEnd + dayMs

  test('for the current month ends the plan and removes the card', () => {
    expect(refunded(two, { endsAt: two.periodEnd, isWhole: true }, now)).toMatchObject({
      state: 'ended',
      accessUntil: now,
      methodId: null
    })
  })

  test('for a month still to come takes that month back', () => {
    const ahead = paidByOwner(plan, start + dayMs)
    expect(refunded(ahead, { endsAt: ahead.periodEnd, isWhole: true }, start + 2 * dayMs)).toMatchObject({
      state: 'cancelled',
      periodEnd,
      accessUntil: periodEnd,
      methodId: null
    })
  })

  test('for a month that is over changes nothing', () => {
    expect(refunded(two, { endsAt: periodEnd, isWhole: true }, now)).toEqual(two)
    expect(refunded(two, { endsAt: periodEnd, isWhole: false }, now)).toEqual(two)
  })

  test('of a part keeps the month and renews nothing', () => {
    const after = refunded(two, { endsAt: two.periodEnd, isWhole: false }, now)
    expect(after).toMatchObject({ state: 'cancelled', accessUntil: two.periodEnd, months: two.months })
    expect(renewsAt(after)).toBeNull()
  })

  test('never revives an ended plan', () => {
    const over = { ...two, state: 'ended' as const, accessUntil: now }
    expect(refunded(over, { endsAt: two.periodEnd, isWhole: false }, now)).toEqual(over)
  })
})

test('a charge is named after run, period and attempt, and its key fits YooKassa’s limit', () => {
  const id = crypto.randomUUID()
  const long = { ...onTime, id }
  expect(renewalOperationOf(long)).toBe(`renewal:${id}:${periodEnd}:0`)
  expect(renewalOperationOf(declined(long, 'insufficient_funds', periodEnd))).toBe(`renewal:${id}:${periodEnd}:1`)
  expect(renewalKeyOf(long).length).toBeLessThanOrEqual(64)
  expect(chargeAt(long)).toBe(periodEnd)
})
