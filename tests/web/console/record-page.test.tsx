import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { operatorActionNames } from '#contract/operator/access/change.ts'
import { Page } from '#web/console/src/access/record/page.tsx'
import { formatDateTime } from '#web/src/base/format/dates.ts'
import { fakeApi, refuse, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'

const lineOf = (reason: string) => ({
  id: `id of ${reason}`,
  phase: 'done',
  at: Date.UTC(2026, 10, 24, 9),
  operator: 'anna',
  action: 'role-grant',
  subject: 'user-1',
  reason,
  facts: { role: 'support', factor: false, name: null }
})

function open(hash: string) {
  window.location.hash = hash
  return renderInConsole(<Page />)
}

describe('the record', () => {
  it('shows what was done in words, and reads older lines at a click', async () => {
    fakeApi({
      'GET /operator/record': () => succeed({ lines: [lineOf('Новый человек')], next: 17 }),
      'GET /operator/record?before=17': () => succeed({ lines: [lineOf('Старый человек')], next: null })
    })
    open('#/record')
    const row = await screen.findByRole('row', { name: /Новый человек/ })
    expect(row.textContent).toContain('Роль дана')
    expect(row.textContent).toContain('роль: поддержкавторой фактор: нетимя: —')
    await userEvent.click(screen.getByRole('button', { name: 'Показать ещё' }))
    expect(await screen.findByRole('row', { name: /Старый человек/ })).toBeTruthy()
    expect(screen.getByRole('row', { name: /Новый человек/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull()
  })

  it('has words for codes, times and large numbers, by both ways to spell a name, and shows what it does not know', async () => {
    const startsAt = Date.UTC(2026, 10, 24, 9)
    const facts = {
      state: 'asked',
      debt_tokens: 0,
      amountKopecks: 25_000,
      startsAt,
      step: 'failed',
      after: '',
      odd: 'x'
    }
    fakeApi({ 'GET /operator/record': () => succeed({ lines: [{ ...lineOf('Проверка'), facts }], next: null }) })
    open('#/record')
    const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(items.map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' '))).toEqual([
      'состояние: ждёт второго человека',
      'долг, токенов: 0',
      'сумма, копеек: 25 000',
      `начало: ${formatDateTime(startsAt).replaceAll('\u00a0', ' ')}`,
      'шаг: не удалась',
      'после: —',
      'odd: x'
    ])
  })

  it('tells every action from every other in the choice', () => {
    const names = Object.values(operatorActionNames)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('keeps the choice in the address, and downloads the same lines', async () => {
    fakeApi({
      'GET /operator/record?operator=boris': () => succeed({ lines: [], next: null }),
      'GET /operator/record?operator=boris&action=role-end': () => succeed({ lines: [lineOf('Ушёл')], next: null })
    })
    open('#/record?operator=boris')
    expect(await screen.findByText('Таких строк нет')).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Действие'), 'Роль снята')
    await userEvent.click(screen.getByRole('button', { name: 'Показать' }))
    expect(await screen.findByRole('row', { name: /Ушёл/ })).toBeTruthy()
    expect(window.location.hash).toBe('#/record?operator=boris&action=role-end')
    expect(screen.getByRole('link', { name: 'Скачать CSV' }).getAttribute('href')).toBe(
      '/api/operator/record.csv?operator=boris&action=role-end'
    )
  })

  it('that cannot be read says why, and is read again at a click', async () => {
    let refused = true
    fakeApi({
      'GET /operator/record': () =>
        refused ? refuse(403, { error: 'Ваша роль этого не позволяет' }) : succeed({ lines: [], next: null })
    })
    open('#/record')
    expect((await screen.findByRole('alert')).textContent).toContain('Ваша роль этого не позволяет')
    refused = false
    await userEvent.click(screen.getByRole('button', { name: 'Попробовать ещё раз' }))
    await waitFor(() => expect(screen.getByText('Таких строк нет')).toBeTruthy())
  })
})
