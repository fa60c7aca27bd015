// A reservation whose provider was not called yet: its owner is asked whether there is any work.
import { beforeEach, describe, expect, it } from 'vitest'
import { askAgainMs, beginAskMs, type OwnerOutcome } from '#domain/ledger-overdue.ts'
import {
  alarmOf,
  catchWarnings,
  expectCopied,
  expectSound,
  holdOf,
  letOwnersSay,
  passMs,
  ring,
  ringUntilQuiet,
  rowsOf,
  settleOf,
  stopClock,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

beforeEach(stopClock)
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
    await expectSound(userId)
    await expectCopied(userId)
  })

  it('is released once, even when the alarm runs twice', async () => {
    catchWarnings()
    const { userId, wallet } = await walletWith(12)
    await wallet.reserve(hold)
    passMs(beginAskMs)
    await ring(userId)
    const { lines } = await rowsOf(userId)
    await ring(userId)
    expect((await rowsOf(userId)).lines).toEqual(lines)
    expect(await wallet.markDispatched(hold.id)).toBe(false)
    expect(await wallet.settle(settleOf(hold.id, 5))).toMatchObject({
      state: 'known',
      outcome: 'not-begun',
      chargedTokens: 0
    })
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

  it('is kept while its owner cannot be asked, and released when the owner does not know it', async () => {
    catchWarnings()
    const unreachable = letOwnersSay(new Error('no such luck'))
    const { userId, wallet } = await walletWith(12)
    await wallet.reserve(hold)
    passMs(beginAskMs)
    await ring(userId)
    expect(await wallet.view()).toMatchObject({ reservedTokens: 5 })
    expect(await alarmOf(userId)).toBe(Date.now() + askAgainMs)
    unreachable.mockRestore()
    passMs(askAgainMs)
    await ringUntilQuiet(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 12, reservedTokens: 0 })
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
    catchWarnings()
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
    catchWarnings()
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
