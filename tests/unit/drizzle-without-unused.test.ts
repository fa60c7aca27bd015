import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { drizzleWithoutUnused } from '#scripts/base/drizzle-without-unused.ts'
import { root } from '#scripts/base/root.ts'
import * as whole from '../support/node/statements.ts'

/** Whatever opens a database or gets one. */
const server = ['data', 'durable-objects', 'queues', 'worker']

const called = [
  /\.(?:transaction|migrate|\$with(?:Cache)?|with|having|selectDistinct|(?:right|full|cross)Join|(?<!\bz\.)union|unionAll|intersect|except|query\.\w+\.find\w+)\(/,
  /\bcasing:|sqliteTable\([^,]+, \(|\b(?<!\.)(?:union|intersect|except)\(/,
  /\.(?:\$count|\$dynamic|\$default(?:Fn)?|inlineParams|getSQLType)\(|\bsql\.(?:empty|fromList|placeholder)\(|\.insert\([^()]*\)\s*\.select\((?!\s*sql`)/,
  // Views, second names of tables, and a given configuration of drizzle.
  /\bsqliteView\(|\bdrizzle\([^()]*,|import \{[^}]*\b(?:alias|placeholder|View|getViewName|SQLiteSyncDialect|QueryBuilder|entityKind)\b[^}]*\} from 'drizzle-orm/,
  // A function that gets the columns.
  /\.(?:where|orderBy|groupBy)\(\s*(?:\([\w{}, ]*\)|\w+) =>|Join\([^()]+,\s*(?:\([\w{}, ]*\)|\w+) =>/,
  // A table that an update reads besides its own.
  /\.update\([^()]*\)\s*\.set\((?:[^()]|\([^()]*\))*\)\s*\.(?:from|\w+Join)\(/
]

const asks = (source: string) => called.some((one) => one.test(source))

test('no statement asks for what the script leaves out of drizzle', () => {
  const callers = server.flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && asks(readFileSync(join(root, layer, file), 'utf8')))
      .map((file) => join(layer, file))
  )
  expect(callers).toEqual([])
})

test.each([
  'db.$count(works)',
  'db.select().from(works).where((work) => eq(work.id, 1))',
  'db.select().from(works).orderBy(({ id }) => id)',
  'db.select().from(a).innerJoin(b, (fields) => eq(fields.a.id, 1))',
  'db.insert(works).select(other)',
  'db.update(works)\n.set({ a: sum(b) })\n.from(other)',
  "import { alias, text } from 'drizzle-orm/sqlite-core'",
  'drizzle(binding, { logger: true })'
])('%s is found', (source) => {
  expect(asks(source)).toBe(true)
})

async function leftOf(input: string): Promise<{ code: string; left: unknown }> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [drizzleWithoutUnused],
    ssr: { noExternal: true },
    build: { write: false, ssr: true, rolldownOptions: { input: join(root, input), preserveEntrySignatures: 'strict' } }
  })
  const { code } = (built as Rolldown.RolldownOutput).output[0]
  return { code, left: await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`) }
}

/** Answers every statement with the same two rows, and keeps what it was sent. */
function answering() {
  const sent: unknown[] = []
  const results = ['["a"]', null].map((value) =>
    Object.fromEntries(['id', 'user_id', 'facts', 'is_done', 'progress', 'b', 'c', 'd'].map((key) => [key, value]))
  )
  const prepare = (statement: string) => ({
    bind: (...values: unknown[]) => {
      sent.push([statement, values])
      return {
        all: async () => ({ results }),
        raw: async () => results.map((row) => Object.values(row)),
        run: async () => ({ meta: { changes: 2 } })
      }
    }
  })
  return { sent, client: { prepare, batch: async (all: unknown[]) => all.map(() => ({ results })) } }
}

async function answersOf({ answersTo }: typeof whole) {
  const { sent, client } = answering()
  return { answers: await answersTo(client), sent }
}

test('statements and what is read of their rows are those of the whole of drizzle', async () => {
  const { left } = await leftOf('tests/support/node/statements.ts')
  const expected = await answersOf(whole)
  expect(expected.sent.length).toBeGreaterThan(50)
  const found = await answersOf(left as typeof whole)
  expect(found.sent).toEqual(expected.sent)
  expect(JSON.parse(JSON.stringify(found.answers))).toEqual(withoutTypings(expected.answers))
})

/** drizzle's hints for other databases. */
const withoutTypings = (answers: unknown): unknown =>
  JSON.parse(JSON.stringify(answers, (key, value: unknown) => (key === 'typings' ? undefined : value)))

test('a statement of what is left is sent as it is written, and a failure names it', async () => {
  const { code, left } = await leftOf('data/base/database.ts')
  for (const name of [
    'D1Transaction',
    'buildRelationalQuery',
    'fromCache',
    'cacheTable',
    'with(...queries)',
    'selectDistinct',
    'SQLiteBigIntBuilder',
    'SQLiteBlobJson',
    'NoopLogger',
    'SQLiteSyncDialect',
    'Placeholder',
    'mapInlineParam'
  ])
    expect(code).not.toContain(name)
  const sent: string[] = []
  const prepare = (statement: string) => ({
    bind: () => ({
      all: async () => {
        sent.push(statement)
        throw new Error('no such table')
      }
    })
  })
  const { openDirectory } = left as { openDirectory: (env: object) => { all: (statement: SQL) => Promise<unknown> } }
  const directory = openDirectory({ DB: { prepare } })
  await expect(directory.all(sql`select id from users`)).rejects.toThrow('Failed query: select id from users')
  expect(sent).toEqual(['select id from users'])
})
