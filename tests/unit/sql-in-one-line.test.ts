import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { sqlInOneLine } from '#scripts/base/sql-in-one-line.ts'

interface Made {
  code: string
  map: ConstructorParameters<typeof TraceMap>[0]
}

const { handler } = sqlInOneLine.transform as unknown as { handler: (source: string) => Made | null }
const made = (source: string) =>
  handler.call({ parse: (text: string) => parseSync('module.js', text).program } as never, source)

test.each([
  ['a tagged one', 'db.all(sql`select ${a},\n    b\n  from c`)', 'db.all(sql`select ${a}, b from c`)'],
  ['one that is prepared', 'd1.prepare(`\n  select 1\n`)', 'd1.prepare(` select 1 `)'],
  ['one with brackets', 'sql`create table a (\n  b,\n  c (1)\n)`', 'sql`create table a (b, c (1))`'],
  ['a part of several', 'const where = `from a\n  where b`', 'const where = `from a where b`'],
  ['one with a value inside a text', "sql`select '${a}' as b\n  from c`", "sql`select '${a}' as b from c`"],
  ['one inside another', 'sql`a ${sql`b\n c`}\n d`', 'sql`a ${sql`b c`} d`']
])('%s becomes one line', (_, source, line) => {
  expect(made(source)?.code).toBe(line)
})

test.each(['`Здравствуйте!\n  Мы рады.`', 'html`<p>\n  a</p>`', 'sql`select 1`', '"select\\n  1"'])(
  '%s stays as it is',
  (source) => {
    expect(made(source)).toBeNull()
  }
)

test('a break that is more than a space is refused', () => {
  expect(() => made('sql`select 1 -- one\n from a`')).toThrow('comment')
  expect(() => made("sql`select 'one\n two'`")).toThrow('goes over lines')
})

test('what follows is found in the source', () => {
  const source = 'first(sql`select\n  ${value}\n  from a`).second()\nthird()'
  const { code, map } = made(source)!
  for (const name of ['first', 'value', 'second', 'third']) {
    const place = (text: string) => {
      const lines = text.slice(0, text.indexOf(name)).split('\n')
      return { line: lines.length, column: lines.at(-1)!.length }
    }
    expect(originalPositionFor(new TraceMap(map), place(code))).toMatchObject(place(source))
  }
})
