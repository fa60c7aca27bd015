import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { partLengthMax } from '#contract/catalogue/voice.ts'
import { speechParts } from '#domain/speech-parts.ts'

const textsOf = (text: string) => speechParts(text).map((part) => part.text)
const sentence = (length: number, mark = '.') => `${'слово '.repeat(length / 6).trim()}${mark}`

describe('a text is read in parts', () => {
  test('that is one part while it is short', () => {
    expect(speechParts(' Привет ')).toEqual([{ text: 'Привет', before: '', after: '' }])
    expect(textsOf('а'.repeat(partLengthMax))).toHaveLength(1)
    expect(speechParts('  \n ')).toEqual([])
  })

  test('that end with a paragraph, else with a sentence, else with a clause, else with a word', () => {
    const paragraph = `${sentence(300)} ${sentence(300)}\n\n${sentence(600)}`
    expect(textsOf(paragraph).map(({ length }) => length)).toEqual([601, 600])
    const sentences = `${sentence(600)} ${sentence(300)} ${sentence(300)}`
    expect(textsOf(sentences)).toEqual([`${sentence(600)} ${sentence(300)}`, sentence(300)])
    expect(textsOf(`${sentence(900, ',')} ${sentence(900)}`)[0]).toBe(sentence(900, ','))
    expect(textsOf('слово '.repeat(300))[0]?.endsWith('слово')).toBe(true)
  })

  test('never within the mark of a pause', () => {
    const text = `${'а'.repeat(990)} [пауза 1,5 с] ${'б'.repeat(500)}`
    expect(textsOf(text).every((part) => !/\[[^\]]*$/.test(part))).toBe(true)
  })

  test('each with what is read before and after it', () => {
    const [first, second] = speechParts(`${sentence(900)} ${sentence(900, '!')}`)
    expect(first).toMatchObject({ before: '', after: sentence(900, '!').slice(0, 300) })
    expect(second).toMatchObject({ before: sentence(900).slice(-300), after: '' })
  })

  test('of which none is too long or empty, and nothing is lost', () => {
    const words = fc.array(fc.constantFrom('слово', 'да.', 'нет,', '\n\n', '😀', 'а'.repeat(700), '[пауза 1 с]'), {
      maxLength: 600
    })
    fc.assert(
      fc.property(words, (some) => {
        const text = some.join(' ')
        const parts = textsOf(text)
        expect(parts.every((part) => part.length > 0 && part.length <= partLengthMax)).toBe(true)
        expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        expect(parts.every((part) => part.isWellFormed())).toBe(true)
      })
    )
  })
})
