// Payments at YooKassa whose order is not here, as after a restore, are found within a day and told once.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { searchPayments } from '#worker/payments/search-payments.ts'
import { control, newBuyer } from '../support/worker/paying.ts'
import { catchAlarms } from '../support/worker/reconciling.ts'

const send = globalThis.fetch
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

beforeEach(async () => {
  await fetch(`${new URL(env.YOOKASSA_BASE_URL).origin}/new-sandbox`, { method: 'POST' })
  await env.DB.batch([env.DB.prepare('delete from refund_searches'), env.DB.prepare('delete from payments')])
  await control({ notifications: 'never' })
  catchAlarms()
})
afterEach(() => void (globalThis.fetch = send))

const providerIdOf = (id: string) =>
  env.DB.prepare('select provider_payment_id from payments where id = ?').bind(id).first<string>('provider_payment_id')

/** @returns the provider's id of a payment that is not here any more, and its buyer */
async function lost() {
  const { person, id } = await newBuyer()
  const providerId = await providerIdOf(id)
  await env.DB.prepare('delete from payments where id = ?').bind(id).run()
  return { userId: person.userId, providerId }
}

test('a payment without its order calls a person, with the buyer', async () => {
  await newBuyer()
  const { userId, providerId } = await lost()
  const alarms = catchAlarms()
  await searchPayments(env, Date.now() + dayMs)
  expect(alarms()).toMatchObject([{ event: 'payment-without-order', subject: providerId, userId }])
  await searchPayments(env, Date.now() + 2 * dayMs)
  expect(alarms()).toHaveLength(1)
})

test('every page is searched, also when the provider fails between two, and a second run beside it does nothing', async () => {
  const all = new Set<string | null>()
  for (let number = 0; number < 8; number++) all.add((await lost()).providerId)
  const alarms = catchAlarms()
  const at = Date.now() + dayMs
  let calls = 0
  // Pages of five, which are smaller than the product asks for.
  globalThis.fetch = (input: RequestInfo | URL, init?: RequestInit) =>
    String(input).includes('/payments?') && ++calls === 2
      ? Promise.resolve(new Response(null, { status: 500 }))
      : send(typeof input === 'string' ? input.replace('limit=50', 'limit=5') : input, init)
  await Promise.allSettled([searchPayments(env, at), searchPayments(env, at)])
  expect(alarms()).toHaveLength(5)
  globalThis.fetch = send
  await searchPayments(env, at + 6 * minuteMs)
  expect(new Set(alarms().map((alarm) => Reflect.get(alarm as object, 'subject')))).toEqual(all)
  expect(alarms()).toHaveLength(8)
})

test('a database that was taken back searches again from where its search had come then', async () => {
  const now = Date.now()
  await searchPayments(env, now)
  const then = await env.DB.prepare('select compared_until, due_at from refund_searches').first<
    Record<string, number>
  >()
  const { id } = await newBuyer()
  await searchPayments(env, now + dayMs)
  await env.DB.prepare('delete from payments where id = ?').bind(id).run()
  const alarms = catchAlarms()
  await searchPayments(env, now + 2 * dayMs)
  expect(alarms()).toEqual([])
  await env.DB.prepare('update refund_searches set compared_until = ?, due_at = ?')
    .bind(then?.['compared_until'], then?.['due_at'])
    .run()
  await searchPayments(env, now + 2 * dayMs)
  expect(alarms()).toHaveLength(1)
})
