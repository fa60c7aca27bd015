// Calls whose price is known before they begin: it is held as a whole, and it is the cost or nothing is.
import { describe, expect, it } from 'vitest'
import { admissionOf } from '#domain/metering/admission.ts'
import { microsPerSecond } from '#domain/metering/prices.ts'
import { costOf } from '#domain/metering/usage.ts'
import { left, room } from '../support/call-room.ts'

const setting = { kopecksPerToken: 100, rublesPerDollar: 100, share: 0.5 }
const empty = { remainderMicros: 0, tab: null }

describe('a call of a fixed price', () => {
  it('of a recording are by the second, rounded up, and never sell a minute below its share', () => {
    expect(microsPerSecond(4500, setting)).toBe(15_000)
    expect(microsPerSecond(1, setting)).toBe(4)
    expect(microsPerSecond(4500, { ...setting, share: 0.7 }) * 60).toBeGreaterThanOrEqual(1_500_000)
  })

  it('is its fixed price or nothing', () => {
    const fixed = { fixedMicros: 740_000 }
    const free = { costMicros: 0, lossMicros: 0, estimated: false }
    expect(costOf(fixed, { deliveredCharacters: 600, outcome: 'complete', usage: null })).toMatchObject({
      ...free,
      costMicros: 740_000
    })
    expect(
      costOf(fixed, {
        deliveredCharacters: 600,
        outcome: 'complete',
        usage: { inputTokens: 9_000_000, outputTokens: 0 }
      })
    ).toMatchObject({
      costMicros: 740_000,
      lossMicros: 0
    })
    for (const outcome of ['failed', 'refused'] as const)
      expect(costOf(fixed, { deliveredCharacters: 600, outcome, usage: null })).toMatchObject(free)
    expect(costOf(fixed, { usage: null, deliveredCharacters: 0, outcome: 'stopped' })).toMatchObject(free)
  })

  it('at a fixed price that is held as a whole, or is told how much is missing and no bound', () => {
    const fixed = { fixedMicros: 740_000 }
    expect(admissionOf(empty, fixed, left(740_000))).toEqual({
      state: 'admitted',
      outputTokensMax: 0,
      holdMicros: 740_000,
      growTokens: 5
    })
    expect(admissionOf(empty, fixed, left(739_999))).toEqual({
      state: 'refused',
      code: 'BUDGET_EXCEEDED',
      missingMicros: 1,
      budget: { owner: 'key', period: 'day' }
    })
    expect(admissionOf(empty, fixed, room({ freeTokens: 0 }))).toEqual({
      state: 'refused',
      code: 'INSUFFICIENT_TOKENS',
      missingMicros: 740_000
    })
    expect(admissionOf(empty, fixed, room({ openMax: 0 }))).toEqual({ state: 'refused', code: 'TOO_MANY_RUNNING' })
    for (const fixedMicros of [0, -1, 0.5, NaN, Infinity])
      expect(() => admissionOf(empty, { fixedMicros }, room())).toThrow(RangeError)
  })
})
