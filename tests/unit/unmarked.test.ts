import { expect, test } from 'vitest'
import { unmarked } from '#contract/unmarked.ts'

test.each([
  ['# Заголовок\n\n- **жирный** пункт', 'Заголовок жирный пункт'],
  ['[сайт](https://example.ru/a?b=1) и ![кот](x.png)', 'сайт и кот'],
  ['| а | б |\n|---|---|\n| 1 | 2 |', 'а, б 1, 2'],
  ['```ts\nconst snake_case = 1\n```', 'const snake_case = 1']
])('%j is read as %j', (markdown, words) => {
  expect(unmarked(markdown)).toBe(words)
})

// Thousands of marks without an end: an expression that goes back over all of them would not be done within a test.
test.each(['[a](', '[a]((b', '(b)', '| ', '> ', '_', '[', '![a](b'])('many of %j are read to their end', (part) => {
  expect(unmarked(`${part.repeat(100_000)} конец`)).toMatch(/конец$/)
})
