// The directory and the histories are different databases: a query of one names no table of the other.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { root } from '#scripts/root.ts'

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

const migrate = (database: DatabaseSync, part: Part, upTo = 9999, from = 0) => {
  for (const name of filesOf(`migrations/${part}`, '.sql'))
    if (Number(name.slice(0, 4)) >= from && Number(name.slice(0, 4)) <= upTo)
      database.exec(readFileSync(join(root, 'migrations', part, name), 'utf8'))
}

/** Columns, indexes and triggers of these tables. */
const schemaOf = (database: DatabaseSync, names: readonly string[]) => ({
  columns: names.map((table) =>
    database.prepare('select name, type, "notnull", dflt_value from pragma_table_info(?) order by name').all(table)
  ),
  others: database
    .prepare("select type, name, tbl_name from sqlite_master where name not like 'sqlite_%' order by type, name")
    .all()
    .filter(({ tbl_name: table }) => names.includes(String(table)))
})

/** The last migration from the time when there was one database. */
const oneDatabase = 18

test('what accounts have made before there were histories stays, in a history like all others', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database, 'directory', oneDatabase)
  database.exec(`
    insert into conversations values (1, 'old-user', 'Чат', 'chatgpt', 'gpt-4o', 1, 1);
    insert into messages (conversation_id, role, content, model, created_at) values (1, 'user', 'Привет', 'gpt-4o', 1);
    insert into jobs (id, user_id, operation_id, fingerprint, kind, service, provider, upstream_model, parameters, options,
      uploads, price_tokens, step, deadline_at, files, created_at)
      values ('running', 'old-user', 'one', 'x', 'image', 'flux', 'bfl', 'flux', '{}', '{}', '[]', 1, 'running', 5, '[]', 2),
        ('waiting', 'old-user', 'two', 'x', 'image', 'flux', 'bfl', 'flux', '{}', '{}', '[]', 1, 'queued', 5, '[]', 3)`)
  migrate(database, 'directory', undefined, oneDatabase + 1)
  migrate(database, 'history')
  expect(database.prepare('select content from messages').all()).toEqual([{ content: 'Привет' }])
  expect(database.prepare('select job_id from provider_places').all()).toEqual([{ job_id: 'running' }])
  database.exec("update messages set content = 'Привет!'; delete from jobs")
  expect(database.prepare('select total from stored_bytes').get()).toEqual({ total: 300 + 6 + 200 + 13 + 6 })

  const fresh = new DatabaseSync(':memory:')
  migrate(fresh, 'history')
  expect(schemaOf(database, tables.history)).toEqual(schemaOf(fresh, tables.history))
})
