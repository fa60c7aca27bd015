// Days of Premium that an operator gives.
import { expect, test } from 'vitest'
import { dayMs } from '#domain/billing-calendar.ts'
import {
  cancelled,
  chargeAt,
  declined,
  extended,
  isRunning,
  noticeMs,
  outerGraceMs,
  reminded,
  renewalOperationOf,
  renewsAt,
  stepOf
} from '#domain/subscription.ts'
import { begun, hourMs, onTime, periodEnd, plan, renewed, start } from '../support/node/subscription-runs.ts'

const now = start + dayMs
const later = periodEnd + 10 * dayMs

test('the next charge moves with the period, and is reminded of anew', () => {
  const given = extended(onTime, 10, periodEnd - dayMs)
  expect(given).toMatchObject({
    state: 'active',
    periodEnd: later,
    accessUntil: later + outerGraceMs,
    remindedAt: null
  })
  expect([renewsAt(given), stepOf(given, periodEnd)]).toEqual([later, { kind: 'wait' }])
  expect(stepOf(given, later - noticeMs)).toEqual({ kind: 'remind' })
  expect(renewalOperationOf(given)).not.toBe(renewalOperationOf(plan))
})

test('months that follow are counted from the new day', () => {
  const given = reminded(extended(plan, 10, now), later - noticeMs - hourMs)
  expect(chargeAt(given)).toBe(later)
  const next = renewed(given, later)
  expect(next).toMatchObject({ periodStart: later, periodEnd: Date.parse('2027-04-10T12:00:00+03:00') })
  expect(renewed(next, next.periodEnd).periodEnd).toBe(Date.parse('2027-05-10T12:00:00+03:00'))
})

test('a plan that is not renewed gets the days and is not renewed afterwards either', () => {
  for (const one of [cancelled(plan, now), begun(null)]) {
    const given = extended(one, 10, now)
    expect(given).toMatchObject({ state: one.state, periodEnd: later, accessUntil: later })
    expect([renewsAt(given), stepOf(given, later).kind]).toEqual([null, 'end'])
  }
})

test('after a decline the days begin now, and the card is charged after them instead of retried', () => {
  const at = periodEnd + 2 * dayMs
  const given = extended(declined(onTime, 'insufficient_funds', periodEnd), 3, at)
  expect(given).toMatchObject({ state: 'active', periodEnd: at + 3 * dayMs, attempts: 0, retryAt: null })
  expect([isRunning(given, at + 3 * dayMs - 1), renewsAt(given)]).toEqual([true, at + 3 * dayMs])
})

test('a card that may not be charged again stays so', () => {
  const given = extended(declined(onTime, 'not_started', periodEnd), 5, periodEnd + hourMs)
  expect(given).toMatchObject({ state: 'cancelled', periodEnd: periodEnd + hourMs + 5 * dayMs })
  expect(renewsAt(given)).toBeNull()
})
