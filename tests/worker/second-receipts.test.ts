// The second receipt of an advance: made when tokens are spent, once, whatever fails in between, and returned as what it is.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { orderedRefunds } from '#data/directory/refunds.ts'
import { secondReceiptsOf } from '#data/directory/second-receipts.ts'
import { decimalOf } from '#domain/money.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { eraseAccounts, settleAdvances } from '../support/worker/clock.ts'
import { orderRefund } from '../support/worker/operator.ts'
import {
  begin,
  confirm,
  control,
  newBuyer,
  newPayer,
  packageOf,
  pay,
  receiptsOf,
  refundsOf,
  rowOf
} from '../support/worker/paying.ts'
import { newPerson } from '../support/worker/person.ts'
import { buyPremium, letRunOut } from '../support/worker/premium.ts'
import { emptyBooks } from '../support/worker/reconciling.ts'
import { setStage } from '../support/worker/stage.ts'
import { emptyAlarms } from '../support/worker/telling.ts'
import { spend } from '../support/worker/wallet-rows.ts'

const dayMs = 24 * 60 * 60_000

setStage()
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.parse('2026-11-20T12:00:00+03:00'))
  vi.spyOn(console, 'error').mockReturnValue()
  await control({ notifications: 'never', paymentFault: null })
  await emptyBooks()
  await env.DB.prepare('delete from second_receipts').run()
  await emptyAlarms()
  environmentOf(env).YOOKASSA_PAYMENT_MODE = 'full_prepayment'
})
afterEach(() => {
  environmentOf(env).YOOKASSA_PAYMENT_MODE = 'full_payment'
})

const at = (text: string) => vi.setSystemTime(Date.parse(`${text}+03:00`))
const run = () => settleAdvances(env, Date.now())

/** As if the clock had stood for so many days; a receipt is sent, and looked at again when it is registered. */
async function passNights(nights = 1) {
  vi.setSystemTime(Date.now() + nights * dayMs)
  await run()
  vi.setSystemTime(Date.now() + 60_000)
  await run()
}

const made = async (id: string) => (await receiptsOf(id)).map(({ value }) => value)
const stored = (id: string) => secondReceiptsOf(openDirectory(env), id)
const itemsOf = (items: unknown) =>
  (items as { payment_mode: string; amount: { value: string } }[]).map((one) => [one.payment_mode, one.amount.value])

/** The calls of YooKassa that a test makes from now on, by their bodies. */
function watchCalls() {
  const calls = vi.spyOn(globalThis, 'fetch')
  return (path: string) =>
    calls.mock.calls.flatMap(([input, init]) =>
      String(input).endsWith(path) && init?.method === 'POST'
        ? [JSON.parse(String(init.body)) as { receipt?: { items: unknown }; items?: unknown; customer?: unknown }]
        : []
    )
}

test('what is spent in a month is receipted after its end, and the rest when the last token is gone', async () => {
  const { person, id } = await newBuyer()
  await spend(person, 200)
  await passNights(3)
  expect(await made(id)).toEqual([])
  at('2026-12-01T01:30:00')
  const calls = watchCalls()
  await passNights()
  // 200 of 550 tokens for 500 ₽.
  expect(await made(id)).toEqual(['181.81'])
  expect(calls('/receipts')).toMatchObject([
    { type: 'payment', send: true, customer: { email: `${person.userId}@person.example` } }
  ])
  await spend(person, 100)
  await passNights(2)
  expect(await made(id)).toEqual(['181.81'])
  await spend(person, 250)
  at('2027-01-01T01:30:00')
  await passNights()
  expect(await made(id)).toEqual(['181.81', '318.19'])
  expect((await stored(id)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  expect(await rowOf(id)).toMatchObject({ advanceDueAt: null })
  await passNights(40)
  expect(await made(id)).toHaveLength(2)
})

test('gifts and older purchases are spent first', async () => {
  const person = await newPerson({ tokens: 30 })
  const buy = async () => {
    const begun = await begin(person, packageOf('tokens-100'))
    await pay(begun)
    await confirm(person, begun.id)
    return begun.id
  }
  const [first, second] = [await buy(), await buy()]
  await spend(person, 30 + 100 + 50)
  await passNights(12)
  expect([await made(first), await made(second)]).toEqual([['100.00'], ['50.00']])
})

test('nothing is made where the shop sells a ready service', async () => {
  environmentOf(env).YOOKASSA_PAYMENT_MODE = 'full_payment'
  const { person, id } = await newBuyer()
  await spend(person, 550)
  await passNights(40)
  expect([await stored(id), await rowOf(id)]).toMatchObject([[], { isAdvance: false, advanceDueAt: null }])
})

test('an order that is not paid is looked after until it ends', async () => {
  const { begun } = await newPayer()
  await passNights(2)
  expect((await rowOf(begun.id)).advanceDueAt).toBeGreaterThan(Date.now())
  await env.DB.prepare("update payments set status = 'canceled' where id = ?").bind(begun.id).run()
  await passNights()
  expect((await rowOf(begun.id)).advanceDueAt).toBeNull()
})

describe('a return', () => {
  test('takes what is not receipted first, and says of each part what it was', async () => {
    const { person, id } = await newBuyer()
    await spend(person, 275)
    at('2026-12-01T01:30:00')
    await passNights()
    expect(await made(id)).toEqual(['250.00'])
    const calls = watchCalls()
    expect(await orderRefund(id, { amount_kopecks: 20_000 })).toMatchObject({ status: 200 })
    expect(await orderRefund(id, { amount_kopecks: 10_000 })).toMatchObject({ status: 200 })
    expect(calls('/refunds').map(({ receipt }) => itemsOf(receipt?.items))).toEqual([
      [['full_prepayment', '200.00']],
      [
        ['full_prepayment', '50.00'],
        ['full_payment', '50.00']
      ]
    ])
    expect((await orderedRefunds(openDirectory(env), id)).map((one) => one.settledKopecks).toSorted()).toEqual([
      0, 5000
    ])
    // 220 of 550 tokens are left, and all of them are spent.
    await passNights(40)
    expect(await made(id)).toEqual(['250.00'])
    expect((await rowOf(id)).advanceDueAt).toBeNull()
    expect(await orderRefund(id)).toMatchObject({ status: 200, data: { payment: { status: 'refunded' } } })
    expect(itemsOf(calls('/refunds').at(-1)?.receipt?.items)).toEqual([['full_payment', '200.00']])
    expect(await refundsOf(id)).toHaveLength(3)
  })

  test('before anything is spent leaves nothing to receipt', async () => {
    const { id } = await newBuyer()
    await orderRefund(id)
    await passNights(2)
    expect([await stored(id), (await rowOf(id)).advanceDueAt]).toEqual([[], null])
  })

  test('takes back a receipt that is stored and not sent, and waits for the answer to one that is', async () => {
    const { person, id } = await newBuyer()
    await spend(person, 550)
    // The night dies before its receipt is sent, and when it is sent.
    await control({ paymentFault: 'receipt-down' })
    await passNights()
    expect(await stored(id)).toMatchObject([{ status: 'created' }])
    expect(await orderRefund(id, { amount_kopecks: 10_000 })).toMatchObject({
      status: 409,
      code: 'OPERATION_IN_PROGRESS',
      error: expect.stringContaining('чек')
    })
    expect(await stored(id)).toMatchObject([{ status: 'created' }])
    await env.DB.prepare('update second_receipts set sent_at = null where payment_id = ?').bind(id).run()
    expect(await orderRefund(id, { amount_kopecks: 10_000 })).toMatchObject({ status: 200 })
    expect(await stored(id)).toMatchObject([{ status: 'canceled', failure: 'refund' }])
    expect(await orderedRefunds(openDirectory(env), id)).toMatchObject([{ settledKopecks: 0 }])
    await passNights(2)
    expect(await made(id)).toEqual(['400.00'])
  })

  test('under way holds the next receipt back', async () => {
    const { person, id } = await newBuyer()
    await spend(person, 550)
    await control({ paymentFault: 'refund-pending' })
    await orderRefund(id, { amount_kopecks: 10_000 })
    await control({ paymentFault: null })
    await passNights(2)
    expect(await stored(id)).toEqual([])
  })

  test('of a purchase that was no advance has one item, as it was sold, though the shop sells in advance now', async () => {
    environmentOf(env).YOOKASSA_PAYMENT_MODE = 'full_payment'
    const { id } = await newBuyer()
    const calls = watchCalls()
    expect(await orderRefund(id, {}, { bindings: { YOOKASSA_PAYMENT_MODE: 'full_prepayment' } })).toMatchObject({
      status: 200
    })
    expect(calls('/refunds').map(({ receipt }) => itemsOf(receipt?.items))).toEqual([[['full_payment', '500.00']]])
  })
})

test('a month of Premium is receipted when it is over', async () => {
  const person = await newPerson()
  const { id } = await buyPremium(person)
  await passNights(3)
  expect(await made(id)).toEqual([])
  await letRunOut(id)
  await env.DB.prepare('update subscription_periods set ends_at = ? where payment_id = ?').bind(Date.now(), id).run()
  await passNights(8)
  expect(await made(id)).toEqual([decimalOf((await rowOf(id)).amountKopecks)])
})

test('an erased account leaves a last receipt, and its address only until then', async () => {
  const { person, id } = await newBuyer()
  await spend(person, 55)
  await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(person.userId).run()
  expect(await eraseAccounts(env, Date.now())).toBe(1)
  expect(await rowOf(id)).toMatchObject({ receiptEmail: `${person.userId}@person.example`, advanceDueAt: 0 })
  const calls = watchCalls()
  await passNights()
  expect(await made(id)).toEqual(['500.00'])
  expect(calls('/receipts')).toMatchObject([{ customer: { email: `${person.userId}@person.example` } }])
  expect(await rowOf(id)).toMatchObject({ receiptEmail: null, advanceDueAt: null })
})
