import { describe, expect, test } from 'vitest'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { chatPaths } from '#contract/catalogue/chat.ts'
import { catalogueModels } from '#contract/catalogue/models.ts'
import { modelDefinition, type ModelDefinition, serviceOfPage } from '#contract/operator/shop/definition.ts'
import { routesOf, soldModels } from '#domain/models/sold-models.ts'

const definition: ModelDefinition = {
  id: 'deepseek',
  service: 'chatgpt',
  page: '/chatgpt',
  isOnPage: false,
  name: 'DeepSeek',
  description: 'Думает вслух',
  priceTokens: 4,
  basic: true,
  referenceLength: 1500,
  offers: { webSearch: false, thinking: true },
  seesPictures: false,
  takesTools: true,
  writesJson: true,
  contextTokens: 64_000,
  outputTokensMax: 8000,
  isOnSale: true,
  successor: null,
  routes: [
    {
      supplier: 's-0123456789ab',
      model: 'deepseek/deepseek-chat',
      showsThinking: true,
      firstWordMs: 20_000,
      listPrice: { inputMicros: 280_000, cachedInputMicros: 28_000, outputMicros: 420_000, searchMicros: 0 }
    }
  ]
}

describe('the models that are sold', () => {
  test('are those of the catalogue, each by its own upstream, while operators have changed nothing', () => {
    const sold = soldModels([], {}, 1000)
    expect(sold.map(({ id }) => id)).toEqual(catalogueModels.map(({ id }) => id))
    for (const { id, routes } of sold)
      expect(routes, id).toEqual(routesOf(chatModels.find((model) => model.id === id)!))
  })

  test('follow a setting that puts another upstream in place of the catalogue’s', () => {
    const [model] = soldModels([], { 'gpt-4o-mini': 'claude-haiku-5-5' }, 1000)
    expect(model).toMatchObject({
      id: 'gpt-4o-mini',
      upstream: { model: 'claude-haiku-5-5' },
      routes: [{ supplier: 'anthropic', model: 'claude-haiku-5-5', showsThinking: false }]
    })
  })

  test('include a new one from its beginning on, with its routes, and not before', () => {
    const changes = [{ id: 'deepseek', startsAt: 2000, definition }]
    expect(soldModels(changes, {}, 1999)).toHaveLength(chatModels.length)
    expect(soldModels(changes, {}, 2000).at(-1)).toMatchObject({
      id: 'deepseek',
      contextTokens: 64_000,
      upstream: { model: 'deepseek/deepseek-chat' },
      routes: [{ ...definition.routes[0], outputTokensMax: 8000 }]
    })
  })

  test('are as in the catalogue again, or gone, when a definition ends', () => {
    const ended = [
      { id: 'deepseek', startsAt: 1, definition },
      { id: 'deepseek', startsAt: 3, definition: null },
      { id: 'gpt-4o', startsAt: 2, definition: { ...definition, id: 'gpt-4o', priceTokens: 99 } },
      { id: 'gpt-4o', startsAt: 3, definition: null }
    ]
    expect(soldModels(ended, {}, 3)).toEqual(soldModels([], {}, 3))
  })

  test('ignore a setting for a model that operators have defined', () => {
    const changes = [{ id: 'gpt-4o-mini', startsAt: 1, definition: { ...definition, id: 'gpt-4o-mini' } }]
    const [model] = soldModels(changes, { 'gpt-4o-mini': 'claude-haiku-5-5' }, 2)
    expect(model?.routes).toMatchObject([{ supplier: 's-0123456789ab' }])
  })

  test('may be silent at first for as long as all of their output may be thinking', () => {
    const waits = Object.fromEntries(soldModels([], {}, 0).map(({ id, routes }) => [id, routes[0]!.firstWordMs]))
    expect(waits).toMatchObject({ 'gpt-4o-mini': 60_000, 'gpt-4o': 90_112, 'o3-2025-04-16': 180_224 })
  })
})

const flawsOf = (change: object) =>
  modelDefinition.safeParse({ ...definition, ...change }).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('the definition of a model', () => {
  test('keeps its bounds', () => {
    expect(flawsOf({})).toEqual([])
    expect(flawsOf({ successor: 'deepseek' })).toEqual(['successor'])
    expect(flawsOf({ page: '/claude' })).toEqual(['page'])
    expect(flawsOf({ outputTokensMax: 64_000 })).toEqual(['outputTokensMax'])
    expect(flawsOf({ priceTokens: 0 })).toEqual(['priceTokens'])
    expect(flawsOf({ priceTokens: 10_001 })).toEqual(['priceTokens'])
    expect(flawsOf({ id: 'Deep Seek' })).toEqual(['id'])
    expect(flawsOf({ routes: [definition.routes[0], definition.routes[0]] })).toEqual(['routes'])
    expect(flawsOf({ routes: [{ ...definition.routes[0], supplier: 'google' }] })).toEqual(['routes.0.supplier'])
    expect(flawsOf({ routes: [{ ...definition.routes[0], firstWordMs: 999 }] })).toEqual(['routes.0.firstWordMs'])
  })

  test('knows the service of each page', () => {
    for (const path of chatPaths)
      expect(chatModels.filter(({ page }) => page === path).map(({ service }) => service)).toContain(
        serviceOfPage[path]
      )
  })
})
