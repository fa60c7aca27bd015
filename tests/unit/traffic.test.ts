// Figures of routes from the sums of several databases, and what the same usage would have cost elsewhere.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentile, replayedMicros, type RouteGroup, routeFigures } from '#domain/models/traffic.ts'
import { usdMicrosOf } from '#domain/models/usage-cost.ts'

const group = (more: Partial<RouteGroup> = {}): RouteGroup => ({
  model: 'gpt-4o',
  supplier: 'openai',
  upstreamModel: 'gpt-6-luna',
  outcome: 'answered',
  calls: 1,
  firstWordsMs: [],
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  uncosted: 0,
  chargedTokens: 0,
  onPlan: 0,
  ...more
})

describe('the percentile by the nearest rank', () => {
  test.each([
    [[7], 50, 7],
    [[7], 95, 7],
    [[1, 2, 3, 4], 50, 2],
    [[1, 2, 3, 4, 5], 50, 3],
    [Array.from({ length: 20 }, (_, index) => index + 1), 95, 19],
    [Array.from({ length: 21 }, (_, index) => index + 1), 95, 20]
  ])('of %j at %i is %i', (values, percent, expected) => {
    expect(percentile(values, percent)).toBe(expected)
  })
})

describe('figures of routes', () => {
  test('join the databases: calls, shares of answers, failures by kind, first words over all of them', () => {
    const other = { supplier: 's-1', upstreamModel: 'sold/model' }
    expect(
      routeFigures([
        group({ calls: 3, firstWordsMs: [300, 100, 200], costMicros: 30, chargedTokens: 15, onPlan: 1 }),
        group({ outcome: 'busy', calls: 2 }),
        group({ outcome: 'timeout', calls: 1 }),
        group({ ...other, firstWordsMs: [1000], uncosted: 1 }),
        group({ calls: 1, firstWordsMs: [9000], costMicros: 5, inputTokens: 10, outputTokens: 3 }),
        group({ outcome: 'timeout', calls: 4 }),
        group({ outcome: 'stopped', calls: 1 })
      ])
    ).toEqual([
      {
        model: 'gpt-4o',
        supplier: 'openai',
        upstreamModel: 'gpt-6-luna',
        calls: 12,
        served: 4,
        share: 0.8,
        failures: [
          { kind: 'timeout', calls: 5 },
          { kind: 'busy', calls: 2 }
        ],
        firstWord: { medianMs: 200, p95Ms: 9000 },
        inputTokens: 10,
        cachedInputTokens: 0,
        outputTokens: 3,
        costMicros: 35,
        uncosted: 0,
        chargedTokens: 15,
        onPlan: 1
      },
      {
        ...group(other),
        outcome: undefined,
        firstWordsMs: undefined,
        calls: 1,
        served: 1,
        share: 0.2,
        failures: [],
        firstWord: { medianMs: 1000, p95Ms: 1000 },
        uncosted: 1
      }
    ])
  })

  test('of a model that never answered have no share and no first word', () => {
    expect(routeFigures([group({ outcome: 'network', calls: 3 })])).toMatchObject([
      { calls: 3, served: 0, share: 0, firstWord: null, failures: [{ kind: 'network', calls: 3 }] }
    ])
    expect(routeFigures([])).toEqual([])
  })

  test('of one model say nothing of another', () => {
    const shares = routeFigures([group({ firstWordsMs: [1] }), group({ model: 'gpt-5', firstWordsMs: [1, 2] })])
    expect(shares.map(({ share }) => share)).toEqual([1, 1])
  })
})

describe('replayed usage', () => {
  const listPrice = {
    inputMicros: 1_000_000,
    outputMicros: 3_000_000,
    cachedInputMicros: 100_000,
    searchMicros: 7,
    longInput: { aboveInputTokens: 1000, inputMicros: 2_000_000, outputMicros: 4_000_000 }
  }
  const call = fc
    .record({
      inputTokens: fc.nat(3000),
      cachedShare: fc.double({ min: 0, max: 1, noNaN: true }),
      outputTokens: fc.nat(2000),
      searches: fc.nat(3)
    })
    .map(({ cachedShare, ...usage }) => ({
      ...usage,
      cachedInputTokens: Math.floor(usage.inputTokens * cachedShare),
      cacheWriteTokens: 0
    }))

  test('costs what its calls would have cost one by one, but for the rounding of each', () => {
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 20 }), (calls) => {
        const isLong = ({ inputTokens }: { inputTokens: number }) => inputTokens > listPrice.longInput.aboveInputTokens
        const bands = [...Map.groupBy(calls, isLong)].map(([long, own]) => {
          const sum = (of: (one: (typeof own)[number]) => number) => own.reduce((all, one) => all + of(one), 0)
          return {
            isLong: Number(long),
            inputTokens: sum((one) => one.inputTokens),
            cachedInputTokens: sum((one) => one.cachedInputTokens),
            cacheWriteTokens: 0,
            outputTokens: sum((one) => one.outputTokens),
            searches: sum((one) => one.searches)
          }
        })
        const each = calls.reduce((all, usage) => all + usdMicrosOf({ usage, listPrice, markupPercent: 0 }), 0)
        const together = replayedMicros(bands, listPrice)
        expect(together).toBeLessThanOrEqual(each)
        expect(each - together).toBeLessThanOrEqual(calls.length)
      })
    )
  })

  test('of nothing costs nothing', () => {
    expect(replayedMicros([], listPrice)).toBe(0)
  })
})
