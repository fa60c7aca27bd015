// Books older than a year lie in files. Whoever reads them gets what the wallet has, whatever happened while they moved.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bookKey } from '#data/book-files.ts'
import { usagePages } from '#data/book-pages.ts'
import { openHistory } from '#data/database.ts'
import { copyLedger } from '#data/history/ledger.ts'
import { readRecords, usersAfter } from '#data/reconciliation.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { archiveBooks } from '#worker/operator/archive-books.ts'
import { archiveBody } from '#worker/people/account-archive.ts'
import { countOnD1, historyRows, runOnD1 } from '../support/worker/histories.ts'
import { Victim } from '../support/worker/killing.ts'
import {
  archiveAll,
  filesOf,
  historyOf,
  linesOf,
  olderUser,
  operationsOf,
  signedInAgain,
  today
} from '../support/worker/old-books.ts'
import { because, operate, responseTo } from '../support/worker/operator.ts'
import { dataOf, type Person } from '../support/worker/person.ts'
import { catchAlarms, copied, emptyBooks, finishNight, nextNight } from '../support/worker/reconciling.ts'
import { catchWarnings, holdOf, passMs, reportOf, settleOf, stopClock } from '../support/worker/wallet-rows.ts'
import { entriesOf } from '../support/worker/zip.ts'

let alarms: ReturnType<typeof catchAlarms>
beforeEach(async () => {
  stopClock()
  catchWarnings()
  alarms = catchAlarms()
  await emptyBooks()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const yearMs = 365 * 24 * 60 * 60 * 1000
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
const linesInTable = (userId: string) => countOnD1('select count(*) as n from ledger_entries where user_id = ?', userId)

async function archivedOperations({ userId }: Person) {
  const zip = new Uint8Array(await new Response(archiveBody(env, userId)).arrayBuffer())
  return JSON.parse(entriesOf(zip).get('operations.json') ?? '') as Record<string, unknown>[]
}

/** Reads everything that shows the books. @returns the tokens that all of it agrees about */
async function expectAgreement(person: Person): Promise<number> {
  const { availableTokens: tokens, debtTokens } = await userOf(env, person.userId).view()
  const usage = await dataOf<Record<string, unknown>>(await person.send('GET', '/ai/usage'))
  expect(usage).toMatchObject({ tokens, debtTokens })
  const csv = await (await person.send('GET', '/ai/usage.csv')).text()
  const rows = csv.trim().split('\r\n').slice(1)
  expect(sumOf(rows.map((row) => Number(row.split(';')[6])))).toBe(tokens)
  expect(await dataOf(await person.send('POST', '/user/tokens/check', {}))).toMatchObject({ agrees: true, tokens })
  const history = await historyOf(person)
  expect(rows).toHaveLength(history.length)
  expect(await archivedOperations(person)).toEqual(history)
  expect(sumOf(history.map(({ costTokens }) => costTokens))).toBe(-tokens)
  return tokens
}

async function nightFinds() {
  await nextNight()
  return (await finishNight()).found
}

describe('an account of three years', () => {
  test('shows what it showed before, and every reader agrees with the wallet', async () => {
    const person = await olderUser({ from: 36 })
    const before = await reportOf(person.userId)
    const lines = before.entries.length
    expect(lines).toBe(37 * 2 + 2)
    const tokens = await expectAgreement(person)
    expect(tokens).toBe(1100 - 37 * 3)

    await archiveAll()
    // The months from June 2032 on are younger than a year.
    expect(await linesInTable(person.userId)).toBe(13 * 2)
    const files = await filesOf(person)
    expect(files.filter(({ kind }) => kind === 'ledger').map(({ month }) => month)).toEqual(
      Array.from({ length: 24 }, (_, index) => new Date(Date.UTC(2030, 5 + index)).toISOString().slice(0, 7))
    )
    expect(await expectAgreement(person)).toBe(tokens)
    expect(await operationsOf(person)).toEqual(before.history)
    const months = [...new Set(before.entries.map(({ at }) => new Date(at).toISOString().slice(0, 7)))]
    expect(await linesOf(person, months)).toEqual(before.entries)
    expect(await nightFinds()).toEqual([])
    expect(alarms()).toEqual([])
  })

  test('goes on: what is new is in the table, and the next month becomes a file', async () => {
    const person = await olderUser({ from: 14 })
    await archiveAll()
    expect(await linesInTable(person.userId)).toBe(13 * 2)
    passMs(31 * 24 * 60 * 60 * 1000)
    await userOf(env, person.userId).reserve(holdOf('later'))
    await userOf(env, person.userId).settle(settleOf('later', 2))
    await copied(person)
    await archiveAll()
    expect(await linesInTable(person.userId)).toBe(13 * 2)
    expect((await filesOf(person)).map(({ kind, month }) => `${kind} ${month}`)).toEqual(
      ['2032-04', '2032-05', '2032-06'].flatMap((month) => [`ledger ${month}`, `usage ${month}`])
    )
    await expectAgreement(await signedInAgain(person))
    expect(await nightFinds()).toEqual([])
  })

  test('is read page by page while its lines move', async () => {
    const person = await olderUser({ from: 16 })
    const all = await historyOf(person)
    await archiveBooks(env, Date.now(), { users: 10, steps: 2, rows: 2000 })
    const read: unknown[] = []
    for await (const page of usagePages(env, person.userId)) {
      if (read.length === 0) await archiveAll()
      if ('rows' in page) read.push(...page.rows)
    }
    expect(read).toEqual(all)
  })
})

describe('a damaged file', () => {
  test.each([
    ['other bytes', (key: string) => env.MEDIA.put(key, 'something else')],
    ['no bytes', (key: string) => env.MEDIA.delete(key)]
  ])('with %s is said by everybody who reads it, and written anew from the journal', async (_, damage) => {
    const person = await olderUser({ from: 14 })
    const all = await historyOf(person)
    await archiveAll()
    const files = await filesOf(person)
    const ledger = bookKey({ userId: person.userId, kind: 'ledger', month: '2032-05', part: 1 })
    const usage = bookKey({ userId: person.userId, kind: 'usage', month: '2032-05', part: 1 })
    await damage(ledger)
    await damage(usage)

    const lost = { month: '2032-05', missingOperations: 2, note: expect.stringContaining('повреждён') }
    expect(await archivedOperations(person)).toEqual([...all.slice(0, 2), lost, ...all.slice(4)])
    const path = `/users/${person.userId}/books/2032-05`
    expect(await operate('GET', path)).toMatchObject({ status: 409, error: expect.stringContaining(ledger) })
    expect(alarms()).toEqual(
      [usage, ledger].map((key) => expect.objectContaining({ event: 'books-damaged', userId: person.userId, key }))
    )
    // Each night reads one file of a user anew; there are four.
    await nextNight()
    const found = []
    for (let nights = 0; nights < 4; nights++) {
      found.push(...(await finishNight()).found)
      passMs(24 * 60 * 60 * 1000)
    }
    expect(found.map(({ kind, detail }) => [kind, detail]).toSorted()).toEqual([
      ['books-damaged', ledger],
      ['books-damaged', usage]
    ])

    const why = because('Файл испорчен')
    expect((await operate('POST', `${path}/restoration`, why)).data).toEqual({ files: 2 })
    expect((await operate('POST', `${path}/restoration`, why)).data).toEqual({ files: 0 })
    expect(await filesOf(person)).toEqual(files)
    expect(await archivedOperations(person)).toEqual(all)
    const acts = "select count(*) as n from operator_actions where action = 'books-restore' and subject = ?"
    expect(await countOnD1(acts, person.userId)).toBe(2)
    await expectAgreement(await signedInAgain(person))
  })

  test('is not written anew from a journal that adds up to something else', async () => {
    const person = await olderUser({ from: 14 })
    await archiveAll()
    await env.MEDIA.delete(bookKey({ userId: person.userId, kind: 'ledger', month: '2032-05', part: 1 }))
    await runOnD1("update archived_books set balance_delta = 1 where month = '2032-05'")
    const restored = await operate('POST', `/users/${person.userId}/books/2032-05/restoration`, because())
    expect(restored).toMatchObject({ status: 409, code: 'CONFLICT' })
  })
})

test('a line that the database has lost keeps the books there, and the nightly check says so', async () => {
  const person = await olderUser({ from: 15 })
  await runOnD1('delete from ledger_entries where user_id = ? and seq = 2', person.userId)
  expect(await archiveBooks(env, Date.now())).toEqual({ moved: 0, failed: 1 })
  expect(await filesOf(person)).toEqual([])
  expect(await nightFinds()).toEqual([expect.objectContaining({ kind: 'copy-gap', subject: person.userId })])
})

describe('killed at any step', () => {
  test('the duty does it again with the same result', async () => {
    const person = await olderUser({ from: 13, to: 12 })
    const { userId } = person
    const { entries, history } = await reportOf(userId)
    const again = async () => {
      vi.setSystemTime(today)
      for (const table of ['archived_books', 'book_walks', 'ledger_entries', 'usage'])
        await runOnD1(`delete from ${table}`)
      await copyLedger(openHistory(env, userId), entries, history)
      const { objects } = await env.MEDIA.list({ prefix: 'books/' })
      await env.MEDIA.delete(objects.map(({ key }) => key))
    }
    const outcome = async () => ({
      files: (await filesOf(person)).map(({ archivedAt: _, ...file }) => file),
      keys: (await env.MEDIA.list({ prefix: 'books/' })).objects.map(({ key }) => key),
      table: await reportOf(userId),
      operations: await operationsOf(person),
      lines: await linesOf(person, ['2032-05', '2032-06'])
    })
    await again()
    const recording = new Victim(env, null)
    await archiveAll({}, recording.bindings)
    const wanted = await outcome()
    expect([wanted.operations, wanted.lines, wanted.files.length]).toEqual([history, entries, 2])
    const calls = recording.calls.length
    expect(recording.calls).toContain('MEDIA.put')
    for (let call = 1; call <= calls; call++)
      for (const moment of ['before', 'after'] as const) {
        await again()
        vi.restoreAllMocks()
        catchWarnings()
        const victim = new Victim(env, { call, moment })
        await archiveAll({}, victim.bindings).catch(() => undefined)
        expect(victim.isDead).toBe(true)
        passMs(90_000)
        // What has died may have tried this day's round already: it is done again the next day.
        passMs(24 * 60 * 60 * 1000)
        await archiveAll()
        expect(await outcome(), `${recording.calls[call - 1]} ${moment}`).toEqual(wanted)
      }
  })
})

/** So many lines of one month, two years ago, as a wallet would have copied them. */
async function plant(userId: string, count: number): Promise<void> {
  const columns =
    'user_id, seq, operation_id, kind, balance_delta, reserved_delta, balance_after, reserved_after, reason, at'
  const rows = `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ?2)`
  await historyRows(userId)
    .prepare(
      `insert into ledger_entries (${columns}) ${rows} select ?1, n, 'o' || n, 'credit', 1, 0, n, 0, 'gift', ?3 + n from counted`
    )
    .bind(userId, count, Date.now() - 1.5 * yearMs)
    .run()
  await historyRows(userId)
    .prepare(
      `insert into usage ${rows} select ?1, 'o' || n, n, 'bonus', 'Подарок', null, null, 'credited', 0, 0, -1, 0, 0, 0, n, ?3 + n, ?3 + n from counted`
    )
    .bind(userId, count, Date.now() - 1.5 * yearMs)
    .run()
}

describe('one run does a bounded part', () => {
  beforeEach(() => vi.setSystemTime(today))

  test('an account with 5,000 old lines takes several', async () => {
    const userId = `h1-${crypto.randomUUID()}`
    await plant(userId, 5000)
    expect(await archiveAll({ steps: 1 })).toEqual([1, 1, 1])
    expect((await filesOf({ userId })).map(({ kind, part, rows }) => [kind, part, rows])).toEqual(
      [2000, 2000, 1000].flatMap((rows, index) => ['ledger', 'usage'].map((kind) => [kind, index + 1, rows]))
    )
    expect(await linesInTable(userId)).toBe(0)
    expect((await operationsOf({ userId })).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 5000 }, (_, index) => index + 1)
    )
  })

  test('users of all histories have their turn, a few in a run', async () => {
    const users = [0, 1, 2].flatMap((shard) =>
      Array.from({ length: 4 }, () => (shard === 0 ? '' : `h${shard}-`) + crypto.randomUUID())
    )
    for (const userId of users) await plant(userId, 2)
    for (let runs = 0; runs < 12; runs++) {
      passMs(60_000)
      const { moved } = await archiveBooks(env, Date.now(), { users: 3, steps: 2, rows: 100 })
      expect(moved).toBeLessThanOrEqual(2)
    }
    for (const userId of users) {
      expect(await linesInTable(userId)).toBe(0)
      const noted = 'select count(*) as n from archived_books where user_id = ?'
      expect(await historyRows(userId).prepare(noted).bind(userId).first('n')).toBe(2)
    }
  })

  test('two runs at once move a line once', async () => {
    const userId = `h1-${crypto.randomUUID()}`
    await plant(userId, 50)
    const runs = await Promise.all([archiveBooks(env, Date.now()), archiveBooks(env, Date.now())])
    expect(runs.map(({ moved }) => moved).toSorted()).toEqual([0, 1])
    expect(await operationsOf({ userId })).toHaveLength(50)
  })
})

describe('two years after the last operation', () => {
  test('the usage is deleted, in files and in the table; the ledger stays', async () => {
    const person = await olderUser({ from: 30, to: 23 })
    const { userId } = person
    const lines = (await reportOf(userId)).entries
    await archiveAll()
    expect(await operationsOf(person)).toHaveLength(10)
    const usageKeys = async () =>
      (await env.MEDIA.list({ prefix: `books/${userId}/` })).objects.filter(({ key }) => key.includes('usage'))
    passMs(28 * 24 * 60 * 60 * 1000)
    await archiveAll()
    expect(await usageKeys()).toHaveLength(8)
    passMs(2 * 24 * 60 * 60 * 1000)
    await archiveAll()
    expect(await usageKeys()).toEqual([])
    expect(await operationsOf(person)).toEqual([])
    expect(await nightFinds()).toEqual([])
    const months = [...new Set(lines.map(({ at }) => new Date(at).toISOString().slice(0, 7)))]
    expect(await linesOf(person, months)).toEqual(lines)

    // Whoever comes back begins a new history.
    await userOf(env, userId).reserve(holdOf('back'))
    await userOf(env, userId).settle(settleOf('back', 2))
    await copied(person)
    await archiveAll()
    expect((await operationsOf(person)).map(({ operationId }) => operationId)).toEqual(['back'])
    expect(await nightFinds()).toEqual([])
  })

  test('usage that never became a file is deleted in portions', async () => {
    vi.setSystemTime(today)
    const userId = `h2-${crypto.randomUUID()}`
    await plant(userId, 250)
    passMs(yearMs)
    expect(await archiveAll({ rows: 100, steps: 2 })).not.toContain(3)
    expect(await countOnD1('select count(*) as n from usage')).toBe(0)
    const files = await filesOf({ userId })
    expect(files.map(({ kind, rows }) => [kind, rows])).toEqual([100, 100, 50].map((rows) => ['ledger', rows]))
  })
})

test('nothing scans a table', async () => {
  const person = await olderUser({ from: 14, to: 12 })
  const queries = new Set<string>()
  const prepare = (query: string) => {
    queries.add(query)
    return env.HISTORY_1.prepare(query)
  }
  const bindings = { ...env, HISTORY_1: Object.assign(Object.create(env.HISTORY_1), { prepare }) }
  await archiveAll({}, bindings)
  await usersAfter(bindings, '', 10)
  await readRecords(bindings, person.userId, Date.now())
  passMs(3 * yearMs)
  await archiveAll({}, bindings)
  expect(queries.size).toBeGreaterThan(12)
  for (const query of queries) {
    const numbered = [...query.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number))
    const values = numbered.length > 0 ? Math.max(...numbered) : query.split('?').length - 1
    const { results } = await env.HISTORY_1.prepare(`explain query plan ${query}`)
      .bind(...Array.from({ length: values }, () => 1))
      .all<{ detail: string }>()
    const scans = results
      .map(({ detail }) => detail)
      .filter((detail) => /^SCAN (ledger|usage|archived|jobs)/.test(detail))
    expect(scans, query).toEqual([])
  }
})

const textAt = async (path: string) => (await responseTo('GET', path)).text()

test('an operator reads any month, from a file or from the table', async () => {
  const person = await olderUser({ from: 14 })
  const { entries } = await reportOf(person.userId)
  await archiveAll()
  const path = `/users/${person.userId}/books`
  const { data } = await operate('GET', path)
  expect(data).toMatchObject({ live: { from: '2032-06', to: '2033-06' } })
  expect((data as { files: object[] }).files).toHaveLength(4)
  expect((data as { files: object[] }).files[0]).toMatchObject({
    month: '2032-04',
    kind: 'ledger',
    part: 1,
    rows: 3,
    first_seq: 1,
    last_seq: 3,
    bytes: expect.any(Number),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/)
  })
  for (const month of ['2032-04', '2032-05', '2032-06', '2033-06', '2033-07', '2020-01']) {
    const wanted = entries.filter(({ at }) => new Date(at).toISOString().startsWith(month))
    expect(await linesOf(person, [month])).toEqual(wanted)
    const rows = (await textAt(`${path}/${month}?format=jsonl`)).split('\n').slice(0, -1)
    expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(wanted)
    expect((await textAt(`${path}/${month}`)).trim().split('\r\n')).toHaveLength(1 + wanted.length)
  }
  expect(await textAt(`${path}/2032-04`)).toContain(
    '3;"2032-04-15T12:01:00.000Z";"answer-14";"settle";-3;-5;547;0;"complete"'
  )
  expect((await operate('GET', '/users/nobody/books')).status).toBe(404)
  expect((await operate('GET', `${path}/2032-13`)).status).toBe(400)
})
