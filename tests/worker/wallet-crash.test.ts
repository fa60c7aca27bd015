// A wallet may be killed at any time: what it answered must stay true, and its alarm must finish the rest. The simulator kills it at each
// commit (tests/simulation); this is one run of the path in workerd.
import { abortAllDurableObjects, evictAllDurableObjects } from 'cloudflare:test'
import { beforeEach, expect, it } from 'vitest'
import type { WalletCalls } from '#durable-objects/wallet/calls.ts'
import {
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

beforeEach(stopClock)

const steps: [name: string, run: (wallet: WalletCalls, userId: string) => Promise<unknown>][] = [
  ['credit', (wallet) => wallet.credit(topUp(5, 'payment:1'))],
  ['reserve', (wallet) => wallet.reserve(holdOf('operation-1', { lifetimeMs }))],
  ['dispatch', (wallet) => wallet.markDispatched('operation-1')],
  ['copy', (_, userId) => ring(userId)],
  ['settle', (wallet) => wallet.settle(settleOf('operation-1', 3))],
  ['copy again', (_, userId) => ring(userId)]
]

it.each([
  ['killed', abortAllDurableObjects],
  ['evicted', () => evictAllDurableObjects()]
])('a wallet that is %s before the answer to each step arrived keeps it, and does nothing twice', async (_, crash) => {
  letOwnersSay(ended)
  const { userId, wallet } = await walletWith(12)
  for (const [name, run] of steps) {
    await run(wallet, userId)
    const before = await rowsOf(userId)
    await crash()
    expect(await rowsOf(userId), name).toEqual(before)
    await expectSound(userId)
    await run(wallet, userId)
  }
  expect(await wallet.view()).toMatchObject({ availableTokens: 14, reservedTokens: 0, usedTokens: 3 })
  await ringUntilQuiet(userId)
  await expectSound(userId)
  await expectCopied(userId)
})

it('a wallet that is killed after a dispatch ends it as its owner says', async () => {
  letOwnersSay(ended)
  const { userId, wallet } = await walletWith(12)
  for (const [, run] of steps.slice(0, 3)) await run(wallet, userId)
  await abortAllDurableObjects()
  passMs(lifetimeMs)
  await ringUntilQuiet(userId)
  expect(await wallet.view()).toMatchObject({ availableTokens: 14, reservedTokens: 0, usedTokens: 3 })
  expect((await rowsOf(userId)).lines).toHaveLength(4)
  await expectSound(userId)
  await expectCopied(userId)
})
