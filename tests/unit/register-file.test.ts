// The register's file of SQLite: when it cannot take a record, nothing goes abroad; and what is never in it.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#register/database.ts'
import { exportRecords } from '#register/export.ts'
import {
  bearer,
  databases,
  emptyDatabase,
  key,
  openRegister,
  registration,
  type StandIn,
  startWorker
} from '../support/node/register.ts'

type Opened = Awaited<ReturnType<typeof openRegister>>
let worker: StandIn

beforeEach(async () => {
  worker = await startWorker()
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await worker.stop()
})

describe('a file of SQLite', () => {
  let opened: Opened
  beforeEach(async () => {
    opened = await openRegister('sqlite', worker.origin)
  })
  afterEach(() => opened.close())

  const refused = { status: 503, body: { code: 'REGISTER_UNREACHABLE' } }

  test('that another program has locked lets nothing go abroad', async () => {
    const other = new DatabaseSync(opened.url)
    other.exec('begin immediate')
    expect(await opened.send('POST', '/auth/register', registration('a@a.example'))).toMatchObject(refused)
    other.exec('rollback')
    other.close()
    expect(worker.arrived).toEqual([])
    expect((await opened.send('POST', '/auth/register', registration('a@a.example'))).status).toBe(200)
  })

  test('on a full disk lets nothing go abroad', async () => {
    const [pages] = await opened.register.database.run('pragma page_count')
    await opened.register.database.run(`pragma max_page_count = ${pages!['page_count']}`)
    const statuses: number[] = []
    for (let number = 0; number < 40; number++) {
      const name = 'и'.repeat(400)
      statuses.push(
        (await opened.send('PUT', '/user/profile', { displayName: `${number}${name}` }, bearer('1-user'))).status
      )
    }
    expect(statuses.at(-1)).toBe(503)
    expect(worker.arrived).toHaveLength(statuses.filter((status) => status === 200).length)
  })

  test('is exported whole or not at all, and never into a file that is there', async () => {
    await opened.send('POST', '/auth/register', registration('a@a.example'))
    const file = `${opened.url}.jsonl`
    await expect(exportRecords(opened.register, file, undefined, AbortSignal.abort())).rejects.toThrow('abort')
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, 'of somebody else')
    await expect(exportRecords(opened.register, file)).rejects.toThrow('EEXIST')
    expect(() => opened.register.database.copyTo(file)).toThrow()
    expect(readFileSync(file, 'utf8')).toBe('of somebody else')
  })

  test('never holds a password, nor the key', async () => {
    await opened.send('POST', '/auth/register', registration('a@a.example'))
    const bytes = Buffer.concat([opened.url, `${opened.url}-wal`].map((file) => readFileSync(file)))
    expect(bytes.includes('a@a.example')).toBe(true)
    for (const secret of ['Correct-Horse7!', key]) expect(bytes.includes(secret)).toBe(false)
  })

  test('waits for the disk at each record', async () => {
    const [[synchronous], [mode]] = [
      await opened.register.database.run('pragma synchronous'),
      await opened.register.database.run('pragma journal_mode')
    ]
    expect([synchronous, mode]).toEqual([{ synchronous: 2 }, { journal_mode: 'wal' }])
  })
})

test.each(databases)('on %s a command makes no register, and the service takes no other database', async (kind) => {
  const { url, drop } = await emptyDatabase(kind)
  for (const _ of ['once', 'and again']) await expect(openDatabase(url, false)).rejects.toThrow('it is empty')
  const made = await openDatabase(url)
  await (await openDatabase(url, false)).close()
  await made.run('alter table records rename to visits')
  for (const mayMake of [false, true]) await expect(openDatabase(url, mayMake)).rejects.toThrow('of something else')
  await expect(made.run('select * from records')).rejects.toThrow('records')
  await made.close()
  await drop()
})

describe('a file that is no register', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'foreign-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test.each(['create table visits (at integer)', 'create table records (id text)'])(
    '%s stays as it is',
    async (made) => {
      const file = join(folder, 'other.sqlite')
      const other = new DatabaseSync(file)
      other.exec(made)
      other.close()
      const before = readFileSync(file)
      await expect(openDatabase(file)).rejects.toThrow('a database of something else')
      expect(readFileSync(file).equals(before)).toBe(true)
    }
  )

  test('but empty becomes one for the service alone', async () => {
    const file = join(folder, 'new.sqlite')
    writeFileSync(file, '')
    await expect(openDatabase(file, false)).rejects.toThrow('it is empty')
    expect(readFileSync(file)).toHaveLength(0)
    await (await openDatabase(file)).close()
    await (await openDatabase(file, false)).close()
  })
})
