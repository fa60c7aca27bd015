import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from '#formats/csv.ts'

/** Parses one line as a spreadsheet does: RFC 4180 with semicolons. */
function cellsOf(line: string): string[] {
  const cells = [...line.slice(0, -2).matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^";]*))/g)]
  return cells.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '')
}

describe('a line of a CSV file', () => {
  it('quotes text, leaves numbers bare, and ends with CRLF', () => {
    expect(csvLine(['Ответ в чате', -5, 'а "б"; в', 0, ''])).toBe('"Ответ в чате";-5;"а ""б""; в";0;""\r\n')
  })

  it.each([
    '=1+1',
    '+7 900',
    '-2+3',
    '@SUM(A1)',
    '|cmd',
    '%0A',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00a0=1',
    '\u200b=1',
    '\u0000=1',
    '＝1',
    '＋1',
    '－1',
    '＠A1',
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("http://evil.example";"x")',
    '\tтекст',
    '\rтекст'
  ])('prefixes %j, so that a spreadsheet sees no formula', (text) => {
    const [cell = ''] = cellsOf(csvLine([text]))
    expect(cell.startsWith("'")).toBe(true)
    expect(cell.slice(1).trim()).toBe(text.replaceAll(/\p{Cc}/gu, ' ').trim())
  })

  it.each(['1=1', 'GPT-4o', 'а-б', "'=1", ''])('leaves %j unchanged', (text) => {
    expect(cellsOf(csvLine([text]))).toEqual([text])
  })

  it('stays one line with the same number of cells for any text', () => {
    const text = fc.string({ unit: fc.constantFrom('=', '-', '"', ';', ',', '\n', '\r', '\t', '\0', "'", 'я', ' ') })
    fc.assert(
      fc.property(fc.array(fc.oneof(text, fc.integer()), { minLength: 1 }), (cells) => {
        const line = csvLine(cells)
        expect(line.indexOf('\r\n')).toBe(line.length - 2)
        expect(line.slice(0, -2)).not.toMatch(/\p{Cc}/u)
        const read = cellsOf(line)
        expect(read).toHaveLength(cells.length)
        for (const [index, cell] of cells.entries())
          if (typeof cell === 'string') expect(read[index]).not.toMatch(/^\s*[=+\-@]/)
      }),
      { numRuns: 2000 }
    )
  })
})
