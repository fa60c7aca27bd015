// A person's books: each month of them can be downloaded.
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Page } from '#web/console/src/money/books/page.tsx'
import { fakeApi, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'

it('lists the months from the newest to the first, each with its file', async () => {
  fakeApi({ 'GET /operator/users/h1-u/books': () => succeed({ months: { from: '2025-11', to: '2026-01' } }) })
  renderInConsole(<Page parameter="h1-u" />)
  const links = await screen.findAllByRole('link', { name: /Скачать движения токенов/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    ['2026-01', '2025-12', '2025-11'].map((month) => `/api/operator/users/h1-u/books/${month}`)
  )
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'январь 2026 г.',
    'декабрь 2025 г.',
    'ноябрь 2025 г.'
  ])
})

it('says that there is nothing', async () => {
  fakeApi({ 'GET /operator/users/h1-u/books': () => succeed({ months: null }) })
  renderInConsole(<Page parameter="h1-u" />)
  expect(await screen.findByText('Движений не было')).toBeTruthy()
})
