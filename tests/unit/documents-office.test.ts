// What is read in slides, files of OpenOffice and RTF, and what one may cost that was made to cost much.
import { describe, expect, test } from 'vitest'
import { documentTypes } from '#contract/document-kinds.ts'
import { Work } from '#formats/work.ts'
import { Archive } from '#reader/archive.ts'
import { readDocument } from '#reader/read-document.ts'
import { textFile } from '../support/files.ts'
import {
  archiveOf,
  numberCell as number,
  openDocument,
  pptx,
  sheet,
  sheetRow as row,
  slideParagraph,
  xlsx
} from '../support/office-files.ts'

describe('the text of a PPTX', () => {
  test('has its slides in their order, each with its diagram and notes, and nothing that is filled in', async () => {
    const filledIn = '<a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>'
    const table = `<a:tbl><a:tr><a:tc>${slideParagraph('а')}</a:tc><a:tc>${slideParagraph('б')}</a:tc></a:tr></a:tbl>`
    const bytes = pptx([
      {
        shown: slideParagraph('Заголовок</a:t></a:r><a:br/><a:r><a:t>второй') + filledIn,
        notes: slideParagraph('Сказать') + filledIn
      },
      { shown: filledIn },
      { shown: table, diagram: `<dgm:t>${slideParagraph('Шаг')}</dgm:t>` }
    ])
    expect(await readDocument(bytes)).toEqual({
      text: '# Слайд 1\nЗаголовок\nвторой\n\nЗаметки: Сказать\n\n# Слайд 3\nа\tб\nШаг',
      type: documentTypes.pptx
    })
  })
})

const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`

describe('the text of a file of OpenOffice', () => {
  test('has paragraphs, lists, spaces, tables and notes, and nothing deleted', async () => {
    const inside = `<table:table><table:table-row>${cell('x')}${cell('y')}</table:table-row></table:table>`
    const body = `<office:text>
      <text:tracked-changes><text:deletion><text:p>нет</text:p></text:deletion></text:tracked-changes>
      <text:h>Глава</text:h>
      <text:p>Цена<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Без доставки</text:p></text:note-body></text:note>:<text:s text:c="2"/>5<text:tab/>6<text:line-break/>7<office:annotation><text:p>нет</text:p></office:annotation></text:p>
      <text:list><text:list-item><text:p>пункт</text:p><text:list><text:list-item><text:p>в нём</text:p></text:list-item></text:list></text:list-item><text:list-item><text:list><text:list-item><text:p>глубже</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p/></text:list-item></text:list>
      <text:p>не пункт</text:p>
      <table:table table:name="T"><table:table-row>${cell('1 500 р.', 'office:value-type="float" office:value="1500"')}<table:table-cell>${inside}</table:table-cell></table:table-row></table:table>
    </office:text>`
    expect(await readDocument(openDocument(body))).toEqual({
      text: 'Глава\nЦена[^1]:  5\t6\n7\n• пункт\n• в нём\n• глубже\n\nне пункт\n1 500 р.\tx y\n\n[^1]: Без доставки',
      type: documentTypes.odt
    })
  })

  test('of sheets has rows that stand there several times, and no empty ones without end', async () => {
    const body = `<office:spreadsheet><table:table table:name="Склад">
      <table:table-row table:number-rows-repeated="2">${cell('0', 'table:number-columns-repeated="3"')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>
      <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
    </table:table><table:table table:name="Пусто"><table:table-row><table:table-cell/></table:table-row></table:table>
    <table:table table:name="Ещё"><table:table-row><table:covered-table-cell/>${cell('1')}</table:table-row></table:table></office:spreadsheet>`
    expect(await readDocument(openDocument(body))).toEqual({
      text: '# Склад\n0\t0\t0\n0\t0\t0\n\n# Ещё\n\t1',
      type: documentTypes.ods
    })
  })

  test('of sheets has numbers whole, and days as they are shown', async () => {
    const typed = (type: string, value: string, shown: string) =>
      cell(shown, `office:value-type="${type}" office:value="${value}"`)
    const numbers = [
      typed('float', '1234567.891', '1,235'),
      typed('percentage', '0.123456', '12%'),
      typed('currency', '1500.5', '1 500,50 р.'),
      typed('float', '277012345', '0277012345'),
      cell('05.03.26', 'office:value-type="date"')
    ]
    const body = `<office:spreadsheet><table:content-validations><text:p>нет</text:p></table:content-validations><table:table table:name="A"><table:table-row>${numbers.join('')}</table:table-row></table:table></office:spreadsheet>`
    expect(await readDocument(openDocument(body))).toMatchObject({
      text: '# A\n1234567.891\t12.3456%\t1500.5\t0277012345\t05.03.26'
    })
  })

  test('of slides has their numbers and notes', async () => {
    const body =
      '<office:presentation><draw:page><text:p>Первый</text:p><presentation:notes><text:p>Сказать</text:p><text:p><text:page-number>1</text:page-number></text:p></presentation:notes></draw:page><draw:page><text:p>Второй</text:p></draw:page></office:presentation>'
    expect(await readDocument(openDocument(body))).toEqual({
      text: '# Слайд 1\nПервый\n\nЗаметки: Сказать\n\n# Слайд 2\nВторой',
      type: documentTypes.odp
    })
  })

  test('is not found behind a password', async () => {
    const manifest = '<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>'
    for (const bytes of [
      openDocument('', { 'META-INF/manifest.xml': manifest }),
      archiveOf({ 'META-INF/manifest.xml': manifest, 'encrypted-package': 'x' })
    ])
      expect(await readDocument(bytes)).toEqual({ failure: 'protected' })
  })
})

/** Russian letters are bytes of windows-1251 there. */
const escaped = (text: string) =>
  text.replace(/[А-я]/g, (letter) => `\\'${(letter.charCodeAt(0) - 0x410 + 0xc0).toString(16)}`)
const rtf = (text: string) => readDocument(textFile(`{\\rtf1\\ansi\\ansicpg1251${escaped(text)}}`))

describe('the text of an RTF', () => {
  test.each([
    ["bytes of the file's encoding", "\\'cf\\'f0\\'e8\\'e2\\'e5\\'f2, {\\b \\'ec\\'e8\\'f0}", 'Привет, мир'],
    [
      "bytes of a font's encoding, also two for a character",
      "{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset134 SimSun;}{\\f2\\fcharset238 Arial;}}\\f1\\'c4\\'e3\\'ba\\'c3\\f2\\'b3\\f0\\'ff",
      '你好łя'
    ],
    [
      'numbers of Unicode, without what repeats them',
      "\\u1055?\\u1088\\'3f{\\uc2\\u1080\\'3f\\'3f\\u-10179??\\u-8694??}!",
      'При😊!'
    ],
    ['paragraphs, tabs, signs and escaped braces', 'а\\tab б\\line в\\par г\\~\\{д\\}\\emdash', 'а\tб\nв\nг\u00a0{д}—'],
    ['tables', '\\trowd\\pard\\intbl а\\par б\\cell в\\cell\\row\\pard г\\par', 'а б\tв\nг'],
    [
      'nothing of styles, pictures, fields and what may be left out',
      '{\\stylesheet{\\s0 Normal;}}{\\*\\generator Word;}{\\pict\\bin4 }{{}}z{\\field{\\*\\fldinst HYPERLINK "a"}{\\fldrslt ссылка}}{\\*\\shpinst{\\sp{\\sn a}}{\\shptxt  рамка}}',
      'zссылка рамка'
    ],
    [
      'formulas, without how they are drawn',
      '{\\mmath{\\*\\moMath{\\mf{\\mfPr{\\mtype bar}}{\\mnum{\\mr a}}{\\mden{\\mr b}}}}}',
      'ab'
    ],
    [
      'tables in tables',
      '\\intbl a\\nestcell b\\nestcell{\\*\\nesttableprops\\nestrow}c\\nestcell\\cell\\row',
      'a\tb\nc'
    ],
    [
      'notes, and nothing deleted',
      'Цена{\\footnote Без доставки}{\\deleted нет} и\\plain  срок',
      'Цена[^1] и срок\n\n[^1]: Без доставки'
    ]
  ])('has %s', async (_, inside, text) => {
    expect(await rtf(inside)).toEqual({ text, type: documentTypes.rtf })
  })

  test('that breaks off has what was there', async () =>
    expect(await readDocument(textFile('{\\rtf1 text {\\b more\\'))).toMatchObject({ text: 'text more' }))
})

const many = (count: number, text: string) => text.repeat(count)
const nextNumber =
  (next = 0) =>
  () =>
    `${next++}`
const cells = (attributes: string, text: string) =>
  openDocument(
    `<office:spreadsheet><table:table><table:table-row ${attributes}>${text}</table:table-row></table:table></office:spreadsheet>`
  )
const oneCell = [sheet(row(number('A1', '1', 1)))]

test('each file that an archive is asked for counts as work, however small it is', async () => {
  const archive = await Archive.open(archiveOf({ a: '' }), new Work({ bytesMax: 100_000 }, () => new Error('too much')))
  const readTimes = async (times: number) => {
    for (let time = 0; time < times; time++) await archive.read('a', () => undefined)
  }
  await readTimes(4)
  await expect(readTimes(4)).rejects.toThrow('too much')
})

describe('a document that was made to cost much', () => {
  test.each([
    [
      'a text that thousands of cells share',
      () =>
        xlsx([sheet(many(100, row(many(1000, '<c t="s"><v>0</v></c>'))))], {
          sharedTexts: `<si><t>${many(30_000, 'я')}</t></si>`
        }),
      { failure: 'too-long' }
    ],
    [
      'a text of spaces that thousands of cells share',
      () =>
        xlsx([sheet(many(80, row(many(1000, '<c t="s"><v>0</v></c>'))))], {
          sharedTexts: `<si><t>${many(250_000, ' ')}</t></si>`
        }),
      { failure: 'empty' }
    ],
    ['a text without end', () => openDocument(`<text:p>${many(2_000_000, 'а')}</text:p>`), { failure: 'too-long' }],
    ['notes of slides without end', () => openDocument(many(200_000, '<p:notes/>')), { failure: 'empty' }],
    ['millions of shared texts', () => xlsx(oneCell, { sharedTexts: many(400_000, '<si/>') }), { failure: 'too-long' }],
    [
      'thousands of sheets that are one',
      () => xlsx(oneCell, { workbook: `<sheets>${many(100_001, '<sheet/>')}</sheets>` }),
      { failure: 'too-heavy' }
    ],
    [
      'styles without end',
      () => xlsx(oneCell, { formats: `<cellXfs>${many(100_001, '<xf/>')}</cellXfs>` }),
      { failure: 'too-heavy' }
    ],
    [
      'a format without end, which many styles have',
      () =>
        xlsx(oneCell, {
          formats: `<numFmts><numFmt numFmtId="999" formatCode="${many(100_000, 'y0')}"/></numFmts><cellXfs>${many(20_000, '<xf numFmtId="999"/>')}</cellXfs>`
        }),
      { text: '# Лист1\n1' }
    ],
    [
      'thousands of formats, of which the last count as plain',
      () =>
        xlsx([sheet(row(number('A1', '1', 1500)))], {
          formats: `<numFmts>${many(2000, '<numFmt numFmtId="9#" formatCode="[h]"/>').replaceAll('#', nextNumber())}</numFmts><cellXfs>${many(2000, '<xf numFmtId="9#"/>').replaceAll('#', nextNumber())}</cellXfs>`
        }),
      { text: '# Лист1\n1' }
    ],
    [
      'a cell that stands there a billion times',
      () => cells('', cell('слово', 'table:number-columns-repeated="1000000000"')),
      { failure: 'too-long' }
    ],
    [
      'a row that stands there a billion times',
      () => cells('table:number-rows-repeated="1000000000"', cell('слово')),
      { failure: 'too-long' }
    ],
    ['braces in braces', () => textFile(`{\\rtf1${many(100_000, '{')}`), { failure: 'too-heavy' }],
    ['an RTF of empty words', () => textFile(`{\\rtf1${many(250_000, '\\b\\b0')}`), { failure: 'empty' }],
    [
      'an RTF of halves of characters',
      () => textFile(`{\\rtf1{\\fonttbl{\\f1\\fcharset134 A;}}\\f1${many(400_000, "\\'c4{}")}`),
      { failure: 'too-long' }
    ]
  ])('by %s ends soon', async (_, make, end) => expect(await readDocument(make())).toMatchObject(end))
})
