// Texts from right to left in a Word document.
import { expect, test } from 'vitest'
import { answer, message, paragraph, read, textOf, valueOf, w, within } from './read-docx.ts'

test('a paragraph goes the way of its first letter, and letters go their own', async () => {
  const found = await read({
    messages: [message('user', 'שלום\n\nПривет'), answer('مرحبا English وهذا\n\nПривет, שלום 1, мир')]
  })
  const isRight = (text: string) => within(paragraph(found, text), 'bidi').length === 1
  expect(['שלום', 'مرحبا', 'Привет', 'мир'].map(isRight)).toEqual([true, true, false, false])
  const runs = within(paragraph(found, 'мир'), 'r').map((run) => [textOf(run), within(run, 'rtl').length])
  expect(runs).toEqual([
    ['Привет, ', 0],
    ['שלום 1, ', 1],
    ['мир', 0]
  ])
})

test('a title, a heading and a footnote go the way of their first letter', async () => {
  const { document } = await read({
    title: 'שלום',
    messages: [answer('# שלום\n\n`code` שלום $x$[^a]\n\n[^a]: שלום')]
  })
  const right = within(document, 'p').filter((place) => within(place, 'bidi').length > 0)
  expect(right.map(textOf)).toEqual(['שלום', 'שלום', 'code שלום [a]', '[a] שלום'])
})

test('a list goes the way of its first letter as a whole, and its code goes from the left', async () => {
  const found = await read({ messages: [answer('- שלום\n- English\n\n  ```\n  code\n  ```\n\n1. раз\n2. שלום два')] })
  const isRight = (text: string) => within(paragraph(found, text), 'bidi').length === 1
  expect(['English', 'code', 'раз', 'два'].map(isRight)).toEqual([true, false, false, false])
  expect(valueOf(paragraph(found, 'English'), 'ind', 'left')).toBe('480')
  expect(valueOf(paragraph(found, 'code'), 'ind', 'right')).toBe('480')
})

const sidesOf = (place: Element) =>
  within(place, 'pBdr').map((one) => Array.from(one.children, ({ localName }) => localName).join(' '))

test('a quote from right to left has its bar at the right', async () => {
  const found = await read({ messages: [answer('> שלום\n>\n> English\n>\n> ---\n\n> цитата')] })
  expect(sidesOf(found.document.documentElement)).toEqual(['right', 'right', 'bottom right', 'left'])
  expect(within(paragraph(found, 'English'), 'bidi')).toHaveLength(1)
})

test('a table from right to left has its first column at the right', async () => {
  const text = '| שם | English | מחיר |\n|---|:-:|--:|\n| Latin | 1 | 2 |\n\n| Имя | שם |\n|---|--:|\n| א | 1 |'
  const { document } = await read({ messages: [answer(text)] })
  const [right, left] = within(document, 'tbl').map((table) => ({
    isRight: within(table, 'bidiVisual').length === 1,
    paragraphs: within(table, 'bidi').length,
    alignments: within(table, 'jc').map((one) => one.getAttributeNS(w, 'val'))
  }))
  // In such a paragraph Word calls the right the left.
  const row = ['left', 'center', 'left']
  expect(right).toEqual({ isRight: true, paragraphs: 6, alignments: [...row, ...row] })
  expect(left).toEqual({ isRight: false, paragraphs: 0, alignments: ['left', 'right', 'left', 'right'] })
})
