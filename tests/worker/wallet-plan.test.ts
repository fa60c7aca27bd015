// Reservations on a plan are recorded with their price and do not change the balance.
import { abortAllDurableObjects } from 'cloudflare:test'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  catchWarnings,
  expectCopied,
  expectSound,
  holdOf,
  letOwnersSay,
  passMs,
  reportOf,
  ringUntilQuiet,
  rowsOf,
  settleOf,
  stopClock,
  topUp,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

beforeEach(stopClock)

const plan = { since: 0, maxTokens: 20 }
const onPlan = (id: string, priceTokens = 5, more = {}) => holdOf(id, { priceTokens, plan, ...more })

describe('on a plan', () => {
  it('nothing is reserved or charged, and the journal holds price and cost', async () => {
    const { userId, wallet } = await walletWith(7)
    expect(await wallet.reserve(onPlan('a', 50, { plan: { since: 0, maxTokens: 100 } }))).toMatchObject({
      state: 'reserved',
      isOnPlan: true,
      account: { availableTokens: 7, reservedTokens: 0 }
    })
    await expectSound(userId)
    expect(await wallet.settle(settleOf('a', 30))).toEqual({
      state: 'ended',
      outcome: 'complete',
      priceTokens: 50,
      chargedTokens: 0,
      returnedTokens: 0,
      balanceTokens: 7
    })
    const { lines } = await rowsOf(userId)
    expect(lines.slice(1).map(({ kind, planTokens }) => [kind, planTokens])).toEqual([
      ['reserve', 50],
      ['settle', 30]
    ])
    await expectSound(userId)
    await ringUntilQuiet(userId)
    await expectCopied(userId)
    expect((await reportOf(userId)).history.at(-1)).toMatchObject({
      operationId: 'a',
      priceTokens: 50,
      reservedTokens: 0,
      costTokens: 0,
      returnedTokens: 0,
      planTokens: 30,
      balanceAfter: 7
    })
    expect(await wallet.audit()).toMatchObject({ state: 'agrees' })
  })

  it('a reservation is possible with a debt, which stays as it is', async () => {
    const { userId, wallet } = await walletWith(10)
    await wallet.reserve(holdOf('before', { priceTokens: 10 }))
    await wallet.settle(settleOf('before', 10))
    await wallet.debit({
      ...topUp(10, 'refund:1'),
      service: 'payment',
      action: { kind: 'refund', packageId: 'custom' }
    })
    expect(await wallet.view()).toMatchObject({ availableTokens: 0, debtTokens: 10 })
    expect(await wallet.reserve(onPlan('a'))).toMatchObject({ state: 'reserved', account: { debtTokens: 10 } })
    expect(await wallet.settle(settleOf('a', 5))).toMatchObject({ chargedTokens: 0, balanceTokens: 0 })
    expect(await wallet.view()).toMatchObject({ availableTokens: 0, reservedTokens: 0, debtTokens: 10 })
    await expectSound(userId)
  })

  it('a released reservation frees the plan’s limit', async () => {
    const { userId, wallet } = await walletWith(0)
    await wallet.reserve(onPlan('a', 20))
    expect(await wallet.reserve(onPlan('b', 1))).toEqual({ state: 'plan-exhausted' })
    await wallet.release({ id: 'a', outcome: 'failed' })
    expect(await wallet.reserve(onPlan('b', 20))).toMatchObject({ state: 'reserved' })
    await expectSound(userId)
  })

  it('a cost above the price is logged as a loss of the platform', async () => {
    const warnings = catchWarnings()
    const { userId, wallet } = await walletWith(9)
    await wallet.reserve(onPlan('a', 5))
    expect(await wallet.settle(settleOf('a', 8))).toMatchObject({ chargedTokens: 0, balanceTokens: 9 })
    expect(warnings()).toEqual([expect.objectContaining({ event: 'wallet-platform-loss', lossTokens: 3 })])
    await expectSound(userId)
  })

  it('overdue reservations are ended', async () => {
    letOwnersSay({ state: 'ended', chargedTokens: 4, outcome: 'complete', upstreamModel: null })
    const { userId, wallet } = await walletWith(9)
    await wallet.reserve(onPlan('never-begun'))
    await wallet.reserve(onPlan('begun', 5, { dispatches: true }))
    passMs(30 * 60_000)
    await ringUntilQuiet(userId)
    expect((await rowsOf(userId)).open).toEqual([])
    expect(await wallet.view()).toMatchObject({ availableTokens: 9, reservedTokens: 0, usedTokens: 0 })
    await expectSound(userId)
  })
})

describe('a plan that changes while an operation runs', () => {
  it('and ends leaves what began on it free, even after a restart', async () => {
    const { userId, wallet } = await walletWith(10)
    await wallet.reserve(onPlan('a'))
    await abortAllDurableObjects()
    expect(await wallet.reserve(holdOf('a'))).toMatchObject({ state: 'known', isOnPlan: true })
    expect(await wallet.settle(settleOf('a', 5))).toMatchObject({ chargedTokens: 0, balanceTokens: 10 })
    await expectSound(userId)
  })

  it('and begins leaves earlier reservations charged in tokens', async () => {
    const { userId, wallet } = await walletWith(10)
    await wallet.reserve(holdOf('a'))
    expect(await wallet.reserve(onPlan('a'))).toMatchObject({ state: 'known', status: 'open' })
    expect(await wallet.settle(settleOf('a', 5))).toMatchObject({ chargedTokens: 5, balanceTokens: 5 })
    await expectSound(userId)
  })
})

describe('fair use', () => {
  it('counts used and running tokens, and refuses what exceeds the limit', async () => {
    const { wallet } = await walletWith(100)
    await wallet.reserve(onPlan('a', 9))
    await wallet.settle(settleOf('a', 6))
    await wallet.reserve(onPlan('b', 10))
    expect(await wallet.reserve(onPlan('c', 5))).toEqual({ state: 'plan-exhausted' })
    expect(await wallet.view()).toMatchObject({ availableTokens: 100 })
    expect(await wallet.reserve(onPlan('c', 4))).toMatchObject({ state: 'reserved' })
  })

  it('holds for many requests at once', async () => {
    const { userId, wallet } = await walletWith(0)
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => wallet.reserve(onPlan(`operation-${index}`, 5)))
    )
    expect(results.map(({ state }) => state).toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => 'plan-exhausted'),
      ...Array.from({ length: 4 }, () => 'reserved')
    ])
    await expectSound(userId)
  })

  it('starts again with the day for operations that have ended', async () => {
    const { wallet } = await walletWith(0)
    await wallet.reserve(onPlan('a', 20))
    await wallet.settle(settleOf('a', 20))
    passMs(1000)
    const tomorrow = { since: Date.now(), maxTokens: 20 }
    expect(await wallet.reserve(onPlan('b', 20))).toEqual({ state: 'plan-exhausted' })
    expect(await wallet.reserve(onPlan('b', 20, { plan: tomorrow }))).toMatchObject({ state: 'reserved' })
  })
})
