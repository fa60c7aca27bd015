// Local databases are brought up to date by the product's own script, in real D1.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { migrate as migrateDatabase } from '#scripts/migrate-database.ts'
import { runTool } from '#scripts/base/tool.ts'
import { wranglerEnvironment } from '#scripts/base/wrangler.ts'

const place = mkdtempSync(join(tmpdir(), 'migrate-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const state = join(place, 'state')
const config = join(place, 'wrangler.json')
const write = (file: string, sql: string) => writeFileSync(join(place, file), sql)
mkdirSync(join(place, 'people'))

const id = '00000000-0000-0000-0000-000000000001'
const d1_databases = [{ binding: 'DB', database_name: 'one', database_id: id, migrations_dir: join(place, 'people') }]
writeFileSync(config, JSON.stringify({ name: 'api', compatibility_date: '2026-11-01', d1_databases }))

const split = (sql: string) => [sql]

const migrate = () =>
  runTool({
    nodeArguments: [join(root, 'scripts/migrate-locally.ts'), config, state],
    environment: wranglerEnvironment(place)
  })

function rowsOf(query: string): unknown[] {
  const folder = join(state, 'v3/d1/miniflare-D1DatabaseObject')
  const [file = ''] = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
  const database = new DatabaseSync(join(folder, file))
  try {
    return database
      .prepare(query)
      .all()
      .map((row) => Object.values(row)[0])
  } finally {
    database.close()
  }
}

test('each migration is applied once and whole', async () => {
  write(
    'people/0000_users.sql',
    'create table users (id integer);--> statement-breakpoint\ninsert into users values (1);'
  )
  write(
    'people/0001_trigger.sql',
    'create trigger one after insert on users begin update users set id = id + 1; update users set id = id * 2; end;'
  )
  write('people/0002_broken.sql', 'insert into users values (7); insert into nowhere values (1);')
  expect(await migrate()).toMatchObject({
    succeeded: false,
    output: expect.stringMatching(/^\S+0002_broken\.sql was not applied: .*no such table: nowhere.*\. Nothing of it/m)
  })
  expect(rowsOf('select id from users')).toEqual([1])
  expect(rowsOf('select name from d1_migrations')).toEqual(['0000_users.sql', '0001_trigger.sql'])

  write('people/0002_broken.sql', 'insert into users values (7);')
  expect(await migrate()).toMatchObject({ succeeded: true })
  expect(rowsOf('select id from users')).toEqual([4, 16])
  expect(rowsOf('select name from d1_migrations')).toHaveLength(3)
})

test('a connection that the runtime has closed is opened anew, a few times', async () => {
  let cuts = 0
  const cut = () => Promise.reject(((cuts += 1), new TypeError('fetch failed')))
  const statement = { bind: () => statement, all: async () => ({ results: [{ name: '0000_users.sql' }] }) }
  const batches: unknown[][] = []
  const batch = async (statements: unknown[]) => (cuts < 2 ? cut() : batches.push(statements))
  const folder = join(place, 'closed')
  mkdirSync(folder)
  write('closed/0000_users.sql', 'select 0;')
  write('closed/0001_more.sql', 'select 1;')
  await migrateDatabase({ prepare: () => statement, batch }, folder, split)
  expect(batches.map(({ length }) => length)).toEqual([1, 2])
  await expect(migrateDatabase({ prepare: () => statement, batch: cut }, folder, split)).rejects.toThrow('fetch failed')
  expect(cuts).toBe(2 + 3)
})
