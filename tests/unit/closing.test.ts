import { expect, test } from 'vitest'
import { figuresOf, isCountable, monthBefore, spanOf } from '#domain/closing.ts'

test('a month goes from midnight to midnight in Moscow, over the end of a year too', () => {
  expect(spanOf('2026-12')).toEqual({
    start: Date.parse('2026-12-01T00:00:00+03:00'),
    end: Date.parse('2027-01-01T00:00:00+03:00')
  })
  expect(monthBefore('2026-01')).toBe('2025-12')
})

test('a month is counted from its beginning until its first lines may be in files', () => {
  const now = Date.parse('2026-11-24T12:00:00+03:00')
  const months = ['2026-12', '2026-11', '2026-01', '2025-12', '2025-11']
  expect(months.map((month) => isCountable(month, now))).toEqual([false, true, true, true, false])
})

test('whatever moved tokens is counted once, also what no catalogue names', () => {
  const figures = figuresOf({ opening: 1000, late: -3 }, [
    { service: 'payment', added: 550, removed: 137 },
    { service: 'bonus', added: 50, removed: 0 },
    { service: 'support', added: 20, removed: 30 },
    { service: 'correction', added: 0, removed: 5 },
    { service: 'chatgpt', added: 0, removed: 200 },
    { service: 'job-return', added: 40, removed: 0 },
    { service: 'of-former-days', added: 0, removed: 7 }
  ])
  expect(figures).toEqual({
    opening: 1000,
    late: -3,
    sold: 550,
    bonus: 50,
    granted: -10,
    corrected: -5,
    taken_back: 137,
    spent: 167,
    owed: 1278
  })
})
