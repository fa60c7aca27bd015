// Which files are texts, and what they say, by their bytes alone.
import { describe, expect, test } from 'vitest'
import { plainTextOf } from '#formats/plain-text.ts'
import { textFile } from '../support/files.ts'

/** The bytes of a text in an encoding with one byte for each character. */
function encoded(text: string, encoding: string): Uint8Array {
  const upper = new TextDecoder(encoding).decode(Uint8Array.from({ length: 128 }, (_, index) => 128 + index))
  return Uint8Array.from(text, (char) => (char < '\u0080' ? char.charCodeAt(0) : 128 + upper.indexOf(char)))
}

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const wide = (text: string) => new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer)

describe('a text', () => {
  test.each([
    ['UTF-8 with a mark', textFile('\uFEFFпривет'), 'привет'],
    ['UTF-16 with a mark', Uint8Array.of(0xff, 0xfe, 0x3f, 0x04), 'п'],
    ['UTF-16 without one', wide('Отчёт;12\r\n'), 'Отчёт;12\r\n'],
    [
      'UTF-8 that is cut in the middle of a character',
      textFile('Журнал сервера').subarray(0, -1),
      'Журнал сервер\uFFFD'
    ]
  ])('is %s', (_, bytes, text) => expect(plainTextOf(bytes)).toBe(text))

  const table = Array.from({ length: 30 }, (_, day) => `${day}.03.2026;4070281000000000;1234.50`).join('\r\n')

  test.each([
    ['a table of numbers', `Дата;Код;Сумма\r\n${table}`],
    ['a program', `// Сумма\r\n${'int total = 0; for (;;) total += 1;\r\n'.repeat(50)}`],
    ['subtitles', '1\r\n00:00:01,000 --> 00:00:02,500\r\nДа\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,500\r\nНет\r\n'],
    ['capital letters', 'ПРОТОКОЛ ОБЩЕГО СОБРАНИЯ № 5'],
    ['quotation marks alone', '«5» — 7'],
    ['Ukrainian', 'Їжак і ґанок є тут']
  ])('of Windows is found in %s', (_, text) => expect(plainTextOf(encoded(text, 'windows-1251'))).toBe(text))

  test.each(['koi8-r', 'ibm866', 'iso-8859-5'])('is read as %s', (encoding) => {
    for (const text of ['Отчёт за март\r\nВсего: 12', 'ЗАЯВЛЕНИЕ О ПРИЁМЕ НА РАБОТУ', 'строка журнала: ошибок нет'])
      expect(plainTextOf(encoded(text, encoding))).toBe(text)
  })

  test.each([
    ['of the Macintosh', 'x-mac-cyrillic', 'Наименование;Количество;Цена\nМолоток;5;100 €'],
    ['in Hebrew', 'windows-1255', 'שלום לכולם, זהו טקסט בעברית']
  ])('%s is not taken for one of Windows', (_, encoding, text) =>
    expect(plainTextOf(encoded(text, encoding))).toBe(text)
  )

  test('of Western Europe is read where its letters are sure', () => {
    for (const text of ['Größe; Übung für Straße', 'voilà, café crème'])
      expect(plainTextOf(encoded(text, 'windows-1252'))).toBe(text)
  })

  test.each([
    ['Polish', encoded('Zażółć gęślą jaźń, łódź', 'windows-1250')],
    ['Japanese', Uint8Array.of(0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x83, 0x65, 0x83, 0x4c, 0x83, 0x58)],
    ['one sign that may be any', Uint8Array.of(0x61, 0x80, 0x62)],
    ['zeros', Uint8Array.of(0, 1)],
    ['what a compressed file consists of', Uint8Array.from({ length: 500 }, (_, index) => (index * 167 + 13) % 255)],
    ['control characters', bytesOf('\u0001\u0002\u0003 text \u0004')]
  ])('is none, rather than garbled, when it is %s', (_, bytes) => expect(plainTextOf(bytes)).toBeNull())
})

describe('what steers a terminal', () => {
  test.each([
    ['colours', '\u001B[32mok\u001B[0m 12 \u001B[38;5;208mtests\u001B[m', 'ok 12 tests'],
    ['titles and links', '\u001B]0;title\u0007a\u001B]8;;http://x\u001B\\b\u001B]8;;\u001B\\', 'ab'],
    ['moves and character sets', '\u001B(Ba\u001B7\u001B[2Kb\u001B=c', 'abc'],
    ['what is printed over', 'N\bNA\bAM\bME\bE', 'NAME'],
    ['the end of a file of DOS', 'text\r\n\u001A', 'text\r\n'],
    ['vertical tabs, which are lines', 'one\vtwo', 'one\ntwo'],
    ['the beginning of one that is cut', 'a\u001B]0;b\nc\u001B[', 'a0;b\nc'],
    ["printers' commands", '\u001B@\u001BP\u000FВЕДОМОСТЬ\u001BE 5', 'ВЕДОМОСТЬ 5']
  ])('is taken out: %s', (_, text, shown) => expect(plainTextOf(textFile(text))).toBe(shown))

  test.each([
    ['titles that never end', '\u001B]'.repeat(500_000)],
    ['commands that never end', `\u001B[${'0;'.repeat(500_000)}`],
    ['what is printed over', 'x\b'.repeat(500_000)]
  ])('costs little, however much of it there is: %s', (_, text) => {
    const bytes = textFile(text)
    const begun = performance.now()
    plainTextOf(bytes)
    // A quadratic one takes minutes.
    expect(performance.now() - begun).toBeLessThan(5000)
  })
})
