// The reward of an inviter is taken back with the refund of the purchase that earned it: once, and never as a debt.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { decideReward } from '#data/directory/inviter-rewards.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { countMonth } from '#worker/operator/money/count-month.ts'
import { rewardInviter, takeBackReward } from '#worker/payments/reward-inviter.ts'
import { advanceMoney, eraseAccounts } from '../support/worker/clock.ts'
import { damage } from '../support/worker/damaged-wallets.ts'
import {
  beginCampaign,
  endCampaigns,
  friendOf,
  historyOf,
  newInviter,
  ownLink,
  purchase
} from '../support/worker/inviting.ts'
import { because, operate } from '../support/worker/operator.ts'
import {
  balanceOf,
  begin,
  confirm as confirmPayment,
  letCheckAge,
  notifyRefund,
  packageOf,
  pay,
  refundAtYookassa,
  rowOf
} from '../support/worker/paying.ts'
import { newPerson, type Person } from '../support/worker/person.ts'
import { copied, finishNight, nextNight } from '../support/worker/reconciling.ts'
import { holdOf, spend } from '../support/worker/wallet-rows.ts'

const text = 'Возврат бонуса за приглашённого друга'

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
afterEach(async () => {
  vi.useRealTimers()
  await env.DB.prepare('drop trigger if exists dies').run()
  await endCampaigns()
  vi.restoreAllMocks()
})

const refund = (id: string, kopecks: number | null = null, more = because('Клиент передумал')) =>
  operate('POST', `/payments/${id}/refunds`, { amount_kopecks: kopecks, ...more })

const view = ({ userId }: Person) => userOf(env, userId).view()
const linesOf = async (person: Person) => (await historyOf(person)).split(text).length - 1
const invitationOf = ({ userId }: Person) =>
  env.DB.prepare('select * from invitations where inviter_id = ?').bind(userId).first()
const campaignOf = async () => ((await operate('GET', '/invitations')).data as { campaigns: object[] }).campaigns[0]

/** Lets every call die that is about to store this. */
const dieBefore = (change: string) =>
  env.DB.prepare(
    `create trigger dies before update of ${change} begin select raise(abort, 'the call dies here'); end`
  ).run()

const isWhole = async ({ userId }: Person) => expect((await userOf(env, userId).inspect(true)).state).toBe('agrees')

describe('the reward of a refunded purchase', () => {
  test('is taken back, stands in the history, and is counted in the console', async () => {
    const { inviter, paymentId } = await newInviter()
    expect(await campaignOf()).toMatchObject({ rewarded: 1, taken_back: 0 })
    expect(await refund(paymentId)).toMatchObject({ status: 200, data: { done: true } })
    expect(await view(inviter)).toMatchObject({ availableTokens: 0, debtTokens: 0 })
    expect(await linesOf(inviter)).toBe(1)
    expect(await invitationOf(inviter)).toMatchObject({ payment_id: paymentId, taken_back_tokens: 30 })
    expect(await ownLink(inviter)).toMatchObject({ came: 1, rewarded: 1, takenBack: 1 })
    expect(await campaignOf()).toMatchObject({ came: 1, rewarded: 0, taken_back: 1 })
    await isWhole(inviter)
  })

  test.each([
    ['in part', 20, 10],
    ['wholly', 30, 0]
  ])('that is spent %s is taken back as far as it is there, and nothing is owed', async (_, spent, taken) => {
    const { inviter, paymentId } = await newInviter()
    await spend(inviter, spent)
    await refund(paymentId)
    expect(await view(inviter)).toMatchObject({ availableTokens: 0, usedTokens: spent, debtTokens: 0 })
    expect(await invitationOf(inviter)).toMatchObject({ taken_back_tokens: taken, taken_back_at: expect.any(Number) })
    // What comes afterwards is the inviter's.
    await purchase(inviter, packageOf('tokens-100'))
    await takeBackReward(env, await rowOf(paymentId), 0, Date.now())
    expect(await balanceOf(inviter)).toBe(100)
    await isWhole(inviter)
  })

  test('is not taken from other tokens of the inviter beyond its amount, nor from what is reserved', async () => {
    const { inviter, paymentId } = await newInviter()
    await purchase(inviter, packageOf('tokens-100'))
    await userOf(env, inviter.userId).reserve(holdOf(crypto.randomUUID(), { priceTokens: 110 }))
    await refund(paymentId)
    expect(await view(inviter)).toMatchObject({ availableTokens: 0, reservedTokens: 110, debtTokens: 0 })
    expect(await invitationOf(inviter)).toMatchObject({ taken_back_tokens: 20 })
  })

  test('is taken back once, however the refund is noticed and repeated', async () => {
    const { inviter, paymentId } = await newInviter()
    await purchase(inviter, packageOf('tokens-100'))
    const more = because('Клиент передумал')
    await Promise.all([refund(paymentId, 50_000, more), refund(paymentId, 50_000, more)])
    await refund(paymentId, 50_000, more)
    await advanceMoney(env, Date.now() + 120_000)
    const row = await rowOf(paymentId)
    await Promise.all([1, 2, 3].map(() => takeBackReward(env, row, 0, Date.now())))
    expect(await balanceOf(inviter)).toBe(100)
    expect(await linesOf(inviter)).toBe(1)
  })

  test('is taken back with a refund that was made in the office of YooKassa', async () => {
    const { inviter, paymentId } = await newInviter()
    await letCheckAge(paymentId)
    await notifyRefund(await refundAtYookassa(paymentId, '500.00'))
    expect(await balanceOf(inviter)).toBe(0)
  })

  test('stays while as much remains paid as the campaign asks for, and goes with the part that goes below', async () => {
    const { inviter, paymentId } = await newInviter({ purchaseMinKopecks: 20_000 })
    await refund(paymentId, 30_000)
    expect(await balanceOf(inviter)).toBe(30)
    await refund(paymentId, 1)
    expect(await balanceOf(inviter)).toBe(0)
    await refund(paymentId)
    expect(await linesOf(inviter)).toBe(1)
  })

  test('stays when another purchase of the friend is refunded, and is not earned again by a later one', async () => {
    const { inviter, friend, paymentId } = await newInviter()
    await refund(await purchase(friend))
    expect(await balanceOf(inviter)).toBe(30)
    await refund(paymentId)
    await purchase(friend)
    expect(await balanceOf(inviter)).toBe(0)
  })

  test('is taken back when the friend is erased, and not looked for in an erased account of the inviter', async () => {
    const { inviter, friend, paymentId } = await newInviter()
    const other = await friendOf(inviter)
    const second = await purchase(other)
    const wish = env.DB.prepare('update users set deletion_requested_at = 1 where id = ?')
    await wish.bind(friend.userId).run()
    await eraseAccounts(env, Date.now())
    expect(await refund(paymentId)).toMatchObject({ status: 200 })
    expect(await balanceOf(inviter)).toBe(30)
    await wish.bind(inviter.userId).run()
    await eraseAccounts(env, Date.now())
    expect(await refund(second)).toMatchObject({ status: 200 })
    expect(await view({ ...inviter, userId: 'erased' })).toMatchObject({ usedTokens: 0, availableTokens: 0 })
    const { results } = await env.DB.prepare('select taken_back_at from invitations where payment_id = ?')
      .bind(second)
      .all()
    expect(results).toEqual([{ taken_back_at: null }])
  })

  test('stays in a frozen wallet, and the refund is not held up by it', async () => {
    const { inviter, paymentId } = await newInviter()
    vi.spyOn(console, 'error').mockReturnValue()
    await damage(inviter, "update wallet set frozen_at = 1, frozen_because = 'a test'")
    expect(await refund(paymentId)).toMatchObject({ status: 200, data: { done: true } })
    expect(await rowOf(paymentId)).toMatchObject({ status: 'refunded' })
    expect(await balanceOf(inviter)).toBe(30)
    expect(await invitationOf(inviter)).toMatchObject({ taken_back_tokens: 0 })
  })
})

describe('a call that dies', () => {
  test.each([
    ['between the wallet and the row of the invitation', 'taken_back_at on invitations'],
    ['between the invitation and the row of the payment', 'refunded_kopecks on payments']
  ])('%s is finished by the clock, and takes once', async (_, change) => {
    const { inviter, paymentId } = await newInviter()
    await spend(inviter, 18)
    await dieBefore(change)
    vi.spyOn(console, 'error').mockReturnValue()
    expect((await refund(paymentId)).status).toBe(500)
    expect(await rowOf(paymentId)).toMatchObject({ status: 'succeeded', refundingKopecks: 50_000 })
    await env.DB.prepare('drop trigger dies').run()
    // What comes in between is the inviter's.
    await purchase(inviter, packageOf('tokens-100'))
    await advanceMoney(env, Date.now() + 120_000)
    expect(await rowOf(paymentId)).toMatchObject({ status: 'refunded', refundedTokens: 550 })
    expect(await invitationOf(inviter)).toMatchObject({ taken_back_tokens: 12 })
    expect([await balanceOf(inviter), await linesOf(inviter)]).toEqual([100, 1])
  })

  test('after it has decided the reward and before it has credited it leaves no reward to a refund', async () => {
    await beginCampaign({ purchaseMinKopecks: 50_000 })
    const inviter = await newPerson()
    const friend = await friendOf(inviter)
    const paymentId = await purchase(friend, packageOf('tokens-100'))
    const { userId } = friend
    await decideReward(openDirectory(env), { userId, paymentId, paidKopecks: 50_000, now: Date.now() })
    await refund(paymentId)
    expect(await view(inviter)).toMatchObject({ availableTokens: 0, debtTokens: 0 })
    // The call that was late goes on.
    await rewardInviter(env, { id: paymentId, userId }, 50_000, Date.now())
    expect(await balanceOf(inviter)).toBe(0)
    expect(await linesOf(inviter)).toBe(1)
  })

  test('gives no reward for money that was returned before the purchase is credited', async () => {
    await beginCampaign()
    const inviter = await newPerson()
    const friend = await friendOf(inviter)
    const begun = await begin(friend)
    await pay(begun)
    await refundAtYookassa(begun.id, '500.00')
    await confirmPayment(friend, begun.id)
    expect(await rowOf(begun.id)).toMatchObject({ status: 'refunded' })
    expect(await balanceOf(inviter)).toBe(0)
  })
})

describe('the books', () => {
  test('count what was taken back against the bonuses of the month, and the nightly check agrees', async () => {
    // It finds the frozen wallet of another test.
    vi.spyOn(console, 'error').mockReturnValue()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { inviter, friend, paymentId } = await newInviter()
    await spend(inviter, 12)
    const copyBoth = async () => {
      for (const person of [inviter, friend]) await copied(person)
    }
    const month = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 7)
    await copyBoth()
    const before = await countMonth(env, month)
    await refund(paymentId)
    await copyBoth()
    const after = await countMonth(env, month)
    expect(after).toEqual({
      ...before,
      bonus: before.bonus - 18,
      taken_back: before.taken_back + 550,
      refunds: before.refunds + 1,
      refunded_kopecks: before.refunded_kopecks + 50_000,
      owed: before.owed - 18 - 550
    })
    await nextNight()
    const { found } = await finishNight()
    expect(found.filter(({ userId }) => userId === inviter.userId || userId === friend.userId)).toEqual([])
  })
})
