import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldedText, indexedWords, matchExpression, queryWords, rangesIn, snippetOf } from '#domain/search-words.ts'

describe('folding', () => {
  test.each([
    ['Ёлка и ЕЛКА', 'елка и елка'],
    ['е\u0308лка', 'елка'],
    ['Йод, йод и и\u0306од', 'йод йод и йод'],
    ['Crème brûlée — café', 'creme brulee cafe'],
    ['ＦＵＬＬ ½ №1', 'full 1 2 no1'],
    ['foo_bar-baz/«C++»', 'foo bar baz c'],
    ['  \n\0\t ', '']
  ])('of %j is %j', (text, folded) => {
    expect(foldedText(text)).toBe(folded)
  })

  test('keeps each word once in the index, and ten words of a question', () => {
    expect(indexedWords('Кот и кот, и КОТ')).toBe('кот и')
    expect(indexedWords('a'.repeat(100))).toBe('a'.repeat(40))
    expect(queryWords('а б в г д е ж з и к л м')).toHaveLength(10)
  })
})

const character = fc.integer({ min: 0, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code))

describe('a query', () => {
  test('asks for all words, by their beginnings where these have two letters', () => {
    expect(matchExpression(queryWords('Прив С "миром"'))).toBe('"прив"* "с" "миром"*')
  })

  const index = new DatabaseSync(':memory:')
  index.exec("create virtual table found using fts5 (words, tokenize = 'ascii', detail = 'none', columnsize = 0)")
  const insert = index.prepare('insert into found (words) values (?)')
  insert.run(indexedWords('Привет, мир: ёжик "NEAR" ел яблоки'))
  const find = index.prepare('select rowid from found where found match ? order by rowid desc')
  const isFound = (question: string) => {
    const words = queryWords(question)
    return words.length > 0 && find.all(matchExpression(words)).length > 0
  }

  test.each([
    ['прив', true],
    ['ЕЖИК ябл', true],
    ['ёжик', true],
    ['near', true],
    ['ривет', false],
    ['привет кот', false],
    ['е', false]
  ])('%j finds: %j', (question, found) => {
    expect(isFound(question)).toBe(found)
  })

  test.each([
    '"',
    '""" OR "',
    "' or 1=1 --",
    'words : мир',
    'NEAR(привет мир, 2) AND NOT ^мир',
    '{words} : (мир) - кот + *',
    '\0мир\0',
    '😀👨‍👩‍👧‍👦 \uD83D',
    'я'.repeat(5000),
    'слово '.repeat(2000),
    '𞤀a𞤀 ½ ﷺ ǅ İ'
  ])('%j is only words', (question) => {
    expect(() => isFound(question)).not.toThrow()
  })

  test('of any text is understood, and finds that text', () => {
    fc.assert(
      fc.property(fc.array(character, { maxLength: 60 }), (characters) => {
        const text = characters.join('')
        const words = queryWords(text)
        if (words.length === 0) return
        const { lastInsertRowid } = insert.run(indexedWords(text))
        const found = find.all(matchExpression(words)).map(({ rowid }) => rowid)
        expect(found).toContain(Number(lastInsertRowid))
      })
    )
  })
})

const marked = (text: string, question: string) =>
  rangesIn(text, queryWords(question)).map(([start, end]) => text.slice(start, end))

describe('a highlight', () => {
  test('covers the whole words that begin so, as they are written', () => {
    expect(marked('Ёжики и ежевика: е, ЁЖ!', 'еж')).toEqual(['Ёжики', 'ежевика', 'ЁЖ'])
    expect(marked('е\u0308лка', 'ёлка')).toEqual(['е\u0308лка'])
    expect(marked('Об этом речь', 'о')).toEqual([])
  })

  test('of a long text is the part with the most words of the question', () => {
    const text = `кот ${'вода '.repeat(100)}белый кот сидел ${'вода '.repeat(100)}`
    const { text: part, ranges } = snippetOf(text, queryWords('белый кот'))
    expect(part).toMatch(/^….*белый кот сидел.*…$/)
    expect(part.length).toBeLessThan(200)
    expect(ranges.map(([start, end]) => part.slice(start, end))).toEqual(['белый', 'кот'])
  })

  test('of any text stays inside it and cuts no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
        const { text: part, ranges } = snippetOf(text, queryWords(text.slice(-20)))
        expect(part.isWellFormed()).toBe(true)
        for (const [start, end] of ranges) {
          expect(start).toBeLessThan(end)
          expect(end).toBeLessThanOrEqual(part.length)
        }
      })
    )
  })
})
