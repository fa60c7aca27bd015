// Second receipts keep to the sale and to what was first sent, whatever an operator changes in between.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { secondReceiptsOf } from '#data/directory/second-receipts.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { settleAdvances } from '../support/worker/clock.ts'
import { orderRefund } from '../support/worker/operator.ts'
import { control, newBuyer, receiptsOf, rowOf } from '../support/worker/paying.ts'
import { emptyBooks } from '../support/worker/reconciling.ts'
import { decide, inReview } from '../support/worker/reviewing.ts'
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
  await emptyAlarms()
  Object.assign(environmentOf(env), { YOOKASSA_PAYMENT_MODE: 'full_prepayment', YOOKASSA_VAT_CODE: 12 })
})
afterEach(() => {
  Object.assign(environmentOf(env), {
    YOOKASSA_PAYMENT_MODE: 'full_payment',
    YOOKASSA_VAT_CODE: 1,
    YOOKASSA_PAYMENT_SUBJECT: 'service'
  })
})

const stored = (id: string) => secondReceiptsOf(openDirectory(env), id)
const made = async (id: string) => (await receiptsOf(id)).map(({ value }) => value)

async function night(ms = dayMs) {
  vi.setSystemTime(Date.now() + ms)
  await settleAdvances(env, Date.now())
}

interface SentBody {
  receipt?: { items: { vat_code: number }[] }
  items?: { vat_code: number; payment_subject: string }[]
}

/** The calls of YooKassa that a test makes from now on, by their bodies and keys. */
function watchCalls() {
  const calls = vi.spyOn(globalThis, 'fetch')
  return (path: string) =>
    calls.mock.calls.flatMap(([input, init]) =>
      String(input).endsWith(path) && init?.method === 'POST'
        ? [{ body: JSON.parse(String(init.body)) as SentBody, key: new Headers(init.headers).get('idempotence-key') }]
        : []
    )
}

test('the rate of tax is that of the sale, in a receipt and in a refund', async () => {
  const { person, id } = await newBuyer()
  await spend(person, 275)
  environmentOf(env).YOOKASSA_VAT_CODE = 1
  const calls = watchCalls()
  vi.setSystemTime(Date.parse('2026-12-01T07:00:00+03:00'))
  await night()
  await night(60_000)
  expect(await made(id)).toEqual(['250.00'])
  expect(calls('/receipts').map(({ body }) => body.items?.map((one) => one.vat_code))).toEqual([[11]])
  expect(await orderRefund(id, {}, { bindings: { YOOKASSA_VAT_CODE: '1' } })).toMatchObject({ status: 200 })
  expect(calls('/refunds').map(({ body }) => body.receipt?.items.map((one) => one.vat_code))).toEqual([[12, 11]])
})

test('a purchase in a wallet that is not used is looked after at the end of the month', async () => {
  const { person, id } = await newBuyer()
  const dueAt = async () => (await rowOf(id)).advanceDueAt
  await night()
  const second = await dueAt()
  expect(second).toBe(Date.parse('2026-11-22T01:00:00+03:00'))
  await night()
  const monthEnd = await dueAt()
  expect(monthEnd).toBeGreaterThanOrEqual(Date.parse('2026-12-01T01:00:00+03:00'))
  expect(monthEnd).toBeLessThan(Date.parse('2026-12-01T06:00:00+03:00'))
  // What is used before is seen then, and for as long as it goes on.
  await spend(person, 200)
  vi.setSystemTime(Date.parse('2026-12-01T12:00:00+03:00'))
  await night(0)
  await night(60_000)
  expect(await made(id)).toEqual(['181.81'])
  expect(await dueAt()).toBe(Date.parse('2026-12-02T01:00:00+03:00'))
})

test('a repeat sends what was first sent under its key, and the address goes with the end', async () => {
  const { person, id } = await newBuyer()
  await spend(person, 550)
  const calls = watchCalls()
  await control({ paymentFault: 'receipt-down' })
  await night()
  await env.DB.prepare('update users set email = ? where id = ?').bind('new@person.example', person.userId).run()
  Object.assign(environmentOf(env), { YOOKASSA_VAT_CODE: 1, YOOKASSA_PAYMENT_SUBJECT: 'payment' })
  await night(60 * 60_000)
  const [first, second] = calls('/receipts')
  expect(first?.body.items).toMatchObject([{ vat_code: 11, payment_subject: 'service' }])
  expect(second).toEqual(first)
  await night(10 * 60_000)
  expect(await stored(id)).toMatchObject([{ status: 'succeeded', receiptEmail: null }])
})

test('a receipt after a lost one is looked for before it is sent', async () => {
  const { person, id } = await newBuyer()
  await spend(person, 550)
  await control({ paymentFault: 'receipt-lost' })
  await night()
  // As if a later answer had refused what had been made.
  const lost = "update second_receipts set status = 'refused', ended_at = ? where payment_id = ?"
  await env.DB.prepare(lost).bind(Date.now(), id).run()
  await night(8 * dayMs)
  await night(60_000)
  expect(await made(id)).toEqual(['500.00'])
  expect((await stored(id)).map(({ status }) => status)).toEqual(['refused', 'succeeded'])
})

test('a purchase that was refunded out of a review is left alone', async () => {
  const { id } = await inReview()
  expect(await decide(id, 'refund')).toMatchObject({ status: 200 })
  await night()
  expect([await stored(id), (await rowOf(id)).advanceDueAt]).toEqual([[], null])
})
