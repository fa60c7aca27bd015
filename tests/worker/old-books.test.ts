// Lines older than a year are in the journal alone. Every reader gets what the wallet has, before they left the database and after.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { actionText } from '#contract/operation-actions.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { archiveBody } from '#worker/people/account-archive.ts'
import { eraseAccounts } from '../support/worker/clock.ts'
import { runOnD1 } from '../support/worker/histories.ts'
import { moveAll, linesInTable, nightFinds, oldBooksOf, olderUser, signedInAgain } from '../support/worker/old-books.ts'
import { operate, responseTo } from '../support/worker/operator.ts'
import { dataOf, type Person } from '../support/worker/person.ts'
import { catchAlarms, copied, emptyBooks } from '../support/worker/reconciling.ts'
import { catchWarnings, holdOf, passMs, reportOf, settleOf, stopClock } from '../support/worker/wallet-rows.ts'
import { entriesOf } from '../support/worker/zip.ts'

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

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

async function archivedOperations({ userId }: Person) {
  const zip = new Uint8Array(await new Response(archiveBody(env, userId)).arrayBuffer())
  return JSON.parse(entriesOf(zip).get('operations.json') ?? '') as Record<string, unknown>[]
}

/** All operations as the wallet has them, oldest first. */
async function historyOf({ userId }: Person) {
  const { ended } = await userOf(env, userId).history({ limit: 1000 })
  return ended.toReversed().map((row) => ({ userId, ...row, action: actionText(row.action) }))
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
  expect(await nightFinds()).toEqual([])
  return tokens
}

test('an account of three years shows what it showed before, and every reader agrees with the wallet', async () => {
  const person = await olderUser({ from: 36 })
  const { userId } = person
  const tokens = await expectAgreement(person)
  expect(tokens).toBe(1100 - 37 * 3)

  await moveAll()
  // The months from June 2032 on are younger than a year.
  expect(await linesInTable(userId)).toBe(13 * 2)
  expect(await oldBooksOf(userId)).toMatchObject({ last_seq: 2 + 24 * 2, balance_after: 1100 - 24 * 3 })
  expect(await expectAgreement(await signedInAgain(person))).toBe(tokens)

  // What is new is in the table, and the next month leaves it.
  passMs(31 * 24 * 60 * 60 * 1000)
  await userOf(env, userId).reserve(holdOf('later'))
  await userOf(env, userId).settle(settleOf('later', 2))
  await copied(person)
  await moveAll()
  expect(await linesInTable(userId)).toBe(13 * 2)
  expect(await expectAgreement(await signedInAgain(person))).toBe(tokens - 2)
})

const textAt = async (path: string) => (await responseTo('GET', path)).text()

test('an operator reads any month, of an erased account too', async () => {
  const { userId } = await olderUser({ from: 14 })
  const { entries } = await reportOf(userId)
  await moveAll()
  await runOnD1('update users set deletion_requested_at = 1 where id = ?', userId)
  expect(await eraseAccounts(env, Date.now())).toBe(1)
  const path = `/users/${userId}/books`
  const months = { from: '2032-04', to: '2033-06' }
  expect((await operate('GET', path)).data).toEqual({ months })
  for (const month of ['2032-04', '2032-05', '2032-06', '2033-06', '2033-07', '2020-01']) {
    const wanted = entries.filter(({ at }) => new Date(at).toISOString().startsWith(month))
    const rows = (await textAt(`${path}/${month}?format=jsonl`)).split('\n').slice(0, -1)
    expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(wanted)
    expect((await textAt(`${path}/${month}`)).trim().split('\r\n')).toHaveLength(1 + wanted.length)
  }
  expect(await textAt(`${path}/2032-04`)).toContain(
    '3;"2032-04-15T12:01:00.000Z";"answer-14";"settle";-3;-5;547;0;"complete"'
  )
  passMs(1.5 * 365 * 24 * 60 * 60 * 1000)
  await moveAll()
  expect(await linesInTable(userId)).toBe(0)
  expect((await operate('GET', path)).data).toEqual({ months })
  expect((await operate('GET', '/users/nobody/books')).status).toBe(404)
  expect((await operate('GET', `${path}/2032-13`)).status).toBe(400)
})
