// Emphasis beside quotation marks and other signs.
import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { AnswerMarkdown } from '#web/src/chat/markdown/answer-markdown.tsx'
import { sectionsOf } from '#web/src/chat/markdown/answer-sections.ts'

const draw = (text: string) => render(<AnswerMarkdown sections={sectionsOf(text)} />).container

const textsOf = (text: string, selector: string) =>
  Array.from(draw(text).querySelectorAll(selector), ({ textContent }) => textContent)

describe('strong words', () => {
  test.each([
    ['роман**«Идиот»**вышел', ['«Идиот»']],
    ['скидка **15%**ная и **30 ₽**вые', ['15%', '30 ₽']],
    ['**Итог:**всё хорошо, **Note:**text', ['Итог:', 'Note:']],
    ['слово**"в кавычках"**слово', ['"в кавычках"']],
    ['Windows**„XP“**und', ['„XP“']],
    ['слово**(важно)**дальше', ['(важно)']],
    ['код**`a`**и', ['a']],
    ['🔥**«Горячо»**🔥', ['«Горячо»']],
    ['我们说**“你好”**吧。**提示：**请看。', ['“你好”', '提示：']],
    ['これは**「重要」**です。', ['「重要」']],
    ['| А |\n|-|\n| это**«Х»**и |', ['«Х»']],
    ['***«оба»***и', ['«оба»']],
    ['**Цена:**100, **Total:**5, **Шаг 1.**2', ['Цена:', 'Total:', 'Шаг 1.']],
    ['**20%**5 и **Цена (руб.):**100', ['20%', 'Цена (руб.):']],
    ['Да.**Важно (очень)**всё, нет:**«да»**и', ['Важно (очень)', '«да»']],
    ['**Цена**(руб.) и **срок**(дн.)', ['Цена', 'срок']]
  ])('in %j', (text, words) => {
    expect(textsOf(text, 'strong')).toEqual(words)
  })

  test.each([
    '2 ** 3 и a ** b',
    'x**(n+1) и (a+b)**2 + (c+d)**2',
    'f(**a,**b)',
    'слово**, и ещё**',
    'цена** и срок**',
    'x**-1 + y**-1',
    'степень**-1 и степень**-2',
    'а**(2) + б**(3) - в**(4)',
    '(а)**б и (в)**г, (д)**е',
    '1.**2 + 3.**2',
    'src/**/*.ts'
  ])('none in %j', (text) => {
    expect(textsOf(text, 'strong')).toEqual([])
  })

  test.each([
    ['роман*«Идиот»*вышел', ['«Идиот»']],
    ['说*“好”*吧', ['“好”']],
    ['f(x)*g(y)*h(z)', []],
    ['цена*, срок*, вес*', []],
    ['"-"*5 + "+"*n', []]
  ])('emphasis with one star in %j', (text, words) => {
    expect(textsOf(text, 'em')).toEqual(words)
  })

  test('struck words likewise', () => {
    expect(textsOf('цена~~«старая»~~новая и ~5 минут~', 'del')).toEqual(['«старая»'])
  })
})

test('a text of nothing but such signs is read in no time', () => {
  for (const sign of ['а**«', '»**а', '中**“', '~~«а']) {
    const begun = performance.now()
    draw(sign.repeat(5000 / sign.length))
    expect(performance.now() - begun).toBeLessThan(2000)
  }
})
