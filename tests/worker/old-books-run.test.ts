// How books older than a year become files: a bounded part in a run, on from where the last one stopped, and twice the same
// when a run was killed.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { copyLedger } from '#data/history/ledger.ts'
import { readRecords, usersAfter } from '#data/both/reconciliation.ts'
import { inShard } from '#domain/shard.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { archiveBooks } from '#worker/clock/archive-books.ts'
import { countOnD1, historyRows, runOnD1 } from '../support/worker/histories.ts'
import { Victim } from '../support/worker/killing.ts'
import {
  archiveAll,
  filesOf,
  linesOf,
  nightFinds,
  olderUser,
  operationsOf,
  today
} from '../support/worker/old-books.ts'
import { plansOf } from '../support/worker/query-plans.ts'
import { catchAlarms, copied, emptyBooks } from '../support/worker/reconciling.ts'
import { catchWarnings, holdOf, passMs, reportOf, settleOf, stopClock } from '../support/worker/wallet-rows.ts'

beforeEach(async () => {
  stopClock()
  catchWarnings()
  catchAlarms()
  await emptyBooks()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const yearMs = 365 * 24 * 60 * 60 * 1000
const linesInTable = (userId: string) => countOnD1('select count(*) as n from ledger_entries where user_id = ?', userId)

test('a line that the database has lost keeps the books there, and the nightly check says so', async () => {
  const person = await olderUser({ from: 15 })
  await runOnD1('delete from ledger_entries where user_id = ? and seq = 2', person.userId)
  expect(await archiveBooks(env, Date.now())).toEqual({ moved: 0, failed: 1 })
  expect(await filesOf(person)).toEqual([])
  expect(await nightFinds()).toEqual([expect.objectContaining({ kind: 'copy-gap', subject: person.userId })])
})

/** The bindings of a product with this user's history only: fewer steps at which to die. */
const alone = ({ bindings }: Pick<Victim, 'bindings'>): Env =>
  Object.fromEntries(Object.entries(bindings).filter(([name]) => name !== 'HISTORY_2')) as unknown as Env

describe('killed between what it stores', () => {
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
      files: (await filesOf(person)).map((file) => ({ ...file, archivedAt: 0 })),
      keys: (await env.MEDIA.list({ prefix: 'books/' })).objects.map(({ key }) => key),
      table: await reportOf(userId),
      operations: await operationsOf(person),
      lines: await linesOf(person, ['2032-05', '2032-06'])
    })
    await again()
    await archiveBooks(alone({ bindings: env }), Date.now())
    const wanted = await outcome()
    expect([wanted.operations, wanted.lines, wanted.files.length]).toEqual([history, entries, 2])
    // One file is stored, both are, the lines are no longer in the table.
    const deaths = [
      { call: 1, to: 'MEDIA.put', moment: 'after' },
      { call: 2, to: 'batch', moment: 'before' },
      { call: 2, to: 'batch', moment: 'after' }
    ] as const
    for (const death of deaths) {
      await again()
      vi.restoreAllMocks()
      catchWarnings()
      const victim = new Victim(env, death)
      await archiveBooks(alone(victim), Date.now()).catch(() => undefined)
      expect(victim.isDead).toBe(true)
      // Longer than a lease, and than a round that has ended rests.
      passMs(25 * 60 * 60 * 1000)
      await archiveAll()
      expect(await outcome(), JSON.stringify(death)).toEqual(wanted)
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
      `insert into ledger_entries (${columns}) ${rows} select ?1, n, 'o' || n, 'credit', 1, 0, n, 0, '{"kind":"signup-bonus"}', ?3 + n from counted`
    )
    .bind(userId, count, Date.now() - 1.5 * yearMs)
    .run()
  await historyRows(userId)
    .prepare(
      `insert into usage ${rows} select ?1, 'o' || n, n, 'bonus', '{"kind":"signup-bonus"}', null, null, 'credited', 0, 0, -1, 0, 0, 0, n, ?3 + n, ?3 + n from counted`
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
    const users = [1, 2].flatMap((shard) => Array.from({ length: 6 }, () => inShard(shard, crypto.randomUUID())))
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

    // A user who comes back begins a new history.
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

test('a history that is down does not keep the others from it', async () => {
  vi.setSystemTime(today)
  const userId = `h2-${crypto.randomUUID()}`
  await plant(userId, 2)
  const down = { prepare: () => ({ bind: () => ({}) }), batch: () => Promise.reject(new Error('D1_ERROR: down')) }
  const bindings = { ...env, HISTORY_1: Object.assign(Object.create(env.HISTORY_1), down) }
  await expect(archiveBooks(bindings, Date.now())).rejects.toThrow()
  expect(await filesOf({ userId })).toHaveLength(2)
})

test('nothing scans a table', async () => {
  const person = await olderUser({ from: 14, to: 12 })
  const { steps } = await plansOf(person.userId, async () => {
    await archiveAll()
    await usersAfter(env, '', 10)
    await readRecords(env, person.userId, Date.now())
    passMs(3 * yearMs)
    await archiveAll()
  })
  expect(new Set(steps).size).toBeGreaterThan(12)
  expect(steps.filter((step) => /^SCAN (ledger|usage|archived|jobs)/.test(step))).toEqual([])
})
