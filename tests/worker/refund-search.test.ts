// Refunds at YooKassa whose notification was lost are found within a day, whatever interrupts the search.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { searchRefunds } from '#worker/payments/search-refunds.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { reconcilePayments, runCron } from '../support/worker/clock.ts'
import { Victim } from '../support/worker/killing.ts'
import {
  balanceOf,
  control,
  endRefund,
  newBuyer,
  notifyRefund,
  refundAtYookassa,
  rowOf
} from '../support/worker/paying.ts'
import { catchAlarms } from '../support/worker/reconciling.ts'

const send = globalThis.fetch
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

beforeEach(async () => {
  // Each test has a YooKassa of its own, because a search lists everything.
  await fetch(`${new URL(env.YOOKASSA_BASE_URL).origin}/new-sandbox`, { method: 'POST' })
  await env.DB.batch([env.DB.prepare('delete from refund_searches'), env.DB.prepare('delete from payments')])
  await control({ notifications: 'never' })
  catchAlarms()
})
afterEach(() => void (globalThis.fetch = send))

/** Nothing is left to ask about the order, not even its receipt: the cron does not look at it again. */
const settle = (id: string) => env.DB.prepare('update payments set next_check_at = null where id = ?').bind(id).run()

async function bought() {
  const buyer = await newBuyer()
  await settle(buyer.id)
  return buyer
}

/** What the cron does about payments, a minute after the other. */
async function runs(minutes: number, from: number) {
  for (let minute = 0; minute < minutes; minute++) {
    await searchRefunds(env, from + minute * minuteMs).catch(() => undefined)
    await reconcilePayments(env, from + minute * minuteMs)
  }
}

const bookmark = () =>
  env.DB.prepare('select * from refund_searches').first<{ compared_until: number; cursor: string | null }>()

test('a refund without a notification is taken back by the cron, and the log says that it was missed', async () => {
  const { person, id } = await bought()
  await refundAtYookassa(id, '250.00')
  const alarms = catchAlarms()
  expect(await runCron(env, Date.now() + dayMs)).toMatchObject({ payments: { failed: 0 } })
  expect(await rowOf(id)).toMatchObject({ status: 'succeeded', refundedKopecks: 25_000 })
  expect(await balanceOf(person)).toBe(275)
  expect(alarms()).toMatchObject([{ event: 'refund-missed', paymentId: id, userId: person.userId }])
})

test('a second refund without a notification is found although the first had one', async () => {
  const { person, id } = await bought()
  await notifyRefund(await refundAtYookassa(id, '100.00'))
  await settle(id)
  const alarms = catchAlarms()
  await refundAtYookassa(id, '150.00')
  await runs(1, Date.now() + dayMs)
  expect(await balanceOf(person)).toBe(275)
  expect(alarms()).toMatchObject([{ event: 'refund-missed', paymentId: id }])
})

test('a refund that was noticed is no alarm, and one whose search dies before its bookmark is not forgotten', async () => {
  const noticed = await bought()
  await notifyRefund(await refundAtYookassa(noticed.id, '100.00'))
  await reconcilePayments(env, Date.now() + minuteMs)
  const { id } = await bought()
  await refundAtYookassa(id, '150.00')
  const alarms = catchAlarms()
  const dying = changedBinding(env.DB, {
    prepare: (sql: string) => {
      if (/update "refund_searches"/.test(sql)) throw new Error('the invocation ended')
      return env.DB.prepare(sql)
    }
  })
  await searchRefunds({ ...env, DB: dying }, Date.now() + dayMs).catch(() => undefined)
  expect(alarms()).toMatchObject([{ event: 'refund-missed', paymentId: id }])
})

test('the search runs once a day and continues where the last one ended', async () => {
  const now = Date.now()
  const { id } = await bought()
  await refundAtYookassa(id, '500.00')
  expect(await searchRefunds(env, now + dayMs)).toEqual({ listed: 1, scheduled: 1 })
  expect(await searchRefunds(env, now + dayMs + 60 * minuteMs)).toEqual({ listed: 0, scheduled: 0 })
  expect(await bookmark()).toMatchObject({ compared_until: now + dayMs - 5 * minuteMs, completed_at: now + dayMs })
  expect(await searchRefunds(env, now + 2 * dayMs)).toEqual({ listed: 0, scheduled: 0 })
  expect(await bookmark()).toMatchObject({ completed_at: now + 2 * dayMs })
})

test('a refund of the last minutes is left to the next search', async () => {
  const now = Date.now()
  const { id } = await bought()
  await refundAtYookassa(id, '500.00')
  expect(await searchRefunds(env, now)).toEqual({ listed: 0, scheduled: 0 })
  expect(await searchRefunds(env, now + dayMs)).toEqual({ listed: 1, scheduled: 1 })
})

test('a refund that was not listed when its time was searched is found by the next search', async () => {
  const now = Date.now()
  const { id } = await bought()
  await refundAtYookassa(id, '500.00')
  globalThis.fetch = (input: RequestInfo | URL, init?: RequestInit) =>
    String(input).includes('/refunds?') ? Promise.resolve(Response.json({ items: [] })) : send(input, init)
  expect(await searchRefunds(env, now + 10 * minuteMs)).toEqual({ listed: 0, scheduled: 0 })
  globalThis.fetch = send
  expect(await searchRefunds(env, now + 10 * minuteMs + dayMs)).toEqual({ listed: 1, scheduled: 1 })
})

describe('a refund that is still pending', () => {
  test('is found by the search after it has succeeded', async () => {
    const now = Date.now()
    const { person, id } = await bought()
    await control({ paymentFault: 'refund-pending' })
    const refund = await refundAtYookassa(id, '500.00')
    await runs(2, now + dayMs)
    expect(await balanceOf(person)).toBe(550)
    await endRefund(refund.id, 'succeeded')
    await runs(2, now + 2 * dayMs + 5 * minuteMs)
    expect(await rowOf(id)).toMatchObject({ status: 'refunded' })
    expect(await balanceOf(person)).toBe(0)
  })

  test('that is canceled takes nothing back', async () => {
    const { person, id } = await bought()
    await control({ paymentFault: 'refund-pending' })
    await endRefund((await refundAtYookassa(id, '500.00')).id, 'canceled')
    await runs(2, Date.now() + dayMs)
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', refundedKopecks: 0 })
    expect(await balanceOf(person)).toBe(550)
  })
})

/** Makes the provider's pages smaller than the product asks for. */
function shortenPages() {
  globalThis.fetch = (input: RequestInfo | URL, init?: RequestInit) =>
    send(typeof input === 'string' ? input.replace('limit=50', 'limit=1') : input, init)
}

/** Orders that were each refunded in part without a notification, on pages of one refund. */
async function refunded(count: number): Promise<string[]> {
  const orders = await Promise.all(Array.from({ length: count }, bought))
  for (const { id } of orders) await refundAtYookassa(id, '100.00')
  shortenPages()
  return orders.map(({ id }) => id)
}

async function expectAllTaken(ids: string[]) {
  for (const id of ids) expect(await rowOf(id)).toMatchObject({ refundedKopecks: 10_000, refundedTokens: 110 })
}

describe('a search of more pages than fit into one run', () => {
  test('continues in the next run, whatever is refunded meanwhile', async () => {
    const ids = await refunded(4)
    const at = Date.now() + dayMs
    expect(await searchRefunds(env, at)).toEqual({ listed: 3, scheduled: 3 })
    const late = await bought()
    await refundAtYookassa(late.id, '100.00')
    // Only the product's clock was moved by a day: to the search, this refund is a day old as well.
    expect(await searchRefunds(env, at + minuteMs)).toEqual({ listed: 1, scheduled: 1 })
    expect(await bookmark()).toMatchObject({ cursor: null, completed_at: at + minuteMs })
    await reconcilePayments(env, at + minuteMs)
    await expectAllTaken(ids)
  })

  // Between the order that is looked at again and the bookmark, and between two pages.
  test.each(['update "payments"', 'update "refund_searches"'])(
    'loses nothing when its run dies after «%s»',
    async (to) => {
      const ids = await refunded(2)
      const at = Date.now() + dayMs
      const victim = new Victim(env, { call: 1, to, moment: 'after' })
      await searchRefunds(victim.bindings, at).catch(() => undefined)
      expect(victim.isDead).toBe(true)
      globalThis.fetch = send
      await runs(2, at + 6 * minuteMs)
      await expectAllTaken(ids)
    }
  )

  test('continues at the page at which the provider did not answer', async () => {
    const ids = await refunded(4)
    const at = Date.now() + dayMs
    await searchRefunds(env, at)
    await control({ paymentFault: 'check-down' })
    await expect(searchRefunds(env, at + minuteMs)).rejects.toThrow('yookassa server 500')
    expect(await searchRefunds(env, at + 2 * minuteMs)).toEqual({ listed: 0, scheduled: 0 })
    expect(await searchRefunds(env, at + 6 * minuteMs)).toEqual({ listed: 1, scheduled: 1 })
    await reconcilePayments(env, at + 6 * minuteMs)
    await expectAllTaken(ids)
  })

  test('begins its span again when the provider has forgotten the page', async () => {
    const ids = await refunded(4)
    const at = Date.now() + dayMs
    await searchRefunds(env, at)
    await env.DB.prepare("update refund_searches set cursor = 'forgotten'").run()
    await runs(8, at + minuteMs)
    expect(await bookmark()).toMatchObject({ cursor: null })
    await expectAllTaken(ids)
  })
})
