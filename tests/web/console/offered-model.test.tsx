import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import { proposedTokens } from '#web/console/src/shop/models/cost.ts'
import { definitionOf, problemsOf } from '#web/console/src/shop/models/draft.ts'
import { definitionAtOffer, draftOfOffer } from '#web/console/src/shop/models/offer.ts'
import { Page } from '#web/console/src/shop/models/page.tsx'
import { changeText, dollarsText, jumpOfModel } from '#web/console/src/shop/suppliers/offer-words.ts'
import { fakeApi, refuse, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'
import { dearer, fresh, id, list, listPath, listPrice, offerOf } from './supplier-offers.ts'
import { write } from '../write.ts'

const sent = ({ asked }: ReturnType<typeof fakeApi>) => asked.findLast(({ method }) => method === 'POST')

afterEach(() => window.history.replaceState(null, '', '/'))

const definition: ModelDefinition = {
  id: 'own',
  service: 'chatgpt',
  page: '/chatgpt',
  isOnPage: true,
  name: 'Наша',
  description: 'Быстрая',
  priceTokens: 7,
  basic: false,
  referenceLength: 2000,
  offers: { webSearch: false, thinking: true },
  seesPictures: false,
  takesTools: true,
  writesJson: true,
  contextTokens: null,
  outputTokensMax: 8192,
  isOnSale: true,
  successor: null,
  routes: [
    {
      supplier: id,
      model: 'deepseek/deepseek-v4',
      showsThinking: false,
      firstWordMs: 60_000,
      listPrice: { inputMicros: 200_000, outputMicros: 300_000, cacheWriteMicros: 5, searchMicros: 10_000 }
    }
  ]
}
const offered = { supplier: id, offer: dearer }
const shop = {
  [`GET ${listPath}`]: () => succeed(list()),
  'GET /operator/models': () =>
    succeed({
      models: [{ definition, source: 'added', price_tokens: 7, in_force: null, answered_by: null }],
      coming: [],
      gone: [],
      suppliers: [{ id, name: 'Посредник', is_on: true }],
      kopecks_per_token: 90,
      now: Date.now(),
      notice_ms: 120_000
    })
}
const change = { starts_at: Date.now() + 600_000 }

const at = (inputMicros: number, outputMicros: number, share: number, kopecksPerToken: number | null = 90) =>
  proposedTokens({ listPrice: { inputMicros, outputMicros } }, { kopecksPerToken, rublesPerDollar: 90 }, share)

const rates = (aboveInputTokens: number) => ({ ...listPrice, longInput: { ...listPrice, aboveInputTokens } })
const jump = { model: 'gpt-6', percent: 100, isJump: true }

const pageOf = (model: string) => {
  const own = draftOfOffer({ supplier: id, offer: offerOf({ model }) }, { ids: [], kopecksPerToken: 90 })
  return [own.id, own.page]
}

describe('what is proposed', () => {
  it('is a price of which the share is left after a usual answer, never below a token', () => {
    // 1,000 tokens at $2 and 700 at $10 for a million: 0.9 cents, 81 kopecks.
    expect([at(2_000_000, 10_000_000, 0), at(2_000_000, 10_000_000, 0.5), at(2_000_000, 10_000_000, 0.7)]).toEqual([
      1, 2, 3
    ])
    expect([at(280_000, 420_000, 0.7), at(0, 0, 0.99), at(Number.NaN, 1, 0.7)]).toEqual([1, 1, null])
    expect(at(1_000_000_000, 1_000_000_000, 0.99, null)).toBe(10_000)
  })

  it('of a new model is complete but for its description, with an id that is free', () => {
    const draft = draftOfOffer(offered, { ids: ['deepseek-v4'], kopecksPerToken: 90 })
    expect(definitionOf(draft)).toMatchObject({
      id: 'deepseek-v4-2',
      name: 'DeepSeek V4',
      page: '/chatgpt',
      isOnPage: false,
      priceTokens: 1,
      offers: { webSearch: false, thinking: true },
      takesTools: true,
      writesJson: false,
      contextTokens: 131_072,
      outputTokensMax: 16_384,
      routes: [
        {
          supplier: id,
          model: 'deepseek/deepseek-v4',
          showsThinking: true,
          firstWordMs: 120_000,
          listPrice: { ...listPrice, searchMicros: 0 }
        }
      ]
    })
    expect(Object.keys(problemsOf(draft))).toEqual(['description'])
    const unpriced = draftOfOffer({ supplier: id, offer: fresh }, { ids: [], kopecksPerToken: 90 })
    expect(Object.keys(problemsOf(unpriced)).toSorted()).toEqual([
      'description',
      'priceTokens',
      'routes.0.listPrice.inputMicros',
      'routes.0.listPrice.outputMicros'
    ])
    expect([pageOf('anthropic/claude-sonnet-5.5'), pageOf('x-ai/Grok 4.5'), pageOf('openai/gpt-5:free')]).toEqual([
      ['claude-sonnet-5.5', '/claude'],
      ['grok-4.5', '/xai'],
      ['gpt-5-free', '/gpt5']
    ])
  })

  it('for a route is its list price alone: the price of the model and rates that the list does not tell stay', () => {
    expect(definitionAtOffer(definition, offered)).toEqual({
      ...definition,
      routes: [{ ...definition.routes[0], listPrice: { ...listPrice, cacheWriteMicros: 5, searchMicros: 10_000 } }]
    })
    expect(definitionAtOffer(definition, { supplier: 'openai', offer: dearer })).toEqual(definition)
    expect(definitionAtOffer(definition, { supplier: id, offer: fresh })).toEqual(definition)
  })

  it('is said exactly', () => {
    expect([dollarsText(28_300), dollarsText(0), dollarsText(1), dollarsText(75_000_000)]).toEqual([
      '$0,0283',
      '$0',
      '$0,000001',
      '$75'
    ])
    expect([40, -5, 0.01, -0.5, null].map((percent) => changeText({ percent }))).toEqual([
      '+40\u00a0%',
      '−5\u00a0%',
      'дороже меньше чем на 1\u00a0%',
      'дешевле меньше чем на 1\u00a0%',
      'было бесплатно'
    ])
    expect(jumpOfModel({ ...jump, was: rates(100_000), becomes: rates(272_000) })).toBe('gpt-6: +100\u00a0%')
    expect(jumpOfModel({ ...jump, was: rates(272_000), becomes: rates(100_000) })).toBe(
      'gpt-6: +100\u00a0%, длинным теперь считается ввод больше 100\u00a0000 токенов'
    )
  })
})

const openAt = (parameter: string, model: string) => {
  window.history.replaceState(null, '', `/#/models/x?supplier=${id}&model=${encodeURIComponent(model)}`)
  renderInConsole(<Page parameter={parameter} />)
}

describe('the editor that is opened from the list', () => {
  it('asks for a tick before a list price that jumps is taken, and leaves the price of the model', async () => {
    const api = fakeApi({ ...shop, 'POST /operator/models': () => succeed({ change }) })
    openAt('own', 'deepseek/deepseek-v4')
    const note = within(await screen.findByRole('complementary', { name: 'Из списка поставщика' }))
    expect(note.getByText(/\$0,2 \/ \$0,3 → \$0,28 \/ \$0,42, \+40\s%/)).toBeTruthy()
    expect(
      note.getByText(/Цена для людей остаётся прежней, 7 токенов\. С обычного ответа останется .*; было/)
    ).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Токенов за ответ').value).toBe('7')
    expect(screen.getByLabelText<HTMLInputElement>('Вход').value).toBe('0,28')
    await userEvent.click(screen.getByRole('button', { name: 'Дальше: когда начать' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Изменить: Наша' }))
    await write(userEvent, dialog.getByLabelText('Причина'), 'Новый прейскурант')
    await userEvent.click(dialog.getByLabelText(/^Цена верна: сверено.*\+40\s%/))
    await userEvent.click(dialog.getByRole('button', { name: 'Назначить' }))
    await vi.waitFor(
      () =>
        expect(sent(api)?.body).toMatchObject({
          prices_are_checked: true,
          definition: { priceTokens: 7, routes: [{ listPrice: { inputMicros: 280_000 } }] }
        }),
      { timeout: 20_000 }
    )
  })

  it('shows the tick where the server asks for it', async () => {
    const details = [{ path: 'prices_are_checked', msg: 'Прейскурант меняется больше чем на 30 %' }]
    const api = fakeApi({
      ...shop,
      'POST /operator/models': () => refuse(400, { code: 'VALIDATION_FAILED', data: { details } })
    })
    renderInConsole(<Page parameter="own" />)
    await userEvent.click(await screen.findByRole('button', { name: 'Дальше: когда начать' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Изменить: Наша' }))
    expect(dialog.queryByRole('checkbox')).toBeNull()
    await write(userEvent, dialog.getByLabelText('Причина'), 'Проверка')
    await userEvent.click(dialog.getByRole('button', { name: 'Назначить' }))
    await dialog.findByText('Прейскурант меняется больше чем на 30 %')
    await userEvent.click(dialog.getByRole('checkbox'))
    expect(dialog.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    expect(sent(api)?.body).toMatchObject({ prices_are_checked: false })
  })

  it('begins a new model with what the list says, and takes a proposed price', async () => {
    fakeApi(shop)
    openAt('+', 'deepseek/deepseek-v4')
    expect((await screen.findByLabelText<HTMLInputElement>('Id')).value).toBe('deepseek-v4')
    const price = screen.getByLabelText<HTMLInputElement>('Токенов за ответ')
    expect([price.value, screen.getByText('A strong open model').lang]).toEqual(['1', 'en'])
    await userEvent.clear(screen.getByLabelText('Оставить себе, %'))
    await userEvent.type(screen.getByLabelText('Оставить себе, %'), '99')
    await userEvent.click(screen.getByRole('button', { name: 'Поставить эту цену' }))
    expect(price.value).toBe('6')
  })
})
