// Signs in a line: where links end that have no marks, emphasis beside other signs, and tags that break lines.
import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { AnswerMarkdown } from '#web/src/chat/markdown/answer-markdown.tsx'
import { AnswerSections } from '#web/src/chat/markdown/answer-sections.ts'
import { draw, expectReadSoon, textsOf } from './draw-answer.tsx'

describe('an address without marks', () => {
  test.each([
    ['«https://site.example/путь» и', ['https://site.example/путь']],
    ['«https://site.example», “https://a.example/b”.', ['https://site.example', 'https://a.example/b']],
    ['„https://a.example“ и ‹https://b.example/c›', ['https://a.example', 'https://b.example/c']],
    ['Далее https://a.example/b… и https://a.example/c…', ['https://a.example/b', 'https://a.example/c']],
    ['请看https://a.example/路径。然后https://b.example，再见', ['https://a.example/路径', 'https://b.example']],
    ['（https://a.example/b）、https://c.example（官方）', ['https://a.example/b', 'https://c.example']],
    ["'https://a.example/b' и ’https://a.example/c’", ['https://a.example/b', 'https://a.example/c']],
    ['(см. «https://a.example/Б_(в)»)', ['https://a.example/Б_(в)']],
    ['(https://a.example/б_(в)…)', ['https://a.example/б_(в)']],
    ['https://a.example/Б_(в). И (https://a.example/d)', ['https://a.example/Б_(в)', 'https://a.example/d']],
    ['**https://a.example/b…**', ['https://a.example/b']],
    ['«www.a.example/б»', ['www.a.example/б']],
    ['https://a.example/b»**жирный**', ['https://a.example/b']],
    ['https://a.example/б?в=г&д=е#ж', ['https://a.example/б?в=г&д=е#ж']],
    ['https://a.example/wiki/«Зенит»_(клуб). И', ['https://a.example/wiki/«Зенит»_(клуб)']],
    ['«https://a.example/Крейсер_«Аврора»» и', ['https://a.example/Крейсер_«Аврора»']],
    ['(https://a.example/Крейсер_«Аврора»), да', ['https://a.example/Крейсер_«Аврора»']],
    ['www.a.example/Б_„В“_“Г”/«Д»«Е»…', ['www.a.example/Б_„В“_“Г”/«Д»«Е»']],
    ['https://a.example/Б_«В Г» и https://b.example«Д»', ['https://a.example/Б', 'https://b.example']],
    ['“https://a.example/Б_“В””', ['https://a.example/Б_“В”']]
  ])('in %j', (text, addresses) => {
    expect(textsOf(text, 'a')).toEqual(addresses)
  })

  test('is no link in code, and no second one in a link', () => {
    expect(textsOf('`https://a.example/b»` и `https://a.example/b…`', 'code')).toEqual([
      'https://a.example/b»',
      'https://a.example/b…'
    ])
    const [link, ...others] = draw('[см. «https://a.example/b»](https://c.example/d»e)').querySelectorAll('a')
    expect(others).toEqual([])
    expect(link?.textContent).toBe('см. «https://a.example/b»')
    expect(link?.title).toBe('https://c.example/d%C2%BBe')
    expect(textsOf('<https://a.example/b»c>', 'a')).toEqual(['https://a.example/b»c'])
    expect(textsOf('[https://a.example/b…](https://c.example)', 'a')).toEqual(['https://a.example/b…'])
  })

  test('keeps the text after it', () => {
    expect(draw('«https://a.example/b»**жирный**, да').textContent).toBe('«https://a.example/b»жирный, да')
  })
})

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

const breaksIn = (text: string) => draw(text).querySelectorAll('br').length

describe('a tag that breaks lines', () => {
  test.each([
    ['| А |\n|-|\n| один<br>два<BR/>три<br />четыре |', 3],
    ['один<br>два', 1],
    ['# Один<br>два', 1],
    ['- **один<br>два**', 1],
    ['`<br>` и \\<br> и &lt;br&gt;', 0],
    ['<br class="a"> <brr> < br> <hr> <b>', 0],
    ['```\n<br>\n```', 0],
    ['$a<br>b$', 0]
  ])('in %j', (text, count) => {
    expect(breaksIn(text)).toBe(count)
  })

  test('is not seen while it comes', () => {
    const sections = new AnswerSections()
    const { container, rerender } = render(<AnswerMarkdown sections={[]} grows />)
    for (const character of '| А |\n|---|\n| раз<br />два |') {
      sections.feed(character)
      rerender(<AnswerMarkdown sections={sections.take()} grows />)
      expect(container.textContent).not.toContain('<')
    }
    expect(container.querySelectorAll('td br')).toHaveLength(1)
  })
})

test('a text of nothing but such signs is read in no time', () =>
  expectReadSoon([
    'https://',
    'https://a.example/(',
    'www.a»',
    '«https://a.example»',
    'https://a.example/…',
    'https://a/«',
    'https://a/«б»',
    'а**«',
    '»**а',
    '中**“',
    '~~«а',
    '<br',
    '<br>',
    '<br ',
    '<'
  ]))
