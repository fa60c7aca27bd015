import { describe, expect, test } from 'vitest'
import { averageCosts, chargedAt, marginsOf } from '#domain/margin.ts'

const nothing = {
  requests: 0,
  planRequests: 0,
  chargedTokens: 0,
  duration: null,
  quality: null,
  characters: null,
  ownMicros: null
}
const chat = { ...nothing, service: 'chatgpt', model: 'gpt-4o-mini', upstreamModel: 'gpt-4o-mini' }
const picture = { ...nothing, service: 'flux', model: null, upstreamModel: 'flux-2-pro' }

describe('the average cost of an answer', () => {
  test('is that of all answers of the model, without the markup of the shown cost', () => {
    const costs = [
      { model: 'gpt-4o-mini', answers: 1, usdMicros: 300 },
      { model: 'gpt-4o-mini', answers: 3, usdMicros: 900 },
      { model: 'gpt-4o', answers: 2, usdMicros: 6000 }
    ]
    expect([...averageCosts(costs, 20)]).toEqual([
      ['gpt-4o-mini', 250],
      ['gpt-4o', 2500]
    ])
  })
})

describe('what a service has earned', () => {
  test('is one line for each model, those that earned most first', () => {
    const lines = marginsOf(
      [
        { ...chat, requests: 2, planRequests: 1, chargedTokens: 4 },
        { ...chat, model: 'gpt-4o', requests: 5, planRequests: 2, chargedTokens: 50 },
        { ...picture, requests: 1, chargedTokens: 9 },
        { ...chat, requests: 3, planRequests: 2, chargedTokens: 6 }
      ],
      new Map()
    )
    expect(lines).toMatchObject([
      { service: 'chatgpt', model: 'gpt-4o', requests: 5, planRequests: 2, chargedTokens: 50 },
      { service: 'chatgpt', model: 'gpt-4o-mini', requests: 5, planRequests: 3, chargedTokens: 10 },
      { service: 'flux', model: null, requests: 1, planRequests: 0, chargedTokens: 9 }
    ])
  })

  test('costs, for a chat, the average of its model times its answers', () => {
    const averages = new Map([['gpt-4o-mini', 250.5]])
    const [line] = marginsOf(
      [
        { ...chat, requests: 3 },
        { ...chat, requests: 1 }
      ],
      averages
    )
    // Each row is rounded: 751.5 and 250.5.
    expect(line?.costMicros).toBe(752 + 251)
  })

  test('costs, for a model that operators have added and for the API, the average of its own', () => {
    const added = { ...chat, model: 'added-model', upstreamModel: 'sold/model', requests: 2 }
    const calls = { ...chat, service: 'api', model: null, upstreamModel: null, requests: 10 }
    const averages = new Map([
      ['added-model', 30],
      ['api', 4]
    ])
    expect(marginsOf([added, calls], averages).map(({ costMicros }) => costMicros)).toEqual([60, 40])
  })

  test('costs, for a work, what its provider asks, whatever models the page has', () => {
    const works = [
      { ...picture, requests: 2 },
      { ...picture, model: 'flux-pro', requests: 3 }
    ]
    expect(marginsOf(works, new Map()).map(({ model, costMicros }) => [model, costMicros])).toEqual([
      [null, 60_000],
      ['flux-pro', 90_000]
    ])
  })

  test('has an unknown cost only where none of its requests has a known one', () => {
    const unknown = { ...picture, upstreamModel: 'unlisted', requests: 7 }
    const costOf = (...rows: (typeof picture)[]) => marginsOf(rows, new Map())[0]?.costMicros
    expect(costOf(unknown)).toBeNull()
    expect(costOf({ ...picture, requests: 1 }, unknown)).toBe(30_000)
    expect(costOf(unknown, { ...picture, requests: 1 })).toBe(30_000)
    expect(marginsOf([chat], new Map())[0]?.costMicros).toBeNull()
  })
})

test('another price would have charged in its proportion', () => {
  expect([chargedAt(100, 5, 7), chargedAt(10, 3, 1), chargedAt(0, 5, 7)]).toEqual([140, 3, 0])
})
