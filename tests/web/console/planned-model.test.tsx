// A change beside others that are planned: it is made of what will be in force just before its start, and the operator sees the rest.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import type { ComingModelChange, OperatorModel } from '#contract/operator/shop/models.ts'
import { localTime } from '#web/console/src/base/local-time.ts'
import { Page } from '#web/console/src/shop/models/page.tsx'
import { fakeApi, refuse, succeed } from '../fake-api.ts'
import { bounds, hour, minuteMs, patience, planned, save, sent, startsAt } from './planning.ts'
import { renderInConsole } from './render-console.tsx'

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
  offers: { webSearch: false, thinking: false },
  seesPictures: false,
  takesTools: false,
  writesJson: false,
  contextTokens: null,
  outputTokensMax: 8192,
  isOnSale: true,
  successor: null,
  routes: [
    {
      supplier: 'openai',
      model: 'gpt-6-luna',
      showsThinking: false,
      firstWordMs: 60_000,
      listPrice: { inputMicros: 100_000, outputMicros: 500_000, searchMicros: 0 }
    }
  ]
}
const change = (id: string, starts_at: number, becomes: ModelDefinition | null): ComingModelChange => ({
  ...planned,
  id,
  model: 'gpt-4o',
  starts_at,
  definition: becomes,
  becomes
})
const model: OperatorModel = { definition, source: 'changed', price_tokens: 10, in_force: 'begun', answered_by: null }
const dearer = change('dearer', hour, { ...definition, priceTokens: 20 })
const shop = (coming: ComingModelChange[], models = [model]) =>
  succeed({
    models,
    coming,
    gone: [],
    suppliers: [{ id: 'openai', name: 'OpenAI', is_on: true }],
    kopecks_per_token: 90,
    ...bounds
  })

const openSaving = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Дальше: когда начать' }))
  return within(screen.getByRole('dialog'))
}
describe('the editor of a model with a planned change', () => {
  it('begins with what is now, and says that the planned change will replace the new one', patience, async () => {
    const api = fakeApi({
      'GET /operator/models': () => shop([dearer]),
      'POST /operator/models': () => succeed({ change: dearer })
    })
    renderInConsole(<Page parameter="gpt-4o" />)
    const note = await screen.findByRole('group', { name: 'Запланировано' })
    expect(note.textContent).toMatch(/^С .* запланировано: цена: 20 токенов/)
    expect(note.textContent).toMatch(/продержится до .*: тогда его целиком заменит запланированное/)
    await userEvent.type(screen.getByLabelText('Название'), '!')
    const dialog = await openSaving()
    expect(dialog.getByRole('columnheader', { name: 'Сейчас' })).toBeTruthy()
    expect(dialog.getByText(/целиком заменит запланированное/)).toBeTruthy()
    await save(dialog)
    await waitFor(() => expect(sent(api)).toMatchObject({ base: 'begun', next: 'dearer' }), { timeout: 20_000 })
    expect(sent(api)).toMatchObject({ definition: { name: 'GPT-4o!', priceTokens: 10 } })
  })

  it('is made of it at a later start, and keeps what was typed', patience, async () => {
    const api = fakeApi({
      'GET /operator/models': () => shop([dearer]),
      'POST /operator/models': () => succeed({ change: dearer })
    })
    renderInConsole(<Page parameter="gpt-4o" />)
    await userEvent.type(await screen.findByLabelText('Название'), '!')
    startsAt(hour + minuteMs)(screen.getByLabelText('Начало'))
    expect(screen.getByLabelText<HTMLInputElement>('Токенов за ответ').value).toBe('20')
    expect(screen.getByLabelText<HTMLInputElement>('Название').value).toBe('GPT-4o!')
    expect(screen.getByText(/начнётся позже и основано на том, что будет с/)).toBeTruthy()
    const dialog = await openSaving()
    expect(dialog.getByRole('columnheader', { name: 'Перед этим' })).toBeTruthy()
    expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'ЧтоПеред этимСтанет',
      'НазваниеGPT-4oGPT-4o!'
    ])
    await save(dialog)
    await waitFor(() => expect(sent(api)).toMatchObject({ base: 'dearer', next: null }), { timeout: 20_000 })
    expect(sent(api)).toMatchObject({ definition: { name: 'GPT-4o!', priceTokens: 20 } })
  })

  it(
    'shows what another operator has planned meanwhile once the server has refused, and is saved on it',
    patience,
    async () => {
      let coming: ComingModelChange[] = []
      const api = fakeApi({
        'GET /operator/models': () => shop(coming),
        'POST /operator/models': () => {
          if (coming.length > 0) return succeed({ change: dearer })
          coming = [change('other', Date.now() + 3 * minuteMs, { ...definition, priceTokens: 30 })]
          return refuse(409, { code: 'CONFLICT', error: 'Пока вы правили, другое изменение назначили' })
        }
      })
      renderInConsole(<Page parameter="gpt-4o" />)
      await userEvent.type(await screen.findByLabelText('Название'), '!')
      const dialog = await openSaving()
      await save(dialog)
      await dialog.findByText('Пока вы правили, другое изменение назначили', {}, { timeout: 20_000 })
      expect(await dialog.findByText(/начнётся позже и основано/)).toBeTruthy()
      await userEvent.click(dialog.getByRole('button', { name: 'Назначить' }))
      await waitFor(
        () => expect(sent(api)).toMatchObject({ base: 'other', definition: { name: 'GPT-4o!', priceTokens: 30 } }),
        {
          timeout: 20_000
        }
      )
    }
  )

  it('opens a model that is only planned, after its start', async () => {
    fakeApi({ 'GET /operator/models': () => shop([dearer], []) })
    renderInConsole(<Page parameter="gpt-4o" />)
    expect((await screen.findByLabelText<HTMLInputElement>('Начало')).value).toBe(localTime(hour + minuteMs))
    expect(screen.getByLabelText<HTMLInputElement>('Токенов за ответ').value).toBe('20')
    expect(screen.getByRole('group', { name: 'Запланировано' }).textContent).toContain('новая модель «GPT-4o»')
  })

  it('is told of what stays when a change is cancelled before another one', async () => {
    fakeApi({
      'GET /operator/models': () => shop([dearer, change('gone', hour + minuteMs, null)]),
      'GET /operator/models/history': () => succeed({ changes: [], next: null })
    })
    renderInConsole(<Page parameter={null} />)
    const [first] = await screen.findAllByRole('button', { name: /^Отменить изменение/ })
    await userEvent.click(first!)
    expect(within(screen.getByRole('dialog')).getByText(/Назначенное на .* останется целиком/)).toBeTruthy()
  })
})
