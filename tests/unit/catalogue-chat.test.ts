import { describe, expect, test } from 'vitest'
import { chatPaths, chatServiceId, chatServices } from '#contract/catalogue/chat.ts'
import { chatModels, defaultChatModel, findChatModel, modelsOfPage } from '#contract/catalogue/chat-models.ts'
import { chatPageOf, chatPages } from '#web/src/chat/texts/chat-pages.ts'
import { isUpstreamModel, upstreamPriceOf, upstreamPrices } from '#domain/upstreams/list-prices.ts'
import { overrideProblems, resolveUpstream } from '#domain/upstreams/chat-upstreams.ts'

/** Page, model, price in tokens: the product's price table. */
const prices = [
  ['/chatgpt', 'gpt-4o', 10],
  ['/chatgpt', 'gpt-4o-mini', 5],
  ['/chatgpt', 'gpt-4-turbo', 15],
  ['/chatgpt', 'gpt-3.5-turbo', 3],
  ['/claude', 'claude-3-sonnet', 2],
  ['/claude', 'claude-3-haiku', 1],
  ['/xai', 'grok-2', 3],
  ['/xai', 'grok-1.5', 2],
  ['/xai', 'grok-1', 1],
  ['/gpt5', 'gpt-5-2025-08-07', 8],
  ['/gpt5', 'gpt-4.1-2025-04-14', 5],
  ['/gpt5', 'o3-2025-04-16', 10]
]

const upstreamModels = {
  'gpt-4o': 'gpt-6-luna',
  'gpt-4o-mini': 'gpt-6-luna',
  'gpt-4-turbo': 'gpt-6.1-terra',
  'gpt-3.5-turbo': 'gpt-6-luna',
  'gpt-4.1-2025-04-14': 'gpt-6-luna',
  'gpt-5-2025-08-07': 'gpt-6.1-sol',
  'o3-2025-04-16': 'gpt-6.1-sol',
  'claude-3-sonnet': 'claude-sonnet-5-5',
  'claude-3-haiku': 'claude-haiku-5-5',
  'grok-2': 'grok-4.3',
  'grok-1.5': 'grok-4.3',
  'grok-1': 'grok-4.3'
}

const notBasic = ['gpt-4-turbo', 'gpt-4o', 'o3-2025-04-16']

const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted()

const modelCalled = (id: string) => {
  const model = chatModels.find((candidate) => candidate.id === id)
  if (!model) throw new Error(`no model ${id}`)
  return model
}

describe('chat models', () => {
  test('cost the tokens of the product’s price table', () => {
    expect(sorted(chatModels.map(({ page, id, priceTokens }) => [page, id, priceTokens]))).toEqual(sorted(prices))
  })

  test('run on their upstream successors', () => {
    expect(Object.fromEntries(chatModels.map(({ id, upstream }) => [id, upstream.model]))).toEqual(upstreamModels)
    expect(modelCalled('o3-2025-04-16').upstream.effort).toBe('high')
  })

  test('are basic, except the three that a purchase opens', () => {
    expect(
      chatModels
        .filter((model) => !model.basic)
        .map((model) => model.id)
        .toSorted()
    ).toEqual(notBasic)
  })

  test('have a name, a description, limits, a priced upstream and a page of their service', () => {
    for (const model of chatModels) {
      expect(model.name, model.id).toMatch(/\S/)
      expect(model.description, model.id).toMatch(/[а-яё]/i)
      expect(model.referenceLength, model.id).toBeGreaterThanOrEqual(1000)
      expect(model.upstream.outputTokensMax, model.id).toBeGreaterThanOrEqual(4096)
      expect(upstreamPriceOf(model.upstream.model).provider, model.id).toBe(model.upstream.provider)
      expect(chatPageOf(model.page).service, model.id).toBe(model.service)
    }
    expect(new Set(chatModels.map((model) => model.id)).size).toBe(chatModels.length)
  })

  test('are found in their own service only', () => {
    expect(findChatModel('chatgpt', 'gpt-4o')?.priceTokens).toBe(10)
    expect(findChatModel('claude', 'gpt-4o')).toBeUndefined()
    expect(findChatModel('chatgpt', 'toString')).toBeUndefined()
  })

  test('have a default for every service', () => {
    expect(chatServices.map((service) => defaultChatModel(service).id)).toEqual([
      'gpt-4o-mini',
      'claude-3-sonnet',
      'grok-2'
    ])
  })
})

describe('a service id', () => {
  test('is accepted in both spellings', () => {
    expect(chatServiceId.parse('chat-gpt')).toBe('chatgpt')
    expect(chatServices.map((service) => chatServiceId.parse(service))).toEqual([...chatServices])
    expect(chatServiceId.safeParse('gemini').error?.issues[0]?.message).toBe('Такого сервиса нет')
  })
})

describe('chat pages', () => {
  test('open with a basic model from their own list', () => {
    expect(chatPages.map(({ path, defaultModel }) => [path, defaultModel])).toEqual([
      ['/chatgpt', 'gpt-4o-mini'],
      ['/claude', 'claude-3-sonnet'],
      ['/xai', 'grok-2'],
      ['/gpt5', 'gpt-5-2025-08-07']
    ])
    for (const { path, defaultModel } of chatPages)
      expect(modelsOfPage(path).find((model) => model.id === defaultModel)?.basic, path).toBe(true)
  })

  test('have the product’s button labels', () => {
    expect(chatPages.map(({ path, sendLabel, busyLabel }) => [path, sendLabel, busyLabel])).toEqual([
      ['/chatgpt', 'Отправить сообщение', 'Генерирую ответ...'],
      ['/claude', 'Отправить', 'Думаю...'],
      ['/xai', 'Отправить', 'Думаю...'],
      ['/gpt5', 'Отправить', 'Думаю...']
    ])
  })

  test('offer six example prompts, eight on /gpt5, tagged on /xai', () => {
    expect(chatPages.map(({ path, examples }) => [path, examples.length])).toEqual([
      ['/chatgpt', 6],
      ['/claude', 6],
      ['/xai', 6],
      ['/gpt5', 8]
    ])
    for (const page of chatPages) {
      const texts = page.examples.map((example) => example.text)
      expect(new Set(texts).size, page.path).toBe(texts.length)
      for (const { text, tag } of page.examples) {
        expect(text).toMatch(/[а-яё]{3}/i)
        expect(tag !== undefined, `${page.path}: ${text}`).toBe(page.path === '/xai')
      }
    }
  })

  test('have sample cards, a kind of history and a title', () => {
    expect(chatPages.map((page) => page.path)).toEqual([...chatPaths])
    expect(chatPages.map((page) => page.history)).toEqual(['dropdown', 'dropdown', 'dropdown', 'list'])
    for (const page of chatPages) {
      expect(page.samples.length, page.path).toBeGreaterThanOrEqual(3)
      for (const sample of page.samples) for (const text of Object.values(sample)) expect(text, page.path).toMatch(/\S/)
      for (const text of [page.title, page.badge, page.summary]) expect(text, page.path).toMatch(/\S/)
    }
  })
})

describe('the upstream model of a chat model', () => {
  test('is the catalogue’s when no override names the model', () => {
    const model = modelCalled('gpt-5-2025-08-07')
    expect(resolveUpstream(model, {})).toEqual(model.upstream)
    expect(resolveUpstream(model, { 'gpt-4o': 'gpt-6.1-sol' })).toEqual(model.upstream)
  })

  test('can be another provider’s, with the catalogue’s output limit', () => {
    expect(resolveUpstream(modelCalled('gpt-5-2025-08-07'), { 'gpt-5-2025-08-07': 'claude-opus-5-5' })).toEqual({
      provider: 'anthropic',
      model: 'claude-opus-5-5',
      effort: 'medium',
      outputTokensMax: 8192
    })
  })

  test('gets no effort when it does not take one', () => {
    expect(resolveUpstream(modelCalled('o3-2025-04-16'), { 'o3-2025-04-16': 'claude-haiku-5-5' })).toEqual({
      provider: 'anthropic',
      model: 'claude-haiku-5-5',
      outputTokensMax: 16_384
    })
    for (const { id, upstream } of chatModels)
      if (upstream.effort) expect(upstreamPriceOf(upstream.model).takesEffort, id).toBe(true)
  })

  test('must have a list price', () => {
    expect(() => resolveUpstream(modelCalled('gpt-4o'), { 'gpt-4o': 'gpt-7' })).toThrow('gpt-7')
    expect(overrideProblems({ 'gpt-4o': 'gpt-6.1-sol' })).toEqual([])
    expect(overrideProblems({ 'gpt-4o': 'gpt-7', 'gpt-9': 'grok-4.5' })).toEqual([
      'no list price is known for gpt-7',
      'there is no chat model gpt-9'
    ])
  })

  test('has whole positive rates', () => {
    for (const [model, price] of Object.entries(upstreamPrices)) {
      expect(isUpstreamModel(model)).toBe(true)
      const long = 'longInput' in price ? [price.longInput.inputMicros, price.longInput.outputMicros] : []
      for (const rate of [price.inputMicros, price.outputMicros, ...long]) {
        expect(Number.isSafeInteger(rate), model).toBe(true)
        expect(rate, model).toBeGreaterThan(0)
      }
    }
  })
})
