// A deployment begins with one key: what the settings may leave out, and what is on sale without it.
import { describe, expect, test } from 'vitest'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { chatSupplyOf, connectedModels, isProviderConnected } from '#domain/models/connected.ts'
import { unconnectedNames } from '#domain/supplies/unconnected.ts'
import { parseEnvironment } from '#domain/environment.ts'
import { soldModels } from '#domain/models/sold-models.ts'
import { titleTasksOf, translationTasksOf } from '#domain/models/own-tasks.ts'
import { production } from '../support/node/production-settings.ts'

const keys = Object.keys(production).filter((name) => name.endsWith('_API_KEY'))
const none = Object.fromEntries(keys.map((name) => [name, '']))
const bare = { ...production, ...none, MIDJOURNEY_BASE_URL: 'https://midjourney-proxy.example' }
const reseller = { CHAT_SUPPLIER_URL: 'https://api.reseller.ru/v1', CHAT_SUPPLIER_KEY: 'sk-or-4Qm9Zt2Lx7Vw' }

test('one key of any supplier of chats is enough, and an address without a key is none', () => {
  expect(parseEnvironment(bare)).toMatchObject({ OPENAI_API_KEY: '', CHAT_SUPPLIER_MODELS: {} })
  const CHAT_SUPPLIER_MODELS = '{"gpt-4o":"openai/gpt-6-luna","*":{"model":"deepseek-chat","input":0.28,"output":1.1}}'
  const own = parseEnvironment({ ...bare, ...reseller, CHAT_SUPPLIER_MODELS })
  expect(own.CHAT_SUPPLIER_DIALECT).toBe('openai-chat')
  expect(own.CHAT_SUPPLIER_MODELS).toMatchObject({
    'gpt-4o': { model: 'openai/gpt-6-luna', thinks: true, listPrice: { inputMicros: 100_000 } },
    '*': { model: 'deepseek-chat', thinks: false, listPrice: { inputMicros: 280_000, outputMicros: 1_100_000 } }
  })
})

test.each([
  ['an unknown price', '{"gpt-4o":"openai/gpt-99"}', /CHAT_SUPPLIER_MODELS: the list price of openai\/gpt-99/],
  ['a model that is not ours', '{"gpt-99":"openai/gpt-6-luna"}', /CHAT_SUPPLIER_MODELS: there is no chat model gpt-99/],
  ['no model', '{}', /CHAT_SUPPLIER_MODELS is required/],
  ['what is not JSON', '{', /CHAT_SUPPLIER_MODELS: must be/]
])('a supplier of the environment with %s is refused', (_, CHAT_SUPPLIER_MODELS, message) => {
  const CHAT_SUPPLIER_URL = 'https://api.reseller.ru/v1'
  expect(() => parseEnvironment({ ...production, CHAT_SUPPLIER_URL, CHAT_SUPPLIER_MODELS })).toThrow(message)
})

test.each([
  ['http', { CHAT_SUPPLIER_URL: 'http://api.reseller.ru/v1' }],
  ['this machine', { CHAT_SUPPLIER_URL: 'https://localhost:11434/v1' }]
])('a deployment asks no supplier at %s, a local product may', (_, change) => {
  const own = { ...change, CHAT_SUPPLIER_MODELS: '{"*":{"model":"llama3.2","input":0,"output":0}}' }
  expect(() => parseEnvironment({ ...production, ...own })).toThrow(/CHAT_SUPPLIER_URL must be a public https/)
  expect(parseEnvironment({ ...production, STAGE: 'local', ...own })).toMatchObject(change)
})

const withKeys = (...given: string[]) =>
  parseEnvironment({ ...bare, ...Object.fromEntries(given.map((name) => [`${name}_API_KEY`, 'sk-4Qm9Zt2Lx7Vw'])) })

function shopOf(
  environment: ReturnType<typeof parseEnvironment>,
  dialect: 'openai-chat' | 'openai-responses' = 'openai-chat'
) {
  const supply = chatSupplyOf(environment)
  const isThere = (id: string) =>
    id === 'environment'
      ? environment.CHAT_SUPPLIER_URL !== undefined
      : [...supply.makers].some((maker) => maker === id)
  const models = connectedModels(soldModels([], {}, 0, supply), (id) => (isThere(id) ? dialect : null))
  const find = (id: string) => models.find((model) => model.id === id)
  return { supply, models, find, unconnected: unconnectedNames(models, environment) }
}

const listPriceOf = (outputMicros: number) => ({ inputMicros: 1, outputMicros, searchMicros: 0 })

describe('what is connected', () => {
  test('with one maker its pages are on sale, and no others', () => {
    const { models, unconnected, find } = shopOf(withKeys('ANTHROPIC'))
    expect(models.filter(({ isOnSale }) => isOnSale).every(({ service }) => service === 'claude')).toBe(true)
    expect(find('claude-3-haiku')?.isOnSale).toBe(true)
    expect(find('gpt-4o')).toMatchObject({ isOnSale: false, routes: [] })
    const media = studioEntries.flatMap(({ path, aliases }) => [path, ...aliases])
    const unsold = models.filter(({ isOnSale }) => !isOnSale).map(({ id }) => id)
    expect(unsold).not.toContain('claude-3-haiku')
    expect(unconnected.toSorted()).toEqual(['/chatgpt', '/gpt5', '/xai', 'dictation', ...unsold, ...media].toSorted())
  })

  test('with every key nothing is missing', () => {
    expect(shopOf(parseEnvironment(production)).unconnected).toEqual([])
  })

  test('a page is, where any of its settings has a provider', () => {
    const [google, luma, runway] = ['GOOGLE', 'LUMA', 'RUNWAY'].map((maker) => shopOf(withKeys(maker)).unconnected)
    expect([google, luma, runway].map((names) => names?.includes('/veo3'))).toEqual([false, false, true])
    expect(luma).toContain('veo3:aspectRatio:16:9')
    expect(isProviderConnected(withKeys('GOOGLE'), 'luma')).toBe(false)
  })

  test('the supplier of the environment is asked before the maker, and for all others with no route of their own', () => {
    const price = '"input":0.3,"output":1'
    const CHAT_SUPPLIER_MODELS = `{"gpt-4o":{"model":"a",${price}},"*":{"model":"b",${price}}}`
    const given = { ...bare, ...reseller, CHAT_SUPPLIER_MODELS, OPENAI_API_KEY: 'sk-4Qm9Zt2Lx7Vw' }
    const { find, unconnected } = shopOf(parseEnvironment(given))
    const routesOf = (id: string) => find(id)?.routes.map(({ supplier, model }) => `${supplier} ${model}`)
    expect(routesOf('gpt-4o')).toEqual(['environment a', 'openai gpt-6-luna'])
    expect(routesOf('gpt-4o-mini')).toEqual(['openai gpt-6-luna'])
    expect(routesOf('grok-2')).toEqual(['environment b'])
    expect(find('grok-2')).toMatchObject({ isOnSale: true, offers: { webSearch: false, thinking: false } })
    expect(find('gpt-4o-mini')?.offers).toEqual({ webSearch: true, thinking: true })
    expect(unconnected).not.toContain('/xai')
  })

  test('chats are named, and prompts translated, by what is connected', () => {
    const CHAT_SUPPLIER_MODELS =
      '{"gpt-4o":{"model":"dear","input":3,"output":9},"*":{"model":"cheap","input":0.1,"output":0.4}}'
    const { supply } = shopOf(parseEnvironment({ ...bare, ...reseller, CHAT_SUPPLIER_MODELS }))
    expect(titleTasksOf('claude', 'environment', supply)).toMatchObject([
      { supplier: 'environment', model: 'cheap' },
      { model: 'dear' }
    ])
    expect(translationTasksOf(supply)).toMatchObject([{ model: 'cheap', outputTokensMax: 6000 }])
    // No third company may receive the text.
    expect(titleTasksOf('claude', 'openai', supply)).toEqual([])
    expect(titleTasksOf('claude', 's-0123456789ab', supply)).toEqual([])
    // One that operators have added names its own chats with the cheapest of its models, and translates where no other can.
    const route = { showsThinking: false, outputTokensMax: 9, firstWordMs: 9, effort: 'high' as const }
    const routes = [
      { ...route, supplier: 's-0123456789ab', model: 'dear', listPrice: listPriceOf(9) },
      { ...route, supplier: 's-0123456789ab', model: 'cheap', listPrice: listPriceOf(3) },
      { ...route, supplier: 's-other0000000', model: 'cheapest', listPrice: listPriceOf(1) }
    ]
    expect(titleTasksOf('claude', 's-0123456789ab', supply, routes)).toMatchObject([
      { model: 'cheap', effort: 'low' },
      { model: 'dear' }
    ])
    const translators = (...makers: Parameters<typeof withKeys>) =>
      translationTasksOf(shopOf(withKeys(...makers)).supply, routes).map(
        ({ supplier, model }) => `${supplier} ${model}`
      )
    const own = ['s-other0000000 cheapest', 's-0123456789ab cheap']
    expect(translators()).toEqual(own)
    expect(translators('ANTHROPIC', 'OPENAI')).toEqual(['openai gpt-6-luna', 'anthropic claude-haiku-5-5', ...own])
    const claude = shopOf(withKeys('ANTHROPIC')).supply
    expect(titleTasksOf('claude', 'anthropic', claude)).toMatchObject([{ model: 'claude-haiku-5-5' }])
    expect(translationTasksOf(claude)).toMatchObject([{ supplier: 'anthropic', outputTokensMax: 6000 }])
    expect(translationTasksOf(shopOf(withKeys()).supply)).toEqual([])
  })
})
