import { expect, test } from 'vitest'
import { sumsByService, totalOf } from '../../../web/console/src/system/trends/figures.ts'

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
