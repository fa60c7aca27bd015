import { describe, expect, it } from 'vitest'
import { tokenPackages, totalOf } from '#contract/catalogue/packages.ts'
import { dayAround } from '#domain/billing-calendar.ts'
import { admissionOf } from '#domain/metering/admission.ts'
import { inputTokensBound, inputTokensEstimate } from '#domain/metering/input-bound.ts'
import { perMillionOf, priceSettingOf } from '#domain/metering/prices.ts'
import { closed, closesAt, type Meter, meterViolations, repairedMeter, type Tab } from '#domain/metering/tab.ts'
import { costOf, holdOf, listedCostOf } from '#domain/metering/usage.ts'
import { listPriceOf } from '#domain/upstreams/list-prices.ts'
import { left, room } from '../support/call-room.ts'

const luna = { input: 15, cachedInput: 2, cacheWrite: 19, output: 75 }
const long = { ...luna, longInput: { aboveInputTokens: 1000, input: 30, cachedInput: 4, cacheWrite: 38, output: 113 } }

/** By list price, in micro-dollars. */
const route = (inputMicros: number, outputMicros: number, more: object = {}) => ({
  listPrice: { inputMicros, outputMicros, searchMicros: 0, ...more }
})

describe('the prices of a model', () => {
  const setting = { kopecksPerToken: 100, rublesPerDollar: 100, share: 0.5 }

  it('follow from list price, rate and share, rounded up once, and are at least one', () => {
    expect(
      perMillionOf([route(100_000, 500_000, { cachedInputMicros: 10_001, cacheWriteMicros: 0 })], setting)
    ).toEqual({
      input: 20,
      cachedInput: 3,
      cacheWrite: 1,
      output: 100
    })
  })

  it('are those of the first route, unless another one costs more than that', () => {
    expect(perMillionOf([route(100_000, 500_000), route(150_000, 5_000_000)], setting)).toMatchObject({
      input: 20,
      output: 500
    })
  })

  it('count an unknown rate of the cache as input, and have those of long input', () => {
    const { longInput, ...usual } = perMillionOf([{ listPrice: listPriceOf('gpt-6-luna') }], setting) ?? {}
    expect(usual).toEqual({ input: 20, cachedInput: 20, cacheWrite: 20, output: 100 })
    expect(longInput).toEqual({ aboveInputTokens: 272_000, input: 40, cachedInput: 40, cacheWrite: 40, output: 150 })
  })

  it('leave the share that is set, of the least that a token is sold for', () => {
    const { kopecksPerToken, ...set } = priceSettingOf({ API_RUBLES_PER_DOLLAR: 90, API_SHARE_PERCENT: 70 })
    expect({ kopecksPerToken, ...set }).toEqual({ kopecksPerToken: null, rublesPerDollar: 90, share: 0.7 })
    const least = Math.min(...tokenPackages.map((one) => one.priceRub / totalOf(one)))
    const { input = 0 } = perMillionOf([route(1_000_000, 5_000_000)], { kopecksPerToken, ...set }) ?? {}
    expect(input * least * 0.3).toBeGreaterThanOrEqual(90)
    expect((input - 1) * least * 0.3).toBeLessThan(90)
  })

  it('are unknown without a route', () => expect(perMillionOf([], setting)).toBeNull())
})

it('the bound of the input counts bytes of UTF-8, and each turn and picture', () => {
  const none = { texts: [], parts: 0, pictures: 0, hasTools: false }
  const bytesIn = (text: string) => inputTokensBound({ ...none, texts: [text] }) - inputTokensBound(none)
  expect(bytesIn('abc')).toBe(3)
  expect(bytesIn('Цвет €')).toBe(new TextEncoder().encode('Цвет €').length)
  expect([bytesIn('🌊'), bytesIn('\ud83c')]).toEqual([4, 3])
  expect(inputTokensBound({ texts: [], parts: 2, pictures: 1, hasTools: true })).toBeGreaterThan(6500)
})

it('the estimate of the input lies below its bound, and Russian takes more of it than English', () => {
  const none = { texts: [], parts: 0, pictures: 0, hasTools: false }
  const estimated = (text: string) => inputTokensEstimate({ ...none, texts: [text] })
  expect(estimated('')).toBe(0)
  expect(estimated('a'.repeat(350))).toBe(100)
  expect(estimated('я'.repeat(350))).toBe(140)
  expect(estimated('水'.repeat(350))).toBe(350)
  const full = { texts: ['Погода?'.repeat(100)], parts: 12, pictures: 2, hasTools: true }
  expect(inputTokensEstimate(full)).toBeLessThan(inputTokensBound(full))
})

describe('what a call costs', () => {
  const terms = { perMillion: luna, inputTokensBound: 400, outputTokensMax: 300 }
  const told = { deliveredCharacters: 600, outcome: 'complete' as const }

  it('is what it used, each part of the input by its rate', () => {
    const usage = { inputTokens: 300, cachedInputTokens: 100, cacheWriteTokens: 50, outputTokens: 200 }
    expect(listedCostOf(usage, luna)).toBe(150 * 15 + 100 * 2 + 50 * 19 + 200 * 75)
    expect(costOf(terms, { ...told, usage })).toEqual({
      costMicros: listedCostOf(usage, luna),
      lossMicros: 0,
      estimated: false,
      usage
    })
  })

  it('is by the rates of long input for the whole call, and its hold too where the input may be long', () => {
    expect(listedCostOf({ inputTokens: 1001, outputTokens: 1 }, long)).toBe(1001 * 30 + 113)
    expect(listedCostOf({ inputTokens: 1000, outputTokens: 1 }, long)).toBe(1000 * 15 + 75)
    expect(holdOf({ perMillion: long, inputTokensBound: 1000, outputTokensMax: 1 })).toBe(1000 * 19 + 75)
    expect(holdOf({ perMillion: long, inputTokensBound: 1001, outputTokensMax: 1 })).toBe(1001 * 38 + 113)
  })

  it('is never above its hold, and the rest is a loss', () => {
    const usage = { inputTokens: 10_000, outputTokens: 10_000 }
    const { costMicros, lossMicros } = costOf(terms, { ...told, usage })
    expect(costMicros).toBe(holdOf(terms))
    expect(costMicros + lossMicros).toBe(listedCostOf(usage, luna))
  })

  it('is estimated from what was sent and delivered when nothing was told', () => {
    expect(costOf(terms, { ...told, usage: null, outcome: 'stopped' })).toMatchObject({
      costMicros: 100 * 15 + 200 * 75,
      estimated: true
    })
    expect(costOf(terms, { ...told, usage: null, deliveredCharacters: 9_000_000 })).toMatchObject({
      costMicros: 100 * 15 + 300 * 75
    })
  })

  it.each([
    { deliveredCharacters: 0, outcome: 'complete' as const },
    { deliveredCharacters: 600, outcome: 'failed' as const },
    { deliveredCharacters: 600, outcome: 'refused' as const }
  ])('is nothing with %o', (how) => {
    expect(costOf(terms, { ...how, usage: { inputTokens: 300, outputTokens: 9 } })).toMatchObject({ costMicros: 0 })
  })

  it('refuses what is no number', () => {
    expect(() => costOf(terms, { ...told, usage: { inputTokens: -1, outputTokens: 0 } })).toThrow(RangeError)
    expect(() => holdOf({ ...terms, inputTokensBound: Number.MAX_SAFE_INTEGER })).toThrow(RangeError)
  })
})

describe('a call is admitted', () => {
  const empty: Meter = { remainderMicros: 0, tab: null }
  const asked = { perMillion: luna, inputTokensBound: 1000, outputTokensAsked: 1000, outputTokensCap: 4096 }

  it('with five tokens more than it needs, but at most a quarter of what there is', () => {
    expect(admissionOf(empty, asked, room())).toMatchObject({ holdMicros: 94_000, growTokens: 5 })
    expect(admissionOf(empty, asked, room({ freeTokens: 8 }))).toMatchObject({ growTokens: 2 })
    expect(admissionOf(empty, asked, room({ freeTokens: 1 }))).toMatchObject({ growTokens: 1 })
    expect(admissionOf({ remainderMicros: 94_000, tab: null }, asked, room())).toMatchObject({ growTokens: 0 })
  })

  it('for at most what the model can write', () => {
    expect(admissionOf(empty, { ...asked, outputTokensAsked: 50_000 }, room())).toMatchObject({ outputTokensMax: 4096 })
  })

  it('not where a limit is spent, and hears of the tightest limit rather than of the balance', () => {
    const poor = room({
      freeTokens: 0,
      keyBudgets: { total: 1, day: 1 },
      userBudget: { period: 'month', leftTokens: 0 }
    })
    const spent = { day: 950_000, month: 950_000, total: 990_000 }
    expect(admissionOf(empty, asked, { ...poor, keySpentMicros: spent })).toEqual({
      state: 'refused',
      code: 'BUDGET_EXCEEDED',
      missingMicros: 94_000,
      budget: { owner: 'user', period: 'month' }
    })
    expect(admissionOf(empty, asked, room({ keyBudgets: { total: 1 }, keySpentMicros: spent }))).toMatchObject({
      missingMicros: 84_000,
      budget: { owner: 'key', period: 'total' }
    })
  })

  it('in debt for what is paid already, and hears of the whole debt', () => {
    const owing = room({ freeTokens: -500 })
    const paid = { remainderMicros: 900_000, tab: null }
    expect(admissionOf(paid, asked, owing)).toMatchObject({ state: 'admitted', growTokens: 0 })
    const missing = { state: 'refused', code: 'INSUFFICIENT_TOKENS', missingMicros: 500_094_000 }
    expect(admissionOf(empty, asked, owing)).toEqual(missing)
  })

  it('with a shorter answer where its bound was not named, if that is worth anything', () => {
    const open = { ...asked, outputTokensAsked: null }
    expect(admissionOf(empty, open, left(19_000 + 300 * 75))).toMatchObject({ outputTokensMax: 300 })
    expect(admissionOf(empty, open, left(19_000 + 200 * 75))).toEqual({
      state: 'refused',
      code: 'BUDGET_EXCEEDED',
      missingMicros: 56 * 75,
      fitsOutputTokens: 200,
      budget: { owner: 'key', period: 'day' }
    })
  })
})

describe('a tab', () => {
  const noon = dayAround(1_800_000_000_000).start + 12 * 3_600_000
  const tab: Tab = {
    blockTokens: 5,
    spentMicros: 0,
    heldMicros: 0,
    openCalls: 0,
    calls: 1,
    openedAt: noon,
    movedAt: noon
  }

  it('closes after ten minutes without a call, 200 calls, or with its day', () => {
    expect(closesAt(tab)).toBe(noon + 600_000)
    expect(closesAt({ ...tab, calls: 200, openCalls: 3 })).toBe(noon)
    expect(closesAt({ ...tab, openCalls: 1 })).toBe(dayAround(noon).end)
    expect(closesAt({ ...tab, movedAt: dayAround(noon).end - 1 })).toBe(dayAround(noon).end)
  })

  it('charges whole tokens and carries what they pay beyond its calls', () => {
    expect(closed({ remainderMicros: 300_000, tab: { ...tab, spentMicros: 2_300_001 } }, noon)).toEqual({
      chargeTokens: 3,
      meter: { remainderMicros: 999_999, tab: null }
    })
    expect(closed({ remainderMicros: 300_000, tab: { ...tab, spentMicros: 200_000 } }, noon)).toEqual({
      chargeTokens: 0,
      meter: { remainderMicros: 100_000, tab: null }
    })
  })

  it('leaves to the next one what its open calls hold, never more than it had', () => {
    const { chargeTokens, meter } = closed(
      { remainderMicros: 0, tab: { ...tab, spentMicros: 2_100_000, heldMicros: 2_500_000, openCalls: 2 } },
      noon
    )
    expect(chargeTokens + (meter.tab?.blockTokens ?? 0)).toBe(5)
    expect(meter).toMatchObject({ remainderMicros: 900_000, tab: { heldMicros: 2_500_000, openCalls: 2, calls: 0 } })
    expect(meterViolations(meter)).toEqual([])
  })

  it('is repaired to what is reserved for it', () => {
    const broken = { remainderMicros: -5, tab: { ...tab, spentMicros: 9_000_000, heldMicros: 7, openCalls: 1 } }
    expect(meterViolations(broken)).toHaveLength(2)
    expect(meterViolations({ ...broken, tab: { ...tab, heldMicros: 7 } })).toHaveLength(2)
    const meter = repairedMeter(broken, 2)
    expect(meter).toMatchObject({ remainderMicros: 0, tab: { blockTokens: 2, spentMicros: 2_000_000, openCalls: 0 } })
    expect(meterViolations(meter)).toEqual([])
  })
})
