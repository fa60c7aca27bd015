// What leaves a document: a passage of its text, and its files.
import { expect, test } from 'vitest'
import { passageIn, passageOf } from '#web/src/chat/documents/passage.ts'
import { plainText } from '#web/src/chat/documents/save-document.ts'
import { answer, read, textOf, within } from './read-docx.ts'

function fieldWith(text: string, selectionStart: number, selectionEnd: number): HTMLTextAreaElement {
  const field = document.createElement('textarea')
  field.value = text
  field.setSelectionRange(selectionStart, selectionEnd)
  return field
}

test('a passage is counted in the characters of the text, whatever its line breaks are', () => {
  const text = 'Раз\r\nДва\r\nТри'
  expect(passageIn(text, fieldWith(text, 4, 7))).toEqual({ start: 5, end: 8 })
  expect(text.slice(5, 8)).toBe('Два')
  expect(passageIn('Раз\nДва', fieldWith('Раз\nДва', 3, 4))).toBe(null)
})

test('words that are selected in a shown text are a passage where they stand there once', () => {
  expect(passageOf('Раз **два** три', ' два ')).toEqual({ start: 6, end: 9 })
  expect(passageOf('два и два', 'два')).toBe(null)
  expect(passageOf('Раз **два** три', 'Раз два')).toBe(null)
  expect(passageOf('Раз', ' ')).toBe(null)
})

test('plain text has no marks of Markdown; lists and code stay', () => {
  const markdown = '# Письмо\n\nОчень **важно**.\n* один\n2. два\n```js\n  a * b\n```\nКонец'
  expect(plainText(markdown)).toBe('Письмо\n\nОчень важно.\n- один\n2. два\n  a * b\nКонец')
})

test('a document in Word is its text alone, without a title, a name and a time of its own', async () => {
  const found = await read({ isDocument: true, messages: [answer('# Письмо\n\nДорогие соседи!')] })
  expect(within(found.document, 'p').map(textOf)).toEqual(['Письмо', 'Дорогие соседи!'])
})
