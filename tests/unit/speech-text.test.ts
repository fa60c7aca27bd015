import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languageOf, portionsOf, speechTextOf } from '#web/src/chat/speech/speech-text.ts'

test.each([
  ['# Заголовок\n\nТекст с **важным** и *косым* словом.', 'Заголовок\nТекст с важным и косым словом.'],
  ['- раз\n- [два](https://example.org/a_b)\n1. три', 'раз\nдва\n1. три'],
  ['До.\n\n```ts\nconst a = 1\n```\n\nПосле.', 'До.\nФрагмент кода.\nПосле.'],
  ['До.\n```\nбез конца', 'До.\nФрагмент кода.'],
  ['| А | Б |\n|---|---|\n| 1 | 2 |', 'А, Б\n1, 2'],
  ['Сноска[^1] и формула $$x^2$$.\n\n[^1]: Источник', 'Сноска и формула Формула..'],
  ['Масса \\(m_1\\) и $v^2$, а цены $5 и $10.', 'Масса формула и формула, а цены $5 и $10.'],
  ['```\n$a$\n```\n\\[x\\]\nи `$b$`', 'Фрагмент кода.\nФормула.\nи $b$'],
  ['| А |\n|---|\n| раз<br>два<BR /> |\n\nТег `<br>`.', 'А\nраз\nдва\nТег <br>.'],
  ['\\[Имя Отчество\\], \\begin{align}a &= b\\end{align}', '[Имя Отчество], Формула.'],
  ['2 * 3 = 6, snake_case, `код`', '2 * 3 = 6, snake_case, код']
])('of %j the words are read', (markdown, words) => {
  expect(speechTextOf(markdown)).toBe(words)
})

test('portions are short, lose nothing and end at sentences', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[а-я]{1,30}[.!?]?$/), { minLength: 1, maxLength: 200 }), (words) => {
      const portions = portionsOf(words.join(' '))
      expect(portions.join(' ').split(/\s+/)).toEqual(words)
      for (const portion of portions) expect(portion.length).toBeLessThanOrEqual(200)
    })
  )
  const long = `${'а'.repeat(150)}. ${'б'.repeat(150)}.`
  expect(portionsOf(long)).toEqual([`${'а'.repeat(150)}.`, `${'б'.repeat(150)}.`])
})

test('an endless word is cut too', () => {
  expect(portionsOf('ы'.repeat(450)).map(({ length }) => length)).toEqual([200, 200, 50])
  expect(portionsOf(`ы${'😀'.repeat(150)}`).map((portion) => portion.isWellFormed())).toEqual([true, true])
})

test('a text is read by a voice of its language', () => {
  expect(languageOf('Что значит слово serendipity?')).toBe('ru-RU')
  expect(languageOf('The quick brown fox, по-русски')).toBe('en-US')
})

test('lines that only a carriage return ends are read in one go', () => {
  expect(speechTextOf('```\r'.repeat(200_000))).not.toBe('')
})
