// What stops a call of the API before it begins, over the real object.
import { evictAllDurableObjects } from 'cloudflare:test'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayAround } from '#domain/billing-calendar.ts'
import type { AdmittedKey, KeyProof } from '#durable-objects/keys/calls.ts'
import type { AdmitCallCommand } from '#durable-objects/metering/calls.ts'
import type { Metering } from '#durable-objects/metering/metering.ts'
import { beginCall } from '#durable-objects/user/begin-call.ts'
import type { UserCalls } from '#durable-objects/user/calls.ts'
import type { KnownCaller } from '#durable-objects/user/leases.ts'
import { asked, ended, costMicros, makeCall, tabCloses } from '#tests/support/worker/metered.ts'
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

/** Begins a call whose key gets this limit of a day while its account is read. */
async function beginWhileLimited(wallet: UserCalls, call: AdmitCallCommand, day: number) {
  const budgets = { day: 1000 as number, month: null, total: null }
  const around = {
    admitKey: async () =>
      ({ state: 'found', key: { budgets: { ...budgets } }, requests: {} }) as unknown as AdmittedKey,
    callerOf: async () => {
      budgets.day = day
      return { firstPurchaseAt: null, premiumUntil: null, switches: [], outages: [] } as unknown as KnownCaller
    },
    provenKey: () => ({ budgets })
  }
  const proof = { keyId: call.keyId } as KeyProof
  const held: AdmitCallCommand[] = []
  const metering = {
    repeats: { find: () => null },
    admit: (command: AdmitCallCommand) => {
      held.push(command)
      return { state: 'admitted' as const, outputTokensMax: 0 }
    }
  } as unknown as Metering
  await beginCall({ ...around, metering }, { proof, service: 'chat', isBasicModel: true, call })
  return Promise.all(held.map((command) => wallet.admitCall(command)))
}

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

  it('is a limit that was set below what the tab has, and a debt: what is reserved for nothing yet pays for neither', async () => {
    const { userId, wallet } = await walletWith(1000)
    await makeCall(wallet, 'large', { outputTokensAsked: 32_000 })
    expect(await wallet.view()).toMatchObject({ availableTokens: 975, reservedTokens: 25 })
    await wallet.setBudget('day', 3)
    expect(await wallet.admitCall(asked('one'))).toMatchObject({ state: 'admitted' })
    expect(await wallet.admitCall(asked('two'))).toMatchObject({ code: 'BUDGET_EXCEEDED' })
    await wallet.setBudget('day', null)
    await wallet.debit({ ...topUp(998, 'refund:1'), service: 'refund' })
    expect(await wallet.view()).toMatchObject({ reservedTokens: 25, debtTokens: 23 })
    expect(await wallet.admitCall(asked('two'))).toMatchObject({ code: 'INSUFFICIENT_TOKENS' })
    await wallet.endCall(ended('one'))
    await tabCloses(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 0, usedTokens: 2, debtTokens: 0 })
    await expectSound(userId)
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

  it('is a limit that its key has got while the account was read', async () => {
    const { wallet } = await walletWith(1000)
    expect(await beginWhileLimited(wallet, asked('one'), 1)).toMatchObject([
      { budget: { owner: 'key', period: 'day' } }
    ])
    expect(await beginWhileLimited(wallet, asked('two'), 2)).toMatchObject([{ state: 'admitted' }])
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
