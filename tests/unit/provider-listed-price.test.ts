// Prices in suppliers' lists: decimal texts and numbers become whole micro-dollars, and nothing else becomes a price.
import { describe, expect, test } from 'vitest'
import { listedPriceOf, microsOf } from '#providers/chat/listed-price.ts'

describe('a price', () => {
  test.each([
    ['0.00000028', 280_000],
    ['0.0000000283', 28_300],
    [2.8e-7, 280_000],
    ['1.5e-06', 1_500_000],
    ['0.000001', 1_000_000],
    ['0.0000000000004', 0],
    ['.000001', 1_000_000],
    ['0.000123456789', 123_456_789],
    ['0', 0],
    [0.001, 1_000_000_000],
    ['0.001000001', null],
    ['-1', null],
    ['-0.000001', null],
    ['1e30', null],
    ['1e99', null],
    ['1e999', null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    ['NaN', null],
    ['', null],
    ['0x10', null],
    ['0,28', null],
    ['free', null],
    ['9'.repeat(70), null],
    [null, null],
    [{}, null],
    [true, null]
  ])('of %s dollars for a token is %s micro-dollars for a million', (value, micros) => {
    expect(microsOf(value, 'token')).toBe(micros)
  })

  test('of nothing is one for a free model alone', () => {
    const pricing = { prompt: '0', completion: '0' }
    expect(listedPriceOf(pricing, 'qwen/qwen3')).toBeNull()
    expect(listedPriceOf(pricing, 'qwen/qwen3:free')).toEqual({ inputMicros: 0, outputMicros: 0 })
  })

  test('in another currency, of a router or of one rate alone is not known', () => {
    const pricing = { prompt: '0.0001', completion: '0.0001' }
    expect(listedPriceOf({ ...pricing, currency: 'RUB' }, 'a')).toBeNull()
    expect(listedPriceOf({ ...pricing, currency: 'usd' }, 'a')).not.toBeNull()
    expect(listedPriceOf({ prompt: '-1', completion: '-1' }, 'openrouter/auto')).toBeNull()
    expect(listedPriceOf({ prompt: '0.000001' }, 'a')).toBeNull()
  })
})
