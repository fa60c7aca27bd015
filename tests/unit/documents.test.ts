// What is read in a document, and what one may cost that was made to cost much.
import { randomBytes } from 'node:crypto'
import { zipSync } from 'fflate'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { documentTypes } from '#contract/document-kinds.ts'
import { Work } from '#formats/work.ts'
import { readDocument } from '#reader/read-document.ts'
import { docx, docxWith, pdf, pdfOf, pdfPages, textFile } from '../support/files.ts'

afterEach(() => vi.restoreAllMocks())

const readDocx = (bytes: Uint8Array) => readDocument(bytes)
const readPdf = (bytes: Uint8Array) => readDocument(bytes)
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
const paragraph = (...inside: string[]) => `<w:p>${inside.join('')}</w:p>`

describe('the text of a DOCX', () => {
  test.each([
    ['its paragraphs, with what XML escapes', docx('Первый & <второй>', 'Третий'), 'Первый & <второй>\nТретий'],
    ['CDATA and numbers of characters', docxWith(paragraph(run('<![CDATA[а < б]]>&#x432;'))), 'а < бв'],
    [
      'tables, a row in a line',
      docxWith(
        `<w:tbl><w:tr><w:tc>${paragraph(run('Город'))}</w:tc><w:tc>${paragraph(run('Жители'))}${paragraph(run('тыс.'))}</w:tc></w:tr><w:tr><w:tc>${paragraph()}</w:tc><w:tc>${paragraph(run('416'))}</w:tc></w:tr></w:tbl>${paragraph(run('Конец'))}`
      ),
      'Город\tЖители тыс.\n\t416\nКонец'
    ],
    [
      'tabs and lines, but no stops of tabulators',
      docxWith(
        paragraph(
          '<w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr>',
          '<w:r><w:t>а</w:t><w:ptab/><w:t>б</w:t><w:br/><w:t>в</w:t><w:tab/><w:t>г</w:t></w:r>'
        )
      ),
      'а\tб\nв\tг'
    ],
    [
      'a text box once, of the newer kind',
      docxWith(
        paragraph(
          `<w:r><mc:AlternateContent><mc:Choice>${paragraph(run('Рамка'))}</mc:Choice><mc:Fallback>${paragraph(run('Рамка'))}</mc:Fallback></mc:AlternateContent></w:r>`
        )
      ),
      'Рамка'
    ],
    [
      'what was moved where it is now, and nothing that was deleted',
      docxWith(
        paragraph(
          `<w:moveFrom>${run('Перенос ')}</w:moveFrom>${run('Начало ')}<w:moveTo>${run('перенос')}</w:moveTo><w:del><w:r><w:delText>нет</w:delText></w:r></w:del><w:ins>${run(' и вставка')}</w:ins>`
        )
      ),
      'Начало перенос и вставка'
    ],
    [
      'formulas',
      docxWith(
        paragraph(
          run('y='),
          '<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f><m:r><m:t>·x</m:t></m:r><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:oMath>'
        )
      ),
      'y=a/b·x^2'
    ],
    [
      'signs of fonts that have their own, and points of lists',
      docxWith(
        paragraph(
          '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>',
          '<w:r><w:t>90</w:t><w:sym w:font="Symbol" w:char="F0B0"/></w:r>'
        ) + paragraph('<w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr>', run('нет'))
      ),
      '• 90°\nнет'
    ],
    [
      'names with another prefix, also one that is not declared',
      docxWith('', { 'word/document.xml': '<q:document><q:body><q:p><q:t>Текст</q:t></q:p></q:body></q:document>' }),
      'Текст'
    ],
    [
      'notes where they are named, and their texts, but no lines that separate them',
      docxWith(
        paragraph(
          run('Цена'),
          '<w:r><w:footnoteReference w:id="2"/></w:r>',
          run(' и срок'),
          '<w:r><w:endnoteReference w:id="1"/></w:r>'
        ),
        {
          'word/footnotes.xml': `<w:footnotes><w:footnote w:id="0" w:type="separator">${paragraph(run('—'))}</w:footnote><w:footnote w:id="2">${paragraph(run('Без доставки'))}</w:footnote></w:footnotes>`,
          'word/endnotes.xml': `<w:endnotes><w:endnote w:id="1">${paragraph(run('В днях'))}</w:endnote></w:endnotes>`
        }
      ),
      'Цена[^2] и срок[^e1]\n[^2]: Без доставки\n[^e1]: В днях'
    ],
    [
      'its main part and its notes, wherever the relationships say',
      docxWith('', {
        'word/document.xml': '<other/>',
        'text/main.xml': `<w:document><w:body>${paragraph(run('Главное'), '<w:r><w:footnoteReference w:id="1"/></w:r>')}</w:body></w:document>`,
        'text/notes7.xml': `<w:footnotes><w:footnote w:id="1">${paragraph(run('Сноска'))}</w:footnote></w:footnotes>`,
        '_rels/.rels':
          '<Relationships><Relationship Type="http://x/officeDocument" Target="/text/main.xml"/></Relationships>',
        'text/_rels/main.xml.rels':
          '<Relationships><Relationship Type="http://x/footnotes" Target="notes7.xml"/></Relationships>'
      }),
      'Главное[^1]\n[^1]: Сноска'
    ]
  ])('has %s', async (_, bytes, text) => expect(await readDocx(bytes)).toEqual({ text, type: documentTypes.docx }))

  test.each([
    ['an archive of something else', zipSync({ 'readme.txt': textFile('text') }), 'unknown'],
    ['a document of another kind', docxWith('', { 'word/document.xml': '<drawing/>' }), 'unknown'],
    ['the begin of an archive', textFile('PK\x03\x04'), 'broken'],
    ['nothing', new Uint8Array(0), 'broken'],
    ['XML that breaks off', docxWith('', { 'word/document.xml': '<w:document><w:body><w:p>' }), 'broken'],
    ['paragraphs without text', docx('', ' '), 'empty']
  ])('is not found in %s', async (_, bytes, failure) => expect(await readDocx(bytes)).toEqual({ failure }))
})

describe('the text of a PDF', () => {
  // Places in a text are shown with their pages, which are counted by the form feeds between them.
  test('has a form feed between two pages, also empty ones', async () => {
    expect(await readPdf(pdf('Report of May'))).toMatchObject({ text: 'Report of May' })
    expect(await readPdf(pdfPages(['One', 'Two']))).toMatchObject({ text: 'One\fTwo' })
    expect(await readPdf(pdfPages([' ', 'One', ' ', ' ', 'Two', ' ']))).toMatchObject({ text: '\fOne\f\f\fTwo' })
  })

  test('is not found in a picture of a page, and in what only begins like a PDF', async () => {
    expect(await readPdf(pdf(null))).toEqual({ failure: 'empty' })
    expect(await readPdf(textFile('%PDF-1.7'))).toEqual({ failure: 'broken' })
  })
})

test('an honest PDF of 20 MB and 500 pages, and an honest DOCX as large, are read', async () => {
  const lines = Array.from({ length: 500 }, (_, page) => `Page ${page}: ${'some words of a report '.repeat(3)}`)
  const noise = randomBytes(19_500_000)
  const read = await readPdf(pdfPages(lines, noise))
  expect(read).toMatchObject({ text: lines.map((line) => line.trimEnd()).join('\f') })
  const paragraphs = lines.map((line) => paragraph(run(line)))
  const bytes = docxWith(paragraphs.join(''), { 'word/media/image1.png': noise })
  expect(bytes.length).toBeGreaterThan(noise.length)
  expect(await readDocx(bytes)).toMatchObject({ text: expect.stringContaining('Page 499: some words') })
})

const megabytes = (count: number) => count * 1_000_000
const raw = (xml: string) => docxWith('', { 'word/document.xml': xml })
const open = '<w:document><w:body>'

describe('a document that was made to cost much', () => {
  test.each([
    ['one tag that is begun over and over', () => raw('<w:t '.repeat(megabytes(1)))],
    [
      'an entity that is made of entities',
      () =>
        raw(`<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">${'<!ENTITY b "&a;&a;&a;">'.repeat(10_000)}]>${open}<w:t>&b;</w:t>`)
    ]
  ])('by %s is broken', async (_, make) => expect(await readDocx(make())).toEqual({ failure: 'broken' }))

  test.each([
    ['more bytes than any document unpacks to', () => raw(open + `<w:p>${' '.repeat(900_000)}</w:p>`.repeat(75))],
    ['elements in elements', () => raw(open + '<w:p>'.repeat(100_000))],
    [
      'attributes without an end',
      () => raw(`${open}<w:p ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(' ')}/>`)
    ],
    [
      'thousands of files',
      () =>
        zipSync(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}`, new Uint8Array(0)])), {
          level: 0
        })
    ],
    ['thousands of pages', () => pdfOf(Array<string>(3000).fill('q Q'))]
  ])('by %s is given up', async (_, make) => {
    const bytes = make()
    expect(await readDocument(bytes)).toEqual({ failure: 'too-heavy' })
  })

  test('by a PDF of too much text is read no further', async () => {
    const line = 'some words of a long report that goes on '
    const page = `BT /F1 9 Tf 12 TL 20 780 Td ${Array.from({ length: 60 }, () => `(${line.repeat(2)}) Tj T*`).join(' ')} ET`
    expect(await readPdf(pdfOf(Array.from({ length: 80 }, (_, number) => `% ${number}\n${page}`)))).toEqual({
      failure: 'too-long'
    })
  })

  test.each(['__proto__', 'constructor', 'toString'])(
    'by an element that is called %s has no text of it',
    async (name) => {
      const inside = paragraph(`<w:${name}/>`, run('слово'))
      expect(await readDocx(docxWith(inside))).toMatchObject({ text: 'слово' })
      expect(await readDocx(docxWith(inside + paragraph(run('слово '.repeat(500))).repeat(110)))).toEqual({
        failure: 'too-long'
      })
    }
  )

  test.each([
    ['a name', () => raw(`<${'a'.repeat(megabytes(2))}`)],
    ['a remark', () => raw(`${open}<!--${' '.repeat(megabytes(2))}-->`)],
    ['one paragraph', () => docxWith(paragraph(run('слово '.repeat(200_000))))],
    ['100,000', () => docxWith(paragraph(run('слово')).repeat(100_000))]
  ])('by a text that is too long, in %s, is read no further', async (_, make) =>
    expect(await readDocx(make())).toEqual({ failure: 'too-long' })
  )

  test('by empty paragraphs gives others their turn again and again', async () => {
    const bytes = docxWith('<w:p/>'.repeat(600_000))
    const rest = vi.spyOn(Work.prototype, 'rest')
    expect(await readDocx(bytes)).toEqual({ failure: 'empty' })
    expect(rest.mock.calls.length).toBeGreaterThan(2)
  })

  test('by pages that share one heavy content gives others a turn at each, and is given up when its time is over', async () => {
    const heavy = 'q Q '.repeat(5_000)
    const rest = vi.spyOn(Work.prototype, 'rest')
    expect(await readPdf(pdfOf(Array<string>(40).fill(heavy)))).toEqual({ failure: 'empty' })
    expect(rest).toHaveBeenCalledTimes(40)
    const begun = Date.now()
    // Each look at the clock is a second later than the one before.
    let looks = 0
    vi.spyOn(Date, 'now').mockImplementation(() => begun + 1000 * looks++)
    expect(await readPdf(pdfOf(Array<string>(40).fill(heavy)))).toEqual({ failure: 'too-heavy' })
  })
})
