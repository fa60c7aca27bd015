// A refund takes back the tokens of its payment, spent or not.
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import { mailsTo } from '../support/worker/account.ts'
import { advanceMoney } from '../support/worker/clock.ts'
import { orderRefund } from '../support/worker/operator.ts'
import { answered, dataOf, type Person } from '../support/worker/person.ts'
import {
  accepted,
  balanceOf,
  begin,
  confirm,
  control,
  letCheckAge,
  newBuyer,
  notificationOf,
  notify,
  notifyRefund,
  pay,
  refundAtYookassa,
  refundsOf,
  rowOf
} from '../support/worker/paying.ts'
import { expectCopied, spend } from '../support/worker/wallet-rows.ts'

afterEach(() => control({ paymentFault: null }))

const view = ({ userId }: Person) => userOf(env, userId).view()

test('a full refund takes back all tokens including the bonus', async () => {
  const { person, id } = await newBuyer()
  expect(await orderRefund(id)).toMatchObject({
    status: 200,
    data: { done: true, payment: { status: 'refunded', refunded_kopecks: 50_000 } }
  })
  expect(await view(person)).toMatchObject({ availableTokens: 0, debtTokens: 0 })
  await vi.waitFor(() => expectCopied(person.userId), { timeout: 30_000, interval: 50 })
})

test('spent tokens become a debt, and nothing can be started before it is paid', async () => {
  const { person, id } = await newBuyer()
  await spend(person, 400)
  await orderRefund(id)
  expect(await view(person)).toMatchObject({ availableTokens: 0, usedTokens: 400, debtTokens: 400 })
  expect(await dataOf(await person.send('GET', '/user/tokens'))).toMatchObject({ tokens: 0, debtTokens: 400 })
  const asked = await answered(await person.send('POST', '/ai/text/chatgpt', { prompt: 'Привет' }))
  expect(asked).toMatchObject({ status: 402, code: 'INSUFFICIENT_TOKENS' })
  await vi.waitFor(() => expectCopied(person.userId), { timeout: 30_000, interval: 50 })

  const next = await begin(person)
  await pay(next)
  expect(await confirm(person, next.id)).toMatchObject({ new_balance: 150 })
  expect(await view(person)).toMatchObject({ availableTokens: 150, debtTokens: 0 })
})

test('partial refunds take their share of tokens, and together exactly all of them', async () => {
  const { person, id } = await newBuyer()
  for (const amount_kopecks of [10_001, 19_999, 20_000])
    expect(await orderRefund(id, { amount_kopecks })).toMatchObject({ status: 200 })
  expect(await rowOf(id)).toMatchObject({ status: 'refunded', refundedKopecks: 50_000, refundedTokens: 550 })
  expect(await view(person)).toMatchObject({ availableTokens: 0, debtTokens: 0 })
  expect(await refundsOf(id)).toHaveLength(3)
})

const mailsOf = async ({ userId }: Person) => {
  // The cron sends queued mails.
  await advanceMoney(env, Date.now())
  return mailsTo(`${userId}@person.example`)
}

describe('the mail about a refund', () => {
  test('names the amount and the tokens taken back', async () => {
    const { person, id } = await newBuyer()
    await orderRefund(id, { amount_kopecks: 10_000 })
    await orderRefund(id)
    expect((await mailsOf(person)).map(({ text }) => text).toSorted()).toEqual([
      expect.stringMatching(/100\s₽[^]*110 токенов/),
      expect.stringMatching(/400\s₽[^]*440 токенов/)
    ])
  })

  test('names the debt when the tokens were already spent', async () => {
    const { person, id } = await newBuyer()
    await spend(person, 400)
    await orderRefund(id)
    expect((await mailsOf(person))[0]?.text).toContain('на балансе долг: 400 токенов')
  })

  test('is sent once, however often the refund is noticed', async () => {
    const { person, id } = await newBuyer()
    await orderRefund(id, { idempotency_key: 'refund-0001' })
    await orderRefund(id, { idempotency_key: 'refund-0001' })
    const [object] = await refundsOf(id)
    for (let times = 0; times < 2; times++) expect(await notifyRefund(object)).toEqual(accepted)
    await advanceMoney(env, Date.now() + 120_000)
    expect(await mailsOf(person)).toHaveLength(1)
    expect(await view(person)).toMatchObject({ availableTokens: 0, debtTokens: 0 })
  })
})

test('after a refund replaying the payment’s notification credits nothing', async () => {
  const { person, id } = await newBuyer()
  const notification = await notificationOf(id)
  await orderRefund(id)
  expect(await notify(notification)).toEqual(accepted)
  expect(await confirm(person, id)).toMatchObject({ status: 'refunded', new_balance: 0 })
})

test('a refund made at YooKassa is noticed by its notification', async () => {
  const { person, id } = await newBuyer()
  await letCheckAge(id)
  expect(await notifyRefund(await refundAtYookassa(id, '250.00'))).toEqual(accepted)
  expect(await balanceOf(person)).toBe(275)
  expect(await rowOf(id)).toMatchObject({ status: 'succeeded', refundedKopecks: 25_000, refundedTokens: 275 })
})
