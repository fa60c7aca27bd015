import { describe, expect, test } from 'vitest'
import { archivedBefore, endOfMonth, follow, ledgerSums, linesOfMonth, monthOf } from '#domain/books.ts'

const lines = (...times: number[]) => times.map((at, index) => ({ seq: index + 1, at }))

describe('old are', () => {
  test.each([
    ['2026-11-23T10:00:00Z', '2025-11-01T00:00:00Z'],
    ['2026-11-01T00:00:00Z', '2025-11-01T00:00:00Z'],
    ['2026-10-31T23:59:59Z', '2025-10-01T00:00:00Z'],
    ['2028-02-29T12:00:00Z', '2027-02-01T00:00:00Z'],
    ['2027-01-15T00:00:00Z', '2026-01-01T00:00:00Z']
  ])('at %s the lines before %s', (now, before) => {
    expect(new Date(archivedBefore(Date.parse(now))).toISOString()).toBe(before.replace('Z', '.000Z'))
  })
})

describe('the lines of a month', () => {
  test('end with the month, in UTC', () => {
    const [last, next] = [Date.parse('2026-01-31T23:59:59.999Z'), Date.parse('2026-02-01T00:00:00Z')]
    expect(endOfMonth(monthOf(last))).toBe(next)
    expect(linesOfMonth(lines(last, next))).toEqual(lines(last))
    expect(endOfMonth('2026-12')).toBe(Date.parse('2027-01-01T00:00:00Z'))
  })

  test('are not divided by a clock that was set back', () => {
    const march = Date.parse('2026-03-01T00:00:00Z')
    expect(linesOfMonth(lines(march, march - 1, march + 1))).toHaveLength(3)
  })

  test('are none of none', () => {
    expect(linesOfMonth([])).toEqual([])
  })
})

test('a missing line is seen', () => {
  expect(
    follow(
      [
        { seq: 4, at: 1 },
        { seq: 5, at: 1 }
      ],
      3
    )
  ).toBe(true)
  expect(
    follow(
      [
        { seq: 4, at: 1 },
        { seq: 6, at: 1 }
      ],
      3
    )
  ).toBe(false)
  expect(follow([{ seq: 5, at: 1 }], 3)).toBe(false)
})

const line = (seq: number, kind: string, balanceDelta: number) => ({
  seq,
  at: seq,
  kind,
  balanceDelta,
  balanceAfter: seq
})

test('the sums of a file begin once with its first line and once with its newest correction', () => {
  const sums = ledgerSums([
    line(7, 'credit', 10),
    line(8, 'correct', -4),
    line(9, 'reserve', 0),
    line(10, 'settle', -1)
  ])
  expect(sums).toMatchObject({ rows: 4, firstSeq: 7, lastSeq: 10, firstAt: 7, lastAt: 10, balanceAfter: 10, ended: 3 })
  expect(sums).toMatchObject({ balanceDelta: 5, correctedSeq: 8, correctedDelta: -5 })
  expect(ledgerSums([line(7, 'credit', 10)])).toMatchObject({ balanceDelta: 10, correctedSeq: 0, correctedDelta: 10 })
})
