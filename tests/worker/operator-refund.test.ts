// A refund by an operator is made once, whatever interrupts it: its order is stored before YooKassa is called, and one that
// was sent before is looked for at YooKassa, which forgets idempotence keys after a day.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { continueRefunds, reconcilePayments } from '../support/worker/clock.ts'
import { Victim } from '../support/worker/killing.ts'
import { orderRefund } from '../support/worker/operator.ts'
import {
  balanceOf,
  control,
  forgetKeys,
  newBuyer,
  refundAtYookassa,
  refundsOf,
  rowOf
} from '../support/worker/paying.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const send = globalThis.fetch

beforeEach(() => control({ notifications: 'never' }))
afterEach(() => control({ paymentFault: null }))

const refund = (id: string, { kopecks = 10_000, key = 'refund-0001' } = {}, bindings: Env = env) =>
  orderRefund(id, { amount_kopecks: kopecks, idempotency_key: `${key}-${id}` }, { bindings })

const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

/** What the cron does about refunds. */
async function runCron(at: number) {
  await continueRefunds(env, at)
  await reconcilePayments(env, at)
}

const made = async (id: string) => (await refundsOf(id)).map(({ amount }) => (amount as { value: string }).value)

const isRefund = (input: RequestInfo | URL, init?: RequestInit) =>
  init?.method === 'POST' && String(input).endsWith('/refunds')

/** The next order of a refund does not reach YooKassa. */
function losePost() {
  let isLost = false
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (isLost || !isRefund(input, init)) return send(input, init)
    isLost = true
    return Promise.reject(new TypeError('The network is away'))
  })
}

describe('a refund that is repeated after YooKassa has forgotten its key', () => {
  test('is not made twice when its answer was lost', async () => {
    const { person, id } = await newBuyer()
    await control({ paymentFault: 'refund-lost' })
    expect(await refund(id)).toMatchObject({ status: 503, code: 'PAYMENT_DELAYED' })
    await forgetKeys()
    moveClock(25 * hourMs)
    expect(await refund(id)).toMatchObject({ status: 200, data: { done: true } })
    expect(await made(id)).toEqual(['100.00'])
    expect(await balanceOf(person)).toBe(440)
  })

  test('is made once when the call never reached YooKassa', async () => {
    const { person, id } = await newBuyer()
    losePost()
    expect(await refund(id)).toMatchObject({ status: 503 })
    moveClock(25 * hourMs)
    expect(await refund(id)).toMatchObject({ status: 200 })
    expect(await refund(id)).toMatchObject({ status: 200 })
    expect(await made(id)).toEqual(['100.00'])
    expect(await balanceOf(person)).toBe(440)
  })

  test('waits while a call with the old key may still be under way', async () => {
    const { id } = await newBuyer()
    losePost()
    await refund(id)
    moveClock(21 * hourMs)
    await env.DB.prepare('update refunds set checked_at = ?')
      .bind(Date.now() - 5000)
      .run()
    expect(await refund(id)).toMatchObject({ status: 503 })
    expect(await made(id)).toEqual([])
    moveClock(5 * minuteMs)
    expect(await refund(id)).toMatchObject({ status: 200 })
  })
})

/** The order is stored, YooKassa gets it, the tokens begin to go. A call that died before that has refunded nothing: the operator repeats it. */
test.each([
  { to: 'batch', moment: 'before', byCron: [] },
  { to: 'fetch', moment: 'before', byCron: ['100.00'] },
  { to: 'fetch', moment: 'after', byCron: ['100.00'] },
  { to: 'update "payments" set "refunding_kopecks"', moment: 'after', byCron: ['100.00'] }
] as const)('a refund whose call dies $moment «$to» is completed by the cron, once', async ({ to, moment, byCron }) => {
  const { person, id } = await newBuyer()
  const victim = new Victim(env, { call: 1, to, moment })
  await refund(id, {}, victim.bindings)
  expect(victim.isDead).toBe(true)
  vi.mocked(globalThis.fetch).mockRestore()
  for (const minutes of [2, 4]) await runCron(Date.now() + minutes * minuteMs)
  expect(await made(id)).toEqual(byCron)
  expect(await refund(id)).toMatchObject({
    status: 200,
    data: { done: true, payment: { refunded_kopecks: 10_000 } }
  })
  expect(await made(id)).toEqual(['100.00'])
  expect(await rowOf(id)).toMatchObject({ refundedKopecks: 10_000, refundedTokens: 110 })
  expect(await balanceOf(person)).toBe(440)
})

describe('a second refund', () => {
  test('with another key is refused while the first has no outcome', async () => {
    const { id } = await newBuyer()
    losePost()
    await refund(id)
    expect(await refund(id, { key: 'refund-0002' })).toMatchObject({ status: 409, code: 'OPERATION_IN_PROGRESS' })
    await runCron(Date.now() + 2 * minuteMs)
    expect(await refund(id, { key: 'refund-0002' })).toMatchObject({ status: 200 })
    expect(await made(id)).toEqual(['100.00', '100.00'])
  })

  test('of the same amount is made although the first is in YooKassa’s list', async () => {
    const { id } = await newBuyer()
    await refund(id)
    losePost()
    expect(await refund(id, { key: 'refund-0002' })).toMatchObject({ status: 503 })
    await runCron(Date.now() + 2 * minuteMs)
    expect(await made(id)).toEqual(['100.00', '100.00'])
  })

  test('with the same key and another amount is refused', async () => {
    const { id } = await newBuyer()
    await refund(id)
    expect(await refund(id, { kopecks: 20_000 })).toMatchObject({ status: 422, code: 'IDEMPOTENCY_MISMATCH' })
    expect(await made(id)).toEqual(['100.00'])
  })
})

test('a refund of another amount in YooKassa’s dashboard is not taken for the ordered one', async () => {
  const { person, id } = await newBuyer()
  losePost()
  await refund(id)
  await refundAtYookassa(id, '150.00')
  await runCron(Date.now() + 2 * minuteMs)
  expect(await made(id)).toEqual(['100.00', '150.00'])
  expect(await balanceOf(person)).toBe(275)
})

test('a refund that YooKassa refuses is not sent again, and another one is possible', async () => {
  const { id } = await newBuyer()
  // Our row does not show this refund yet, so only YooKassa knows how little is left.
  await refundAtYookassa(id, '450.00')
  expect(await refund(id)).toMatchObject({ status: 502, code: 'PAYMENT_FAILED' })
  expect(await refund(id)).toMatchObject({ status: 502, code: 'PAYMENT_FAILED' })
  expect(await refund(id, { kopecks: 5000, key: 'refund-0002' })).toMatchObject({ status: 200 })
  expect(await made(id)).toEqual(['50.00', '450.00'])
})
