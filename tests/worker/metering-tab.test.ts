// The tab that pays for calls of the API: it grows, closes and outlives its object.
import { abortAllDurableObjects, evictAllDurableObjects } from 'cloudflare:test'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayAround, dayMs } from '#domain/billing-calendar.ts'
import {
  asked,
  costMicros,
  ended,
  makeCall,
  minuteMs,
  tabCloses,
  walletAfterCall
} from '#tests/support/worker/metered.ts'
import {
  expectCopied,
  expectSound,
  holdOf,
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

describe('a tab', () => {
  it('grows, and 200 calls are one line of the history, also on D1', async () => {
    const { userId, wallet } = await walletWith(1000)
    const ids = Array.from({ length: 200 }, (_, index) => `call-${index}`)
    for (let from = 0; from < 200; from += 40) {
      await Promise.all(ids.slice(from, from + 40).map((id) => wallet.admitCall(asked(id))))
      await Promise.all(ids.slice(from, from + 40).map((id) => wallet.endCall(ended(id))))
    }
    expect(await wallet.view()).toMatchObject({ availableTokens: 835, reservedTokens: 0, usedTokens: 165 })
    const { ended: lines } = await wallet.history({ limit: 10 })
    expect(lines.map(({ service, costTokens, attempts }) => [service, costTokens, attempts])).toEqual([
      ['api', 165, 200],
      ['bonus', -1000, 0]
    ])
    await expectSound(userId)
    await expectCopied(userId)
    expect((await reportOf(userId)).history.map(({ costTokens }) => costTokens)).toEqual([-1000, 165])
    expect(await wallet.audit()).toMatchObject({ state: 'agrees', sums: { operations: 2 } })
    expect(await wallet.usageOfKeys(0, 10)).toMatchObject([{ calls: 200, costMicros: 200 * costMicros }])
  })

  it('gives back what a bound took of a small balance once no call has used it for half a minute', async () => {
    const { userId, wallet } = await walletWith(12)
    const large = { outputTokensAsked: 12_000 }
    for (let index = 0; index < 20; index += 1) {
      await wallet.admitCall(asked(`call-${index}`, large))
      await wallet.endCall(ended(`call-${index}`, { usage: { inputTokens: 100, outputTokens: 100 } }))
    }
    // One after another, they leave it to each other.
    expect((await rowsOf(userId)).lines.length).toBeLessThan(8)
    await wallet.admitCall(asked('open', large))
    passMs(minuteMs / 2)
    await ringUntilQuiet(userId)
    const { reservedTokens: held } = await wallet.view()
    await wallet.endCall(ended('open', { outcome: 'failed', deliveredCharacters: 0 }))
    passMs(minuteMs / 2 - 1)
    await ringUntilQuiet(userId)
    expect(await wallet.view()).toMatchObject({ reservedTokens: held })
    passMs(1)
    await ringUntilQuiet(userId)
    const owedTokens = 2
    expect(await wallet.view()).toMatchObject({ availableTokens: 12 - owedTokens, reservedTokens: owedTokens })
    await expectSound(userId)
    await expectCopied(userId)
    const chat = holdOf('chat', { priceTokens: 12 - owedTokens })
    expect(await wallet.reserve(chat)).toMatchObject({ state: 'reserved' })
    await wallet.settle(settleOf('chat', 1))
    await tabCloses(userId)
    const { ended: lines } = await wallet.history({ limit: 10 })
    expect(lines.map(({ service, costTokens }) => [service, costTokens])).toContainEqual(['api', owedTokens])
    expect(lines).toHaveLength(3)
    await expectSound(userId)
  })

  it('carries what is paid beyond its calls: ten tabs cost what their calls cost, and a token that is left', async () => {
    const { userId, wallet } = await walletWith(100)
    for (let index = 0; index < 10; index += 1) {
      await makeCall(wallet, `call-${index}`)
      await tabCloses(userId)
    }
    expect(await wallet.view()).toMatchObject({ usedTokens: 9 })
    expect(await wallet.viewMetering()).toMatchObject({ remainderMicros: 9_000_000 - 10 * costMicros })
  })

  it('lets the last paid part of a token be used by a user without any', async () => {
    const { userId, wallet } = await walletWith(1)
    const small = { inputTokensBound: 1000, outputTokensAsked: 400 }
    const use = { usage: { inputTokens: 500, outputTokens: 100 } }
    await wallet.admitCall(asked('one', small))
    await wallet.endCall(ended('one', use))
    await tabCloses(userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 0, usedTokens: 1 })
    expect(await wallet.admitCall(asked('two', small))).toMatchObject({ state: 'admitted' })
    expect(await wallet.endCall(ended('two', use))).toMatchObject({ costMicros: 150_000 })
    await tabCloses(userId)
    expect(await wallet.viewMetering()).toMatchObject({ remainderMicros: 700_000 })
    await expectSound(userId)
  })

  // A call of twelve minutes before is still a deadline of the alarm when the day ends; one of eleven hours before is due already.
  it.each([12, 11 * 60])(
    'that began %i minutes before its day ends ends with it, and its open calls go on in the next one',
    async (minutes) => {
      passMs(dayAround(Date.now()).end + dayMs - Date.now() - minutes * minuteMs)
      const { userId, wallet } = await walletAfterCall(100)
      passMs((minutes - 1) * minuteMs)
      await wallet.admitCall(asked('two'))
      await wallet.admitCall(asked('three'))
      await wallet.endCall(ended('two'))
      passMs(minuteMs)
      await ringUntilQuiet(userId)
      expect(await wallet.view()).toMatchObject({ usedTokens: 2 })
      expect(await wallet.viewMetering()).toMatchObject({ spentMicros: 0, openCalls: 1 })
      expect(await wallet.endCall(ended('three'))).toMatchObject({ costMicros })
      await tabCloses(userId)
      expect(await wallet.view()).toMatchObject({ availableTokens: 97, reservedTokens: 0, usedTokens: 3 })
      await expectSound(userId)
      await expectCopied(userId)
    }
  )

  it('of a wallet in debt closes with its day once its last call has ended, and takes no further ones until then', async () => {
    const { userId, wallet } = await walletWith(30)
    await wallet.reserve(holdOf('spent', { priceTokens: 5 }))
    await wallet.settle(settleOf('spent', 5))
    passMs(dayAround(Date.now()).end - Date.now() - minuteMs)
    await makeCall(wallet, 'large', { outputTokensAsked: 9000 })
    await wallet.admitCall(asked('one'))
    await wallet.debit({ ...topUp(18, 'refund:1'), service: 'refund' })
    expect(await wallet.view()).toMatchObject({ reservedTokens: 8, debtTokens: 1 })
    passMs(minuteMs)
    await ringUntilQuiet(userId)
    expect(await wallet.viewMetering()).toMatchObject({ openCalls: 1 })
    expect(await wallet.admitCall(asked('two'))).toEqual({ state: 'refused', code: 'TOO_MANY_RUNNING' })
    await wallet.endCall(ended('one'))
    expect(await wallet.viewMetering()).toMatchObject({ openCalls: 0, reservedTokens: 0 })
    expect(await wallet.view()).toMatchObject({ availableTokens: 5, usedTokens: 7, debtTokens: 0 })
    await expectSound(userId)
  })
})

describe('an object that dies', () => {
  it.each([
    ['killed', abortAllDurableObjects],
    ['evicted', () => evictAllDurableObjects()]
  ])('and is %s before the answer to each step arrived keeps it, and does nothing twice', async (_, crash) => {
    const { userId, wallet } = await walletWith(100)
    const steps: (() => Promise<unknown>)[] = [
      () => wallet.admitCall(asked('one')),
      () => wallet.admitCall(asked('two', { outputTokensAsked: 9000 })),
      () => wallet.endCall(ended('one')),
      () => wallet.endCall(ended('two'))
    ]
    for (const step of steps) {
      const told = await step()
      const before = [await rowsOf(userId), await wallet.viewMetering()]
      await crash()
      expect([await rowsOf(userId), await wallet.viewMetering()]).toEqual(before)
      expect(await step()).toEqual(told)
      expect([await rowsOf(userId), await wallet.viewMetering()]).toEqual(before)
      await expectSound(userId)
    }
    passMs(10 * minuteMs)
    await crash()
    await ringUntilQuiet(userId)
    expect(await wallet.view()).toMatchObject({ reservedTokens: 0, usedTokens: 2 })
    expect(await wallet.audit()).toMatchObject({ state: 'agrees' })
    await expectCopied(userId)
  })
})
