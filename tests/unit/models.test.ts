import { describe, expect, test } from 'vitest'
import { answeringText } from '#contract/catalogue/answering.ts'
import {
  answererFor,
  catalogueModels,
  defaultOnPage,
  homeOf,
  modelsAt,
  modelsOnPage,
  nameOfModel,
  promptHelperIn,
  sentModel,
  shownModel,
  type ShownModel,
  soldInPlaceOf
} from '#contract/models.ts'
import { readPrices } from '#contract/prices.ts'
import { addedModel, catalogueModel, changeTo, manyModels } from '../support/models.ts'

const gone = (id: string, successor: string | null = null) => catalogueModel(id, { isOnSale: false, successor })
const at = (...models: ShownModel[]) =>
  modelsAt(
    models.map((model) => changeTo(model)),
    1
  )
const idsOf = (models: readonly ShownModel[]) => models.map(({ id }) => id)

describe('the list', () => {
  test('is the catalogue where operators have changed nothing yet', () => {
    expect(modelsAt([changeTo(addedModel('later'), 2)], 1)).toBe(catalogueModels)
  })

  test('has a changed model in its place and an added one at its end, from the first moment on', () => {
    const changes = [changeTo(catalogueModel('gpt-4o', { priceTokens: 99 }), 5), changeTo(addedModel('new'), 5)]
    const models = modelsAt(changes, 5)
    expect(idsOf(models)).toEqual([...idsOf(catalogueModels), 'new'])
    expect(models.find(({ id }) => id === 'gpt-4o')?.priceTokens).toBe(99)
  })

  test('forgets an added model, and has the catalogue’s again, when a change takes back what was made', () => {
    const changes = [changeTo(addedModel('new')), changeTo(catalogueModel('gpt-4o', { priceTokens: 99 }))]
    const back = changes.map(({ id }) => ({ id, startsAt: 7, model: null }))
    expect(modelsAt([...changes, ...back], 8)).toEqual(catalogueModels)
  })
})

describe('a model that is off sale', () => {
  test('is offered nowhere, and what is named in its place answers and gives the chat its page', () => {
    const models = at(gone('gpt-4o', 'o3-2025-04-16'))
    expect(idsOf(modelsOnPage(models, '/chatgpt'))).not.toContain('gpt-4o')
    expect(answererFor(models, 'chatgpt', 'gpt-4o')?.id).toBe('o3-2025-04-16')
    expect(homeOf(models, 'chatgpt', 'gpt-4o')).toBe('/gpt5')
  })

  test('without one has the default of the service', () => {
    const models = at(gone('gpt-4o'))
    expect(answererFor(models, 'chatgpt', 'gpt-4o')?.id).toBe('gpt-4o-mini')
    expect(homeOf(models, 'chatgpt', 'gpt-4o')).toBe('/chatgpt')
  })

  test('of a circle has none', () => {
    const models = at(gone('gpt-4o', 'gpt-4-turbo'), gone('gpt-4-turbo', 'gpt-4o'))
    expect(
      soldInPlaceOf(
        models,
        models.find(({ id }) => id === 'gpt-4o')!
      )
    ).toBeUndefined()
  })

  test('leaves the page with what is sold there', () => {
    // What answers in its place is on another page.
    const models = at(gone('gpt-4o-mini', 'o3-2025-04-16'))
    expect(defaultOnPage(models, '/chatgpt')?.id).toBe('gpt-4o')
    const only = at(...modelsOnPage(catalogueModels, '/claude').map(({ id }) => gone(id)))
    expect(defaultOnPage(only, '/claude')).toBeUndefined()
    const hidden = addedModel('hidden', { service: 'claude', page: '/claude', isOnPage: false })
    expect(defaultOnPage([...only, hidden], '/claude')?.id).toBe('hidden')
  })
})

test('descriptions are written by the catalogue’s model, or by the cheapest that is sold', () => {
  expect(promptHelperIn(catalogueModels)?.id).toBe('claude-3-haiku')
  expect(promptHelperIn(at(gone('claude-3-haiku', 'claude-3-sonnet')))?.id).toBe('claude-3-sonnet')
  expect(promptHelperIn(at(gone('claude-3-haiku')))?.id).toBe('grok-1')
})

test.each([
  ['DeepSeek V3', 'deepseek-v3', 'deepseek/deepseek-v3:free', null],
  ['DeepSeek', 'deepseek-chat', 'deepseek-chat', null],
  ['Быстрая', 'fast', 'deepseek/deepseek-v3', 'отвечает deepseek/deepseek-v3'],
  ['GPT-4o', 'gpt-4o', 'gpt-6-luna', 'отвечает GPT-6 Luna']
])('%s (%s, at its supplier %s): %s', (name, id, model, text) => {
  expect(answeringText({ id, name, upstream: { model } })).toBe(text)
})

test('a model that is not known is called by its id, without its maker', () => {
  expect([nameOfModel(catalogueModels, 'gpt-4o'), nameOfModel([], 'z-ai/glm-5')]).toEqual(['GPT-4o', 'glm-5'])
})

describe('as pages read it', () => {
  test('what is left out is as usual, and suppliers are not told', () => {
    const odd = addedModel('odd', { isOnPage: false, seesPictures: false, isOnSale: false, successor: 'gpt-4o' })
    for (const model of [...catalogueModels, odd]) {
      const sent = sentModel({ ...model, routes: [{ supplier: 'openai' }] } as ShownModel)
      expect(shownModel.parse(sent)).toEqual(model)
      expect(JSON.stringify(sent)).not.toContain('supplier')
    }
  })

  test('200 models are less than 100 KB, and an answer without models is one of the catalogue', () => {
    const models = manyModels(200).map((model) => ({ ...changeTo(model), model: sentModel(model) }))
    expect(Buffer.byteLength(JSON.stringify({ now: 1, changes: [], models }))).toBeLessThan(100_000)
    expect(readPrices.output.parse({ now: 1, changes: [], upstreams: {} }).models).toEqual([])
  })
})
