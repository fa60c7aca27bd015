import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  expectSound,
  holdOf,
  passMs,
  reportOf,
  ringUntilQuiet,
  rowsOf,
  settleOf,
  stopClock,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

beforeEach(stopClock)

describe('dispatch', () => {
  it('happens together with the reservation when asked for, but not after the reservation’s time', async () => {
    const { wallet } = await walletWith(100)
    const hold = { ...holdOf('operation-1', { lifetimeMs: 1000 }), dispatches: true }
    expect(await wallet.reserve(hold)).toMatchObject({ state: 'reserved' })
    passMs(1000)
    expect(await wallet.reserve(hold)).toMatchObject({ state: 'known', status: 'open' })
    expect(await wallet.markDispatched('operation-1')).toBe(true)

    const late = holdOf('operation-2', { lifetimeMs: 1000 })
    await wallet.reserve(late)
    passMs(1000)
    const outcome = { state: 'closed', outcome: 'expired', chargedTokens: 0 }
    expect(await wallet.reserve({ ...late, dispatches: true })).toEqual(outcome)
  })

  it('needs an open reservation within its time', async () => {
    const { wallet } = await walletWith(100)
    expect(await wallet.markDispatched('operation-1')).toBe(false)
    await wallet.reserve(holdOf('operation-1', { lifetimeMs: 1000 }))
    await wallet.reserve(holdOf('operation-2', { lifetimeMs: 1000 }))
    expect(await wallet.markDispatched('operation-1')).toBe(true)
    passMs(1000)
    expect(await wallet.markDispatched('operation-2')).toBe(false)
    expect(await wallet.markDispatched('operation-1')).toBe(true)
    await wallet.release({ id: 'operation-1', outcome: 'failed' })
    expect(await wallet.markDispatched('operation-1')).toBe(false)
  })
})

describe('the end of a reservation', () => {
  it('settles once, and later attempts get the first outcome', async () => {
    const { userId, wallet } = await walletWith(12)
    await wallet.reserve(holdOf('operation-1'))
    const first = {
      outcome: 'complete',
      priceTokens: 5,
      chargedTokens: 3,
      returnedTokens: 2,
      balanceTokens: 9
    }
    expect(await wallet.settle(settleOf('operation-1', 3))).toEqual({ state: 'ended', ...first })
    expect(await wallet.settle(settleOf('operation-1', 5))).toEqual({ state: 'known', ...first })
    expect(await wallet.release({ id: 'operation-1', outcome: 'failed' })).toEqual({ state: 'known', ...first })
    expect(await wallet.view()).toMatchObject({ availableTokens: 9, reservedTokens: 0, usedTokens: 3 })
    await expectSound(userId)
  })

  it('happens once, however many calls come at the same time', async () => {
    const { userId, wallet } = await walletWith(12)
    await wallet.reserve(holdOf('operation-1'))
    const results = await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => wallet.settle(settleOf('operation-1', index % 6))),
      ...Array.from({ length: 10 }, () => wallet.release({ id: 'operation-1', outcome: 'failed' }))
    ])
    expect(results.filter(({ state }) => state === 'ended')).toHaveLength(1)
    expect(new Set(results.map(({ chargedTokens, outcome }) => `${chargedTokens} ${outcome}`)).size).toBe(1)
    await expectSound(userId)
  })

  it('never charges more than the reservation: the rest is logged as a loss of the platform', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { userId, wallet } = await walletWith(12)
    await wallet.reserve(holdOf('operation-1'))
    expect(await wallet.settle(settleOf('operation-1', 9))).toMatchObject({ chargedTokens: 5, balanceTokens: 7 })
    expect((await rowsOf(userId)).lines.at(-1)).toMatchObject({ kind: 'settle', chargedTokens: 5, lossTokens: 4 })
    await ringUntilQuiet(userId)
    expect((await reportOf(userId)).entries.at(-1)?.reason).toEqual({ kind: 'complete', lossTokens: 4 })
    expect(warn.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
      {
        event: 'wallet-platform-loss',
        operationId: 'operation-1',
        lossTokens: 4,
        user: expect.stringMatching(/^[0-9a-f]{16}$/)
      }
    ])
  })

  it('is reported as missing when there is no such reservation', async () => {
    const { wallet } = await walletWith(12)
    const missing = {
      state: 'missing',
      outcome: 'missing',
      priceTokens: 0,
      chargedTokens: 0,
      returnedTokens: 0,
      balanceTokens: 12
    }
    expect(await wallet.settle(settleOf('operation-1', 5))).toEqual(missing)
    expect(await wallet.release({ id: 'bonus:start', outcome: 'failed' })).toEqual(missing)
  })
})
