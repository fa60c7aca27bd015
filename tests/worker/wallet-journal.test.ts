import { beforeEach, expect, it } from 'vitest'
import { changeRows, holdOf, rowsOf, settleOf, stopClock, walletWith } from '#tests/support/worker/wallet-rows.ts'

beforeEach(stopClock)

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
