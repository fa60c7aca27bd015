// Lists of the console that are a table alone.
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Page as Redos } from '#web/console/src/jobs/redos/page.tsx'
import { Page as Debts } from '#web/console/src/money/debts/page.tsx'
import { fakeApi, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'

const redo = {
  job_id: 'h1-broken',
  user_id: 'h1-somebody',
  service: 'flux',
  provider: 'bfl',
  upstream_model: 'flux-2',
  operation_id: 'operation-1',
  attempts: 2,
  at: 1,
  redo_id: 'h1-again'
}

it('works that were called broken say what made them, and lead to the person', async () => {
  const answers = [succeed({ redos: [redo] }), succeed({ redos: [] })]
  fakeApi({ 'GET /operator/redos?limit=500': () => answers.shift()! })
  const { unmount } = renderInConsole(<Redos />, 'support')
  const row = await screen.findByRole('row', { name: /Flux, Black Forest Labs, flux-2/ })
  expect(row.textContent).toContain('h1-broken')
  expect(screen.getByRole('link', { name: /h1-somebody/ }).getAttribute('href')).toBe('#/people/h1-somebody')
  unmount()
  renderInConsole(<Redos />, 'support')
  expect(await screen.findByText('Никто ни на что не жаловался')).toBeTruthy()
})

it('debts lead to the person and to the payments', async () => {
  const answers = [
    succeed({ debts: [{ user_id: 'h1-debtor', debt_tokens: 40 }], next: null }),
    succeed({ debts: [], next: null })
  ]
  fakeApi({ 'GET /operator/debts': () => answers.shift()! })
  const { unmount } = renderInConsole(<Debts />, 'finance')
  expect((await screen.findByRole('row', { name: /h1-debtor/ })).textContent).toContain('40')
  expect(screen.getByRole('link', { name: 'Показать' }).getAttribute('href')).toBe('#/payments?user=h1-debtor')
  unmount()
  renderInConsole(<Debts />, 'finance')
  expect(await screen.findByText('Долгов нет')).toBeTruthy()
})
