// What stops a call of the API before it begins, over the real object.
import { evictAllDurableObjects } from 'cloudflare:test'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayAround } from '#domain/billing-calendar.ts'
import { asked, ended, costMicros, tabCloses } from '#tests/support/worker/metered.ts'
import {
  changeRows,
  expectCopied,
  expectSound,
  holdOf,
  passMs,
  settleOf,
  stopClock,
  topUp,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

beforeEach(stopClock)

describe('what stops a call', () => {
  it('is the balance: a hundred at once hold no more than ten tokens, and cost what was used', async () => {
    const { userId, wallet } = await walletWith(10)
    const ids = Array.from({ length: 100 }, (_, index) => `call-${index}`)
    const results = await Promise.all(ids.map((id) => wallet.admitCall(asked(id))))
    const admitted = ids.filter((_, index) => results[index]?.state === 'admitted')
    expect(admitted).toHaveLength(5)
    const held = 5 * (5000 * 188 + 1106 * 750)
    expect(results.at(-1)).toEqual({
      state: 'refused',
      code: 'INSUFFICIENT_TOKENS',
      missingMicros: held + 5000 * 188 + 1106 * 750 - 10_000_000,
      fitsOutputTokens: Math.floor((10_000_000 - held - 5000 * 188) / 750)
    })
    expect(await wallet.view()).toMatchObject({ availableTokens: 1, reservedTokens: 9 })
    await Promise.all(admitted.map((id) => wallet.endCall(ended(id))))
    await tabCloses(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 5, usedTokens: 5 })
    expect(await wallet.viewMetering()).toMatchObject({ remainderMicros: 5_000_000 - 5 * costMicros })
    await expectSound(userId)
    await expectCopied(userId)
  })

  it('is the limit of the user, exactly, with what runs on the site', async () => {
    const { wallet } = await walletWith(1000)
    await wallet.setBudget('day', 10)
    await wallet.reserve(holdOf('answer-1', { priceTokens: 4 }))
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) => wallet.admitCall(asked(`call-${index}`)))
    )
    expect(results.filter(({ state }) => state === 'admitted')).toHaveLength(3)
    expect(results.at(-1)).toMatchObject({ code: 'BUDGET_EXCEEDED', budget: { owner: 'user', period: 'day' } })
    expect(await wallet.view()).toMatchObject({ reservedTokens: 10 })
    await wallet.settle(settleOf('answer-1', 1))
    expect(await wallet.admitCall(asked('more'))).toMatchObject({ state: 'admitted' })
  })

  it('is the limit of its key, in each period, and of no other key', async () => {
    const { wallet } = await walletWith(1000)
    const keyBudgets = { day: 2, month: 3 }
    expect(await wallet.admitCall(asked('one', { keyBudgets }))).toMatchObject({ state: 'admitted' })
    expect(await wallet.admitCall(asked('two', { keyBudgets }))).toMatchObject({
      state: 'refused',
      code: 'BUDGET_EXCEEDED',
      budget: { owner: 'key', period: 'day' }
    })
    await wallet.endCall(ended('one'))
    expect(await wallet.admitCall(asked('other', { keyId: 'key-2', keyBudgets }))).toMatchObject({ state: 'admitted' })
    passMs(dayAround(Date.now()).end - Date.now())
    expect(await wallet.admitCall(asked('next-day', { keyBudgets }))).toMatchObject({ state: 'admitted' })
    expect((await wallet.spentOf('key-1')).day).toBe(0)
    expect((await wallet.spentOf('key-1')).total).toBe(costMicros)
  })

  it('is a frozen account, and the number of open calls', async () => {
    const { userId, wallet } = await walletWith(1000)
    expect(await wallet.admitCall(asked('one', { openMax: 1 }))).toMatchObject({ state: 'admitted' })
    expect(await wallet.admitCall(asked('two', { openMax: 1 }))).toEqual({ state: 'refused', code: 'TOO_MANY_RUNNING' })
    await changeRows(userId, "update wallet set frozen_at = 1, frozen_because = 'test'")
    await evictAllDurableObjects()
    expect(await wallet.admitCall(asked('two'))).toEqual({ state: 'refused', code: 'ACCOUNT_FROZEN' })
    expect(await wallet.endCall(ended('one'))).toMatchObject({ costMicros })
    await tabCloses(userId)
    expect(await wallet.view()).toMatchObject({ reservedTokens: 0, usedTokens: 1 })
  })

  it('lowers a bound that was not named to what can be paid', async () => {
    const { wallet } = await walletWith(3)
    const open = { outputTokensAsked: null, inputTokensBound: 1000 }
    const most = Math.floor((3_000_000 - 1000 * 188) / 750)
    expect(await wallet.admitCall(asked('one', open))).toEqual({ state: 'admitted', outputTokensMax: most })
    expect(await wallet.admitCall(asked('two', open))).toMatchObject({ code: 'INSUFFICIENT_TOKENS' })
    await wallet.credit(topUp(100, 'more'))
    expect(await wallet.admitCall(asked('three', open))).toEqual({ state: 'admitted', outputTokensMax: 8192 })
  })
})
