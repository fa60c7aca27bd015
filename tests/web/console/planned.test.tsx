// Changes of prices and of who makes works, beside others that are planned.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { OperatorPriceChange, PricedItem } from '#contract/operator/prices/prices.ts'
import { Page as PricesPage } from '#web/console/src/prices/page.tsx'
import { Page as WorksPage } from '#web/console/src/shop/works/page.tsx'
import { fakeApi, succeed } from '../fake-api.ts'
import { bounds, hour, minuteMs, patience, planned, save, sent, startsAt } from './planning.ts'
import { renderInConsole } from './render-console.tsx'

it('a price is made of the planned one at a later start, until it is typed', patience, async () => {
  const item: PricedItem = {
    service: 'dalle',
    item: '',
    title: 'DALL·E',
    kind: 'image',
    tokens: 5,
    catalogue_tokens: 5,
    upstream_model: null,
    catalogue_upstream_model: null,
    price_in_force: null,
    upstream_in_force: null
  }
  const coming: OperatorPriceChange = {
    ...planned,
    id: 'planned',
    kind: 'price',
    service: 'dalle',
    item: '',
    title: 'DALL·E',
    starts_at: hour,
    tokens: 9,
    upstream_model: null
  }
  const preview = 'GET /operator/prices/preview?service=dalle&item='
  const side = { tokens: 9, charged_tokens: 0, cost_micros: 0, typical_micros: null }
  const sides = { before: side, after: side }
  const previewed = () =>
    succeed({ title: '', requests: 0, untold_requests: 0, ...sides, kopecks_per_token: null, is_whole: true })
  const api = fakeApi({
    'GET /operator/prices': () =>
      succeed({ items: [item], upstream_models: [], changes: [coming], coming: [coming], next: null, ...bounds }),
    'GET /operator/margin?days=30': () => succeed({ rows: [], kopecks_per_token: null, is_whole: true }),
    [`${preview}&tokens=5`]: previewed,
    [`${preview}&tokens=9`]: previewed,
    [`${preview}&tokens=91`]: previewed,
    'POST /operator/prices': () => succeed({ change: coming })
  })
  renderInConsole(<PricesPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Цена: DALL·E' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Цена: DALL·E' }))
  const tokens = dialog.getByLabelText<HTMLInputElement>('Токенов за запрос')
  expect(tokens.value).toBe('5')
  startsAt(hour + minuteMs)(dialog.getByLabelText('Начало'))
  expect(tokens.value).toBe('9')
  await dialog.findByRole('columnheader', { name: 'Перед этим' })
  await userEvent.type(tokens, '1')
  startsAt(hour - minuteMs)(dialog.getByLabelText('Начало'))
  expect(tokens.value).toBe('91')
  await save(dialog, 'Назначить цену')
  await waitFor(() => expect(sent(api)).toMatchObject({ tokens: 91, base: null, next: 'planned' }), { timeout: 20_000 })
})

const account = { name: 'BFL', is_on: true, has_key: true, needs_voices: false, lacks: [] }
const supplies = [{ supplier: 's-0123456789ab', model: 'vendor/flux' }]

/** A work that its maker makes until a reseller is planned to. */
async function openWork() {
  const work = {
    work: 'bfl flux-2-pro',
    title: 'Flux',
    model: 'flux-2-pro',
    definition: null,
    in_force: null,
    accounts: [
      { ...account, supplier: 'bfl' },
      { ...account, name: 'Посредник', supplier: 's-0123456789ab' }
    ],
    is_connected: true
  }
  const coming = {
    ...planned,
    id: 'planned',
    work: work.work,
    title: 'Flux',
    starts_at: hour,
    definition: { supplies }
  }
  const api = fakeApi({
    'GET /operator/works': () => succeed({ works: [work], coming: [coming], ...bounds }),
    'GET /operator/works/history': () => succeed({ changes: [], next: null }),
    'POST /operator/works': () => succeed({ change: coming })
  })
  renderInConsole(<WorksPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Назначить: Flux' }))
  const dialog = within(screen.getByRole('dialog'))
  const named = () => dialog.getAllByLabelText<HTMLInputElement>('Модель у поставщика').map(({ value }) => value)
  return { api, dialog, named }
}

it('the accounts of a work begin with the planned ones at a later start', patience, async () => {
  const { api, dialog, named } = await openWork()
  expect(named()).toEqual(['flux-2-pro'])
  expect(dialog.getByText('Посредник · vendor/flux')).toBeTruthy()
  startsAt(hour + minuteMs)(dialog.getByLabelText('Начало'))
  expect(named()).toEqual(['vendor/flux'])
  await save(dialog)
  await waitFor(() => expect(sent(api)).toMatchObject({ base: 'planned', next: null, definition: { supplies } }), {
    timeout: 20_000
  })
})

it(
  'what is typed before the start moves stays, and the operator may begin with what will be then',
  patience,
  async () => {
    const { api, dialog, named } = await openWork()
    const notice = /^К выбранному времени работу будет делать: Посредник · vendor\/flux\./
    await userEvent.type(dialog.getByLabelText('Модель у поставщика'), '-v2')
    expect(dialog.queryByText(notice)).toBeNull()
    startsAt(hour + minuteMs)(dialog.getByLabelText('Начало'))
    expect(named()).toEqual(['flux-2-pro-v2'])
    expect(dialog.getByText(notice).closest('[aria-live=polite]')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Начать с этого' }))
    expect([named(), dialog.queryByText(notice)]).toEqual([['vendor/flux'], null])
    expect(document.activeElement).toBe(dialog.getByRole('group', { name: 'Кого просить' }))
    await save(dialog)
    await waitFor(() => expect(sent(api)).toMatchObject({ base: 'planned', definition: { supplies } }), {
      timeout: 20_000
    })
  }
)
