// A reservation whose time is over, or whose provider was not called: its owner is asked what became of the work.
// What each reply means: tests/unit/ledger-overdue.test.ts.
import { beforeEach, describe, expect, it } from 'vitest'
import { askAgainMs, asksMax, beginAskMs, type OwnerOutcome } from '#domain/ledger-overdue.ts'
import {
  alarmOf,
  catchWarnings,
  expectCopied,
  expectSound,
  holdOf,
  letOwnersSay,
  passMs,
  reportOf,
  ring,
  ringUntilQuiet,
  rowsOf,
  settleOf,
  stopClock,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

const lifetimeMs = 60_000

beforeEach(stopClock)

/** A dispatched reservation at the end of its lifetime. */
async function overdue() {
  const { userId, wallet } = await walletWith(12)
  await wallet.reserve(holdOf('operation-1', { lifetimeMs }))
  await wallet.markDispatched('operation-1')
  await ringUntilQuiet(userId)
  passMs(lifetimeMs)
  return { userId, wallet }
}

describe('a reservation that was dispatched', () => {
  it('is charged as its owner reports when the work ended', async () => {
    const asked = letOwnersSay({ state: 'ended', chargedTokens: 3, outcome: 'stopped', upstreamModel: 'm' })
    const { userId, wallet } = await overdue()
    await ringUntilQuiet(userId)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(await wallet.view()).toMatchObject({ availableTokens: 9, reservedTokens: 0, usedTokens: 3 })
    await expectSound(userId)
    await expectCopied(userId)
    expect((await reportOf(userId)).history.at(-1)).toMatchObject({ outcome: 'stopped', upstreamModel: 'm' })
  })

  it('stays while the work runs, but not forever', async () => {
    const warnings = catchWarnings()
    const asked = letOwnersSay({ state: 'running' })
    const { userId, wallet } = await overdue()
    for (let times = 1; times < asksMax; times++) {
      await ring(userId)
      expect(await alarmOf(userId)).toBe(Date.now() + askAgainMs)
      expect((await wallet.view()).reservedTokens).toBe(5)
      passMs(askAgainMs)
    }
    await ringUntilQuiet(userId)
    expect(asked).toHaveBeenCalledTimes(asksMax)
    expect(await wallet.view()).toMatchObject({ availableTokens: 12, reservedTokens: 0, usedTokens: 0 })
    expect(warnings()).toEqual([expect.objectContaining({ reason: 'still-running' })])
    expect(await wallet.settle(settleOf('operation-1', 5))).toMatchObject({ state: 'known', chargedTokens: 0 })
    await expectSound(userId)
  })

  it('waits for an unreachable owner, and is charged when the owner answers again', async () => {
    const unreachable = letOwnersSay(new Error('no such luck'))
    const { userId, wallet } = await overdue()
    await ring(userId)
    expect((await wallet.view()).reservedTokens).toBe(5)
    unreachable.mockRestore()
    letOwnersSay({ state: 'ended', chargedTokens: 5, outcome: 'complete', upstreamModel: null })
    passMs(askAgainMs)
    await ringUntilQuiet(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 7, usedTokens: 5 })
  })

  it('is charged once when its owner settles while it is being asked', async () => {
    const { userId, wallet } = await overdue()
    const settled: Promise<unknown>[] = []
    const asked = letOwnersSay({ state: 'running' })
    asked.mockImplementation(() => {
      settled.push(wallet.settle(settleOf('operation-1', 2)))
      return { state: 'ended', chargedTokens: 4, outcome: 'complete', upstreamModel: null }
    })
    await ringUntilQuiet(userId)
    await Promise.all(settled)
    const { lines } = await rowsOf(userId)
    expect(lines.filter(({ kind }) => kind === 'settle')).toHaveLength(1)
    await expectSound(userId)
  })
})

it('many overdue reservations end together, each by its own state', async () => {
  const { userId, wallet } = await walletWith(1000)
  letOwnersSay({ state: 'ended', chargedTokens: 1, outcome: 'stopped', upstreamModel: null })
  for (let index = 0; index < 30; index++) {
    await wallet.reserve(holdOf(`operation-${index}`, { lifetimeMs }))
    if (index % 2 === 0) await wallet.markDispatched(`operation-${index}`)
  }
  passMs(lifetimeMs)
  await ringUntilQuiet(userId)
  expect(await wallet.view()).toMatchObject({ availableTokens: 985, reservedTokens: 0, usedTokens: 15 })
  await expectSound(userId)
  await expectCopied(userId)
})

/** Lets the alarm ask the owner, who does not know the work; `happens` takes effect before the reply arrives. */
async function meanwhile(userId: string, happens: () => Promise<unknown>) {
  const reply = async (): Promise<OwnerOutcome> => {
    await happens()
    return { state: 'unknown' }
  }
  letOwnersSay({ state: 'unknown' }).mockImplementation(reply as never)
  passMs(beginAskMs)
  await ring(userId)
}

describe('a reservation that was never dispatched', () => {
  const hold = holdOf('operation-1', { lifetimeMs: 10 * beginAskMs })

  it('is released after a minute when its owner does not know it, not before', async () => {
    const warnings = catchWarnings()
    const { userId, wallet } = await walletWith(12)
    await wallet.reserve(hold)
    passMs(beginAskMs - 1)
    await ringUntilQuiet(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 7, reservedTokens: 5 })
    expect(await alarmOf(userId)).toBe(Date.now() + 1)
    passMs(1)
    await ringUntilQuiet(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 12, reservedTokens: 0 })
    expect(warnings()).toEqual([expect.objectContaining({ event: 'wallet-reservation-expired', reason: 'not-begun' })])
    // Only what an operator has to open names the user.
    expect(JSON.stringify(warnings())).not.toContain(userId)
    const { lines } = await rowsOf(userId)
    await ring(userId)
    expect((await rowsOf(userId)).lines).toEqual(lines)
    expect(await wallet.markDispatched(hold.id)).toBe(false)
    const outcome = { state: 'known', outcome: 'not-begun', chargedTokens: 0 }
    expect(await wallet.settle(settleOf(hold.id, 5))).toMatchObject(outcome)
    await expectSound(userId)
    await expectCopied(userId)
  })

  it('keeps its tokens until its deadline while its work waits', async () => {
    const warnings = catchWarnings()
    const asked = letOwnersSay({ state: 'running' })
    const { userId, wallet } = await walletWith(12)
    await wallet.reserve(hold)
    passMs(beginAskMs)
    await ringUntilQuiet(userId)
    passMs(8 * beginAskMs)
    await ringUntilQuiet(userId)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(await wallet.view()).toMatchObject({ reservedTokens: 5 })
    passMs(beginAskMs)
    await ringUntilQuiet(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 12, reservedTokens: 0 })
    expect(warnings()).toEqual([expect.objectContaining({ reason: 'not-dispatched' })])
    expect(await wallet.reserve(hold)).toEqual({ state: 'closed', outcome: 'expired', chargedTokens: 0 })
  })

  it('is not released when it is dispatched while its owner looks for the work', async () => {
    const { userId, wallet } = await walletWith(12)
    await wallet.reserve(hold)
    await meanwhile(userId, () => wallet.markDispatched(hold.id))
    expect(await wallet.view()).toMatchObject({ availableTokens: 7, reservedTokens: 5 })
    expect(await alarmOf(userId)).toBe(Date.now() + hold.lifetimeMs - beginAskMs)
    expect(await wallet.settle(settleOf(hold.id, 5))).toMatchObject({ state: 'ended', chargedTokens: 5 })
  })

  it('is not released when its request comes again while its owner looks for the work', async () => {
    const { userId, wallet } = await walletWith(12)
    await wallet.reserve(hold)
    await meanwhile(userId, () => wallet.reserve(hold))
    expect(await wallet.view()).toMatchObject({ reservedTokens: 5 })
    expect(await wallet.markDispatched(hold.id)).toBe(true)
  })

  it('is asked about a minute after its request came last', async () => {
    const asked = letOwnersSay({ state: 'unknown' })
    const { userId, wallet } = await walletWith(12)
    await wallet.reserve(hold)
    passMs(beginAskMs - 1)
    await wallet.reserve(hold)
    passMs(beginAskMs - 1)
    await ringUntilQuiet(userId)
    expect(asked).not.toHaveBeenCalled()
    passMs(1)
    await ringUntilQuiet(userId)
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('begins again when its request comes after its release, and is charged once', async () => {
    const { userId, wallet } = await walletWith(12)
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await wallet.reserve(hold)).toMatchObject({ state: 'reserved' })
      passMs(beginAskMs)
      await ringUntilQuiet(userId)
    }
    expect(await wallet.reserve({ ...hold, fingerprint: 'other' })).toEqual({ state: 'conflict' })
    expect(await wallet.reserve(hold)).toMatchObject({ state: 'reserved' })
    expect(await wallet.reserve(hold)).toMatchObject({ state: 'known', status: 'open' })
    expect(await wallet.view()).toMatchObject({ availableTokens: 7, reservedTokens: 5 })
    expect(await wallet.markDispatched(hold.id)).toBe(true)
    expect(await wallet.settle(settleOf(hold.id, 5))).toMatchObject({ state: 'ended', chargedTokens: 5 })
    expect(await wallet.settle(settleOf(hold.id, 5))).toMatchObject({ state: 'known', chargedTokens: 5 })
    expect(await wallet.reserve(hold)).toEqual({ state: 'closed', outcome: 'complete', chargedTokens: 5 })
    expect(await wallet.view()).toMatchObject({ availableTokens: 7, reservedTokens: 0, usedTokens: 5 })
    await expectSound(userId)
    await expectCopied(userId)
  })
})
