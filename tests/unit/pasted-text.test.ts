// Which of the forms on a clipboard is meant.
import { expect, test } from 'vitest'
import { isPastedText } from '#web/src/media/upload/pasted-text.ts'

const pasted = (names: string[], texts: Record<string, string>) => ({
  files: names.map((name) => ({ name })),
  types: [...Object.keys(texts), 'Files'],
  // As of a real one, it may not be called without its object.
  getData(this: { types: string[] }, type: string) {
    return this.types.includes(type) ? (texts[type] ?? '') : ''
  }
})

const picture =
  '<meta charset="utf-8"><!--StartFragment--><a href="/a"><img src="https://a.example/cat.png" alt=""/></a>'

test.each<[string, string[], Record<string, string>]>([
  ['a screenshot', ['image.png'], {}],
  ['a file of the Explorer', ['отчёт.pdf'], {}],
  ['a file of the Finder with its name', ['отчёт.pdf'], { 'text/plain': 'отчёт.pdf' }],
  ['a name in the form of macOS', ['йод.pdf'], { 'text/plain': 'йод.pdf'.normalize('NFD') }],
  ['a name without its extension', ['отчёт.pdf'], { 'text/plain': 'отчёт' }],
  ['two files with their names', ['a.png', 'b.txt'], { 'text/plain': 'a.png\rb.txt' }],
  ['a file with its path', ['a b.png'], { 'text/plain': '/home/anna/a b.png\n' }],
  ['a file with its path in Windows', ['a.png'], { 'text/plain': 'C:\\Users\\Анна\\a.png' }],
  ['a file with its address', ['отчёт.pdf'], { 'text/plain': 'file:///home/%D0%BE%D1%82%D1%87%D1%91%D1%82.pdf' }],
  ['a name with a per cent sign', ['50%.png'], { 'text/plain': '50%.png' }],
  ['a folder', ['Фото'], { 'text/plain': '/home/anna/Фото/' }],
  ['a list of addresses of files', ['a.png'], { 'text/plain': 'x', 'text/uri-list': '# files\r\nfile:///home/a.png' }],
  ['a picture of a browser', ['image.png'], { 'text/html': picture }],
  [
    'a picture of a browser with its address',
    ['image.png'],
    { 'text/html': picture, 'text/plain': 'https://a.example/cat.png' }
  ],
  ['a picture with an empty text', ['image.png'], { 'text/html': picture, 'text/rtf': 'x', 'text/plain': ' \n' }]
])('files are meant by %s', (_, names, texts) => {
  expect(isPastedText(pasted(names, texts))).toBe(false)
})

test.each<[string, string[], Record<string, string>]>([
  [
    'a part of a Word document',
    ['image.png'],
    { 'text/plain': 'Итоги года', 'text/html': '<p>Итоги года</p>', 'text/rtf': '{}' }
  ],
  ['a table of Excel', ['image.png'], { 'text/plain': 'a\tb', 'text/html': '<table><tr><td>a<td>b</table>' }],
  ['a part of a page with a picture', ['image.png'], { 'text/plain': 'Кот', 'text/html': `<p>Кот ${picture}</p>` }],
  ['a picture with words beside it', ['image.png'], { 'text/plain': 'Кот на окне', 'text/html': picture }],
  ['a text with a picture of it', ['image.png'], { 'text/plain': 'Кот на окне' }],
  ['more lines than files', ['a.png'], { 'text/plain': 'a.png\na.png' }],
  ['names and another text', ['a.png', 'b.png'], { 'text/plain': 'a.png\nсмотри' }],
  ['a text with the name in it', ['a.png'], { 'text/plain': 'смотри a.png' }],
  [
    'the address of a page',
    ['image.png'],
    { 'text/plain': 'https://a.example/page', 'text/uri-list': 'https://a.example/page' }
  ]
])('a text is meant by %s', (_, names, texts) => {
  expect(isPastedText(pasted(names, texts))).toBe(true)
})

test('a clipboard of millions of characters is read in no time', () => {
  for (const text of ['<'.repeat(2_000_000), '<img '.repeat(400_000), '\n/'.repeat(1_000_000), '%'.repeat(2_000_000)])
    expect(isPastedText(pasted(['a.png'], { 'text/plain': text, 'text/html': text }))).toBe(true)
  expect(isPastedText(pasted(['a.png'], { 'text/plain': '/'.repeat(2_000_000) }))).toBe(true)
})
