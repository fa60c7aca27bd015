import { abortAllDurableObjects } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  changeRows,
  expectSound,
  holdOf,
  rowsOf,
  settleOf,
  stopClock,
  topUp,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

beforeEach(stopClock)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('isolation', () => {
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
})

describe('the journal', () => {
  it.each([
    "update journal set balance_delta = 1000 where kind = 'credit'",
    'delete from journal',
    'insert or replace into journal select * from journal',
    `insert into journal select seq + 2, at, 'forged', kind, balance_delta, reserved_delta, charged_tokens, loss_tokens,
      credited_after, available_after, reserved_after, used_after, fingerprint, service, action, model, outcome, reason,
      upstream_model, attempts, debt_after, plan_tokens from journal`
  ])('refuses %s', async (statement) => {
    const { userId } = await walletWith(12)
    const before = await rowsOf(userId)
    await expect(changeRows(userId, statement)).rejects.toThrow(/the journal/)
    expect(await rowsOf(userId)).toEqual(before)
  })
})

it('a wallet created before plans keeps its journal, ends running operations, and can use plans', async () => {
  const { userId, wallet } = await walletWith(20)
  await wallet.reserve(holdOf('before'))
  const { lines: before } = await rowsOf(userId)
  await changeRows(
    userId,
    `drop index journal_on_plan;
    alter table journal drop column plan_tokens;
    alter table reservations drop column plan_tokens`
  )
  await abortAllDurableObjects()
  const plan = { since: 0, maxTokens: 100 }
  expect(await wallet.reserve(holdOf('after', { plan }))).toMatchObject({ state: 'reserved', isOnPlan: true })
  expect(await wallet.settle(settleOf('before', 5))).toMatchObject({ state: 'ended', chargedTokens: 5 })
  expect(await wallet.settle(settleOf('after', 5))).toMatchObject({ state: 'ended', chargedTokens: 0 })
  expect((await rowsOf(userId)).lines.slice(0, before.length)).toEqual(before)
  await expectSound(userId)
})

it('a wallet created before debts keeps its journal and can hold a debt', async () => {
  const { userId, wallet } = await walletWith(20)
  const { lines: before } = await rowsOf(userId)
  await changeRows(
    userId,
    `drop index journal_first;
    alter table journal drop column debt_after;
    create unique index journal_opening on journal (operation_id) where kind in ('credit', 'reserve')`
  )
  await abortAllDurableObjects()
  expect(await wallet.debit(topUp(15, 'refund:1'))).toMatchObject({ state: 'debited', account: { availableTokens: 5 } })
  expect(await wallet.debit(topUp(15, 'refund:1'))).toMatchObject({ state: 'known' })
  expect((await rowsOf(userId)).lines.slice(0, -1)).toEqual(before)
  await expectSound(userId)
})
