import { beforeEach, expect, it, vi } from 'vitest'
import {
  alarmOf,
  catchWarnings,
  changeRows,
  forget,
  holdOf,
  passMs,
  reportOf,
  ring,
  ringUntilQuiet,
  rowsOf,
  settleOf,
  stopClock,
  topUp,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

beforeEach(stopClock)

/** A wallet with a reservation that disagrees with the journal. `reports` gives what the wallet logs about it. */
async function damaged() {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const { userId, wallet } = await walletWith(100)
  await wallet.reserve(holdOf('operation-1', { lifetimeMs: 60_000 }))
  await wallet.reserve(holdOf('damaged-1', { dispatches: true }))
  await changeRows(userId, "update reservations set price_tokens = 4 where operation_id = 'damaged-1'")
  return { userId, wallet, reports: () => error.mock.calls.map(([line]) => String(line)) }
}

it('writes nothing when an invariant would break, and freezes the account', async () => {
  const { userId, wallet, reports } = await damaged()
  const before = await rowsOf(userId)
  await expect(wallet.reserve(holdOf('operation-2'))).rejects.toThrow('not the sum of open reservations')
  expect(await rowsOf(userId)).toEqual(before)
  expect(await wallet.reserve(holdOf('operation-3'))).toEqual({ state: 'frozen' })
  expect(await wallet.markDispatched('operation-1')).toBe(false)
  expect(reports()).toHaveLength(1)
  expect(JSON.parse(reports()[0] ?? '')).toEqual({
    event: 'wallet-frozen',
    severity: 'urgent',
    violation: 'reserved tokens are not the sum of open reservations',
    userId,
    user: expect.stringMatching(/^[0-9a-f]{16}$/)
  })
})

it('still knows earlier operations, and shows the balance', async () => {
  const { wallet } = await damaged()
  await expect(wallet.reserve(holdOf('operation-2'))).rejects.toThrow('sum of open reservations')
  expect(await wallet.reserve(holdOf('operation-1'))).toMatchObject({ state: 'known', status: 'open' })
  expect(await wallet.credit(topUp(100))).toMatchObject({ state: 'known' })
  expect(await wallet.view()).toMatchObject({ availableTokens: 90, reservedTokens: 10 })
})

it('accepts credits and settles once the rows are correct again, but no new reservations', async () => {
  const { userId, wallet } = await damaged()
  await expect(wallet.reserve(holdOf('operation-2'))).rejects.toThrow('sum of open reservations')
  await changeRows(userId, 'update reservations set price_tokens = 5')
  expect(await wallet.credit(topUp(7, 'payment:1'))).toMatchObject({ state: 'credited' })
  expect(await wallet.settle(settleOf('operation-1', 5))).toMatchObject({ state: 'ended', chargedTokens: 5 })
  expect(await wallet.reserve(holdOf('operation-2'))).toEqual({ state: 'frozen' })
})

it('does not show an impossible account', async () => {
  const { userId, wallet, reports } = await damaged()
  // Only a fault below the journal's triggers could do this.
  await changeRows(
    userId,
    'drop trigger journal_never_changed; update journal set available_after = 1000 where seq = 3'
  )
  await forget(userId)
  await expect(wallet.view()).rejects.toThrow('credited tokens are not what is available, reserved and used')
  expect(await wallet.reserve(holdOf('operation-2'))).toEqual({ state: 'frozen' })
  expect(reports()).toHaveLength(1)
})

it('keeps its alarm: what cannot end is retried, and the rest is still copied', async () => {
  const { userId } = await damaged()
  const warnings = catchWarnings()
  passMs(60_000)
  await ring(userId)
  expect(warnings()).toEqual([expect.objectContaining({ event: 'wallet-overdue-failed', error: 'InvariantViolation' })])
  expect(await alarmOf(userId)).toBe(Date.now() + 5 * 60_000)
  expect((await reportOf(userId)).entries).toHaveLength(3)
  await changeRows(userId, 'update reservations set price_tokens = 5')
  passMs(5 * 60_000)
  await ringUntilQuiet(userId)
  expect((await rowsOf(userId)).open).toEqual([expect.objectContaining({ operationId: 'damaged-1' })])
})

it('sets its alarm again after an unexpected error', async () => {
  const warnings = catchWarnings()
  const { userId } = await walletWith(100)
  await changeRows(userId, 'alter table reservations rename to reservations_away')
  await ring(userId)
  expect(warnings()).toEqual([expect.objectContaining({ event: 'user-alarm-failed' })])
  expect(await alarmOf(userId)).toBe(Date.now() + 60_000)
  await changeRows(userId, 'alter table reservations_away rename to reservations')
  passMs(60_000)
  await ringUntilQuiet(userId)
  expect((await reportOf(userId)).entries).toHaveLength(1)
})
