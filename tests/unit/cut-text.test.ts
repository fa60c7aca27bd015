// Texts are cut between characters as people see them, never within one.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { titleOf } from '#contract/chat-titles.ts'
import { beginningOf, endingOf } from '#contract/cut-text.ts'
import { readTitle } from '#domain/chat-title.ts'
import { speechParts } from '#domain/speech-parts.ts'

const family = '👨‍👩‍👧‍👦'

describe('a text that is cut', () => {
  test.each([
    ['half of an emoji', 'ab😀cd', 3, 'ab', 'cd'],
    ['a family', `ab${family}cd`, 5, 'ab', 'cd'],
    ['a flag', 'ab🇷🇺cd', 4, 'ab', 'cd'],
    ['a hand with its colour', 'ab👍🏽cd', 4, 'ab', 'cd'],
    ['a letter with its accent', 'abи\u0306cd', 3, 'ab', 'cd'],
    ['a line end', 'ab\r\ncd', 3, 'ab', 'cd']
  ])('leaves out %s', (_, text, lengthMax, beginning, ending) => {
    expect(beginningOf(text, lengthMax)).toBe(beginning)
    expect(endingOf(text, text.length - lengthMax)).toBe(ending)
  })

  test('is as long as it may be, and a short one stays as it is', () => {
    expect([beginningOf('ab😀cd', 4), endingOf('ab😀cd', 4)]).toEqual(['ab😀', '😀cd'])
    expect([beginningOf(family, 11), endingOf(family, 11), beginningOf('', 0)]).toEqual([family, family, ''])
    expect([beginningOf('привет', 0), endingOf('привет', 0)]).toEqual(['', ''])
  })

  test('keeps the flags of a long row, and something of a character without end', () => {
    const flags = '🇷🇺'.repeat(60)
    expect([beginningOf(flags, 101), endingOf(flags, 139)]).toEqual(['🇷🇺'.repeat(25), '🇷🇺'.repeat(34)])
    const accents = `а${'\u0301'.repeat(100)}`
    expect(beginningOf(accents, 50)).toBe(accents.slice(0, 50))
    expect(beginningOf('😀\u0301'.repeat(2), 1)).toBe('')
  })

  test('is well-formed and not much shorter, whatever is in it', () => {
    const unit = fc.constantFrom('a', 'я', '😀', family, '🇷🇺', '👍🏽', 'e\u0301', '\n', ' ')
    const text = fc.string({ unit, maxLength: 300 })
    fc.assert(
      fc.property(text, fc.nat({ max: 400 }), (whole, lengthMax) => {
        for (const cut of [beginningOf(whole, lengthMax), endingOf(whole, lengthMax)]) {
          expect(cut.isWellFormed()).toBe(true)
          expect(cut.length).toBeLessThanOrEqual(lengthMax)
          expect(cut.length).toBeGreaterThan(Math.min(whole.length, lengthMax) - 12)
        }
        expect(whole.startsWith(beginningOf(whole, lengthMax))).toBe(true)
        expect(whole.endsWith(endingOf(whole, lengthMax))).toBe(true)
      })
    )
  })

  test('with a character of a million marks is cut all the same', () => {
    const zalgo = `я${'\u0301'.repeat(1_000_000)}`
    expect(beginningOf(zalgo, 200).length).toBeGreaterThan(100)
    expect(endingOf(zalgo, 200).length).toBeGreaterThan(100)
  })
})

test('titles and the parts of a text that is read aloud keep their emoji whole', () => {
  expect(titleOf(`${'я'.repeat(48)}${family}!`)).toBe(`${'я'.repeat(48)}...`)
  expect(readTitle(`${'я'.repeat(59)}🇷🇺 слово`)).toBe('я'.repeat(59))
  const parts = speechParts('Раз два три. '.repeat(900).replaceAll('Раз два', family.repeat(9)))
  expect(parts.length).toBeGreaterThan(1)
  for (const { before, after } of parts) {
    expect([before.isWellFormed(), after.isWellFormed()]).toEqual([true, true])
    expect(/^\u200d|\u200d$/.test(before + after)).toBe(false)
  }
})
