import { beforeEach, describe, expect, it } from 'vitest'
import {
  changeRows,
  expectSound,
  holdOf,
  passMs,
  rowsOf,
  settleOf,
  stopClock,
  topUp,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

beforeEach(stopClock)

describe('credit', () => {
  it('happens once per id, and keeps the creation time of the account', async () => {
    const { userId, wallet } = await walletWith(0)
    const account = { availableTokens: 10, reservedTokens: 0, usedTokens: 0, debtTokens: 0, createdAt: Date.now() }
    expect(await wallet.credit(topUp(10))).toEqual({ state: 'credited', account })
    passMs(5000)
    expect(await wallet.credit(topUp(10))).toEqual({ state: 'known', account })
    expect(await wallet.credit(topUp(11))).toEqual({ state: 'conflict', account })
    expect(await wallet.credit({ ...topUp(10), action: { kind: 'promo', code: 'SPRING' } })).toEqual({
      state: 'conflict',
      account
    })
    expect(await wallet.credit(topUp(3, 'payment:1'))).toEqual({
      state: 'credited',
      account: { ...account, availableTokens: 13 }
    })
    await expectSound(userId)
  })

  it('happens once, however many calls send it at the same time', async () => {
    const { wallet } = await walletWith(0)
    const results = await Promise.all(Array.from({ length: 20 }, () => wallet.credit(topUp(10))))
    expect(results.filter(({ state }) => state === 'credited')).toHaveLength(1)
    expect((await wallet.view()).availableTokens).toBe(10)
  })

  it.each([0, -5, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %d tokens', async (amount) => {
    const { userId, wallet } = await walletWith(0)
    await expect(wallet.credit(topUp(amount))).rejects.toThrow('A credit was refused: invalid')
    expect((await rowsOf(userId)).lines).toEqual([])
  })
})

describe('reserve', () => {
  it('recognises its id while open, after its end, and with other content', async () => {
    const { wallet } = await walletWith(12)
    await wallet.reserve(holdOf('operation-1'))
    expect(await wallet.reserve(holdOf('operation-1'))).toMatchObject({ state: 'known', status: 'open' })
    expect(await wallet.reserve(holdOf('operation-1', { priceTokens: 6 }))).toMatchObject({
      state: 'known',
      status: 'open'
    })
    const others = [
      holdOf('operation-1', { fingerprint: 'other' }),
      holdOf('operation-1', { owner: 'job' }),
      holdOf('operation-1', { operation: { service: 'claude', model: 'gpt-4o', action: { kind: 'answer' } } }),
      holdOf('bonus:start')
    ]
    for (const other of others) expect(await wallet.reserve(other)).toEqual({ state: 'conflict' })
    await wallet.settle({ ...settleOf('operation-1', 2), outcome: 'stopped' })
    expect(await wallet.reserve(holdOf('operation-1'))).toEqual({
      state: 'closed',
      outcome: 'stopped',
      chargedTokens: 2
    })
    expect(await wallet.reserve(holdOf('operation-1', { fingerprint: 'other' }))).toEqual({ state: 'conflict' })
    expect(await wallet.credit(topUp(5, 'operation-1'))).toMatchObject({ state: 'conflict' })
  })

  it('reports missing tokens before too many running operations, and counts each owner separately', async () => {
    const { wallet } = await walletWith(12)
    await wallet.reserve(holdOf('answer-1', { runningMax: 1 }))
    expect(await wallet.reserve(holdOf('answer-2', { runningMax: 1 }))).toEqual({ state: 'too-many-running' })
    expect(await wallet.reserve(holdOf('answer-2', { runningMax: 1, priceTokens: 8 }))).toEqual({
      state: 'insufficient',
      availableTokens: 7
    })
    expect(await wallet.reserve(holdOf('job-1', { runningMax: 1, owner: 'job' }))).toMatchObject({ state: 'reserved' })
    await wallet.release({ id: 'answer-1', outcome: 'failed' })
    expect(await wallet.reserve(holdOf('answer-2', { runningMax: 1 }))).toMatchObject({ state: 'reserved' })
  })

  it('lets exactly as many of 50 requests at once pass as the balance pays for', async () => {
    const { userId, wallet } = await walletWith(7 * 5 + 4)
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => wallet.reserve(holdOf(`operation-${index}`)))
    )
    const states = results.map(({ state }) => state)
    expect(states.filter((state) => state === 'reserved')).toHaveLength(7)
    expect(states.filter((state) => state === 'insufficient')).toHaveLength(43)
    expect(await wallet.view()).toMatchObject({ availableTokens: 4, reservedTokens: 35 })
    await expectSound(userId)
  })

  it('accepts one of five equal requests at once', async () => {
    const { wallet } = await walletWith(100)
    const results = await Promise.all(Array.from({ length: 5 }, () => wallet.reserve(holdOf('intent-1'))))
    expect(results.map(({ state }) => state).toSorted()).toEqual(['known', 'known', 'known', 'known', 'reserved'])
    expect((await wallet.view()).reservedTokens).toBe(5)
  })

  it.each([
    { priceTokens: 0 },
    { priceTokens: -5 },
    { priceTokens: 1.5 },
    { priceTokens: Number.NaN },
    { runningMax: 0 },
    { lifetimeMs: 0 },
    { lifetimeMs: Number.POSITIVE_INFINITY },
    { lifetimeMs: 8 * 24 * 60 * 60 * 1000 }
  ])('refuses %o', async (wrong) => {
    const { userId, wallet } = await walletWith(100)
    await expect(wallet.reserve(holdOf('operation-1', wrong))).rejects.toThrow(/reservation/)
    expect((await rowsOf(userId)).lines).toHaveLength(1)
  })
})

it('operations of one user do not change the wallet of another', async () => {
  const { userId: bystander, wallet: other } = await walletWith(50)
  await other.reserve(holdOf('operation-1'))
  const before = await rowsOf(bystander)
  const { wallet } = await walletWith(20)
  await wallet.reserve(holdOf('operation-1', { fingerprint: 'another user' }))
  await wallet.settle(settleOf('operation-1', 5))
  await wallet.reserve(holdOf('operation-2'))
  await wallet.release({ id: 'operation-2', outcome: 'failed' })
  expect(await rowsOf(bystander)).toEqual(before)
})

it.each([
  "update journal set balance_delta = 1000 where kind = 'credit'",
  'delete from journal',
  'insert or replace into journal select * from journal',
  `insert into journal select seq + 2, at, 'forged', kind, balance_delta, reserved_delta, charged_tokens, loss_tokens,
    credited_after, available_after, reserved_after, used_after, fingerprint, service, action, model, outcome, reason,
    upstream_model, attempts, debt_after, plan_tokens from journal`
])('the journal refuses %s', async (statement) => {
  const { userId } = await walletWith(12)
  const before = await rowsOf(userId)
  await expect(changeRows(userId, statement)).rejects.toThrow(/the journal/)
  expect(await rowsOf(userId)).toEqual(before)
})
