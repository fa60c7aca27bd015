import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ByService } from '#web/console/src/system/trends/by-service.tsx'
import { sumsByService, totalOf } from '#web/console/src/system/trends/figures.ts'
import { renderInConsole } from './render-console.tsx'

const series = [
  { figure: 'spent' as const, service: 'flux', values: [null, 5, 7] },
  { figure: 'spent' as const, service: 'luma', values: [null, 0, 100] },
  { figure: 'failures' as const, service: 'luma', values: [null, 1, 0] },
  { figure: 'active' as const, service: '', values: [null, 2, 3] }
]

test('a figure of all services is their sum, and a day that was not counted stays so', () => {
  expect(totalOf(series, 'spent', 3)).toEqual([null, 5, 107])
  expect(totalOf(series, 'active', 3)).toEqual([null, 2, 3])
  expect(totalOf(series, 'refunds', 3)).toEqual([0, 0, 0])
})

test('services stand by what was spent on them', () => {
  expect(sumsByService(series)).toEqual([
    { service: 'luma', operations: 0, spent: 100, failures: 1 },
    { service: 'flux', operations: 0, spent: 12, failures: 0 }
  ])
})

const textOf = (name: RegExp) => screen.getByRole('row', { name }).textContent

test('services have their names, and the API no failures: nobody knows them', () => {
  const runway = { service: 'runwayml', operations: 10, spent: 30, failures: 1 }
  renderInConsole(<ByService rows={[runway, { service: 'api', operations: 40, spent: 12, failures: 0 }]} />)
  expect(textOf(/^Runway/)).toMatch(/^Runway1030110\s%$/)
  expect(textOf(/^Модели через API/)).toBe('Модели через API4012——')
})
