import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Block, BlockSplitter } from '#web/src/chat/markdown/split-blocks.ts'
import { answers, attacks } from './markdown-samples.ts'

/** The blocks of a whole text. */
function splitBlocks(text: string): readonly Block[] {
  const splitter = new BlockSplitter()
  splitter.feed(text)
  splitter.finish()
  return splitter.closed
}

/** Pieces for random texts: half-open constructs, markers, blank lines, both kinds of line ends. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('\n', '\n\n', '\r\n', '\r', ' ', '  ', '    ', '\t') },
  { weight: 4, arbitrary: fc.constantFrom('```', '```js', '~~~', '`', '~', '````') },
  {
    weight: 4,
    arbitrary: fc.constantFrom('- ', '* ', '1. ', '123456789. ', '-', '1.', '> ', '# ', '| a | b |', '---')
  },
  { weight: 4, arbitrary: fc.constantFrom('слово', 'a', '**', '[', '](https://a.example)', '<b>', '🔥') },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(answers), ...attacks) }
)
/** Beginnings of lines whose kind is still open after two characters, and known after twelve. */
const lineBeginning = fc.oneof(
  fc.constantFrom('- а', '1. а', '', '  б', '```', '```js', '``` `', '1.а', '-а', '--', '* * *', '1234567890. а'),
  fc.constantFrom('   1. а', '     ```', ' - а', '12345678)', '            ', '\tа', '> а', '| а | б |', '|-|-|')
)
const text = fc.oneof(
  fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
  fc.array(lineBeginning, { maxLength: 12 }).map((lines) => lines.join('\n'))
)

function chunksOf(whole: string, cuts: readonly number[]): string[] {
  const at = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].toSorted((a, b) => a - b)
  return [...at, whole.length].map((end, index) => whole.slice(at[index - 1] ?? 0, end))
}

describe('splitting markdown into blocks', () => {
  test('gives the same blocks however the text is cut into packets', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 40 }), (whole, cuts) => {
        const splitter = new BlockSplitter()
        for (const chunk of chunksOf(whole, cuts)) splitter.feed(chunk)
        splitter.finish()
        expect(splitter.closed).toEqual(splitBlocks(whole))
      }),
      { numRuns: 5000 }
    )
  })

  test('never changes a closed block', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const final = splitBlocks(whole)
        const splitter = new BlockSplitter()
        for (const character of whole.match(/[\s\S]/gu) ?? []) {
          splitter.feed(character)
          expect(splitter.closed).toEqual(final.slice(0, splitter.closed.length))
        }
      }),
      { numRuns: 2000 }
    )
  })

  test('loses nothing but blank lines and fences', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const kept = splitBlocks(whole)
          .map(({ source }) => source)
          .join('')
        expect(kept.replaceAll(/[\s`~]/g, '').length).toBeLessThanOrEqual(whole.replaceAll(/[\s`~]/g, '').length)
        const withoutFences = whole.split(/\r\n?|\n/).filter((line) => !/^ {0,3}(`{3}|~{3})/.test(line))
        expect(kept.replaceAll(/\s/g, '').length).toBeGreaterThanOrEqual(
          withoutFences.join('').replaceAll(/\s/g, '').length
        )
      })
    )
  })

  test('cuts at blank lines, and around fenced code', () => {
    expect(splitBlocks('Раз\n\n- а\n\n- б\n\n  в\n\nДва\n```ts\nlet a\n\nlet b\n```\nТри')).toEqual([
      { kind: 'markdown', source: 'Раз\n\n', language: '', closed: true },
      { kind: 'markdown', source: '- а\n\n- б\n\n  в\n\n', language: '', closed: true },
      { kind: 'markdown', source: 'Два\n', language: '', closed: true },
      { kind: 'code', source: 'let a\n\nlet b', language: 'ts', closed: true },
      { kind: 'markdown', source: 'Три\n', language: '', closed: true }
    ])
  })

  test('shows unfinished code as code, without a line that may become the closing fence', () => {
    const splitter = new BlockSplitter()
    splitter.feed('```js\nlet a\n``')
    expect(splitter.open()).toEqual({ kind: 'code', source: 'let a', language: 'js', closed: false })
    splitter.feed('`\n')
    expect(splitter.open()).toBeNull()
    expect(splitter.closed).toEqual([{ kind: 'code', source: 'let a', language: 'js', closed: true }])
  })

  test('continues a long list in a new block, so that the open block stays short', () => {
    const splitter = new BlockSplitter()
    let longest = 0
    for (let index = 1; index <= 2000; index += 1) {
      splitter.feed(`${index}. пункт со словами\n`)
      longest = Math.max(longest, splitter.openLength)
    }
    expect(longest).toBeLessThan(7000)
    expect(splitter.closed.length).toBeGreaterThan(5)
    expect(splitter.closed[1]?.source).toMatch(/^\d+\. пункт/)
  })

  test('continues a long table below the same head, and a long paragraph at its next line', () => {
    const head = '| Имя | Число |\n|---|--:|\n'
    const rows = Array.from({ length: 400 }, (_, row) => `| строка | ${row} |\n`)
    const tables = splitBlocks(`Вот:\n${head}${rows.join('')}`)
    expect(tables.length).toBeGreaterThan(1)
    for (const { source } of tables) {
      expect(source.length).toBeLessThan(4200)
      expect(source).toContain(head)
    }
    const rest = tables.map(({ source }) => source.replace(head, '')).join('')
    expect(rest).toBe(`Вот:\n${rows.join('')}`)

    const lines = 'Строка без конца абзаца, и так далее.\n'.repeat(600)
    const paragraphs = splitBlocks(lines)
    expect(paragraphs.map(({ source }) => source).join('')).toBe(lines)
    expect(Math.max(...paragraphs.map(({ source }) => source.length))).toBeLessThan(6100)
    expect(splitBlocks(`$$\n${'a + b\n'.repeat(1500)}$$\n`)).toHaveLength(1)
  })

  test('takes no longer for a head of thousands of columns, and for a formula that never ends', () => {
    const wide = `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${'|\n'.repeat(10_000)}`
    expect(splitBlocks(wide).reduce((sum, { source }) => sum + source.length, 0)).toBeLessThan(1.5 * wide.length)
    expect(splitBlocks(`$$x^2\n${'a\n'.repeat(120_000)}`)).toHaveLength(1)
  })

  test('parses only the open block again, however long the text is', () => {
    const words = 'Слово **за** словом.\n\n- пункт\n- пункт\n\n```js\nlet a = 1\n```\n\n'
    const splitter = new BlockSplitter()
    let longest = 0
    for (const chunk of words.repeat(500).match(/[\s\S]{1,4}/g) ?? []) {
      splitter.feed(chunk)
      longest = Math.max(longest, splitter.openLength, splitter.open()?.source.length ?? 0)
    }
    expect(splitter.closed).toHaveLength(1500)
    expect(longest).toBeLessThan(words.length)
  })
})
