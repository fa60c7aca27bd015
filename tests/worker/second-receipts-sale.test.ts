// Second receipts keep to the sale and to what was first sent, whatever an operator changes in between.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { secondReceiptsOf } from '#data/directory/second-receipts.ts'
import { environmentOf } from '#worker/http/context.ts'
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
