// Limits that users set on spending: kept in the wallet, checked in the commit that reserves.
import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayAround, monthAround } from '#domain/billing-calendar.ts'
import { userOf } from '#durable-objects/stubs.ts'
import {
  changeRows,
  empty,
  expectSound,
  holdOf,
  passMs,
  ring,
  ringUntilQuiet,
  settleOf,
  stopClock,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

beforeEach(stopClock)

const dayMs = 24 * 60 * 60 * 1000

const limited = async (limitTokens: number, tokens = 1000) => {
  const made = await walletWith(tokens)
  const user = userOf(env, made.userId)
  await user.setBudget('day', limitTokens)
  const spend = async (id: string, priceTokens: number, chargedTokens = priceTokens) => {
    const { state } = await made.wallet.reserve(holdOf(id, { priceTokens }))
    if (state === 'reserved') await made.wallet.settle(settleOf(id, chargedTokens))
    return state
  }
  return { ...made, user, spend }
}

const lettersOf = async (userId: string) => {
  const { results } = await env.DB.prepare('select facts from outgoing_mails where user_id = ? order by id')
    .bind(userId)
    .all<{ facts: string }>()
  return results.map(({ facts }) => JSON.parse(facts) as Record<string, unknown>)
}

describe('a limit', () => {
  it('holds for a hundred requests at once, and counts what runs', async () => {
    const { userId, wallet } = await limited(10)
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) => wallet.reserve(holdOf(`at-once-${index}`, { priceTokens: 1 })))
    )
    expect(results.filter(({ state }) => state === 'reserved')).toHaveLength(10)
    expect(results.at(-1)).toEqual({
      state: 'over-budget',
      budget: { period: 'day', limitTokens: 10, leftTokens: 0, heldTokens: 10 }
    })
    await wallet.release({ id: 'at-once-0', outcome: 'failed' })
    expect(await wallet.reserve(holdOf('again', { priceTokens: 1 }))).toMatchObject({ state: 'reserved' })
    await expectSound(userId)
  })

  it('refuses several jobs that do not fit together, and reserves none of them', async () => {
    const { user, wallet } = await limited(10)
    const jobs = ['a', 'b', 'c'].map((id) => holdOf(id, { priceTokens: 4, owner: 'job' }))
    expect(await user.reserveAll(jobs)).toEqual([
      { state: 'over-budget', budget: { period: 'day', limitTokens: 10, leftTokens: 10, heldTokens: 0 } }
    ])
    expect(await wallet.view()).toMatchObject({ reservedTokens: 0 })
  })

  it('counts what was charged since midnight in Moscow, also before it was set, after a restart and a refusal', async () => {
    const { userId, wallet } = await walletWith(1000)
    await wallet.reserve(holdOf('before', { priceTokens: 9 }))
    await wallet.settle(settleOf('before', 6))
    const user = userOf(env, userId)
    await user.setBudget('day', 10)
    await abortAllDurableObjects()
    expect(await user.viewBudgets()).toEqual({
      heldTokens: 0,
      budgets: [
        { period: 'day', limitTokens: 10, spentTokens: 6, liftedUntil: null, ...of(dayAround(Date.now())) },
        { period: 'month', limitTokens: null, spentTokens: 6, liftedUntil: null, ...of(monthAround(Date.now())) },
        { period: 'total', limitTokens: null, spentTokens: 0, liftedUntil: null, startsAt: Date.now(), endsAt: null }
      ]
    })
    expect(await wallet.reserve(holdOf('more', { priceTokens: 5 }))).toMatchObject({ budget: { leftTokens: 4 } })
    passMs(dayAround(Date.now()).end - Date.now())
    expect(await wallet.reserve(holdOf('more', { priceTokens: 5 }))).toMatchObject({ state: 'reserved' })
  })

  it('of a month and in all go on over midnight; the one that lets the least through decides', async () => {
    const { user, wallet, spend } = await limited(100)
    await user.setBudget('total', 12)
    expect(await spend('a', 8)).toBe('reserved')
    passMs(dayMs)
    expect(await wallet.reserve(holdOf('b', { priceTokens: 5 }))).toEqual({
      state: 'over-budget',
      budget: { period: 'total', limitTokens: 12, leftTokens: 4, heldTokens: 0 }
    })
    // Another sum goes on with what is spent; set anew after it was removed it begins with nothing.
    await user.setBudget('total', 13)
    expect(await spend('b', 5)).toBe('reserved')
    await user.setBudget('total', null)
    await user.setBudget('total', 5)
    expect(await spend('c', 5)).toBe('reserved')
    expect(await spend('d', 1)).toBe('over-budget')
  })

  it('is lifted until its period ends, and only where one ends', async () => {
    const { user, spend } = await limited(10)
    expect(await spend('a', 11)).toBe('over-budget')
    const { end } = dayAround(Date.now())
    expect((await user.liftBudget('day'))?.budgets[0]).toMatchObject({ liftedUntil: end, limitTokens: 10 })
    expect(await spend('a', 11)).toBe('reserved')
    passMs(end - Date.now())
    expect(await spend('b', 11)).toBe('over-budget')
    await user.setBudget('total', 5)
    expect([await user.liftBudget('total'), await user.liftBudget('month')]).toEqual([null, null])
  })

  it('stops nothing that a plan covers', async () => {
    const { wallet } = await limited(1)
    const plan = { since: 0, maxTokens: 50 }
    expect(await wallet.reserve(holdOf('a', { priceTokens: 20, plan }))).toMatchObject({ state: 'reserved' })
  })

  it('comes back with a restored wallet', async () => {
    const { userId, user, spend } = await limited(10)
    await spend('a', 4)
    const { head, open } = await user.backupHead()
    const { lines } = await user.backupLines(0, head.lastSeq)
    await empty(userId)
    expect(await user.restoreLines(lines)).toBeNull()
    expect(await user.restoreHead(head, open, 0)).toMatchObject({ state: 'restored' })
    expect((await user.viewBudgets()).budgets[0]).toMatchObject({ limitTokens: 10, spentTokens: 4 })
    expect(await spend('b', 7)).toBe('over-budget')
  })
})

const of = ({ start, end }: { start: number; end: number }) => ({ startsAt: start, endsAt: end })

describe('the letter at four fifths', () => {
  it('is written once a period, after the charge that reaches it, and again in the next one', async () => {
    const { userId, spend } = await limited(10)
    await spend('a', 7)
    await ringUntilQuiet(userId)
    expect(await lettersOf(userId)).toEqual([])
    await spend('b', 1)
    await spend('c', 1)
    await ringUntilQuiet(userId)
    const letter = { kind: 'budget', period: 'day', limitTokens: 10 }
    expect(await lettersOf(userId)).toEqual([{ ...letter, spentTokens: 9 }])
    passMs(dayMs)
    await spend('d', 8)
    await ringUntilQuiet(userId)
    expect(await lettersOf(userId)).toHaveLength(2)
  })

  it('is not written about a limit that was set when so much was spent, or that is lifted', async () => {
    const { userId, user, spend } = await limited(100)
    await spend('a', 90)
    await user.setBudget('day', 91)
    await spend('b', 1)
    await user.setBudget('day', 200)
    await user.liftBudget('day')
    await spend('c', 150)
    await ringUntilQuiet(userId)
    expect(await lettersOf(userId)).toEqual([])
  })

  it('is tried again when D1 did not take it', async () => {
    const { userId, spend } = await limited(10)
    await spend('a', 8)
    await env.DB.prepare('alter table outgoing_mails rename to outgoing_mails_away').run()
    await ring(userId)
    await env.DB.prepare('alter table outgoing_mails_away rename to outgoing_mails').run()
    expect(await lettersOf(userId)).toEqual([])
    passMs(6 * 60_000)
    await ringUntilQuiet(userId)
    expect(await lettersOf(userId)).toHaveLength(1)
  })
})

it('a correction by an operator leaves what the journal holds of a limit', async () => {
  const { userId, user, wallet, spend } = await limited(10)
  await spend('a', 4)
  // The damage: the newest line tells of more than the journal holds.
  await changeRows(userId, 'drop trigger journal_never_changed')
  await changeRows(
    userId,
    'update journal set used_after = used_after + 500, credited_after = credited_after + 500 where seq = (select max(seq) from journal)'
  )
  await changeRows(userId, "update wallet set frozen_at = 1, frozen_because = 'test'")
  await abortAllDurableObjects()
  const { seq } = await wallet.inspect(true)
  expect(await wallet.correct({ id: 'correction', freeTokens: 996, seq, reason: 'Проверка' })).toEqual({
    state: 'corrected'
  })
  expect((await user.viewBudgets()).budgets[0]).toMatchObject({ spentTokens: 4 })
})
