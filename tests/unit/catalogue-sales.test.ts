import { describe, expect, test } from 'vitest'
import { coveringOffer, offerOf, purchaseTokens, tokenPackages } from '#contract/catalogue/packages.ts'
import { freeTokens, planIds, planOf, plans } from '#contract/catalogue/plans.ts'
import { currentPrice, priceList } from '#contract/catalogue/price-list.ts'

describe('packages', () => {
  test('give the tokens and bonuses that are advertised', () => {
    expect(
      tokenPackages.map(({ tokens, priceRub, bonusTokens, popular }) => [tokens, priceRub, bonusTokens, popular])
    ).toEqual([
      [100, 100, 0, undefined],
      [500, 500, 50, undefined],
      [1000, 1000, 150, true],
      [2500, 2500, 500, undefined],
      [5000, 5000, 1200, undefined]
    ])
    expect(new Set(tokenPackages.map((candidate) => candidate.id)).size).toBe(5)
  })

  test('become offers that credit the bonus and charge the price', () => {
    expect(offerOf('tokens-1000', 1000)).toEqual({
      packageId: 'tokens-1000',
      tokens: 1000,
      bonusTokens: 150,
      totalTokens: 1150,
      amountRub: 1000
    })
    for (const { id, tokens } of tokenPackages) {
      const offer = offerOf(id, tokens)
      expect(offer?.totalTokens).toBeLessThanOrEqual(purchaseTokens.max)
      expect(offer?.amountRub).toBe(tokens)
    }
  })

  test('of a custom amount cost one rouble a token, from 10 to 10 000 tokens', () => {
    for (const tokens of [10, 11, 10_000])
      expect(offerOf('custom', tokens)).toEqual({
        packageId: 'custom',
        tokens,
        bonusTokens: 0,
        totalTokens: tokens,
        amountRub: tokens
      })
    for (const tokens of [9, 10_001, 10.5, -10, Number.NaN]) expect(offerOf('custom', tokens)).toBeUndefined()
    expect(offerOf('tokens-7', 7)).toBeUndefined()
  })

  test.each([
    [0, 'tokens-100', 100],
    [1, 'tokens-100', 100],
    [100, 'tokens-100', 100],
    [101, 'tokens-500', 550],
    // The bonus counts.
    [550, 'tokens-500', 550],
    [551, 'tokens-1000', 1150],
    [6200, 'tokens-5000', 6200],
    // Above the largest package the amount itself is sold, up to what one purchase gives.
    [6201, 'custom', 6201],
    [6201.5, 'custom', 6202],
    [99_999, 'custom', 10_000]
  ])('to a user who lacks %d tokens: %s', (missing, packageId, totalTokens) => {
    expect(coveringOffer(missing)).toMatchObject({ packageId, totalTokens })
  })
})

describe('plans', () => {
  test('are Free and Premium', () => {
    expect(plans).toEqual([
      {
        id: 'free',
        title: 'Бесплатный',
        priceRub: 0,
        period: null,
        features: ['10 бесплатных токенов', 'Только базовые модели'],
        unlimited: false
      },
      {
        id: 'premium',
        title: 'Premium',
        priceRub: 990,
        period: 'month',
        features: ['Безлимитные токены', 'Все модели', 'Приоритетная поддержка'],
        unlimited: true
      }
    ])
    expect(freeTokens).toBe(10)
    expect(planIds.map((id) => planOf(id).id)).toEqual([...planIds])
  })
})

describe('the price list', () => {
  test('shows the listed price and the current price of a request', () => {
    const rows = priceList.map((item) => {
      const { minTokens, maxTokens } = currentPrice(item)
      return [item.title, item.listTokens, minTokens, maxTokens]
    })
    expect(rows).toEqual([
      ['GPT-5', 10, 8, 8],
      ['ChatGPT 4o', 5, 10, 10],
      ['Claude 3.5', 8, 1, 2],
      ['xAI Grok', 3, 1, 3],
      ['DALL-E 3', 2, 5, 5],
      ['Midjourney v6', 3, 2, 4],
      ['Flux Pro', 3, 3, 3],
      ['Stable Diffusion XL', 2, 2, 2],
      ['ElevenLabs', 1, 1, 1],
      ['Luma', 5, 3, 32],
      ['Veo 3', 8, 8, 8],
      ['Runway', 6, 6, 6]
    ])
  })

  test('keeps the older DALL-E prices by size', () => {
    expect(priceList.find((item) => item.title === 'DALL-E 3')?.listTokensBySize).toEqual({
      '1024x1024': 2,
      '1024x1792': 3,
      '1792x1024': 3
    })
  })

  test('throws for an item that names no model or service on sale', () => {
    const item = { group: 'text', title: 'Ничего', path: '/gpt5', listTokens: 1 } as const
    expect(() => currentPrice({ ...item, now: { models: ['gpt-9'] } })).toThrow('Ничего')
    expect(() => currentPrice({ ...item, now: { models: [] } })).toThrow('Ничего')
    expect(() => currentPrice({ ...item, now: { service: 'sora' } })).toThrow('Ничего')
  })
})
