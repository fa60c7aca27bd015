import { beforeEach, describe, expect, it } from 'vitest'
import { askAgainMs, asksMax } from '#domain/ledger-overdue.ts'
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

  it('is free when its owner does not know it', async () => {
    catchWarnings()
    letOwnersSay({ state: 'unknown' })
    const { userId, wallet } = await overdue()
    await ringUntilQuiet(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 12, reservedTokens: 0, usedTokens: 0 })
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

  it('is free when its owner never answers', async () => {
    const warnings = catchWarnings()
    letOwnersSay(new Error('gone'))
    const { userId, wallet } = await overdue()
    for (let times = 0; times < asksMax; times++) {
      await ring(userId)
      passMs(askAgainMs)
    }
    expect(await wallet.view()).toMatchObject({ availableTokens: 12, reservedTokens: 0, usedTokens: 0 })
    expect(warnings()).toEqual([expect.objectContaining({ reason: 'owner-unreachable' })])
    await ringUntilQuiet(userId)
    expect((await reportOf(userId)).entries.at(-1)).toMatchObject({ reason: { kind: 'owner-unreachable' } })
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

  it('of a job without a row is free after its lifetime', async () => {
    catchWarnings()
    const { userId, wallet } = await walletWith(12)
    await wallet.reserve(holdOf('operation-1', { lifetimeMs, owner: 'job' }))
    await wallet.markDispatched('operation-1')
    passMs(lifetimeMs)
    await ringUntilQuiet(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 12, reservedTokens: 0 })
  })
})

it('many overdue reservations end together, each by its own state', async () => {
  catchWarnings()
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
