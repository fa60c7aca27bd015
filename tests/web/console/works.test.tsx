import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { OperatorWork } from '#contract/operator/shop/works.ts'
import { Page } from '#web/console/src/shop/works/page.tsx'
import { fakeApi, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'
import { write } from '../write.ts'

const maker = { supplier: 'bfl', name: 'Black Forest Labs', is_on: true, has_key: true, needs_voices: false, lacks: [] }
const reseller = {
  ...maker,
  supplier: 's-0123456789ab',
  name: 'Посредник',
  lacks: ['Зерно', 'Образец']
}
const flux: OperatorWork = {
  work: 'bfl flux-2-pro',
  title: 'Flux: FLUX.2 Pro',
  model: 'flux-2-pro',
  definition: null,
  in_force: null,
  accounts: [maker, reseller],
  is_connected: true
}
const speech: OperatorWork = {
  work: 'elevenlabs eleven_multilingual_v2',
  title: 'ElevenLabs',
  model: 'eleven_multilingual_v2',
  definition: { supplies: [{ supplier: reseller.supplier, model: 'tts-1', voices: { sarah: 'alloy' } }] },
  in_force: null,
  accounts: [{ ...reseller, needs_voices: true, lacks: [] }],
  is_connected: false
}

const listing = (works: OperatorWork[] = [flux, speech]) => ({
  'GET /operator/works': () => succeed({ works, coming: [], now: Date.now(), notice_ms: 120_000 }),
  'GET /operator/works/history': () => succeed({ changes: [], next: null }),
  'POST /operator/works': () =>
    succeed({
      change: {
        id: 'x',
        work: flux.work,
        title: flux.title,
        definition: null,
        state: 'coming',
        starts_at: Date.now(),
        created_at: Date.now(),
        created_by: 'anna',
        reason: 'Дешевле',
        cancelled_by: null
      }
    })
})
const sent = ({ asked }: ReturnType<typeof fakeApi>) => asked.findLast(({ method }) => method === 'POST')?.body

const patience = { timeout: 40_000 }

describe('the page of tools', () => {
  it('shows who makes what, and what is not connected', async () => {
    fakeApi(listing())
    renderInConsole(<Page />)
    await screen.findByRole('row', { name: /^Flux: FLUX\.2 Pro.*сам разработчик.*подключена/ })
    expect(screen.getByRole('row', { name: /^ElevenLabs.*Посредник · tts-1.*не подключена/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'К каталогу: Flux: FLUX.2 Pro' })).toBeNull()
  })

  it(
    'names accounts in their order with their price, by keyboard, and says what cannot be honoured',
    patience,
    async () => {
      const api = fakeApi(listing())
      renderInConsole(<Page />)
      await userEvent.click(await screen.findByRole('button', { name: 'Назначить: Flux: FLUX.2 Pro' }))
      const dialog = within(screen.getByRole('dialog', { name: 'Кто делает: Flux: FLUX.2 Pro' }))
      await userEvent.click(dialog.getByRole('button', { name: 'Добавить поставщика' }))
      const second = within(dialog.getByRole('group', { name: 'Поставщик 2' }))
      expect(second.getByText(/^Не передать: Зерно, Образец/)).toBeTruthy()
      await userEvent.clear(second.getByLabelText('Модель у поставщика'))
      await write(userEvent, second.getByLabelText('Модель у поставщика'), 'vendor/flux')
      await userEvent.type(second.getByLabelText('Одна работа стоит, $'), '0,02')
      second.getByRole('button', { name: 'Поставщик 2: выше' }).focus()
      await userEvent.keyboard('{Enter}')
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Поставщик 1: выше')
      await write(userEvent, dialog.getByLabelText('Причина'), 'Дешевле у посредника')
      await userEvent.click(dialog.getByRole('button', { name: 'Назначить' }))
      await vi.waitFor(() => expect(sent(api)).toBeTruthy(), { timeout: 20_000 })
      expect(sent(api)).toMatchObject({
        work: flux.work,
        definition: {
          supplies: [
            { supplier: reseller.supplier, model: 'vendor/flux', costMicros: 20_000 },
            { supplier: 'bfl', model: 'flux-2-pro' }
          ]
        }
      })
    }
  )

  it('asks for the voices of a supplier that has others', patience, async () => {
    const api = fakeApi(listing())
    renderInConsole(<Page />)
    await userEvent.click(await screen.findByRole('button', { name: 'Назначить: ElevenLabs' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Кто делает: ElevenLabs' }))
    await userEvent.click(dialog.getByText(/^Голоса: задано 1 из/))
    await write(userEvent, dialog.getByLabelText(/^Джордж/), 'onyx')
    await write(userEvent, dialog.getByLabelText('Причина'), 'Ещё один голос')
    await userEvent.click(dialog.getByRole('button', { name: 'Назначить' }))
    await vi.waitFor(() => expect(sent(api)).toBeTruthy(), { timeout: 20_000 })
    expect(sent(api)).toMatchObject({ definition: { supplies: [{ voices: { sarah: 'alloy', george: 'onyx' } }] } })
  })
})
