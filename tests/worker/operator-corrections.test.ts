// A correction: one line that an operator adds to the journal of a damaged wallet, after which it can be thawed.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OperationChain, UsageHistory } from '#contract/wallet.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { reconcilePayments } from '../support/worker/clock.ts'
import {
  at,
  check,
  correct,
  damage,
  impossible,
  opened,
  spent,
  thaw,
  withoutRow
} from '../support/worker/damaged-wallets.ts'
import { because, operate, orderRefund } from '../support/worker/operator.ts'
import { newBuyer, rowOf } from '../support/worker/paying.ts'
import { dataOf } from '../support/worker/person.ts'
import {
  changeRows,
  expectCopied,
  expectSound,
  holdOf,
  letOwnersSay,
  passMs,
  ringUntilQuiet,
  rowsOf,
  settleOf,
  stopClock,
  topUp
} from '../support/worker/wallet-rows.ts'

beforeEach(() => {
  stopClock()
  vi.spyOn(console, 'error').mockReturnValue()
})

describe('a correction', () => {
  test('of an impossible account is one line with a reason, after which the wallet is thawed and works', async () => {
    const { person, wallet } = await impossible()
    const { lines } = await rowsOf(person.userId)
    const more = { ...because('Диск повреждён, сверено с копией'), free_tokens: 88, seq: 4 }
    for (let times = 0; times < 2; times++)
      expect(await operate('POST', `${at(person)}/correction`, more)).toMatchObject({
        status: 200,
        data: { wallet: { seq: 5, free_tokens: 88, reserved_tokens: 7, agrees: true, violations: [] } }
      })
    expect((await opened(person)).frozen_at).not.toBeNull()
    expect(await wallet.reserve(holdOf('operation-3'))).toEqual({ state: 'frozen' })
    expect(await thaw(person)).toMatchObject({ status: 200 })
    expect(await wallet.settle(settleOf('operation-2', 7))).toMatchObject({ state: 'ended', chargedTokens: 7 })
    expect(await wallet.reserve(holdOf('operation-3'))).toMatchObject({ state: 'reserved' })
    expect((await rowsOf(person.userId)).lines.slice(0, 4)).toEqual(lines)
    expect(await check(person)).toMatchObject({ agrees: true, grantedTokens: 100, correctedTokens: 0, tokens: 83 })
    await expectSound(person.userId)
    await expectCopied(person.userId)
  })

  test('moves the balance, and the user sees it in the history', async () => {
    const { person } = await impossible()
    expect(await correct(person, 60)).toMatchObject({ status: 200, data: { wallet: { free_tokens: 60 } } })
    expect(await dataOf(await person.send('GET', '/user/tokens'))).toMatchObject({ tokens: 60, frozen: true })
    await thaw(person)
    expect(await dataOf(await person.send('GET', '/user/tokens'))).not.toHaveProperty('frozen')
    expect(await check(person)).toMatchObject({ agrees: true, correctedTokens: -28, reservedTokens: 7, tokens: 60 })
    const { usage, running } = await dataOf<UsageHistory>(await person.send('GET', '/ai/usage'))
    const [row] = usage
    expect(row).toMatchObject({
      service: 'correction',
      action: 'Исправление баланса',
      outcome: 'corrected',
      cost_in_tokens: 28,
      balance_after: 67
    })
    expect(usage.reduce((sum, { cost_in_tokens: cost }) => sum - cost, 0)).toBe(67)
    expect(running).toMatchObject([{ id: 'operation-2' }])
    const { steps } = await dataOf<OperationChain>(
      await person.send('GET', `/ai/usage/${encodeURIComponent(row?.id ?? '')}`)
    )
    expect(steps).toMatchObject([{ kind: 'correct', balanceDelta: -28, tokensAfter: 60 }])
  })

  test('to a debt stops new work until a purchase pays it', async () => {
    const { person, wallet } = await impossible()
    await correct(person, -3)
    await thaw(person)
    expect(await wallet.view()).toMatchObject({ availableTokens: 0, debtTokens: 3, reservedTokens: 7 })
    await wallet.credit(topUp(10, 'payment:1'))
    expect(await wallet.view()).toMatchObject({ availableTokens: 7, debtTokens: 0 })
  })

  test('restores the reservation that the journal shows as open, and its owner ends it', async () => {
    const { person, wallet } = await withoutRow()
    await changeRows(
      person.userId,
      `insert into reservations (operation_id, owner, price_tokens, due_at, deadline_at) values ('of-nothing', 'job', 3, 9e15, 9e15)`
    )
    expect(await correct(person, 88)).toMatchObject({
      status: 200,
      data: { wallet: { agrees: true, reserved_tokens: 7, open_reservations: 1 } }
    })
    await thaw(person)
    letOwnersSay({ state: 'ended', chargedTokens: 4, outcome: 'stopped', upstreamModel: null })
    passMs(60_000)
    await ringUntilQuiet(person.userId)
    expect(await wallet.view()).toMatchObject({ availableTokens: 91, reservedTokens: 0, usedTokens: 9 })
    await expectSound(person.userId)
  })

  test.each([
    ['of a wallet that is not frozen', spent],
    ['to a debt above all that was used', impossible]
  ])('%s is refused', async (_, make) => {
    const { person } = await make()
    const before = await rowsOf(person.userId)
    expect(await correct(person, -13)).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect((await rowsOf(person.userId)).lines).toEqual(before.lines)
  })

  test('of what has changed since the operator looked is refused', async () => {
    const { person, wallet } = await withoutRow()
    const seen = await opened(person)
    await changeRows(
      person.userId,
      `insert into reservations (operation_id, owner, price_tokens, due_at, deadline_at) values ('operation-2', 'answer', 7, 9e15, 9e15)`
    )
    await wallet.credit(topUp(10, 'payment:1'))
    const more = { ...because(), free_tokens: seen.free_tokens, seq: seen.seq }
    expect(await operate('POST', `${at(person)}/correction`, more)).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await wallet.view()).toMatchObject({ availableTokens: 98 })
  })

  test('below what was bought freezes the wallet at the refund, until an operator says what the refund may take', async () => {
    const { person, id } = await newBuyer()
    await damage(person, 'update journal set available_after = 1000 where seq = 1')
    await expect(userOf(env, person.userId).view()).rejects.toThrow('credited tokens are not')
    await correct(person, 60)
    await thaw(person)
    await orderRefund(id)
    expect(await opened(person)).toMatchObject({ frozen_because: expect.stringContaining('a refund'), free_tokens: 60 })
    expect(await correct(person, 550)).toMatchObject({ status: 200 })
    await reconcilePayments(env, Date.now() + 120_000)
    expect(await rowOf(id)).toMatchObject({ status: 'refunded', refundedTokens: 550 })
    expect(await thaw(person)).toMatchObject({ status: 200, data: { wallet: { free_tokens: 0, agrees: true } } })
    await expectSound(person.userId)
  })

  test('does not hide what breaks after it', async () => {
    const { person } = await impossible()
    await correct(person, 88)
    await thaw(person)
    await userOf(env, person.userId).credit(topUp(10, 'payment:1'))
    await damage(person, 'update journal set balance_delta = 600 where seq = 6')
    expect(await check(person)).toMatchObject({ agrees: false })
  })
})
