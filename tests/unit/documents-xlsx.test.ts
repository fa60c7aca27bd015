// What is read in a table of Excel.
import { describe, expect, test } from 'vitest'
import { documentTypes } from '#contract/document-kinds.ts'
import { readDocument } from '#reader/read-document.ts'
import { archiveOf, numberCell as number, sheet, sheetRow as row, xlsx } from '../support/office-files.ts'

const inline = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`

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
      xlsx([sheet(row('<c r="A1" t="s"><v>1</v></c>', '<c r="B1" t="s"><v>0</v></c>', '<c t="s"><v>0</v></c>'))], {
        sharedTexts:
          '<si><t>одно</t></si><si><r><t xml:space="preserve">жир</t></r><r><t>но_x000D_\nдва</t></r><rPh><t>х</t></rPh></si>'
      }),
      '# Лист1\nжирно два\tодно\tодно'
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
      'durations, times, and numbers with zeros before them',
      xlsx([sheet(row(number('A1', '0.0009606', 1), number('B1', '0.5', 2), number('C1', '277012345', 3)))], {
        formats: `<numFmts>${['mm:ss.0', 'h:mm AM/PM', '0000000000'].map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>`
      }),
      '# Лист1\n0:01:23\t12:00\t0277012345'
    ],
    [
      'files that are called otherwise than their names say, by case and separators',
      archiveOf({
        'xl\\workbook.xml': '<workbook><sheets><sheet name="A" r:id="a"/></sheets></workbook>',
        'xl\\_rels\\workbook.xml.rels':
          '<R><r Id="a" Type="x/worksheet" Target="Worksheets/S.xml"/><r Id="t" Type="x/sharedStrings" Target="sharedStrings.xml"/></R>',
        'xl\\worksheets\\s.xml': '<worksheet><row><c t="s"><v>0</v></c></row></worksheet>',
        'xl\\SharedStrings.xml': '<sst><si><t>Молоток</t></si></sst>'
      }),
      '# A\nМолоток'
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
      'formulas by what they gave, also if that is nothing, or not yet, and truth by its word',
      xlsx([
        sheet(
          row(
            '<c r="A1" t="str"><f>A2</f><v>да</v></c>',
            '<c r="C1"><f>SUM(A1:A9)</f></c>',
            '<c t="str"><f>IF(A2="","",A2)</f><v></v></c>',
            '<c t="b"><v>1</v></c>',
            '<c t="e"><v>#N/A</v></c>'
          )
        )
      ]),
      '# Лист1\nда\t\t=SUM(A1:A9)\t\tИСТИНА\t#N/A'
    ]
  ])('has %s', async (_, bytes, text) => expect(await readDocument(bytes)).toEqual({ text, type: documentTypes.xlsx }))

  test('is not found without its words, and in the kind that is no XML', async () => {
    const wordless = xlsx([sheet(row('<c t="s"><v>0</v></c>'))])
    expect(await readDocument(wordless)).toEqual({ failure: 'broken' })
    const binary = archiveOf({
      '_rels/.rels': '<R><r Type="x/officeDocument" Target="xl/workbook.bin"/></R>',
      'xl/workbook.bin': '\u0083\u0001'
    })
    expect(await readDocument(binary)).toEqual({ failure: 'unknown' })
  })

  test('is that of its shared texts where nothing leads to its sheets', async () => {
    const bytes = archiveOf({
      'xl/workbook.xml': '<workbook/>',
      'xl/sharedStrings.xml': '<sst><si><t>Сумма</t></si></sst>'
    })
    expect(await readDocument(bytes)).toMatchObject({ text: 'Сумма' })
  })
})
