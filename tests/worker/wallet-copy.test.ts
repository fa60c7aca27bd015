import { runOnD1 } from '#tests/support/worker/histories.ts'
import { beforeEach, expect, it } from 'vitest'
import {
  alarmOf,
  catchWarnings,
  changeRows,
  expectCopied,
  expectSound,
  holdOf,
  passMs,
  reportOf,
  ring,
  ringUntilQuiet,
  settleOf,
  stopClock,
  topUp,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

beforeEach(stopClock)

/** Renames the table, so that D1 answers every write with an error. */
async function breakReport() {
  await runOnD1('alter table ledger_entries rename to ledger_entries_away')
  return () => runOnD1('alter table ledger_entries_away rename to ledger_entries')
}

it('copies an operation to D1 as the history shows it', async () => {
  const { userId, wallet } = await walletWith(12)
  const begunAt = Date.now()
  passMs(1000)
  await wallet.reserve(holdOf('operation-1'))
  passMs(2000)
  await wallet.settle({ ...settleOf('operation-1', 3), outcome: 'stopped', attempts: 2 })
  await ringUntilQuiet(userId)
  expect(await reportOf(userId)).toEqual({
    entries: [
      { kind: 'credit', operationId: 'bonus:start', seq: 1, balanceDelta: 12, reservedDelta: 0, balanceAfter: 12 },
      { kind: 'reserve', operationId: 'operation-1', seq: 2, balanceDelta: 0, reservedDelta: 5, balanceAfter: 12 },
      { kind: 'settle', operationId: 'operation-1', seq: 3, balanceDelta: -3, reservedDelta: -5, balanceAfter: 9 }
    ].map((entry, index) => ({
      ...entry,
      userId,
      reservedAfter: [0, 5, 0][index],
      reason: { kind: ['signup-bonus', 'answer', 'stopped'][index] },
      at: begunAt + [0, 1000, 3000][index]!
    })),
    history: [
      {
        userId,
        operationId: 'bonus:start',
        seq: 1,
        service: 'bonus',
        action: { kind: 'signup-bonus' },
        model: null,
        upstreamModel: null,
        outcome: 'credited',
        priceTokens: 0,
        reservedTokens: 0,
        costTokens: -12,
        returnedTokens: 0,
        planTokens: 0,
        attempts: 0,
        balanceAfter: 12,
        createdAt: begunAt,
        finishedAt: begunAt
      },
      {
        userId,
        operationId: 'operation-1',
        seq: 3,
        service: 'chatgpt',
        action: { kind: 'answer' },
        model: 'gpt-4o',
        upstreamModel: 'gpt-6-luna',
        outcome: 'stopped',
        priceTokens: 5,
        reservedTokens: 5,
        costTokens: 3,
        returnedTokens: 2,
        planTokens: 0,
        attempts: 2,
        balanceAfter: 9,
        createdAt: begunAt + 1000,
        finishedAt: begunAt + 3000
      }
    ]
  })
  const [{ ended }, { history }] = await Promise.all([wallet.history({ limit: 50 }), reportOf(userId)])
  expect(history.toReversed()).toMatchObject(ended)
})

it('copies an ended operation at once, and a running reservation 10 seconds later', async () => {
  const { userId, wallet } = await walletWith(100)
  await ringUntilQuiet(userId)
  expect(await alarmOf(userId)).toBe(null)
  const ends = [
    () => wallet.settle(settleOf('operation-0', 5)),
    () => wallet.release({ id: 'operation-1', outcome: 'failed' })
  ]
  for (const [index, end] of ends.entries()) {
    await wallet.reserve(holdOf(`operation-${index}`, { owner: 'job' }))
    expect(await alarmOf(userId)).toBe(Date.now() + 10_000)
    await end()
    expect(await alarmOf(userId)).toBe(Date.now())
    await ringUntilQuiet(userId)
  }
})

it('copies any number of entries in bounded batches, in order and without gaps', async () => {
  const { userId, wallet } = await walletWith(1000)
  for (let index = 0; index < 60; index++) {
    await wallet.reserve(holdOf(`operation-${index}`))
    await wallet.settle(settleOf(`operation-${index}`, index % 6))
  }
  await ring(userId)
  const first = (await reportOf(userId)).entries.map(({ seq }) => seq)
  expect(first).toEqual(Array.from({ length: 45 }, (_, index) => index + 1))
  await ringUntilQuiet(userId)
  await expectCopied(userId)
  await expectSound(userId)
})

it('keeps every entry while D1 fails, retries with growing pauses, and catches up', async () => {
  const warnings = catchWarnings()
  const { userId, wallet } = await walletWith(12)
  const repair = await breakReport()
  try {
    for (const pauseMs of [1000, 2000, 4000, 8000]) {
      await ring(userId)
      expect(await alarmOf(userId)).toBe(Date.now() + pauseMs)
      passMs(pauseMs)
    }
    await ring(userId)
    // Money operations continue without D1 and do not change the next attempt.
    const alarmAt = await alarmOf(userId)
    expect(await wallet.reserve(holdOf('operation-1'))).toMatchObject({ state: 'reserved' })
    expect(await wallet.settle(settleOf('operation-1', 5))).toMatchObject({ state: 'ended' })
    expect(await alarmOf(userId)).toBe(alarmAt)
  } finally {
    await repair()
  }
  expect(await reportOf(userId)).toEqual({ entries: [], history: [] })
  passMs(16_000)
  await ringUntilQuiet(userId)
  await expectCopied(userId)
  expect(warnings().map(({ event }) => event)).toEqual(Array.from({ length: 5 }, () => 'wallet-copy-failed'))
  await wallet.credit(topUp(1, 'payment:1'))
  expect(await alarmOf(userId)).toBe(Date.now())
})

it('pauses for at most five minutes', async () => {
  const { userId } = await walletWith(12)
  const repair = await breakReport()
  try {
    for (let failures = 0; failures < 20; failures++) {
      await ring(userId)
      expect(await alarmOf(userId)).toBeLessThanOrEqual(Date.now() + 300_000)
      passMs(300_000)
    }
  } finally {
    await repair()
  }
  await ringUntilQuiet(userId)
  await expectCopied(userId)
})

it('sends entries again that D1 has but did not confirm, and nothing changes', async () => {
  const { userId, wallet } = await walletWith(12)
  await wallet.reserve(holdOf('operation-1'))
  await wallet.settle(settleOf('operation-1', 5))
  await ringUntilQuiet(userId)
  const before = await reportOf(userId)
  await changeRows(userId, 'update wallet set copied_seq = 0, copy_at = 1')
  await wallet.reserve(holdOf('operation-2'))
  await ringUntilQuiet(userId)
  const after = await reportOf(userId)
  expect(after.entries.slice(0, 3)).toEqual(before.entries)
  expect(after.entries).toHaveLength(4)
  expect(after.history).toEqual(before.history)
  await expectCopied(userId)
})
