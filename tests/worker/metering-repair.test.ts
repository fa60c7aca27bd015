// Metering in backups, checks and corrections of a wallet, and what is kept of calls.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { asked, costMicros, ended, minuteMs, tabCloses, walletAfterCall } from '#tests/support/worker/metered.ts'
import {
  changeRows,
  empty,
  expectSound,
  forget,
  passMs,
  ringUntilQuiet,
  rowsOf,
  stopClock,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

beforeEach(stopClock)

/** The alarm of a wallet that is frozen. */
const expectAlarm = () => vi.spyOn(console, 'error').mockReturnValue()

describe('a wallet with an open tab', () => {
  it('comes back from a backup with it: what is held, what is spent and what is left of a token', async () => {
    const { userId, wallet } = await walletAfterCall(100, 'zero')
    await tabCloses(userId)
    await wallet.admitCall(asked('one'))
    await wallet.admitCall(asked('two'))
    await wallet.endCall(ended('one'))
    const view = await wallet.viewMetering()
    const { head, open } = await wallet.backupHead()
    const { lines } = await wallet.backupLines(0, head.lastSeq)
    await empty(userId)
    expect(await wallet.restoreLines(lines)).toBeNull()
    const restored = JSON.parse(JSON.stringify(head)) as typeof head
    expect(await wallet.restoreHead(restored, open, 0)).toEqual({ state: 'restored', violations: [] })
    expect(await wallet.viewMetering()).toEqual(view)
    expect(await wallet.spentOf('key-1')).toMatchObject({ total: 2 * costMicros })
    expect(await wallet.endCall(ended('two'))).toMatchObject({ costMicros, estimated: false })
    await tabCloses(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 97, reservedTokens: 0, usedTokens: 3 })
    expect(await wallet.audit()).toMatchObject({ state: 'agrees' })
    await expectSound(userId)
  })

  it('is frozen by a check when its rows were changed, and agrees again after a correction', async () => {
    expectAlarm()
    const { userId, wallet } = await walletAfterCall(100)
    await wallet.admitCall(asked('two'))
    await changeRows(userId, 'update metered_days set cost_micros = cost_micros - 1')
    expect(await wallet.audit()).toMatchObject({
      state: 'disagrees',
      violations: ['the sums of calls are not what the tabs have spent']
    })
    expect(await wallet.admitCall(asked('three'))).toEqual({ state: 'refused', code: 'ACCOUNT_FROZEN' })
    const { seq } = await wallet.inspect(true)
    expect(await wallet.correct({ id: 'fix:1', freeTokens: 95, seq, reason: 'test' })).toEqual({ state: 'corrected' })
    expect(await wallet.thaw(true)).toMatchObject({ state: 'thawed' })
    expect(await wallet.readCall('two')).toMatchObject({ outcome: 'interrupted' })
    await tabCloses(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 99, reservedTokens: 0, usedTokens: 1 })
    expect(await wallet.audit()).toMatchObject({ state: 'agrees' })
    await expectSound(userId)
  })

  it('undoes a step that would break an invariant, and freezes', async () => {
    expectAlarm()
    const { userId, wallet } = await walletWith(100)
    await wallet.admitCall(asked('one'))
    await changeRows(userId, 'update meter set remainder_micros = 5')
    await forget(userId)
    const before = await rowsOf(userId)
    await expect(wallet.admitCall(asked('two', { outputTokensAsked: 20_000 }))).rejects.toThrow('what was charged')
    expect((await rowsOf(userId)).lines).toEqual(before.lines)
    expect(await wallet.readCall('two')).toBeNull()
    expect(await wallet.admitCall(asked('two'))).toEqual({ state: 'refused', code: 'ACCOUNT_FROZEN' })
    await expectSound(userId)
  })

  it('keeps receipts for thirty days, and what they add up to for ever', async () => {
    const { userId, wallet } = await walletAfterCall(100)
    await tabCloses(userId)
    passMs(30 * 24 * 60 * minuteMs)
    await ringUntilQuiet(userId)
    expect(await wallet.readCall('one')).toBeNull()
    expect(await wallet.spentOf('key-1')).toMatchObject({ total: costMicros })
    expect(await wallet.usageOfKeys(0, 10)).toMatchObject([{ keyId: 'key-1', calls: 1, costMicros, outputTokens: 800 }])
    expect(await wallet.audit()).toMatchObject({ state: 'agrees' })
  })
})
