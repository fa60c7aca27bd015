// The directory and the histories are different databases: a query of one names no table of the other.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'

type Part = 'directory' | 'history'

const filesOf = (folder: string, extension: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(extension))
    .toSorted()

const tablesOf = (part: Part): string[] =>
  filesOf(`data/${part}`, '.ts')
    .filter((name) => name.startsWith('schema'))
    .flatMap((name) => [...readFileSync(join(root, 'data', part, name), 'utf8').matchAll(/sqliteTable\(\s*'(\w+)'/g)])
    .map(([, table = '']) => table)

const tables = { directory: tablesOf('directory'), history: tablesOf('history') }

/** The tables of the other part that a source names in SQL, and its imports from the other part. */
function strayIn(part: Part, source: string): string[] {
  const other = part === 'directory' ? 'history' : 'directory'
  const named = [...source.matchAll(/\b(?:from|join|into|update|table)\s+["`]?(\w+)/gi)].map(([, table = '']) => table)
  const imports = [...source.matchAll(/from '([^']*)'/g)].map(([, from = '']) => from)
  return [
    ...named.filter((table) => tables[other].includes(table)),
    ...imports.filter((from) => from.includes(`/${other}/`))
  ]
}

describe.each<Part>(['directory', 'history'])('the %s', (part) => {
  test.each(filesOf(`data/${part}`, '.ts'))('%s names only tables of its own', (file) => {
    expect(strayIn(part, readFileSync(join(root, 'data', part, file), 'utf8'))).toEqual([])
  })
})

test.each<[Part, string]>([
  ['directory', 'const query = `select id from users join messages on 1`'],
  ['directory', "import { jobs } from '../history/schema.ts'"],
  ['history', "sql`delete from sessions where id = ''`"],
  ['history', "import { users } from '../directory/schema.ts'"]
])('a query of the %s that names a table of the other is found: %s', (part, source) => {
  expect(strayIn(part, source)).toHaveLength(1)
})
