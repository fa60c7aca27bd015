// A wallet may be killed between any two steps: what it answered must stay true, and its alarm must finish the rest.
import { abortAllDurableObjects, evictAllDurableObjects } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WalletCalls } from '#durable-objects/wallet/calls.ts'
import {
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
  topUp,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

const lifetimeMs = 60_000
const ended = { state: 'ended', chargedTokens: 3, outcome: 'stopped', upstreamModel: 'm' } as const

beforeEach(() => {
  stopClock()
  catchWarnings()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const steps: [name: string, run: (wallet: WalletCalls, userId: string) => Promise<unknown>][] = [
  ['credit', (wallet) => wallet.credit(topUp(5, 'payment:1'))],
  ['reserve', (wallet) => wallet.reserve(holdOf('operation-1', { lifetimeMs }))],
  ['dispatch', (wallet) => wallet.markDispatched('operation-1')],
  ['copy', (_, userId) => ring(userId)],
  ['settle', (wallet) => wallet.settle(settleOf('operation-1', 3))],
  ['copy again', (_, userId) => ring(userId)]
]

describe.each([
  ['is killed', abortAllDurableObjects],
  ['is evicted', () => evictAllDurableObjects()]
])('a wallet that %s', (_, crash) => {
  it.each(steps.map(([name], index) => [name, index + 1] as const))('after %s ends its work', async (__, count) => {
    letOwnersSay(ended)
    const { userId, wallet } = await walletWith(12)
    for (const [, run] of steps.slice(0, count)) await run(wallet, userId)
    const before = await rowsOf(userId)
    await crash()
    expect(await rowsOf(userId)).toEqual(before)
    await expectSound(userId)

    passMs(lifetimeMs)
    await ringUntilQuiet(userId)
    const reserved = count >= 2
    const charged = count >= 3 ? 3 : 0
    expect(await wallet.view()).toMatchObject({
      availableTokens: 17 - charged,
      reservedTokens: 0,
      usedTokens: charged
    })
    expect((await rowsOf(userId)).lines).toHaveLength(reserved ? 4 : 2)
    await expectSound(userId)
    await expectCopied(userId)
  })

  it.each(steps.map(([name], index) => [name, index] as const))(
    'before the answer to %s arrived does nothing twice',
    async (__, index) => {
      letOwnersSay(ended)
      const { userId, wallet } = await walletWith(12)
      for (const [position, [, run]] of steps.entries()) {
        await run(wallet, userId)
        if (position !== index) continue
        await crash()
        await run(wallet, userId)
      }
      expect(await wallet.view()).toMatchObject({ availableTokens: 14, reservedTokens: 0, usedTokens: 3 })
      await ringUntilQuiet(userId)
      await expectSound(userId)
      await expectCopied(userId)
    }
  )
})
