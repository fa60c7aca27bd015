import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import type { ComingModelChange, OperatorModel } from '#contract/operator/shop/models.ts'
import { definitionOf, draftOf, problemsOf } from '#web/console/src/shop/models/draft.ts'
import { Page } from '#web/console/src/shop/models/page.tsx'
import { fakeApi, refuse, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'
import { write } from '../write.ts'

const route = {
  supplier: 'openai',
  model: 'gpt-6-luna',
  effort: 'medium' as const,
  showsThinking: true,
  firstWordMs: 90_112,
  listPrice: {
    inputMicros: 100_000,
    outputMicros: 500_000,
    cachedInputMicros: 12_500,
    searchMicros: 10_000,
    longInput: { inputMicros: 200_000, outputMicros: 750_000, aboveInputTokens: 272_000 }
  }
}
const definition: ModelDefinition = {
  id: 'gpt-4o',
  service: 'chatgpt',
  page: '/chatgpt',
  isOnPage: true,
  name: 'GPT-4o',
  description: 'Универсальная',
  priceTokens: 10,
  basic: false,
  referenceLength: 2000,
  offers: { webSearch: true, thinking: true },
  seesPictures: true,
  takesTools: true,
  writesJson: true,
  contextTokens: null,
  outputTokensMax: 8192,
  isOnSale: true,
  successor: null,
  routes: [route, { ...route, supplier: 's-0123456789ab', model: 'openai/gpt-6' }]
}
const model: OperatorModel = { definition, source: 'catalogue', price_tokens: 12, in_force: null, answered_by: null }
const gone: OperatorModel = {
  definition: { ...definition, id: 'own', name: 'Снятая', isOnSale: false, successor: 'gpt-4o' },
  source: 'added',
  price_tokens: 10,
  in_force: null,
  answered_by: 'GPT-4o'
}
const change: ComingModelChange = {
  id: 'c'.repeat(43),
  model: 'gpt-4o',
  definition,
  becomes: definition,
  state: 'coming',
  starts_at: Date.now() + 600_000,
  created_at: Date.now(),
  created_by: 'anna',
  reason: 'Просили пользователи',
  cancelled_by: null
}

const listing = {
  'GET /operator/models': () =>
    succeed({
      models: [model, gone],
      coming: [change],
      gone: [],
      suppliers: [
        { id: 'openai', name: 'OpenAI', is_on: true },
        { id: 's-0123456789ab', name: 'Посредник', is_on: false }
      ],
      kopecks_per_token: 90,
      now: Date.now(),
      notice_ms: 120_000
    }),
  'GET /operator/models/history': () => succeed({ changes: [{ ...change, state: 'begun' }], next: null })
}
const sent = ({ asked }: ReturnType<typeof fakeApi>) => asked.findLast(({ method }) => method === 'POST')
const order = () => screen.getAllByLabelText<HTMLInputElement>('Модель у поставщика').map(({ value }) => value)

describe('a definition that is edited', () => {
  it('comes back as it was when nothing is typed', () => {
    expect(definitionOf(draftOf(definition))).toEqual(definition)
    expect(problemsOf(draftOf(definition))).toEqual({})
  })

  it('loses the rates of long inputs with another model, and takes amounts with a comma', () => {
    const draft = draftOf(definition)
    const [first] = draft.routes
    if (!first) throw new Error('No route')
    const { routes } = definitionOf({
      ...draft,
      routes: [{ ...first, model: 'gpt-7', input: '0,27', cachedInput: '' }]
    })
    expect(routes[0]?.listPrice).toEqual({ inputMicros: 270_000, outputMicros: 500_000, searchMicros: 10_000 })
  })

  it('tells each flaw at its field', () => {
    const draft = draftOf(definition)
    expect(problemsOf({ ...draft, name: ' ', priceTokens: '1.5', routes: [] })).toEqual({
      name: 'Заполните поле',
      priceTokens: 'Введите число',
      routes: 'Модели на продаже нужен хотя бы один маршрут'
    })
  })
})

describe('the page of models', () => {
  it('shows page, price in force, routes in order, state, what is to come and the history', async () => {
    fakeApi(listing)
    renderInConsole(<Page parameter={null} />)
    const now = within(await screen.findByRole('table', { name: 'Модели сейчас' }))
    const row = now.getByRole('row', { name: /^GPT-4o.*ChatGPT.*12\s*токенов.*у модели 10.*на продаже/ })
    expect(
      within(row)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    ).toEqual(['1. OpenAI · gpt-6-luna', '2. Посредник · openai/gpt-6'])
    expect(now.getByRole('row', { name: /^Снятая.*own · добавлена.*снята.*отвечает GPT-4o/ })).toBeTruthy()
    const coming = within(screen.getByRole('table', { name: 'Скоро начнётся' }))
    expect(
      coming.getByRole('row', { name: /на продаже, 10 токенов.*ждёт начала.*anna.*Просили пользователи/ })
    ).toBeTruthy()
    const history = within(await screen.findByRole('table', { name: 'История моделей' }))
    expect(history.getByRole('row', { name: /началось/ })).toBeTruthy()
  })

  it('is read again when a change that was to come has begun', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const api = fakeApi(listing)
    renderInConsole(<Page parameter={null} />)
    await screen.findByRole('table', { name: 'Скоро начнётся' })
    const reads = () => api.calls().filter((call) => call === 'GET /operator/models').length
    await vi.advanceTimersByTimeAsync(change.starts_at - Date.now() - 5000)
    expect(reads()).toBe(1)
    await vi.advanceTimersByTimeAsync(10_000)
    await waitFor(() => expect(reads()).toBe(2))
    vi.useRealTimers()
  })

  it('takes a model off sale with a successor; what the server refuses is told', async () => {
    const api = fakeApi({
      ...listing,
      'POST /operator/models/off': () =>
        refuse(409, { error: 'За модель «Снятая» больше никто не ответит', code: 'CONFLICT' })
    })
    renderInConsole(<Page parameter={null} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Снять с продажи: GPT-4o' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Снять с продажи: GPT-4o' }))
    await write(userEvent, dialog.getByLabelText('Причина'), 'Закрыли у поставщика')
    await userEvent.click(dialog.getByRole('button', { name: 'Снять с продажи' }))
    await dialog.findByText('За модель «Снятая» больше никто не ответит')
    expect(sent(api)?.body).toMatchObject({ model: 'gpt-4o', successor: null })
  })

  it('can only be looked at by finance', async () => {
    fakeApi(listing)
    renderInConsole(<Page parameter={null} />, 'finance')
    await screen.findByRole('table', { name: 'Модели сейчас' })
    expect(screen.queryByRole('link', { name: 'Новая модель' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Снять/ })).toBeNull()
  })
})

describe('the editor of a model', () => {
  it('orders routes by keyboard, keeps the focus, and shows what a usual answer brings', async () => {
    fakeApi(listing)
    renderInConsole(<Page parameter="gpt-4o" />)
    const down = await screen.findByRole('button', { name: 'Маршрут 1: ниже' })
    // 10 tokens at 90 kopecks; 1,000 tokens at $0.1 and 700 at $0.5 for a million, at 90 roubles.
    expect(screen.getAllByText('9 ₽')).toHaveLength(2)
    expect(screen.getAllByText('0,04 ₽')).toHaveLength(2)
    expect(screen.getByText(/Сейчас действует цена со страницы «Цены»: 12/)).toBeTruthy()
    down.focus()
    await userEvent.keyboard('{Enter}')
    expect(order()).toEqual(['openai/gpt-6', 'gpt-6-luna'])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Маршрут 2: ниже')
    await userEvent.keyboard('{Enter}')
    expect(order()).toEqual(['openai/gpt-6', 'gpt-6-luna'])
    screen.getByRole('button', { name: 'Маршрут 2: выше' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(order()).toEqual(['gpt-6-luna', 'openai/gpt-6'])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Маршрут 1: выше')
  })

  it('shows what changes before it is saved with its start and reason', async () => {
    const api = fakeApi({ ...listing, 'POST /operator/models': () => succeed({ change }) })
    renderInConsole(<Page parameter="gpt-4o" />)
    const price = await screen.findByLabelText('Токенов за ответ')
    await userEvent.clear(price)
    await userEvent.click(screen.getByRole('button', { name: 'Дальше: когда начать' }))
    expect(document.activeElement).toBe(price)
    await userEvent.type(price, '11')
    await userEvent.click(screen.getByRole('button', { name: 'Маршрут 2: убрать' }))
    await userEvent.click(screen.getByRole('button', { name: 'Дальше: когда начать' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Изменить: GPT-4o' }))
    expect(dialog.getByRole('row', { name: 'Цена 10 токенов 11 токенов' })).toBeTruthy()
    expect(dialog.getAllByRole('row')).toHaveLength(3)
    await write(userEvent, dialog.getByLabelText('Причина'), 'Просили пользователи')
    await userEvent.click(dialog.getByRole('button', { name: 'Назначить' }))
    await vi.waitFor(
      () => expect(sent(api)?.body).toMatchObject({ definition: { ...definition, priceTokens: 11, routes: [route] } }),
      { timeout: 20_000 }
    )
  })

  it('says when there is no such model', async () => {
    fakeApi(listing)
    renderInConsole(<Page parameter="no-such-model" />)
    await screen.findByRole('heading', { name: 'Такой модели нет' })
  })
})
