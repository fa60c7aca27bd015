// Reads the rows of a wallet and their copy in D1 directly, and checks them against the invariants.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { asc, eq } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { ledgerEntries, usage } from '#data/history/schema-ledger.ts'
import {
  accountViolations,
  historyViolations,
  type JournalLine,
  journalViolations,
  reservationViolations
} from '#domain/ledger-invariants.ts'
import { balanceOf, emptyAccount } from '#domain/ledger.ts'
import { nightOf } from '#domain/reconciliation-clock.ts'
import { Answers } from '#durable-objects/answer/answers.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { OwnerOutcome } from '#domain/ledger-overdue.ts'
import type { ReserveCommand } from '#durable-objects/wallet/calls.ts'
import { answerCopyDelayMs } from '#durable-objects/wallet/copy-delay.ts'
import { WalletJournal } from '#durable-objects/wallet/journal.ts'

const hourMs = 60 * 60 * 1000

/**
 * Stops the clock a year ahead. The runtime's own clock fires alarms, so none fires by itself: a test moves the
 * clock and runs the alarms when it needs them.
 */
export function stopClock() {
  const inAYear = Date.now() + 365 * 24 * hourMs
  // The minutes and whole days that a test lets pass must not reach into another night of the nightly check.
  const endsSoon = nightOf(inAYear) !== nightOf(inAYear + hourMs)
  vi.useFakeTimers({ toFake: ['Date'], now: endsSoon ? inAYear + hourMs : inAYear })
}

export const passMs = (ms: number) => vi.setSystemTime(Date.now() + ms)

const newUser = () => `h1-${crypto.randomUUID()}`

export async function walletWith(tokens: number) {
  const userId = newUser()
  const wallet = userOf(env, userId)
  if (tokens > 0) await wallet.credit(topUp(tokens))
  return { userId, wallet }
}

export const topUp = (amountTokens: number, id = 'bonus:start') => ({
  id,
  amountTokens,
  service: 'bonus',
  action: { kind: 'signup-bonus' } as const
})

export const holdOf = (id: string, more: Partial<ReserveCommand> = {}): ReserveCommand => ({
  id,
  fingerprint: 'same',
  priceTokens: 5,
  owner: 'answer',
  operation: { service: 'chatgpt', model: 'gpt-4o', action: { kind: 'answer' } },
  lifetimeMs: 20 * 60_000,
  runningMax: 1000,
  ...more
})

export const settleOf = (id: string, chargedTokens: number) => ({
  id,
  chargedTokens,
  outcome: 'complete',
  upstreamModel: 'gpt-6-luna',
  attempts: 1
})

export const ring = (userId: string) => runDurableObjectAlarm(env.USER.getByName(userId))

/** Runs the alarm until none is due at this moment. */
export async function ringUntilQuiet(userId: string) {
  for (let rings = 0; rings < 50; rings++) {
    const at = await alarmOf(userId)
    if (at === null || at > Date.now()) return
    await ring(userId)
  }
  throw new Error('The alarm never comes to rest')
}

export const alarmOf = (userId: string) =>
  runInDurableObject(env.USER.getByName(userId), (_, state) => state.storage.getAlarm())

export const changeRows = (userId: string, statement: string) =>
  runInDurableObject(env.USER.getByName(userId), (_, state) => {
    state.storage.sql.exec(statement)
  })

/** Drops what the object has in memory, as it does after seconds without a request. */
export const forget = (userId: string) => evictDurableObject(env.USER.getByName(userId))

/** The object as it is in a stack where its user was never seen. */
export async function empty(userId: string) {
  await runInDurableObject(env.USER.getByName(userId), (_, { storage }) => storage.deleteAll())
  await forget(userId)
}

interface Rows {
  lines: JournalLine[]
  open: ReturnType<WalletJournal['reservations']['all']>
  nextDueAt: number | null
  alarmAt: number | null
}

export const rowsOf = (userId: string): Promise<Rows> =>
  runInDurableObject(env.USER.getByName(userId), async (_, { storage }) => {
    const journal = new WalletJournal(storage)
    const lines = storage.sql
      .exec<Record<string, string | number>>('select * from journal order by seq')
      .toArray()
      .map((row) => ({
        seq: Number(row['seq']),
        kind: String(row['kind']) as JournalLine['kind'],
        operationId: String(row['operation_id']),
        balanceDelta: Number(row['balance_delta']),
        reservedDelta: Number(row['reserved_delta']),
        chargedTokens: Number(row['charged_tokens']),
        lossTokens: Number(row['loss_tokens']),
        ...(Number(row['plan_tokens']) > 0 ? { planTokens: Number(row['plan_tokens']) } : {}),
        after: {
          creditedTokens: Number(row['credited_after']),
          availableTokens: Number(row['available_after']),
          reservedTokens: Number(row['reserved_after']),
          usedTokens: Number(row['used_after']),
          debtTokens: Number(row['debt_after'])
        }
      }))
    const alarmAt = await storage.getAlarm()
    return { lines, open: journal.reservations.all(), nextDueAt: journal.nextDueAt(), alarmAt }
  })

/** Checks every invariant of one wallet, and that its alarm is set no later than its first due action. */
export async function expectSound(userId: string) {
  const { lines, open, nextDueAt, alarmAt } = await rowsOf(userId)
  const account = lines.at(-1)?.after ?? emptyAccount
  const violations = [
    ...accountViolations(account),
    ...journalViolations(lines),
    ...reservationViolations(account, open)
  ]
  expect(violations).toEqual([])
  const opened = lines.filter(({ kind }) => kind === 'reserve').map(({ operationId }) => operationId)
  expect(opened).toEqual(expect.arrayContaining(open.map(({ operationId }) => operationId)))
  if (nextDueAt !== null) expect(alarmAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(nextDueAt)
}

export const reportOf = async (userId: string) => {
  const copy = openHistory(env, userId)
  const [entries, history] = await copy.batch([
    copy.select().from(ledgerEntries).where(eq(ledgerEntries.userId, userId)).orderBy(asc(ledgerEntries.seq)),
    copy.select().from(usage).where(eq(usage.userId, userId)).orderBy(asc(usage.seq))
  ])
  return { entries, history }
}

/** Lets the time pass that the lines of an answer may wait, and runs the alarm. The clock must have been stopped. */
async function untilCopied(userId: string) {
  passMs(answerCopyDelayMs)
  await ringUntilQuiet(userId)
}

/** Reserves and settles this many tokens. */
export async function spend({ userId }: { userId: string }, tokens: number) {
  const id = crypto.randomUUID()
  await userOf(env, userId).reserve(holdOf(id, { priceTokens: tokens }))
  await userOf(env, userId).settle(settleOf(id, tokens))
}

/** Checks that D1 has got exactly the wallet's journal, and that the history adds up to the balance. */
export async function expectCopied(userId: string) {
  await untilCopied(userId)
  const [{ lines }, { entries, history }] = await Promise.all([rowsOf(userId), reportOf(userId)])
  expect(entries).toMatchObject(
    lines.map(({ seq, operationId, kind, balanceDelta, reservedDelta, after }) => ({
      seq,
      operationId,
      kind,
      balanceDelta,
      reservedDelta,
      balanceAfter: balanceOf(after),
      reservedAfter: after.reservedTokens
    }))
  )
  expect(historyViolations(history, lines.at(-1)?.after ?? emptyAccount)).toEqual([])
}

/** Catches warnings and keeps them out of the output. @returns a function that gives their events */
export function catchWarnings() {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  return () => warn.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string })
}

/** Makes the answers of every user give this reply to the wallet; the setup restores it. */
export const letOwnersSay = (reply: OwnerOutcome | Error) =>
  vi.spyOn(Answers.prototype, 'outcomeOf').mockImplementation(() => {
    if (reply instanceof Error) throw reply
    return reply
  })
