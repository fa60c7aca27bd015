// A conversation as a Word document: what Word is told of it.
import { expect, test } from 'vitest'
import { answer, message, paragraph, read, textOf, valueOf, w, within, type Read } from './read-docx.ts'

/** What Word writes before each paragraph of a list: its format and where it begins to count. */
function signOf({ numbering }: Read, place: Element) {
  const id = valueOf(place, 'numId')
  const level = valueOf(place, 'ilvl')!
  const list = within(numbering, 'num').find((one) => one.getAttributeNS(w, 'numId') === id)!
  const start = within(list, 'lvlOverride').find((one) => one.getAttributeNS(w, 'ilvl') === level)!
  const kind = within(numbering, 'abstractNum').find(
    (one) => one.getAttributeNS(w, 'abstractNumId') === valueOf(list, 'abstractNumId')
  )!
  const look = within(kind, 'lvl').find((one) => one.getAttributeNS(w, 'ilvl') === level)!
  return { id, level, format: valueOf(look, 'numFmt'), start: valueOf(start, 'startOverride') }
}

test('headings, marks and links are those of Word, and links only where the page has them', async () => {
  const found = await read({
    title: 'Море & «горы»',
    messages: [
      message('user', 'Вопрос?\n<script>alert(1)</script>'),
      answer(
        '# Итог\n\n#\n\nВот **жирное**, *курсив*, ~~нет~~, `код  x` и [ссылка](https://example.org/a?b=1&c=2), [плохая](javascript:alert(1)).  \nСтрока'
      )
    ]
  })
  const { xml, files } = found
  expect(within(found.document, 'pStyle').map((style) => style.getAttributeNS(w, 'val'))).toEqual([
    'Heading1',
    'Heading2',
    'Heading2',
    'Heading3'
  ])
  expect(xml).toMatch(/<w:b\/>.*?>жирное</)
  expect(xml).toMatch(/<w:i\/>.*?>курсив</)
  expect(xml).toMatch(/<w:strike\/>.*?>нет</)
  expect(xml).toMatch(/Consolas.*?>код {2}x</)
  expect(within(paragraph(found, 'Вот'), 'br')).toHaveLength(1)
  expect(xml).toContain('&lt;script&gt;')
  const links = files['word/_rels/document.xml.rels']!
  expect(links).toContain('https://example.org/a?b=1&amp;c=2')
  expect(links).not.toContain('javascript')
  expect(xml).toContain('плохая')
})

test('the words of a link that the page does not draw are plain', async () => {
  const found = await read({
    messages: [
      answer(
        '[хорошая](https://example.org) [плохая](javascript:alert(1)) [своя](/relative) ' +
          '**[Скачать](sandbox:/mnt/data/a.xlsx)** ![снимок](data:image/png;base64,AA==)'
      )
    ]
  })
  const linked = within(found.document, 'r').filter((run) => valueOf(run, 'rStyle') === 'Hyperlink')
  expect(linked.map(textOf)).toEqual(['хорошая'])
  expect(textOf(paragraph(found, 'Скачать'))).toBe('хорошая плохая своя Скачать снимок')
})

test('the document is A4, in Russian, and has its title', async () => {
  const { files, document } = await read({ title: 'Море & «горы»', messages: [answer('Да')] })
  expect(valueOf(document, 'pgSz', 'w')).toBe('11906')
  expect(valueOf(document, 'pgSz', 'h')).toBe('16838')
  expect(files['word/styles.xml']).toContain('<w:lang w:val="ru-RU"/>')
  expect(files['docProps/core.xml']).toContain('<dc:title>Море &amp; «горы»</dc:title>')
  expect(files['docProps/core.xml']).not.toContain('Un-named')
})

test('each list counts for itself, from its own first number and at its own depth', async () => {
  const found = await read({
    messages: [
      answer('3. три\n4. четыре\n   1. внутри\n   2. ещё\n      - знак\n5. пять\n   1. снова\n\nТекст\n\n1. раз'),
      answer('1. другой\n\n- [x] сделано\n- [ ] нет\n- просто')
    ]
  })
  const sign = (text: string) => signOf(found, paragraph(found, text))
  const three = sign('три')
  expect(three).toMatchObject({ level: '0', format: 'decimal', start: '3' })
  expect(sign('четыре')).toEqual(three)
  expect(sign('пять')).toEqual(three)
  expect(sign('внутри')).toMatchObject({ level: '1', format: 'decimal', start: '1' })
  expect(sign('знак')).toMatchObject({ level: '2', format: 'bullet' })
  expect(sign('снова')).toMatchObject({ level: '1', start: '1' })
  expect(new Set(['три', 'внутри', 'снова', 'раз', 'другой', 'просто'].map((text) => sign(text).id)).size).toBe(6)
  for (const [text, box] of [
    ['сделано', '☑'],
    ['нет', '☐']
  ] as const) {
    const task = paragraph(found, text)
    expect(textOf(task)).toBe(`${box}${text}`)
    expect(within(task, 'numPr')).toEqual([])
    expect(valueOf(task, 'ind', 'hanging')).toBe('360')
  }
})

test('what belongs to an item stands below its text: code, tables, paragraphs', async () => {
  const found = await read({
    messages: [
      answer('1. раз\n\n   второй\n\n   ```js\n   a\n   ```\n\n   | А |\n   |---|\n   | б |\n\n> цитата\n>\n> - пункт')
    ]
  })
  const left = valueOf(paragraph(found, 'раз'), 'ind', 'left')
  expect(left).toBe('480')
  expect(valueOf(paragraph(found, 'второй'), 'ind', 'left')).toBe(left)
  expect(valueOf(paragraph(found, 'a'), 'ind', 'left')).toBe(left)
  expect(valueOf(found.document, 'tblInd', 'w')).toBe(left)
  for (const text of ['цитата', 'пункт']) expect(within(paragraph(found, text), 'pBdr')).toHaveLength(1)
})

test('a rule is a line below a paragraph, and in a quote the bar stands beside it', async () => {
  const { document } = await read({ messages: [answer('---\n\n> текст\n>\n> ---')] })
  const borders = within(document, 'pBdr').map((one) => Array.from(one.children, ({ localName }) => localName))
  expect(borders).toEqual([['bottom'], ['left'], ['left', 'bottom']])
})

test('code keeps its lines and spaces, and one without an end takes no other message with it', async () => {
  const found = await read({
    messages: [answer('```py\ndef a():\n\tb  = 1 < 2\n    c'), message('user', 'дальше'), answer('**ответ**')]
  })
  const code = paragraph(found, 'def')
  expect(within(code, 't').map((text) => text.textContent)).toEqual(['def a():', '    b  = 1 < 2', '    c'])
  expect(within(code, 'br')).toHaveLength(2)
  expect(within(code, 't').every((text) => text.getAttribute('xml:space') === 'preserve')).toBe(true)
  expect(valueOf(code, 'shd', 'fill')).toBe('F2F1EE')
  expect(within(code, 'noProof').length).toBeGreaterThan(0)
  expect(found.xml).toMatch(/<w:b\/>.*?>ответ</)
})

test('marks that an answer without an end leaves open are closed', async () => {
  const { xml } = await read({ messages: [answer('это **важно', { isCut: true }), answer('2 ** 3')] })
  expect(xml).toMatch(/<w:b\/>.*?>важно<.*>2 \*\* 3</)
})

test('a table repeats its bold head, aligns its columns and fills its rows', async () => {
  const found = await read({ messages: [answer('| А | Б | В |\n|:--|:-:|--:|\n| 1 | **2** | 3 |\n| мало |')] })
  const rows = within(found.document, 'tr')
  expect(rows.map((row) => within(row, 'tblHeader').length)).toEqual([1, 0, 0])
  expect(rows.map((row) => within(row, 'tc').length)).toEqual([3, 3, 3])
  expect(within(rows[1]!, 'jc').map((one) => one.getAttributeNS(w, 'val'))).toEqual(['left', 'center', 'right'])
  expect(within(rows[0]!, 'b')).toHaveLength(3)
  expect(within(found.document, 'tblBorders')).toHaveLength(1)
  expect(
    within(found.document, 'gridCol').reduce((sum, one) => sum + Number(one.getAttributeNS(w, 'w')), 0)
  ).toBeGreaterThan(9600)
})

const wideRow = (text: string) => `|${`${text}|`.repeat(70)}`

test('a table that Word could not open is written in lines', async () => {
  const sparse = `|${'а|'.repeat(60)}\n|${'-|'.repeat(60)}\n${'|в|\n'.repeat(100)}`
  const found = await read({ messages: [answer(`${wideRow('а')}\n${wideRow('-')}\n${wideRow('б')}\n\n${sparse}`)] })
  expect(within(found.document, 'tbl')).toEqual([])
  expect(textOf(paragraph(found, 'б | б'))).toContain('б | б')
})

test('footnotes stand at the end of their answer, sources are numbered, and links to them are their numbers', async () => {
  const source = { url: 'https://sea.example/a%20b', title: 'О [море]' }
  const found = await read({
    messages: [
      message('user', 'Что тут?', { files: ['снимок_1.png', 'a.pdf'] }),
      answer('Море[^a], риф[^нет] [сайт](https://sea.example/a%20b).\n\n[^a]: Эйнштейн, **1905**\n\nКонец', {
        sources: [source, { url: 'https://reef.example/', title: 'reef.example' }]
      })
    ]
  })
  const { xml, files } = found
  expect(xml).toMatch(/<w:vertAlign w:val="superscript"\/>.*?>\[a\]</)
  expect(textOf(paragraph(found, 'риф'))).toBe('Море[a], риф[^нет] [1].')
  expect(xml.indexOf('Эйнштейн')).toBeGreaterThan(xml.indexOf('Конец'))
  expect(textOf(paragraph(found, 'О [море]'))).toBe('О [море] · sea.example')
  expect(signOf(found, paragraph(found, 'О [море]'))).toMatchObject({ format: 'decimal', start: '1' })
  expect(textOf(paragraph(found, 'reef.example'))).toBe('reef.example')
  expect(files['word/_rels/document.xml.rels']).toContain('https://sea.example/a%20b')
  for (const name of ['снимок_1.png', 'a.pdf']) expect(xml).toContain(`Файл: ${name}`)
})

test('characters that XML has not are left out, and depth does not break a document', async () => {
  const { xml } = await read({ title: 'a\u0000b\ud800', messages: [answer(`x\u0008y\n\n${'>'.repeat(300)} глубоко`)] })
  expect(xml).toContain('глубоко')
})
