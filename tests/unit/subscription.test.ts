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
  wishOf
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

test('the first payment opens a month and is renewed at its end', () => {
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

test('a shop that saves no card sells a month that ends with its last second', () => {
  const single = begun(null)
  expect([renewsAt(single), single.accessUntil, dueAt(single)]).toEqual([null, periodEnd, periodEnd])
  expect(isRunning(single, periodEnd - 1)).toBe(true)
  expect(isRunning(single, periodEnd)).toBe(false)
  expect(stepOf(single, periodEnd)).toEqual({ kind: 'end', cause: 'not-renewable' })
})

describe('the reminder', () => {
  test('is due a little more than three days ahead, and the charge never without it', () => {
    expect(dueAt(plan)).toBe(periodEnd - noticeMs - 2 * hourMs)
    expect(stepOf(plan, periodEnd - noticeMs - 2 * hourMs - 1)).toEqual({ kind: 'wait' })
    expect(stepOf(plan, periodEnd - noticeMs)).toEqual({ kind: 'remind' })
    expect(stepOf(plan, periodEnd + dayMs)).toEqual({ kind: 'remind' })
  })

  test('that left in time lets the card be charged on the day, and not a second earlier', () => {
    expect(stepOf(onTime, periodEnd - 1)).toEqual({ kind: 'wait' })
    expect(stepOf(onTime, periodEnd)).toEqual({ kind: 'charge' })
  })

  test('that left late puts the charge off, and the plan stays open', () => {
    const late = reminded(plan, periodEnd - dayMs)
    expect(renewsAt(late)).toBe(periodEnd + 2 * dayMs)
    expect(stepOf(late, periodEnd + dayMs)).toEqual({ kind: 'wait' })
    expect(isRunning(late, periodEnd + dayMs)).toBe(true)
  })

  test('that never left ends the plan without a charge', () => {
    expect(stepOf(plan, periodEnd + outerGraceMs)).toEqual({ kind: 'end', cause: 'not-reminded' })
  })
})

test('renewals keep the day of the first payment through short months', () => {
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

  test('leaves what is paid for, to the second, and keeps the card for a change of mind', () => {
    expect(off).toMatchObject({ state: 'cancelled', accessUntil: periodEnd, methodId: 'method-1' })
    expect([renewsAt(off), dueAt(off)]).toEqual([null, periodEnd])
    expect(stepOf(off, periodEnd)).toEqual({ kind: 'end', cause: 'cancelled' })
  })

  test('twice is once', () => {
    expect(cancelled(off, start + 2 * dayMs)).toEqual(off)
  })

  test('is taken back without a payment', () => {
    expect(wishOf(off, start + 2 * dayMs)).toBe('resume')
    expect(resumed(off)).toEqual(plan)
  })

  test('in the second in which the month ends leaves nothing to run', () => {
    expect(cancelled(plan, periodEnd - 1).state).toBe('cancelled')
    expect(cancelled(plan, periodEnd).state).toBe('ended')
  })

  test('past due ends the plan at once', () => {
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

  test('is forgotten at once, and the month runs to its end', () => {
    expect(loose).toMatchObject({ state: 'cancelled', methodId: null, methodTitle: null, accessUntil: periodEnd })
    expect(renewsAt(loose)).toBeNull()
  })

  test('cannot be resumed: going on is paid for', () => {
    expect(wishOf(loose, start + 2 * dayMs)).toBe('pay')
  })

  test('stays forgotten when a charge from before turns out to have succeeded', () => {
    const paid = renewed(loose, periodEnd - 1)
    expect(paid).toMatchObject({ state: 'cancelled', methodId: null, periodEnd: monthsLater(start, 2) })
  })
})

describe('paying while the plan runs', () => {
  test('is not asked for as long as the card will pay', () => {
    expect(wishOf(plan, start + dayMs)).toBe('nothing')
  })

  test('adds the month after the paid one', () => {
    const ahead = paidByOwner(detached(plan, start + dayMs), start + 2 * dayMs)
    expect(ahead).toMatchObject({ state: 'active', periodStart: start, periodEnd: monthsLater(start, 2), months: 2 })
  })
})

test('after the end a payment begins a new run, with its own day', () => {
  const later = periodEnd + 40 * dayMs
  const again = paidByOwner(cancelled(plan, start + dayMs), later)
  expect(again).toMatchObject({ id: 'run-2', anchorAt: later, months: 1, periodEnd: monthsLater(later, 1) })
})

test('a charge that is known to have succeeded only after the end gives its month, and charges nothing more', () => {
  const over = { ...plan, state: 'ended' as const, accessUntil: periodEnd, methodId: null, methodTitle: null }
  const late = periodEnd + 8 * dayMs
  expect(renewed(over, late)).toMatchObject({ state: 'cancelled', methodId: null, accessUntil: monthsLater(late, 1) })
})

describe('money that went back', () => {
  const two = renewed(onTime, periodEnd)
  const now = periodEnd + dayMs

  test('for the month that runs ends the plan and forgets the card', () => {
    expect(refunded(two, { endsAt: two.periodEnd, isWhole: true }, now)).toMatchObject({
      state: 'ended',
      accessUntil: now,
      methodId: null
    })
  })

  test('for a month that is still to come takes that month', () => {
    const ahead = paidByOwner(plan, start + dayMs)
    expect(refunded(ahead, { endsAt: ahead.periodEnd, isWhole: true }, start + 2 * dayMs)).toMatchObject({
      state: 'cancelled',
      periodEnd,
      accessUntil: periodEnd,
      methodId: null
    })
  })

  test('for a month that is over takes nothing', () => {
    expect(refunded(two, { endsAt: periodEnd, isWhole: true }, now)).toEqual(two)
    expect(refunded(two, { endsAt: periodEnd, isWhole: false }, now)).toEqual(two)
  })

  test('in part lets the month run and charges no other', () => {
    const after = refunded(two, { endsAt: two.periodEnd, isWhole: false }, now)
    expect(after).toMatchObject({ state: 'cancelled', accessUntil: two.periodEnd, months: two.months })
    expect(renewsAt(after)).toBeNull()
  })

  test('never revives a plan that has ended', () => {
    const over = { ...two, state: 'ended' as const, accessUntil: now }
    expect(refunded(over, { endsAt: two.periodEnd, isWhole: false }, now)).toEqual(over)
  })
})

test('a charge is named after run, period and attempt, and its key fits the provider', () => {
  const id = crypto.randomUUID()
  const long = { ...onTime, id }
  expect(renewalOperationOf(long)).toBe(`renewal:${id}:${periodEnd}:0`)
  expect(renewalOperationOf(declined(long, 'insufficient_funds', periodEnd))).toBe(`renewal:${id}:${periodEnd}:1`)
  expect(renewalKeyOf(long).length).toBeLessThanOrEqual(64)
  expect(chargeAt(long)).toBe(periodEnd)
})
