import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { drizzleWithoutUnused } from '#scripts/base/drizzle-without-unused.ts'
import { root } from '#scripts/base/root.ts'

/** Whatever opens a database or gets one. */
const server = ['data', 'durable-objects', 'queues', 'worker']

test('no statement asks for what the script leaves out of drizzle', () => {
  const called =
    /\.(?:transaction|migrate|\$with(?:Cache)?|with|having|selectDistinct|(?:right|full|cross)Join|(?<!\bz\.)union|unionAll|intersect|except|query\.\w+\.find\w+)\(|\bcasing:|sqliteTable\([^,]+, \(|\b(?<!\.)(?:union|intersect|except)\(/
  const callers = server.flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && called.test(readFileSync(join(root, layer, file), 'utf8')))
      .map((file) => join(layer, file))
  )
  expect(callers).toEqual([])
})

test('a statement of what is left is sent as it is written, and a failure names it', async () => {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [drizzleWithoutUnused],
    ssr: { noExternal: true },
    build: { write: false, ssr: true, rolldownOptions: { input: join(root, 'data/base/database.ts') } }
  })
  const { code } = (built as Rolldown.RolldownOutput).output[0]
  for (const name of [
    'D1Transaction',
    'buildRelationalQuery',
    'fromCache',
    'cacheTable',
    'with(...queries)',
    'selectDistinct',
    'SQLiteBigIntBuilder',
    'SQLiteBlobJson'
  ])
    expect(code).not.toContain(name)
  const left: { openDirectory: (env: object) => { all: (statement: SQL) => Promise<unknown> } } = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )
  const sent: string[] = []
  const prepare = (statement: string) => ({
    bind: () => ({
      all: async () => {
        sent.push(statement)
        throw new Error('no such table')
      }
    })
  })
  const directory = left.openDirectory({ DB: { prepare } })
  await expect(directory.all(sql`select id from users`)).rejects.toThrow('Failed query: select id from users')
  expect(sent).toEqual(['select id from users'])
})
