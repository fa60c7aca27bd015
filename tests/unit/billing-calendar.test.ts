import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAround, dayMs, monthAround, monthsLater } from '#domain/billing-calendar.ts'

/** The instant of a Moscow date and time. */
const moscow = (text: string) => Date.parse(`${text}+03:00`)
const inMoscow = (at: number) => new Date(at + 3 * 60 * 60 * 1000).toISOString().slice(0, 19)

describe('monthsLater keeps the day of the month, or takes the last day of a shorter month', () => {
  test.each([
    ['2027-01-10T12:30:00', 1, '2027-02-10T12:30:00'],
    ['2027-12-10T12:30:00', 1, '2028-01-10T12:30:00'],
    ['2027-01-29T09:00:00', 1, '2027-02-28T09:00:00'],
    ['2027-01-30T09:00:00', 1, '2027-02-28T09:00:00'],
    ['2027-01-31T09:00:00', 1, '2027-02-28T09:00:00'],
    ['2027-01-31T09:00:00', 2, '2027-03-31T09:00:00'],
    ['2027-01-31T09:00:00', 3, '2027-04-30T09:00:00'],
    ['2028-01-29T09:00:00', 1, '2028-02-29T09:00:00'],
    ['2028-01-31T09:00:00', 1, '2028-02-29T09:00:00'],
    ['2028-02-29T09:00:00', 1, '2028-03-29T09:00:00'],
    ['2028-02-29T09:00:00', 12, '2029-02-28T09:00:00'],
    ['2028-02-29T09:00:00', 48, '2032-02-29T09:00:00'],
    ['2027-08-31T00:00:00', 1, '2027-09-30T00:00:00'],
    ['2027-08-31T23:59:59', 18, '2029-02-28T23:59:59'],
    // After midnight in Moscow it is still the day before in UTC; the Moscow day counts.
    ['2027-03-01T01:00:00', 1, '2027-04-01T01:00:00'],
    ['2027-01-31T02:00:00', 1, '2027-02-28T02:00:00'],
    ['2027-05-17T10:00:00', 0, '2027-05-17T10:00:00']
  ])('%s plus %i months is %s', (from, months, to) => {
    expect(inMoscow(monthsLater(moscow(from), months))).toBe(to)
  })

  test('every period is a whole number of days, from 28 to 31', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: moscow('2026-01-01T00:00:00'), max: moscow('2036-01-01T00:00:00') }),
        fc.integer({ min: 0, max: 120 }),
        (anchor, months) => {
          const days = (monthsLater(anchor, months + 1) - monthsLater(anchor, months)) / dayMs
          expect(Number.isInteger(days)).toBe(true)
          expect(days).toBeGreaterThanOrEqual(28)
          expect(days).toBeLessThanOrEqual(31)
        }
      )
    )
  })
})

test.each([
  ['2027-03-05T00:00:00', '2027-03-05T00:00:00', '2027-03-06T00:00:00'],
  ['2027-03-05T23:59:59', '2027-03-05T00:00:00', '2027-03-06T00:00:00'],
  ['2027-12-31T02:00:00', '2027-12-31T00:00:00', '2028-01-01T00:00:00']
])('the day of %s', (at, start, end) => {
  expect(dayAround(moscow(at))).toEqual({ start: moscow(start), end: moscow(end) })
})

test.each([
  ['2027-03-05T10:00:00', '2027-03-01T00:00:00', '2027-04-01T00:00:00'],
  ['2028-02-29T23:59:59', '2028-02-01T00:00:00', '2028-03-01T00:00:00'],
  ['2028-01-01T01:00:00', '2028-01-01T00:00:00', '2028-02-01T00:00:00']
])('the month of %s', (at, start, end) => {
  expect(monthAround(moscow(at))).toEqual({ start: moscow(start), end: moscow(end) })
})
