// Calls of the API over the real object: what they hold and what they cost.
import { beforeEach, describe, expect, it } from 'vitest'
import type { EndCallCommand } from '#durable-objects/metering/calls.ts'
import { asked, costMicros, ended, minuteMs, tabCloses, walletAfterCall } from '#tests/support/worker/metered.ts'
import {
  alarmOf,
  expectCopied,
  expectSound,
  passMs,
  ringUntilQuiet,
  stopClock,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

beforeEach(stopClock)

describe('a call', () => {
  it('holds what it may cost at most and then costs what it used, in a tab that is one line of the history', async () => {
    const { userId, wallet } = await walletWith(100)
    expect(await wallet.admitCall(asked('call-1'))).toEqual({ state: 'admitted', outputTokensMax: 1106 })
    expect(await wallet.viewMetering()).toEqual({
      remainderMicros: 0,
      reservedTokens: 5,
      spentMicros: 0,
      heldMicros: 5000 * 188 + 1106 * 750,
      openCalls: 1
    })
    expect(await wallet.readCall('call-1')).toMatchObject({ outcome: 'running', costMicros: 0, ms: null })
    expect(await wallet.endCall(ended('call-1'))).toMatchObject({ costMicros, estimated: false })
    expect(await wallet.readCall('call-1')).toEqual({
      callId: 'call-1',
      keyId: 'key-1',
      model: 'gpt-6.1-terra',
      upstreamModel: 'gpt-6.1-terra-2026-10-01',
      outcome: 'complete',
      inputTokens: 1500,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 800,
      costMicros,
      estimated: false,
      ms: 2500,
      createdAt: Date.now()
    })
    await tabCloses(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 99, reservedTokens: 0, usedTokens: 1 })
    expect(await wallet.viewMetering()).toMatchObject({ remainderMicros: 1_000_000 - costMicros, reservedTokens: 0 })
    const { ended: lines } = await wallet.history({ limit: 10 })
    expect(lines[0]).toMatchObject({ service: 'api', outcome: 'metered', costTokens: 1, attempts: 1 })
    expect(await wallet.audit()).toMatchObject({ state: 'agrees' })
    await expectSound(userId)
    await expectCopied(userId)
  })

  it('ends once: a second end gets the first, and an unknown call none', async () => {
    const { wallet } = await walletAfterCall(100, 'call-1')
    const later = ended('call-1', { usage: { inputTokens: 9, outputTokens: 9 } })
    expect(await wallet.endCall(later)).toMatchObject({ costMicros, estimated: false })
    expect(await wallet.endCall(ended('call-2'))).toBeNull()
    expect(await wallet.spentOf('key-1')).toEqual({ day: costMicros, month: costMicros, total: costMicros })
  })

  it('is admitted once when the answer to it was lost, and does not begin again once it has ended', async () => {
    const { wallet } = await walletWith(100)
    const first = await wallet.admitCall(asked('call-1'))
    expect(await wallet.admitCall(asked('call-1'))).toEqual(first)
    expect(await wallet.viewMetering()).toMatchObject({ openCalls: 1 })
    await wallet.endCall(ended('call-1'))
    await expect(wallet.admitCall(asked('call-1'))).rejects.toThrow('has ended')
  })

  it('costs nothing when nothing was delivered or the supplier failed, and an estimate when no usage was told', async () => {
    const { wallet } = await walletWith(100)
    const cost = async (callId: string, more: Partial<EndCallCommand>) => {
      await wallet.admitCall(asked(callId))
      return wallet.endCall(ended(callId, more))
    }
    expect(await cost('empty', { deliveredCharacters: 0 })).toMatchObject({ costMicros: 0, estimated: false })
    expect(await cost('failed', { outcome: 'failed' })).toMatchObject({ costMicros: 0, estimated: false })
    expect(await cost('refused', { outcome: 'refused' })).toMatchObject({ costMicros: 0, estimated: false })
    expect(await cost('left', { outcome: 'stopped', usage: null, deliveredCharacters: 30 })).toMatchObject({
      costMicros: 1250 * 150 + 10 * 750,
      estimated: true
    })
    expect(await wallet.readCall('left')).toMatchObject({ estimated: true, inputTokens: 1250, outputTokens: 10 })
  })

  it('never costs more than its hold, whatever the supplier counts', async () => {
    const { wallet } = await walletWith(100)
    await wallet.admitCall(asked('call-1'))
    const huge = { inputTokens: 1_000_000, outputTokens: 1_000_000 }
    expect(await wallet.endCall(ended('call-1', { usage: huge }))).toMatchObject({
      costMicros: 5000 * 188 + 1106 * 750
    })
  })

  it('that its Worker looks after goes on while it looks, and frees its hold a minute after the last look', async () => {
    const { userId, wallet } = await walletWith(100)
    await wallet.admitCall(asked('call-1', { isLookedAfter: true, repeat: { name: 'order', digest: 'd' } }))
    for (let look = 0; look < 15; look += 1) {
      passMs(10_000)
      await wallet.keyWorks('key-1', 'hash', 'call-1')
      await ringUntilQuiet(userId)
    }
    expect(await wallet.readCall('call-1')).toMatchObject({ outcome: 'running' })
    passMs(minuteMs)
    await ringUntilQuiet(userId)
    expect(await wallet.readCall('call-1')).toMatchObject({ outcome: 'interrupted', costMicros: 0, ms: 210_000 })
    expect(await wallet.readRepeat('call-1')).toBeNull()
    expect(await wallet.viewMetering()).toMatchObject({ heldMicros: 0, openCalls: 0 })
    await wallet.keyWorks('key-1', 'hash', 'call-1')
    expect(await wallet.endCall(ended('call-1'))).toMatchObject({ costMicros: 0 })
    await expectSound(userId)
  })

  it('moves no alarm with a look, and takes no longer than twenty minutes however long it is looked after', async () => {
    const { userId, wallet } = await walletWith(100)
    await wallet.admitCall(asked('call-1', { isLookedAfter: true }))
    const armed = await alarmOf(userId)
    passMs(10_000)
    await wallet.keyWorks('key-1', 'hash', 'call-1')
    expect(await alarmOf(userId)).toBe(armed)
    for (let minute = 0; minute < 41; minute += 1) {
      passMs(minuteMs / 2)
      await wallet.keyWorks('key-1', 'hash', 'call-1')
      await ringUntilQuiet(userId)
    }
    expect(await wallet.readCall('call-1')).toMatchObject({ outcome: 'interrupted' })
  })

  it('is free when its Worker died, and a late end charges nothing', async () => {
    const { userId, wallet } = await walletWith(100)
    await wallet.admitCall(asked('call-1'))
    passMs(20 * minuteMs)
    await ringUntilQuiet(userId)
    expect(await wallet.readCall('call-1')).toMatchObject({ outcome: 'interrupted', costMicros: 0 })
    expect(await wallet.endCall(ended('call-1'))).toMatchObject({ costMicros: 0, estimated: false })
    await tabCloses(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 100, reservedTokens: 0, usedTokens: 0 })
    await expectSound(userId)
  })
})
