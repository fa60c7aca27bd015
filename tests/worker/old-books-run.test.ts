// How lines older than a year leave the database: a bounded part in a run, on from where the last one stopped, and twice the same
// when a run was killed.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { ownedBefore } from '#data/history/closing.ts'
import { copyLedger } from '#data/history/ledger.ts'
import { readRecords, usersAfter } from '#data/both/reconciliation.ts'
import { inShard } from '#domain/shard.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { moveOldBooks } from '#worker/clock/move-old-books.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { countOnD1, historyRows, runOnD1 } from '../support/worker/histories.ts'
import { Victim } from '../support/worker/killing.ts'
import { linesInTable, moveAll, nightFinds, oldBooksOf, olderUser, today } from '../support/worker/old-books.ts'
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
const usageOf = (userId: string) => countOnD1('select count(*) as n from usage where user_id = ?', userId)

test.each([
  ['among those that are due', 0, 2],
  ['behind those that have left', 1, 3]
])(
  'a line that the database has lost %s keeps the books there, and the nightly check says so',
  async (_, steps, lost) => {
    const { userId } = await olderUser({ from: 15 })
    await moveOldBooks(env, Date.now(), { users: 10, steps, rows: 2 })
    await runOnD1('delete from ledger_entries where user_id = ? and seq = ?', userId, lost)
    const before = [await linesInTable(userId), await oldBooksOf(userId)]
    passMs(60_000)
    expect(await moveOldBooks(env, Date.now())).toEqual({ moved: 0, failed: 1 })
    expect([await linesInTable(userId), await oldBooksOf(userId)]).toEqual(before)
    expect(await nightFinds()).toEqual([expect.objectContaining({ kind: 'copy-gap', subject: userId })])
  }
)

/** The bindings of a product with this user's history only: fewer steps at which to die. */
const alone = ({ bindings }: Pick<Victim, 'bindings'>): Env =>
  Object.fromEntries(Object.entries(bindings).filter(([name]) => name !== 'HISTORY_2')) as unknown as Env

test.each(['before', 'after'] as const)(
  'killed %s the transaction, the duty ends with the same result',
  async (moment) => {
    const { userId } = await olderUser({ from: 13, to: 12 })
    const { entries, history } = await reportOf(userId)
    const outcome = async () => [await oldBooksOf(userId), await reportOf(userId)]
    await moveAll()
    const wanted = await outcome()
    for (const table of ['old_books', 'book_walks', 'ledger_entries', 'usage']) await runOnD1(`delete from ${table}`)
    await copyLedger(openHistory(env, userId), entries, history)

    const victim = new Victim(env, { call: 1, to: 'batch', moment })
    await moveOldBooks(alone(victim), Date.now()).catch(() => undefined)
    expect(victim.isDead).toBe(true)
    // Longer than a lease, and than a round that has ended rests.
    passMs(25 * 60 * 60 * 1000)
    await moveAll()
    expect(await outcome()).toEqual(wanted)
  }
)

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
    expect(await moveAll({ steps: 1 })).toEqual([1, 1, 1])
    expect([await linesInTable(userId), await usageOf(userId)]).toEqual([0, 0])
    expect(await oldBooksOf(userId)).toMatchObject({ last_seq: 5000, balance_after: 5000, balance_sum: 5000 })
    expect(await usersAfter(env, '', 10)).toEqual([userId])
  })

  test.each([0, 1, 3, 5])(
    'the nightly check reads the same sums after each step; a correction in line %i',
    async (corrected) => {
      const userId = `h1-${crypto.randomUUID()}`
      await plant(userId, 5)
      await runOnD1("update ledger_entries set kind = 'correct' where user_id = ? and seq = ?", userId, corrected)
      const sums = { lines: 5, lastSeq: 5, lastBalance: 5, balanceSum: 5 - Math.max(corrected - 1, 0) }
      for (const left of [5, 3, 1, 0]) {
        expect(await linesInTable(userId)).toBe(left)
        expect((await readRecords(env, userId, Date.now())).copy).toMatchObject(sums)
        passMs(60_000)
        await moveOldBooks(env, Date.now(), { users: 10, steps: 1, rows: 2 })
      }
    }
  )

  test('users of all histories have their turn, a few in a run', async () => {
    const users = [1, 2].flatMap((shard) => Array.from({ length: 6 }, () => inShard(shard, crypto.randomUUID())))
    for (const userId of users) await plant(userId, 2)
    for (let runs = 0; runs < 12; runs++) {
      passMs(60_000)
      const { moved } = await moveOldBooks(env, Date.now(), { users: 3, steps: 2, rows: 100 })
      expect(moved).toBeLessThanOrEqual(2)
    }
    for (const userId of users) {
      expect(await linesInTable(userId)).toBe(0)
      expect(await oldBooksOf(userId)).toMatchObject({ last_seq: 2 })
    }
  })

  test('two runs at once move a line once', async () => {
    const userId = `h1-${crypto.randomUUID()}`
    await plant(userId, 50)
    const runs = await Promise.all([moveOldBooks(env, Date.now()), moveOldBooks(env, Date.now())])
    expect(runs.map(({ moved }) => moved).toSorted()).toEqual([0, 1])
    expect(await oldBooksOf(userId)).toMatchObject({ last_seq: 50, balance_sum: 50 })
  })
})

describe('two years after the last operation', () => {
  test('the usage is deleted; the ledger stays', async () => {
    const person = await olderUser({ from: 30, to: 23 })
    const { userId } = person
    await moveAll()
    expect(await linesInTable(userId)).toBe(0)
    // The nightly check compares the two purchases with their payments.
    expect(await usageOf(userId)).toBe(2)
    passMs(28 * 24 * 60 * 60 * 1000)
    await moveAll()
    expect(await usageOf(userId)).toBe(2)
    passMs(2 * 24 * 60 * 60 * 1000)
    await moveAll()
    expect(await usageOf(userId)).toBe(0)
    expect(await oldBooksOf(userId)).toMatchObject({ last_seq: 2 + 8 * 2 })
    expect(await ownedBefore(openHistory(env, userId), Date.now())).toBe(1100 - 8 * 3)
    expect(await nightFinds()).toEqual([])

    // A user who comes back begins a new history.
    await userOf(env, userId).reserve(holdOf('back'))
    await userOf(env, userId).settle(settleOf('back', 2))
    await copied(person)
    await moveAll()
    expect(await usageOf(userId)).toBe(1)
    expect(await nightFinds()).toEqual([])
  })

  test('a run that ended between the usage and its lines leaves nothing that differs', async () => {
    const { userId } = await olderUser({ from: 30, to: 26 })
    const lines = await linesInTable(userId)
    await moveOldBooks(env, Date.now(), { users: 10, steps: 1, rows: 2000 })
    expect([await usageOf(userId), await linesInTable(userId)]).toEqual([0, lines])
    expect(await nightFinds()).toEqual([])
  })

  test('usage whose lines could not leave is deleted in portions', async () => {
    vi.setSystemTime(today)
    const userId = `h2-${crypto.randomUUID()}`
    await plant(userId, 250)
    await runOnD1('delete from ledger_entries where user_id = ? and seq = 1', userId)
    passMs(yearMs)
    const sizes = { users: 10, steps: 2, rows: 100 }
    expect(await moveOldBooks(env, Date.now(), sizes)).toEqual({ moved: 2, failed: 0 })
    expect(await usageOf(userId)).toBe(50)
    passMs(60_000)
    expect(await moveOldBooks(env, Date.now(), sizes)).toEqual({ moved: 1, failed: 1 })
    expect([await usageOf(userId), await linesInTable(userId)]).toEqual([0, 249])
  })
})

test('a history that is down does not keep the others from it', async () => {
  vi.setSystemTime(today)
  const userId = `h2-${crypto.randomUUID()}`
  await plant(userId, 2)
  const down = { prepare: () => ({ bind: () => ({}) }), batch: () => Promise.reject(new Error('D1_ERROR: down')) }
  const bindings = { ...env, HISTORY_1: changedBinding(env.HISTORY_1, down) }
  await expect(moveOldBooks(bindings, Date.now())).rejects.toThrow()
  expect(await linesInTable(userId)).toBe(0)
})

test('nothing scans a table', async () => {
  const person = await olderUser({ from: 14, to: 12 })
  const { steps } = await plansOf(person.userId, async () => {
    await moveAll()
    await usersAfter(env, '', 10)
    await readRecords(env, person.userId, Date.now())
    passMs(3 * yearMs)
    await moveAll()
  })
  expect(new Set(steps).size).toBeGreaterThan(12)
  expect(steps.filter((step) => /^SCAN (ledger|usage|old_books|jobs)/.test(step))).toEqual([])
})
