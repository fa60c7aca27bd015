// What is read in sheets, slides, files of OpenOffice and RTF, and what one may cost that was made to cost much.
import { describe, expect, test } from 'vitest'
import { documentTypes } from '#contract/document-kinds.ts'
import { Work } from '#formats/work.ts'
import { Archive } from '#reader/archive.ts'
import { readDocument } from '#reader/read-document.ts'
import { textFile } from '../support/files.ts'
import { archiveOf, openDocument, pptx, slideParagraph, xlsx } from '../support/office-files.ts'

const inline = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const number = (place: string, value: string, style = 0) => `<c r="${place}" s="${style}"><v>${value}</v></c>`
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`
const sheet = (...rows: string[]) => ({ name: 'Лист1', rows: rows.join('') })

describe('the text of an XLSX', () => {
  test.each([
    [
      'its sheets in their order, with rows as lines, and none that is empty',
      xlsx([
        {
          name: 'Продажи',
          rows:
            row(inline('A1', 'Город'), inline('B1', 'Сумма')) +
            row(number('B2', '1500')) +
            `<row r="9">${number('A9', '7')}</row>`
        },
        { name: 'Пусто', rows: row('<c r="A1"/>') },
        { name: 'Итог', rows: row(number('A1', '2')) }
      ]),
      '# Продажи\nГород\tСумма\n\t1500\n\n7\n\n# Итог\n2'
    ],
    [
      'texts that cells share, of several formats, without how they are pronounced',
      xlsx([sheet(row('<c r="A1" t="s"><v>1</v></c>', '<c r="B1" t="s"><v>0</v></c>', '<c t="s"><v>7</v></c>'))], {
        sharedTexts:
          '<si><t>одно</t></si><si><r><t xml:space="preserve">жир</t></r><r><t>но_x000D_\nдва</t></r><rPh><t>х</t></rPh></si>'
      }),
      '# Лист1\nжирно два\tодно'
    ],
    [
      'numbers as they are, days and shares as they are shown',
      xlsx(
        [
          sheet(
            row(number('A1', '0.30000000000000004'), number('B1', '1234567.891', 4), number('C1', '1.2E+3')),
            row(number('A2', '46000', 1), number('B2', '46000.75', 2), number('C2', '0.155', 3)),
            row(number('A3', '46000.5', 5), number('B3', '1.5', 6), number('C3', '-5', 1))
          )
        ],
        {
          formats: `<numFmts><numFmt numFmtId="164" formatCode="d mmm yyyy&quot; г.&quot;"/><numFmt numFmtId="165" formatCode="#,##0.00&quot; р.&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${[0, 14, 22, 10, 165, 164, 46].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`
        }
      ),
      '# Лист1\n0.3\t1234567.891\t1200\n09.12.2025\t09.12.2025 18:00\t15.5%\n09.12.2025\t36:00:00\t-5'
    ],
    [
      'days that are counted from 1904',
      xlsx([sheet(row(number('A1', '44538', 1)))], {
        workbook: '<workbookPr date1904="1"/>',
        formats: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
      }),
      '# Лист1\n09.12.2025'
    ],
    [
      'formulas by what they gave, also nothing yet, and truth by its word',
      xlsx([
        sheet(
          row(
            '<c r="A1" t="str"><f>A2</f><v>да</v></c>',
            '<c r="C1"><f>SUM(A1:A9)</f></c>',
            '<c t="b"><v>1</v></c>',
            '<c t="e"><v>#N/A</v></c>'
          )
        )
      ]),
      '# Лист1\nда\t\t=SUM(A1:A9)\tИСТИНА\t#N/A'
    ]
  ])('has %s', async (_, bytes, text) => expect(await readDocument(bytes)).toEqual({ text, type: documentTypes.xlsx }))

  test('is that of its shared texts where nothing leads to its sheets', async () => {
    const bytes = archiveOf({
      'xl/workbook.xml': '<workbook/>',
      'xl/sharedStrings.xml': '<sst><si><t>Сумма</t></si></sst>'
    })
    expect(await readDocument(bytes)).toMatchObject({ text: 'Сумма' })
  })
})

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
      <text:list><text:list-item><text:p>пункт</text:p></text:list-item></text:list>
      <table:table table:name="T"><table:table-row>${cell('а')}<table:table-cell>${inside}</table:table-cell></table:table-row></table:table>
    </office:text>`
    expect(await readDocument(openDocument(body))).toEqual({
      text: 'Глава\nЦена[^1]:  5\t6\n7\n• пункт\nа\tx y\n\n[^1]: Без доставки',
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
    const bytes = openDocument('', { 'META-INF/manifest.xml': manifest })
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
      'a text that millions of cells share',
      () =>
        xlsx([sheet(many(1000, row(many(1000, '<c t="s"><v>0</v></c>'))))], {
          sharedTexts: `<si><t>${many(30_000, 'я')}</t></si>`
        }),
      { failure: 'too-long' }
    ],
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
    ['an RTF of empty words', () => textFile(`{\\rtf1${many(500_000, '\\b\\b0')}`), { failure: 'empty' }],
    [
      'an RTF of halves of characters',
      () => textFile(`{\\rtf1{\\fonttbl{\\f1\\fcharset134 A;}}\\f1${many(400_000, "\\'c4{}")}`),
      { failure: 'too-long' }
    ]
  ])('by %s ends soon', async (_, make, end) => expect(await readDocument(make())).toMatchObject(end))
})
