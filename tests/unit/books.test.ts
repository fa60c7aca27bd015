import { describe, expect, test } from 'vitest'
import { linesBefore, oldBefore, sumsOf } from '#domain/books.ts'

describe('old are', () => {
  test.each([
    ['2026-11-23T10:00:00Z', '2025-11-01T00:00:00Z'],
    ['2026-11-01T00:00:00Z', '2025-11-01T00:00:00Z'],
    ['2026-10-31T23:59:59Z', '2025-10-01T00:00:00Z'],
    ['2028-02-29T12:00:00Z', '2027-02-01T00:00:00Z'],
    ['2027-01-15T00:00:00Z', '2026-01-01T00:00:00Z']
  ])('at %s the lines before %s', (now, before) => {
    expect(new Date(oldBefore(Date.parse(now))).toISOString()).toBe(before.replace('Z', '.000Z'))
  })

  test.each([
    [[7, 8, 9], 9, [7, 8]],
    [[7, 8], 9, [7, 8]],
    [[9, 8], 9, []],
    [[], 9, []]
  ])('of lines at %j those before %i: %j, and none behind a younger one', (times, before, old) => {
    expect(
      linesBefore(
        times.map((at) => ({ at })),
        before
      ).map(({ at }) => at)
    ).toEqual(old)
  })
})

const line = (seq: number, kind: string, balanceDelta: number, at = seq) => ({
  seq,
  at,
  kind,
  balanceDelta,
  balanceAfter: seq
})

test('the sums of lines begin with the first one, or with the newest correction', () => {
  const lines = [
    line(7, 'credit', 10),
    line(8, 'correct', -4, 12),
    line(9, 'correct', 2),
    line(10, 'settle', -1)
  ] as const
  expect(sumsOf(lines)).toEqual({
    firstSeq: 7,
    lastSeq: 10,
    firstAt: 7,
    lastAt: 12,
    balanceAfter: 10,
    balanceSum: 1,
    hasCorrection: true
  })
  expect(sumsOf([lines[0], lines[3]])).toMatchObject({ balanceSum: 9, hasCorrection: false })
})
