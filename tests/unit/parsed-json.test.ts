import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { parsedJson } from '#providers/http/fields.ts'

/** As some programs write JSON: everything but ASCII as escapes. */
const inAscii = (value: unknown, letters: 'upper' | 'lower') =>
  JSON.stringify(value).replace(/[^\0-\x7f]/g, (unit) => {
    const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${letters === 'upper' ? code.toUpperCase() : code}`
  })

describe('JSON from outside', () => {
  test('holds no half of a character in any text, and everything else as it is', () => {
    const unit = fc.constantFrom('\ud83d', '\ude00', '😀', '\\', '\\u', 'd83d', '"', 'я', '\n', '\ufffd')
    const text = fc.string({ unit, maxLength: 12 })
    const { value: json } = fc.letrec((tie) => ({
      value: fc.oneof(
        text,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'я', '😀', '__proto__'), tie('value'))
      )
    }))
    fc.assert(
      fc.property(json, fc.constantFrom('upper', 'lower'), (value, letters) => {
        const sent = inAscii(value, letters)
        expect(parsedJson(sent)).toEqual(parsedJson(JSON.stringify(value)))
        expect(textsIn(parsedJson(sent))).toEqual(textsIn(JSON.parse(sent)).map((one) => one.toWellFormed()))
      })
    )
  })

  test('that is none is undefined, also where it ends within half of a character', () => {
    for (const sent of ['', '{', '"\\ud83d', '"\\ud8"', '"\\ud83', '"\\', '"\\ud83d\\', '"\\ud83d\\x"'])
      expect(parsedJson(sent)).toBeUndefined()
  })

  test('of any depth is read or is none', () => {
    const deep = 100_000
    expect(() => parsedJson(`${'['.repeat(deep)}"\\ud83d"${']'.repeat(deep)}`)).not.toThrow()
  })
})

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
