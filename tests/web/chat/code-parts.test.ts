import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partsOfCode } from '#web/src/chat/markdown/code-text.tsx'
import { diagramReply, diagramRequest } from '#web/src/chat/markdown/diagram-messages.ts'
import { codeFileName, languageName } from '#web/src/chat/markdown/languages.ts'

const line = fc.constantFrom('', '  отступ', 'def f():', 'x'.repeat(200), '}', '\t')
const code = fc.array(line, { maxLength: 200 }).map((lines) => lines.join('\n'))

describe('long code', () => {
  test('is cut into whole lines, none of which is lost', () => {
    fc.assert(
      fc.property(code, (text) => {
        const parts = partsOfCode(text)
        expect(parts.join('')).toBe(text)
        for (const part of parts.slice(0, -1)) expect(part.endsWith('\n')).toBe(true)
        for (const part of parts) expect(part.length).toBeLessThan(3300)
      })
    )
  })

  test('keeps its first parts while it grows', () => {
    fc.assert(
      fc.property(code, code, (begun, more) => {
        const before = partsOfCode(begun).slice(0, -1)
        expect(partsOfCode(begun + more).slice(0, before.length)).toEqual(before)
      })
    )
  })
})

describe('languages', () => {
  test('have names for users and extensions for files', () => {
    expect(['js', 'Python', 'c++', '1c', '', 'brainfuck'].map(languageName)).toEqual([
      'JavaScript',
      'Python',
      'C++',
      '1С',
      'код',
      'brainfuck'
    ])
    expect(['ts', 'PY', 'c#', '', '../../etc'].map(codeFileName)).toEqual([
      'код.ts',
      'код.py',
      'код.cs',
      'код.txt',
      'код.txt'
    ])
  })
})

describe('messages of a diagram', () => {
  test('are taken only in their form, and the height within bounds', () => {
    expect(diagramReply({ type: 'drawn', height: 1e9 })).toEqual({ type: 'drawn', height: 900 })
    expect(diagramReply({ type: 'drawn', height: -5 })).toEqual({ type: 'drawn', height: 48 })
    for (const other of [null, 'drawn', {}, { type: 'drawn' }, { type: 'drawn', height: NaN }, { type: 'draw' }])
      expect(diagramReply(other)).toBeNull()
    expect(diagramRequest({ type: 'draw', source: 'a', dark: false, more: 1 })).toEqual({
      type: 'draw',
      source: 'a',
      dark: false
    })
    expect(diagramRequest({ type: 'draw', source: 1, dark: false })).toBeNull()
  })
})
