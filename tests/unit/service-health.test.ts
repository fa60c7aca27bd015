import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { healthOf, type Outcome, stateOfService, typicalSeconds } from '#domain/service-health.ts'

const now = 10_000_000
const minuteMs = 60_000
const ended = (outcome: string, count: number, { minutesAgo = 1, seconds = 10 } = {}): Outcome[] =>
  Array.from({ length: count }, () => {
    const finishedAt = now - minutesAgo * minuteMs
    return { outcome, startedAt: finishedAt - seconds * 1000, finishedAt }
  })

describe('a service', () => {
  test.each<[string, Outcome[], string]>([
    ['unused', [], 'up'],
    ['that only works', ended('complete', 50), 'up'],
    ['with too few requests', ended('failed', 3), 'up'],
    ['that only fails', ended('failed', 4), 'down'],
    ['that fails every fourth time', [...ended('completed', 9), ...ended('TOO_SLOW', 3)], 'up'],
    ['that fails every other time', [...ended('completed', 5), ...ended('PROVIDER_FAILED', 5)], 'degraded'],
    ['that fails four times of five', [...ended('completed', 2), ...ended('PROVIDER_BUSY', 8)], 'down'],
    ['that failed half an hour ago', ended('failed', 20, { minutesAgo: 30 }), 'up'],
    ['whose prompts are refused', [...ended('MODERATED', 30), ...ended('refused', 30), ...ended('REJECTED', 30)], 'up'],
    ['whose users cancel', ended('cancelled', 30), 'up']
  ])('%s: the state follows from the last 15 minutes', (_, outcomes, state) => {
    expect(stateOfService(outcomes, now)).toBe(state)
  })
})

describe('the figures for an operator', () => {
  test('leave out what users caused, and time what was delivered', () => {
    const outcomes = [
      ...ended('completed', 2, { seconds: 10 }),
      ...ended('complete', 1, { seconds: 30 }),
      ...ended('stopped', 1, { seconds: 1 }),
      ...ended('TOO_SLOW', 2, { seconds: 600 }),
      ...ended('MODERATED', 5),
      ...ended('cancelled', 5)
    ]
    expect(healthOf(outcomes)).toEqual({ requests: 6, failed: 2, medianSeconds: 10 })
  })

  test('have no duration where nothing was delivered', () => {
    expect(healthOf([])).toEqual({ requests: 0, failed: 0, medianSeconds: null })
    expect(healthOf(ended('failed', 3))).toEqual({ requests: 3, failed: 3, medianSeconds: null })
  })
})

describe('the typical duration', () => {
  test('is the median of delivered answers', () => {
    const of = (...seconds: number[]) => seconds.flatMap((each) => ended('completed', 1, { seconds: each }))
    expect(typicalSeconds(of(3, 1, 2))).toBe(2)
    expect(typicalSeconds(of(1, 100, 3, 2))).toBe(2.5)
    expect(typicalSeconds([...of(4, 4, 4), ...ended('failed', 20, { seconds: 600 })])).toBe(4)
    expect(typicalSeconds([...of(4, 4, 4), ...ended('stopped', 20, { seconds: 1 })])).toBe(4)
  })

  test('is unknown with fewer than three', () => {
    expect(typicalSeconds(ended('completed', 2))).toBeNull()
  })

  test('uses the newest twenty', () => {
    expect(
      typicalSeconds([...ended('completed', 20, { seconds: 5 }), ...ended('completed', 99, { seconds: 50 })])
    ).toBe(5)
  })

  test('lies between the shortest and the longest', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3600), { minLength: 3, maxLength: 20 }), (all) => {
        const typical = typicalSeconds(all.flatMap((seconds) => ended('complete', 1, { seconds })))
        expect(typical).toBeGreaterThanOrEqual(Math.min(...all))
        expect(typical).toBeLessThanOrEqual(Math.max(...all))
      })
    )
  })
})
