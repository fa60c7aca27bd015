import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { TrafficRoute } from '#contract/operator/shop/traffic.ts'
import { Page } from '#web/console/src/shop/routes/page.tsx'
import { differenceText, percentText, secondsText } from '#web/console/src/shop/routes/words.ts'
import { fakeApi, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'

const route: TrafficRoute = {
  supplier: 'openai',
  supplier_name: 'OpenAI',
  upstream_model: 'gpt-6-luna',
  place: 1,
  calls: 1250,
  served: 900,
  share: 0.9,
  failures: [
    { kind: 'timeout', calls: 300 },
    { kind: 'busy', calls: 2 }
  ],
  first_word: { median_ms: 420, p95_ms: 12_345 },
  input_tokens: 900_000,
  cached_input_tokens: 0,
  output_tokens: 100_000,
  cost_micros: 2_000_000,
  uncosted: 3,
  charged_tokens: 4000,
  plan_served: 40,
  breaker: { state: 'open', until: Date.now() + 60_000, failure: 'timeout' }
}
const quiet: TrafficRoute = {
  ...route,
  supplier: 's-0123456789ab',
  supplier_name: 'Посредник',
  upstream_model: 'sold/gpt-6',
  place: 2,
  calls: 100,
  served: 100,
  share: 0.1,
  failures: [],
  uncosted: 100,
  cost_micros: null,
  plan_served: 0,
  breaker: { state: 'closed', until: null, failure: null }
}
const gone: TrafficRoute = { ...quiet, supplier_name: 'Прежний', supplier: 's-gone00000000', place: null }

const traffic = (more: object = {}) =>
  succeed({
    models: [{ model: 'gpt-4o', name: 'GPT-4o', routes: [route, quiet, gone] }],
    is_whole: true,
    kopecks_per_token: 90,
    ...more
  })

const listPrice = { inputMicros: 1, outputMicros: 1, searchMicros: 0 }
const routeOf = (supplier: string, model: string) => ({
  supplier,
  model,
  showsThinking: false,
  firstWordMs: 20_000,
  listPrice
})
const definition = {
  id: 'gpt-4o',
  service: 'chatgpt',
  page: '/chatgpt',
  isOnPage: true,
  name: 'GPT-4o',
  description: 'Модель',
  priceTokens: 10,
  basic: true,
  referenceLength: 1500,
  offers: { webSearch: false, thinking: false },
  seesPictures: false,
  takesTools: false,
  writesJson: false,
  contextTokens: null,
  outputTokensMax: 4096,
  isOnSale: true,
  successor: null,
  routes: [routeOf('openai', 'gpt-6-luna'), routeOf('s-0123456789ab', 'sold/gpt-6')]
}
const models = () =>
  succeed({
    models: [
      {
        definition: { ...definition, id: 'other', name: 'Другая' },
        source: 'added',
        price_tokens: 1,
        in_force: null,
        answered_by: null
      },
      { definition, source: 'catalogue', price_tokens: 10, in_force: null, answered_by: null }
    ],
    coming: [],
    gone: [],
    suppliers: [
      { id: 'openai', name: 'OpenAI', is_on: true },
      { id: 's-0123456789ab', name: 'Посредник', is_on: true }
    ],
    kopecks_per_token: 90,
    now: Date.now(),
    notice_ms: 120_000
  })
const replayed = (more: object = {}) =>
  succeed({ served: 1000, told: 997, cost_micros: 2_000_000, replayed_micros: 1_500_000, is_whole: true, ...more })

const week = 'GET /operator/routes?days=7'
const openReplay = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Проиграть неделю: GPT-4o' }))
  return within(await screen.findByRole('dialog', { name: 'Проиграть неделю: GPT-4o' }))
}

// The chosen days are kept in the address.
afterEach(() => {
  window.location.hash = ''
})

describe('words of routes', () => {
  it('round without hiding what is small', () => {
    expect([0, 0.004, 0.5, 0.996, 1].map(percentText)).toEqual([
      '0\u00a0%',
      '<\u00a01\u00a0%',
      '50\u00a0%',
      '99\u00a0%',
      '100\u00a0%'
    ])
    expect([3, 420, 9960, 12_345].map(secondsText)).toEqual(['0,1\u00a0с', '0,4\u00a0с', '10\u00a0с', '12\u00a0с'])
  })
})

describe('the difference of two sums', () => {
  it.each([
    [100, 100, 'столько же'],
    [0, 5, 'дороже'],
    [100, 75, 'дешевле на 25 %'],
    [100, 0, 'дешевле на 100 %'],
    [1000, 1001, 'дороже на < 1 %'],
    [1000, 1999, 'дороже на 99 %'],
    [100, 200, 'дороже на 100 %'],
    [100, 250, 'дороже на 150 %'],
    [100, 1000, 'дороже на 900 %'],
    [100, 2200, 'в 22 раза дороже'],
    [100, 120_000, 'в 1 200 раз дороже']
  ])('of %i and %i is «%s»', (before, after, text) => {
    expect(differenceText(before, after).replaceAll(/\s/g, ' ')).toBe(text)
  })
})

describe('the page of routes', () => {
  it('counts the days of its address, where a choice is kept', async () => {
    window.location.hash = '#/routes?days=30'
    const api = fakeApi({
      'GET /operator/routes?days=30': () => traffic(),
      'GET /operator/routes?days=1': () => traffic()
    })
    renderInConsole(<Page />)
    await userEvent.selectOptions(await screen.findByLabelText('Период'), 'Сутки')
    expect(window.location.hash).toBe('#/routes?days=1')
    expect(api.calls()).toContain('GET /operator/routes?days=1')
  })

  it('shows of each route its share, first word, failures, cost, margin and breaker', async () => {
    fakeApi({ [week]: () => traffic() })
    renderInConsole(<Page />)
    const table = within(await screen.findByRole('table', { name: 'Маршруты: GPT-4o' }))
    const [, first, second, third] = table
      .getAllByRole('row')
      .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
    expect(first).toMatch(/^1\. OpenAIgpt-6-luna90 %900 ответов на 1 250 обращений0,4 с95 % — до 12 с/)
    expect(first).toContain('молчание300 (24 %)')
    expect(first).toContain('перегрузка2 (< 1 %)')
    // 4,000 tokens at 90 kopecks, less two dollars at 90 roubles.
    expect(first).toContain('180 ₽без 3 ответоввход 900 тыс.выход 100 тыс.')
    expect(first).toMatch(/3\s420 ₽95 %без 3 ответовпо Premium 40на пауземолчание, до \d\d:\d\d$/)
    expect(second).toMatch(/^2\. Посредник.*10 %.*нет.*цена неизвестна.*работает$/)
    expect(third).toMatch(/^Прежний.*не в модели$/)
  })

  it('reads the chosen days, and says when not all was counted', async () => {
    fakeApi({ [week]: () => traffic(), 'GET /operator/routes?days=30': () => traffic({ is_whole: false, models: [] }) })
    renderInConsole(<Page />)
    await screen.findByRole('table', { name: 'Маршруты: GPT-4o' })
    await userEvent.selectOptions(screen.getByLabelText('Период'), '30 дней')
    await screen.findByText(/посчитаны только последние 20\s000 в каждой базе/)
  })

  it('tells a new shop what will be here', async () => {
    fakeApi({ [week]: () => traffic({ models: [], kopecks_per_token: null }) })
    renderInConsole(<Page />, 'finance')
    await screen.findByText(/Маршруты появятся здесь после первого ответа/)
    expect(screen.queryByRole('button', { name: /Проиграть/ })).toBeNull()
  })
})

describe('«Проиграть неделю»', () => {
  it('offers the routes of the model first, and shows both sums and what they leave out', async () => {
    const path =
      'GET /operator/routes/replay?model=gpt-4o&days=7&of_model=gpt-4o&supplier=s-0123456789ab&upstream_model=sold%2Fgpt-6'
    fakeApi({ [week]: () => traffic(), 'GET /operator/models': models, [path]: () => replayed() })
    renderInConsole(<Page />)
    const dialog = await openReplay()
    const choice = await dialog.findByLabelText<HTMLSelectElement>('Другой маршрут')
    expect([...choice.options].map(({ text }) => text)).toEqual([
      'OpenAI · gpt-6-luna (GPT-4o)',
      'Посредник · sold/gpt-6 (GPT-4o)',
      'OpenAI · gpt-6-luna (Другая)',
      'Посредник · sold/gpt-6 (Другая)',
      'Своя цена'
    ])
    await userEvent.click(dialog.getByRole('button', { name: 'Посчитать' }))
    await dialog.findByText('дешевле на 25 %')
    expect(dialog.getByText('180 ₽')).toBeTruthy()
    expect(dialog.getByText('135 ₽')).toBeTruthy()
    dialog.getByText(/Посчитано 997 ответов из 1\s000 \(99\s%\): об остальных/)
    await userEvent.selectOptions(choice, 'Своя цена')
    expect(dialog.queryByText(/Посчитано/)).toBeNull()
  })

  it('takes a typed price, and says what is no number at its field', async () => {
    const path =
      'GET /operator/routes/replay?model=gpt-4o&days=7&input_micros=270000&output_micros=1100000&search_micros=5000'
    fakeApi({ [week]: () => traffic(), 'GET /operator/models': models, [path]: () => replayed({ served: 0, told: 0 }) })
    renderInConsole(<Page />)
    const dialog = await openReplay()
    await userEvent.selectOptions(await dialog.findByLabelText('Другой маршрут'), 'Своя цена')
    await userEvent.type(dialog.getByLabelText('Вход'), '0,27')
    await userEvent.click(dialog.getByRole('button', { name: 'Посчитать' }))
    expect(dialog.getByText('Введите цену числом, до 1000')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByLabelText('Выход'))
    await userEvent.type(dialog.getByLabelText('Выход'), '1.1')
    await userEvent.type(dialog.getByLabelText('Поиски'), '5')
    await userEvent.click(dialog.getByRole('button', { name: 'Посчитать' }))
    await dialog.findByText('За неделю модель ни разу не ответила.')
  })
})
