// Books older than a year lie in files. Every reader gets what the wallet has, whatever happened while they moved.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bookKey } from '#data/files/book-files.ts'
import { usagePages } from '#data/both/book-pages.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { archiveBooks } from '#worker/clock/archive-books.ts'
import { archiveBody } from '#worker/people/account-archive.ts'
import { countOnD1, runOnD1 } from '../support/worker/histories.ts'
import {
  archiveAll,
  filesOf,
  historyOf,
  linesOf,
  nightFinds,
  olderUser,
  operationsOf,
  shownHistoryOf,
  signedInAgain
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
  const history = await shownHistoryOf(person)
  expect(rows).toHaveLength(history.length)
  expect(await archivedOperations(person)).toEqual(history)
  expect(sumOf(history.map(({ costTokens }) => costTokens))).toBe(-tokens)
  return tokens
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
    const all = await shownHistoryOf(person)
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
