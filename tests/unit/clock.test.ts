import { describe, expect, test } from 'vitest'
import { dutyNames } from '#contract/duties.ts'
import { type ClockRow, dutiesToBegin, isBehind, isClockLate } from '#domain/clock.ts'

const minuteMs = 60_000
const now = Date.parse('2027-03-01T12:00:00Z')
const ago = (minutes: number) => now - minutes * minuteMs
const rowOf = (changes: Partial<ClockRow> = {}): ClockRow => ({
  duty: 'payments',
  since: ago(1000),
  ranAt: ago(1),
  succeededAt: ago(1),
  oldestDueAt: null,
  ...changes
})

describe('the clock', () => {
  test.each([
    ['has not been looked at yet', [], false],
    ['is new', [rowOf({ duty: 'clock', ranAt: null, since: ago(17) })], false],
    ['never began', [rowOf({ duty: 'clock', ranAt: null, since: ago(18) })], true],
    ['ran two minutes ago', [rowOf({ duty: 'clock', ranAt: ago(2) })], false],
    ['ran three minutes ago', [rowOf({ duty: 'clock', ranAt: ago(3) })], true]
  ])('that %s', (_, rows, isLate) => {
    expect(isClockLate(rows, now)).toBe(isLate)
  })

  test('itself is late, never behind', () => {
    expect(isBehind(rowOf({ duty: 'clock', succeededAt: null, oldestDueAt: ago(900) }), now)).toBe(false)
  })
})

describe('a duty', () => {
  test.each<[string, Partial<ClockRow>, boolean]>([
    ['whose oldest row waits for 14 minutes', { oldestDueAt: ago(14) }, false],
    ['whose oldest row waits for 15 minutes', { oldestDueAt: ago(15) }, true],
    ['that may take hours, after one', { duty: 'erasures', oldestDueAt: ago(60) }, false],
    ['that may take hours, after six', { duty: 'erasures', oldestDueAt: ago(360) }, true],
    ['that succeeded 15 minutes ago', { succeededAt: ago(15) }, false],
    ['that succeeded 16 minutes ago', { succeededAt: ago(16) }, true],
    ['that never succeeded', { succeededAt: null }, true],
    ['of every hour that succeeded an hour ago', { duty: 'retention', succeededAt: ago(60) }, false],
    ['of every hour that succeeded 75 minutes ago', { duty: 'retention', succeededAt: ago(75) }, true],
    ['after a gap of the clock', { since: ago(14), succeededAt: ago(500), oldestDueAt: ago(500) }, false],
    ['a while after a gap of the clock', { since: ago(16), succeededAt: ago(500) }, true]
  ])('%s', (_, changes, behind) => {
    expect(isBehind(rowOf(changes), now)).toBe(behind)
  })
})

describe('a run begins', () => {
  test('every duty the first time', () => {
    expect(dutiesToBegin([], now)).toEqual(dutyNames)
  })

  test('the duties of every hour an hour after they succeeded, and at once while they fail', () => {
    const begins = (changes: Partial<ClockRow>) => dutiesToBegin([rowOf(changes)], now).includes('retention')
    expect(begins({ duty: 'retention', succeededAt: ago(59) })).toBe(false)
    expect(begins({ duty: 'retention', succeededAt: ago(60) })).toBe(true)
    expect(begins({ duty: 'retention', succeededAt: null })).toBe(true)
    expect(dutiesToBegin([rowOf({ duty: 'retention' })], now)).toContain('payments')
  })
})
