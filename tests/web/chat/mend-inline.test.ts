import { threadCpuUsage } from 'node:process'
import { expect, test } from 'vitest'
import { mendInline } from '#web/src/chat/markdown/answer-markdown.tsx'

test.each([
  ['обычный текст', 'обычный текст'],
  ['это **важно', 'это **важно**'],
  ['это **важно ', 'это **важно**'],
  ['это **важно*', 'это **важно**'],
  ['это **важно** и', 'это **важно** и'],
  ['это **', 'это '],
  ['это **важно** и **ещё', 'это **важно** и **ещё**'],
  ['строка **не закрыта\nновая', 'строка **не закрыта\nновая'],
  ['вызов `code', 'вызов `code`'],
  ['вызов `', 'вызов '],
  ['вызов `a **b', 'вызов `a **b`'],
  ['вызов `a **b` и', 'вызов `a **b` и'],
  ['не разметка \\`', 'не разметка \\`'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['- пункт **важный', '- пункт **важный**'],
  ['**Важно: $x$ и \\(y', '**Важно: $x$ и** \\(y'],
  ['**Важно: $x$ и \\(y\\', '**Важно: $x$ и** \\(y\\'],
  ['**Важно: $x$ и \\(y\\)', '**Важно: $x$ и \\(y\\)**'],
  ['Да **\\(y', 'Да \\(y'],
  ['**Важно:** \\(y', '**Важно:** \\(y'],
  ['**Важно:\n$$\na', '**Важно:\n$$\na'],
  ['вызов `a \\(b', 'вызов `a \\(b`'],
  ['слова ([site.ru](https://site.ru/a?', 'слова (site.ru'],
  ['**см. [сайт](', '**см. сайт**'],
  ['слова [сайт](https://site.ru/) и', 'слова [сайт](https://site.ru/) и'],
  ['вызов `a[i](', 'вызов `a[i](`']
])('shows «%s» as «%s» while the line grows', (source, mended) => {
  expect(mendInline(source)).toBe(mended)
})

test('a text of nothing but marks is mended in no time', () => {
  const before = threadCpuUsage()
  for (const sign of ['$$\n', '\\(\n', '**\\(', '** $$', '`\\(', '$a$\n', '[a](', '[a'])
    mendInline(sign.repeat(100_000 / sign.length))
  expect(threadCpuUsage(before).user).toBeLessThan(2_000_000)
})
