// What operators do with money: refunds in part, the list of payments.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReviewedPayment } from '#contract/operator/money/payments.ts'
import { excessRefund } from '#contract/wallet-freezing.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { continueRefunds, reconcilePayments } from '../support/worker/clock.ts'
import { why } from '../support/worker/console.ts'
import { check, correct, opened, thaw } from '../support/worker/damaged-wallets.ts'
import { richOwner } from '../support/worker/operating.ts'
import { because, operate } from '../support/worker/operator.ts'
import { balanceOf, confirm, control, endRefund, newBuyer, refundsOf, rowOf } from '../support/worker/paying.ts'
import { newPerson } from '../support/worker/person.ts'
import { inReview } from '../support/worker/reviewing.ts'
import { planOf } from '../support/worker/query-plans.ts'

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await control({ notifications: 'never' })
})

const refund = (id: string, kopecks: number | null, more: object = because('Клиент передумал')) =>
  operate('POST', `/payments/${id}/refunds`, { amount_kopecks: kopecks, ...more })

const made = async (id: string) => (await refundsOf(id)).map(({ amount }) => (amount as { value: string }).value)

const pageOf = async (query = '') =>
  (await operate('GET', `/payments${query}`)).data as { payments: ReviewedPayment[]; next: string | null }

async function accepted() {
  await control({ paymentFault: 'refund-pending' })
  const { id } = await newBuyer()
  const more = because('Клиент передумал')
  expect(await refund(id, 10_000, more)).toMatchObject({ status: 200, data: { done: false } })
  await control({ paymentFault: null })
  const [pending] = await refundsOf(id)
  return { id, more, end: (status: 'succeeded' | 'canceled') => endRefund(String(pending?.['id']), status) }
}
const actionsOf = async (id: string) =>
  ((await operate('GET', `/payments/${id}`)).data as { actions: object[] }).actions

describe('a refund', () => {
  test('of a part is made once, takes its tokens back and is recorded before and after', async () => {
    const { person, id } = await newBuyer()
    const more = because('Клиент передумал')
    for (let times = 0; times < 3; times++)
      expect(await refund(id, 12_500, more)).toMatchObject({
        status: 200,
        data: { done: true, payment: { id, status: 'succeeded', refunded_kopecks: 12_500 } }
      })
    expect(await made(id)).toEqual(['125.00'])
    expect(await balanceOf(person)).toBe(413)
    expect((await operate('GET', `/payments/${id}`)).data).toMatchObject({
      provider: { refunded_kopecks: 12_500 },
      refunds: [{ amount_kopecks: 12_500, status: 'succeeded', failure: null }],
      actions: [
        { phase: 'begun', action: 'money-refund', facts: { tokens: 550, refundedKopecks: 0 } },
        { phase: 'done', action: 'money-refund', facts: { tokens: 413, refundedKopecks: 12_500 } }
      ]
    })
  })

  test('of too much is refused, and the same form may be sent again with less', async () => {
    const { person, id } = await newBuyer()
    const more = because('Клиент передумал')
    expect(await refund(id, 50_001, more)).toMatchObject({ status: 400, error: 'Вернуть можно не больше 500.00 ₽' })
    for (const kopecks of [0, 0.5]) expect(await refund(id, kopecks, more)).toMatchObject({ status: 400 })
    expect(await refund(id, 12_500, { ...more, idempotency_key: '' })).toMatchObject({ status: 400 })
    expect(await balanceOf(person)).toBe(550)
    expect(await refund(id, 50_000, more)).toMatchObject({ status: 200, data: { payment: { status: 'refunded' } } })
    expect(await refund(id, 1, because('Ещё копейку'))).toMatchObject({ status: 400 })
    expect(await made(id)).toEqual(['500.00'])
  })

  test('whose tokens an operator has taken already is made, says that the wallet is frozen, and ends with the correction', async () => {
    const { person, id } = await newBuyer()
    const { call } = await richOwner()
    await call('POST', `/people/${person.userId}/tokens`, { tokens: -550, may_owe: true, ...why() })
    const more = because('Клиент передумал')
    for (let times = 0; times < 2; times++)
      expect(await refund(id, null, more)).toMatchObject({
        status: 200,
        data: { done: true, notice: 'Деньги возвращены, кошелёк заморожен', payment: { taking_back: true } }
      })
    expect(await made(id)).toEqual(['500.00'])
    expect(await refund(id, null, because('Ещё раз'))).toMatchObject({ status: 400 })
    expect(await opened(person)).toMatchObject({ frozen_because: excessRefund })
    // The buyer's own page asks about the payment meanwhile.
    expect(await confirm(person, id)).toMatchObject({ status: 'completed' })
    expect(await correct(person, 550)).toMatchObject({ status: 200, data: { change: { state: 'booked' } } })
    await reconcilePayments(env, Date.now() + 1000)
    expect(await rowOf(id)).toMatchObject({ status: 'refunded', refundedTokens: 550, refundingKopecks: null })
    expect(await thaw(person)).toMatchObject({ status: 200, data: { wallet: { free_tokens: 0 } } })
    expect(await check(person)).toMatchObject({ agrees: true, tokens: 0 })
  })

  describe('that the provider accepts and ends later', () => {
    test('is done when the call is repeated', async () => {
      const { id, more, end } = await accepted()
      await end('succeeded')
      expect(await refund(id, 10_000, more)).toMatchObject({ status: 200, data: { done: true } })
      expect(await made(id)).toEqual(['100.00'])
    })

    test('has the end of its record written by the clock, also when that was interrupted', async () => {
      const { id, more, end } = await accepted()
      await end('succeeded')
      const lost = guardedDatabases((run, name) =>
        name.includes('into "operator_actions"') ? Promise.reject(new Error('Away')) : run()
      )
      const at = Date.now() + 2 * 60_000
      await continueRefunds({ ...env, ...lost }, at)
      expect(await actionsOf(id)).toMatchObject([{ phase: 'begun' }])
      for (const minutes of [2, 4]) await continueRefunds(env, at + minutes * 60_000)
      expect(await actionsOf(id)).toMatchObject([
        { phase: 'begun', facts: { refundedKopecks: 0, tokens: 550 } },
        { phase: 'done', action: 'money-refund', operator: 'anna', facts: { refundedKopecks: 10_000, tokens: 440 } }
      ])
      expect(await refund(id, 10_000, more)).toMatchObject({ status: 200, data: { done: true } })
    })

    test('and cancels is an error, not one on its way, and calls a person', async () => {
      const alarm = vi.spyOn(console, 'error').mockReturnValue()
      const { id, more, end } = await accepted()
      await end('canceled')
      for (let times = 0; times < 2; times++)
        expect(await refund(id, 10_000, more)).toMatchObject({
          status: 502,
          error: expect.stringContaining('ЮKassa отменила возврат')
        })
      await continueRefunds(env, Date.now() + 2 * 60_000)
      expect(alarm.mock.calls.flat().join()).toContain(`"event":"refund-not-made","paymentId":"${id}"`)
      expect(await actionsOf(id)).toMatchObject([{ phase: 'begun' }])
      expect(await refund(id, 10_000)).toMatchObject({ status: 200, data: { done: true } })
    })
  })

  test('of an unknown or unpaid payment changes nothing', async () => {
    expect(await refund(crypto.randomUUID(), null)).toMatchObject({ status: 404 })
    const { id } = await inReview()
    expect(await refund(id, null)).toMatchObject({ status: 400, error: 'Этот платёж вернуть нельзя' })
  })
})

describe('the list of payments', () => {
  test('is newest first, of all or of one user, and names those in review', async () => {
    const { person, id } = await newBuyer()
    const reviewed = await inReview()
    const all = await pageOf()
    const ids = all.payments.map((payment) => payment.id)
    expect(ids.indexOf(reviewed.id)).toBeLessThan(ids.indexOf(id))
    expect((await pageOf(`?user=${person.userId}`)).payments).toMatchObject([{ id, status: 'succeeded' }])
    const inReviewIds = (await pageOf('?state=review')).payments.map((payment) => payment.id)
    expect(inReviewIds).toContain(reviewed.id)
    expect(inReviewIds).not.toContain(id)
  })

  test('names those whose receipt is not registered, and follows an index', async () => {
    const ids: Record<string, string> = {}
    for (const status of ['pending', 'canceled', 'succeeded']) {
      const { id } = await newBuyer()
      ids[status] = id
      await env.DB.prepare('update payments set receipt_status = ? where id = ?').bind(status, id).run()
    }
    for (const status of ['pending', 'canceled']) {
      const { payments } = await pageOf(`?state=receipt-${status}`)
      expect(payments.map((payment) => payment.id)).toContain(ids[status])
      expect(new Set(payments.map((payment) => payment.receipt_status))).toEqual(new Set([status]))
    }
    const sql = "select * from payments where receipt_status = 'canceled' order by created_at desc, id desc limit 51"
    expect((await planOf({ sql })).join()).toContain('payments_receipt_canceled')
  })

  test('is read page by page, also when several were made in one moment', async () => {
    const { userId } = await newPerson()
    const rows = Array.from({ length: 120 }, (_, index) =>
      env.DB.prepare(
        `insert into payments (id, user_id, operation_id, package_id, tokens, bonus_tokens, total_tokens, amount_kopecks,
          currency, status, idempotence_key, created_at, updated_at)
        values (?1, ?2, ?1, 'tokens-100', 100, 0, 100, 10000, 'RUB', 'canceled', ?1, ?3, ?3)`
      ).bind(`page-${String(index).padStart(3, '0')}`, userId, 1_000_000 + Math.floor(index / 40))
    )
    await env.DB.batch(rows)
    const seen: string[] = []
    let before: string | null = ''
    while (before !== null) {
      const page: { payments: ReviewedPayment[]; next: string | null } = await pageOf(
        `?user=${userId}${before && `&before=${before}`}`
      )
      seen.push(...page.payments.map(({ id }) => id))
      before = page.next
    }
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
  })
})
