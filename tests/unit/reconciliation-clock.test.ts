import { describe, expect, it } from 'vitest'
import { type CheckRow, isLate, nightOf } from '#domain/reconciliation-clock.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = 1000 * dayMs

describe('the clock of the check', () => {
  it('begins a night at two in Moscow', () => {
    const two = Date.UTC(2026, 10, 22, 23)
    expect(nightOf(two) - nightOf(two - 1)).toBe(1)
    expect(nightOf(two + dayMs - 1)).toBe(nightOf(two))
  })

  const done: CheckRow = { stage: 'done', startedAt: now, movedAt: now, finishedAt: now + hourMs }
  const begun: CheckRow = { stage: 'users', startedAt: now, movedAt: now, finishedAt: null }
  it.each<[boolean, string, CheckRow[], number]>([
    [false, 'never begun', [], now],
    [false, 'finished last night', [done], now + 36 * hourMs],
    [true, 'finished too long ago', [done], now + 37 * hourMs],
    [false, 'installed yesterday', [{ ...done, finishedAt: null }], now + 35 * hourMs],
    [true, 'installed too long ago', [{ ...done, finishedAt: null }], now + 36 * hourMs],
    [
      false,
      'under way',
      [{ ...begun, startedAt: now + dayMs, movedAt: now + 25 * hourMs }, done],
      now + 26 * hourMs - 1
    ],
    [
      true,
      'standing still',
      [{ ...begun, startedAt: now + dayMs, movedAt: now + 25 * hourMs }, done],
      now + 26 * hourMs
    ],
    [true, 'under way for too long', [{ ...begun, movedAt: now + 37 * hourMs }, done], now + 37 * hourMs]
  ])('late is %s when it was %s', (late, _, rows, at) => {
    expect(isLate(rows, at)).toBe(late)
  })
})
