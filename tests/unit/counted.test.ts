import { expect, test } from 'vitest'
import { counted, formatCount, formOf } from '#contract/counted.ts'

const forms = ['беседа', 'беседы', 'бесед'] as const

test.each([
  [0, '0 бесед'],
  [1, '1 беседа'],
  [2, '2 беседы'],
  [5, '5 бесед'],
  [11, '11 бесед'],
  [14, '14 бесед'],
  [21, '21 беседа'],
  [112, '112 бесед'],
  [1_003, '1\u00a0003 беседы']
])('%d is written with the form that goes with it', (count, text) => {
  expect(counted(count, forms)).toBe(text)
})

test('the form of a debt is that of its absolute value', () => {
  expect([-1, -3, -5].map((count) => formOf(count, forms))).toEqual(['беседа', 'беседы', 'бесед'])
})

test('a fraction takes the form of two', () => {
  expect(formOf(1.5, forms)).toBe('беседы')
})

test('thousands are set apart by a space that does not break', () => {
  expect(formatCount(1_234_567)).toBe('1\u00a0234\u00a0567')
})
