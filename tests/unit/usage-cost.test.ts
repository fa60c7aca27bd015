import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listPriceOf, upstreamPriceOf, upstreamPrices } from '#domain/upstreams/list-prices.ts'
import { priceOfRan, usdMicrosOf, usdOf } from '#domain/models/usage-cost.ts'

const cost = (inputTokens: number, outputTokens: number, upstreamModel = 'gpt-6.1-sol', markupPercent = 0) =>
  usdMicrosOf({ usage: { inputTokens, outputTokens }, listPrice: listPriceOf(upstreamModel), markupPercent })

const count = fc.nat({ max: 2_000_000 })
const model = fc.constantFrom(...Object.keys(upstreamPrices))
const markup = fc.nat({ max: 1000 })

const searchedCost = (upstream: string, searches: number) =>
  usdMicrosOf({
    usage: { inputTokens: 0, outputTokens: 0, searches },
    listPrice: listPriceOf(upstream),
    markupPercent: 30
  })

describe('the dollar value of an answer', () => {
  test('is the list price of input and output tokens', () => {
    expect(cost(1000, 500)).toBe(1000 * 2 + 500 * 10)
    expect(cost(1000, 500, 'claude-sonnet-5-5')).toBe(7000)
    expect(cost(1000, 500, 'gpt-6-luna')).toBe(350)
    expect(cost(1000, 500, 'grok-4.3')).toBe(2500)
  })

  test('includes the markup', () => {
    expect(cost(1000, 500, 'gpt-6.1-sol', 30)).toBe(9100)
    expect(usdOf(9100)).toBe(0.0091)
  })

  test('is rounded up once: two cheap tokens cost one micro-dollar, not two', () => {
    expect(cost(1, 1, 'gpt-6-luna')).toBe(1)
    expect(cost(1, 1, 'gpt-6-luna', 1000)).toBe(7)
    expect(cost(0, 0)).toBe(0)
  })

  test('changes its rate above the short-prompt limit', () => {
    expect(cost(272_000, 0)).toBe(544_000)
    expect(cost(272_001, 10)).toBe(272_001 * 4 + 10 * 15)
    expect(cost(100_000, 0, 'claude-haiku-5-5')).toBe(10_000)
    expect(cost(100_001, 0, 'claude-haiku-5-5')).toBe(50_001)
  })

  test.each([
    ['claude-opus-5-5', 14_000],
    ['claude-opus-5-5-20260901', 14_000],
    ['claude-opus-5-5-2026-09-01', 14_000],
    ['claude-haiku-5-5-latest', 7000],
    [null, 7000]
  ])('is the price of the model that ran, when it is known: %s', (ranModel, micros) => {
    const usage = { inputTokens: 1000, outputTokens: 500 }
    const route = { supplier: 'anthropic', model: 'claude-sonnet-5-5', listPrice: listPriceOf('claude-sonnet-5-5') }
    expect(usdMicrosOf({ usage, listPrice: priceOfRan(route, ranModel), markupPercent: 0 })).toBe(micros)
  })

  test('is the price of the route, whatever a reseller says that it has run', () => {
    const listPrice = { inputMicros: 1, outputMicros: 2, searchMicros: 0 }
    const reseller = { supplier: 's-0123456789ab', model: 'anthropic/claude', listPrice }
    expect(priceOfRan(reseller, 'claude-opus-5-5')).toBe(listPrice)
    const maker = { supplier: 'anthropic', model: 'claude-opus-5-5', listPrice }
    expect(priceOfRan(maker, 'claude-opus-5-5-20260901')).toBe(listPrice)
    expect(priceOfRan(maker, 'grok-4.3')).toBe(listPrice)
  })

  test('counts input from the cache, and into it, at its own rates, where they are known', () => {
    const usage = { inputTokens: 1000, cachedInputTokens: 600, cacheWriteTokens: 300, outputTokens: 10 }
    const rates = { inputMicros: 1_000_000, outputMicros: 5_000_000, searchMicros: 0 }
    const costAt = (listPrice: typeof rates) => usdMicrosOf({ usage, listPrice, markupPercent: 0 })
    expect(costAt(rates)).toBe(1050)
    const known = { ...rates, cachedInputMicros: 100_000, cacheWriteMicros: 1_250_000 }
    expect(costAt(known)).toBe(100 + 60 + 375 + 50)
  })

  test('never counts more input than there was', () => {
    const listPrice = { inputMicros: 1_000_000, cachedInputMicros: 100_000, outputMicros: 0, searchMicros: 0 }
    const usage = { inputTokens: 100, cachedInputTokens: 500, cacheWriteTokens: 500, outputTokens: 0 }
    expect(usdMicrosOf({ usage, listPrice, markupPercent: 0 })).toBe(10)
  })

  test('throws for a model without a list price', () => {
    for (const unknown of ['gpt-7', 'toString']) {
      expect(() => listPriceOf(unknown)).toThrow(unknown)
      expect(() => upstreamPriceOf(unknown)).toThrow(unknown)
    }
  })

  test('throws for counts that are not whole numbers', () => {
    for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => cost(wrong, 1), String(wrong)).toThrow(RangeError)
    expect(() => cost(1, 1, 'gpt-6-luna', 12.5)).toThrow(RangeError)
    expect(() => cost(1, 1, 'gpt-6-luna', -1)).toThrow(RangeError)
  })

  test('is a whole number that never falls with more tokens or more markup', () => {
    fc.assert(
      fc.property(count, count, count, model, markup, (input, output, more, upstream, percent) => {
        const base = cost(input, output, upstream, percent)
        expect(Number.isSafeInteger(base)).toBe(true)
        expect(cost(input + more, output, upstream, percent)).toBeGreaterThanOrEqual(base)
        expect(cost(input, output + more, upstream, percent)).toBeGreaterThanOrEqual(base)
        expect(cost(input, output, upstream, percent + 1)).toBeGreaterThanOrEqual(base)
      })
    )
  })

  test('of two parts is at most one micro-dollar above the whole', () => {
    const short = fc.nat({ max: 50_000 })
    fc.assert(
      fc.property(short, short, short, short, model, markup, (a, b, c, d, upstream, percent) => {
        const parts = cost(a, b, upstream, percent) + cost(c, d, upstream, percent)
        const whole = cost(a + c, b + d, upstream, percent)
        expect([0, 1]).toContain(parts - whole)
      })
    )
  })

  test('is never below the list price', () => {
    fc.assert(
      fc.property(count, count, model, markup, (input, output, upstream, percent) => {
        expect(cost(input, output, upstream, percent)).toBeGreaterThanOrEqual(cost(input, output, upstream, 0))
      })
    )
  })

  test('includes each search', () => {
    expect([searchedCost('gpt-6-luna', 3), searchedCost('claude-haiku-5-5', 1), searchedCost('grok-4.3', 2)]).toEqual([
      39_000, 13_000, 13_000
    ])
  })
})
