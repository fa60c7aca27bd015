import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Page } from '#web/console/src/system/trends/page.tsx'
import { fakeApi, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'

// Draws on a canvas, which this browser has not.
vi.mock('#web/console/src/system/trends/chart.tsx', () => ({ Chart: () => null }))

const trends = {
  days: ['2026-11-24'],
  counted_at: 1,
  series: [
    { figure: 'operations', service: 'api', values: [40] },
    { figure: 'spent', service: 'api', values: [12] },
    { figure: 'failures', service: 'api', values: [0] },
    { figure: 'operations', service: 'runwayml', values: [10] },
    { figure: 'spent', service: 'runwayml', values: [30] },
    { figure: 'failures', service: 'runwayml', values: [1] }
  ]
}

afterEach(() => {
  window.location.hash = ''
})

it('calls services by their names, and hides no failures of the API that it does not know', async () => {
  window.location.hash = '#/trends?days=90'
  fakeApi({ 'GET /operator/trends?days=90': () => succeed(trends) })
  renderInConsole(<Page />)
  const table = within(await screen.findByRole('region', { name: 'Сервисы за период' }))
  const textOf = (name: RegExp) => table.getByRole('row', { name }).textContent
  expect(textOf(/^Runway/)).toMatch(/^Runway1030110\s%$/)
  expect(textOf(/^Модели через API/)).toBe('Модели через API4012——')
})

it('keeps the chosen period in the address', async () => {
  fakeApi({
    'GET /operator/trends?days=30': () => succeed(trends),
    'GET /operator/trends?days=366': () => succeed(trends)
  })
  renderInConsole(<Page />)
  await userEvent.selectOptions(await screen.findByLabelText('Период'), 'Год')
  expect(window.location.hash).toBe('#/?days=366')
})
