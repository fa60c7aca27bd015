// What the keys of the API have used, on their page.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { ApiUsage } from '#contract/api-keys.ts'
import { Usage } from '#web/src/people/api-keys/usage-section.tsx'
import { type Answers, refuse, signedInApi, succeed } from './fake-api.ts'
import { button, noUsage } from './open-api-keys.tsx'
import { openPages } from './render-page.tsx'

type Row = ApiUsage['rows'][number]

const rowOf = (more: Partial<Row>): Row => ({
  day: '2026-11-24',
  key_id: 'k1',
  model: 'gpt-4o',
  calls: 1,
  input_tokens: 1500,
  cached_tokens: 500,
  written_tokens: 0,
  output_tokens: 800,
  cost: 0.825,
  ...more
})

const days = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']
const usage: ApiUsage = {
  days,
  partial_day: null,
  keys: [
    { id: 'k1', name: 'Ноутбук', deleted: false },
    { id: 'k2', name: '=Бот', deleted: true },
    { id: '0a1b2c3d', name: null, deleted: true }
  ],
  rows: [
    rowOf({ calls: 2, cost: 1.65 }),
    rowOf({ key_id: 'k2', model: 'claude-3-haiku', cost: 0.000_001 }),
    rowOf({ day: '2026-11-22', key_id: 'k2', calls: 34, input_tokens: 1_234_567, cost: 12.5 }),
    rowOf({ day: '2026-11-21', key_id: '0a1b2c3d', model: 'gone-model', calls: 21, cost: 3 })
  ]
}

/** Opens what the page of the keys shows of their usage. */
function open(answers: Answers = {}) {
  const api = signedInApi({ 'GET /api-keys/usage?days=30': () => succeed(usage), ...answers })
  return { ...api, ...openPages('/api-keys', { '/api-keys': <Usage /> }) }
}

const plain = (text: string | null) => (text ?? '').replaceAll(/[\u00A0\u202F]/g, ' ')
const cellsOf = async (name: string) =>
  [...(await screen.findByRole('table', { name })).querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map(({ textContent }) => plain(textContent))
  )
const total = async () => plain((await screen.findByText(/^Потрачено токенов: .+ ·$/)).parentElement!.textContent)
const chart = async () => screen.findByRole('slider', { name: 'День' })
const told = async () => plain((await chart()).getAttribute('aria-valuetext'))

async function choose({ user }: ReturnType<typeof open>, filter: string, choice: string) {
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${filter}:`) }))
  await user.click(await screen.findByRole('menuitemradio', { name: choice }))
}

describe('the usage', () => {
  it('lists keys with numbers in the order of the numbers', async () => {
    const keys = ['Бот 10', 'Бот 9'].map((name) => ({ id: name, name, deleted: false }))
    const rows = keys.map(({ id }) => rowOf({ key_id: id }))
    const { user } = open({ 'GET /api-keys/usage?days=30': () => succeed({ ...usage, keys, rows }) })
    await total()
    await user.click(await screen.findByRole('button', { name: /^Ключ:/ }))
    const offered = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)
    expect(offered).toEqual(['Все ключи', 'Бот 9', 'Бот 10'])
  })

  it('is told by model, by key and by day, each with its sum', async () => {
    const { user } = open()
    expect(await total()).toBe('Потрачено токенов: 17,15 · 58 вызовов')
    const sum = ['Всего', '17,15', '58', '1 239 067', '2 000', '3 200']
    expect(await cellsOf('Расход по моделям')).toEqual([
      ['Модель', 'Потрачено токенов', 'Вызовы', 'Вход', 'Из кэша', 'Ответ'],
      ['GPT-4o', '14,15', '36', '1 236 067', '1 000', '1 600'],
      ['gone-model', '3', '21', '1 500', '500', '800'],
      ['Claude 3 Haiku', 'меньше 0,01', '1', '1 500', '500', '800'],
      sum
    ])
    await user.click(screen.getByRole('tab', { name: 'По ключам' }))
    expect((await cellsOf('Расход по ключам')).map((cells) => cells.slice(0, 3))).toEqual([
      ['Ключ', 'Потрачено токенов', 'Вызовы'],
      ['=Бот (удалён)', '12,5', '35'],
      ['Удалённый ключ 0a1b2c3d', '3', '21'],
      ['Ноутбук', '1,65', '2'],
      sum.slice(0, 3)
    ])
    await user.click(screen.getByRole('tab', { name: 'По дням' }))
    expect((await cellsOf('Расход по дням')).map((cells) => cells.slice(0, 3))).toEqual([
      ['День', 'Потрачено токенов', 'Вызовы'],
      ['24 ноября', '1,65', '3'],
      ['22 ноября', '12,5', '34'],
      ['21 ноября', '3', '21'],
      sum.slice(0, 3)
    ])
  })

  it('names the last day today until midnight in Moscow', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime('2026-11-24T20:59:59Z')
    const { unmount } = open()
    await screen.findByText('24 ноября, сегодня')
    expect(screen.getByText('сегодня')).toBeTruthy()
    unmount()
    vi.setSystemTime('2026-11-24T21:00:00Z')
    open()
    await screen.findByText('24 ноября')
    expect(screen.queryByText(/сегодня/)).toBeNull()
    vi.useRealTimers()
  })

  it('says that a day is counted in part', async () => {
    open({ 'GET /api-keys/usage?days=30': () => succeed({ ...usage, partial_day: '2026-11-21' }) })
    await screen.findByText(/^За 21 ноября посчитана только часть расхода/)
  })

  it('is a chart whose days are read out, by keyboard and by pointer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime('2026-11-24T09:00:00Z')
    const { user } = open()
    expect(await told()).toBe('24 ноября: потрачено токенов 1,65 · 3 вызова')
    expect(screen.getByText('24 ноября, сегодня')).toBeTruthy()
    fireEvent.change(await chart(), { target: { value: '1' } })
    expect(await told()).toBe('22 ноября: потрачено токенов 12,5 · 34 вызова')
    const area = (await chart()).parentElement!
    vi.spyOn(area, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 400, 160))
    await user.pointer({ target: area, coords: { clientX: 350 } })
    expect(await told()).toBe('23 ноября: потрачено токенов 0 · 0 вызовов')
    await user.pointer({ target: area, coords: { clientX: 900 } })
    expect(await told()).toMatch(/^24 ноября/)
    await user.pointer({ target: area, coords: { clientX: 0 } })
    expect(await told()).toMatch(/^21 ноября/)
    vi.useRealTimers()
  })

  it('is that of one key, of one model, or of both', async () => {
    const page = open()
    await choose(page, 'Ключ', '=Бот (удалён)')
    expect(await total()).toBe('Потрачено токенов: 12,5 · 35 вызовов')
    await choose(page, 'Модель', 'Claude 3 Haiku')
    expect(await total()).toBe('Потрачено токенов: меньше 0,01 · 1 вызов')
    await choose(page, 'Ключ', 'Ноутбук')
    await screen.findByText('Таких вызовов не было')
    expect(screen.getByRole('button', { name: 'Скачать CSV' }).hasAttribute('disabled')).toBe(true)
    await choose(page, 'Модель', 'Все модели')
    expect(await total()).toBe('Потрачено токенов: 1,65 · 2 вызова')
  })

  it('of another period takes its place when it is read; a key without calls there is no longer chosen', async () => {
    const answer = Promise.withResolvers<Response>()
    const week = { ...usage, days: days.slice(2), rows: usage.rows.slice(0, 1), keys: usage.keys.slice(0, 1) }
    const page = open({ 'GET /api-keys/usage?days=7': () => answer.promise })
    await choose(page, 'Ключ', '=Бот (удалён)')
    await choose(page, 'Период', '7 дней')
    expect(await total()).toBe('Потрачено токенов: 12,5 · 35 вызовов')
    await waitFor(() => expect(page.calls()).toContain('GET /api-keys/usage?days=7'))
    answer.resolve(succeed(week))
    await waitFor(async () => expect(await total()).toBe('Потрачено токенов: 1,65 · 2 вызова'))
    await screen.findByRole('button', { name: /^Ключ:\s*Все ключи$/ })
    expect(screen.getByText('Ключей и моделей так много, что показаны только последние 2 дня.')).toBeTruthy()
  })

  it('is downloaded as it is shown, and no name of a key becomes a formula', async () => {
    const page = open()
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:usage')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    await choose(page, 'Ключ', '=Бот (удалён)')
    await page.user.click(await button('Скачать CSV'))
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('api-2026-11-21-2026-11-24.csv')
    const lines = (await (made.mock.calls[0]![0] as Blob).text()).trimEnd().split('\r\n')
    expect(lines[0]).toContain('"День";"Ключ";"Номер ключа";"Модель";"Вызовы"')
    expect(lines.slice(1)).toEqual([
      `"2026-11-22";"'=Бот (удалён)";"k2";"gpt-4o";34;1234567;500;0;800;"12,5"`,
      `"2026-11-24";"'=Бот (удалён)";"k2";"claude-3-haiku";1;1500;500;0;800;"0,000001"`
    ])
  })

  it('says that there were no calls', async () => {
    open({ 'GET /api-keys/usage?days=30': () => succeed(noUsage) })
    await screen.findByText('За 2 дня вызовов не было')
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it('that cannot be read is asked for again', async () => {
    let times = 0
    const { user } = open({
      'GET /api-keys/usage?days=30': () => ((times += 1) === 1 ? refuse(503, { error: 'Нет' }) : succeed(noUsage))
    })
    await screen.findByText('Не удалось загрузить расход')
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText('За 2 дня вызовов не было')
  })
})
