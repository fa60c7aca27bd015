// What operators do with money: refunds in part, debts, Premium.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Debt, OperatedPlan } from '#contract/operator-money.ts'
import type { ReviewedPayment } from '#contract/operator.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { continueRefunds } from '../support/worker/clock.ts'
import { because, operate } from '../support/worker/operator.ts'
import { balanceOf, control, endRefund, newBuyer, refundsOf } from '../support/worker/paying.ts'
import { historyRows } from '../support/worker/histories.ts'
import { newPerson, type Person } from '../support/worker/person.ts'
import { buyPremium, planRow } from '../support/worker/premium.ts'
import { plansOf } from '../support/worker/query-plans.ts'
import { inReview } from '../support/worker/reviewing.ts'
import { holdOf, ringUntilQuiet, settleOf } from '../support/worker/wallet-rows.ts'

const dayMs = 86_400_000

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  await control({ notifications: 'never' })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await control({ notifications: 'on-time' })
})

const refund = (id: string, kopecks: number | null, more: object = because('Клиент передумал')) =>
  operate('POST', `/payments/${id}/refunds`, { amount_kopecks: kopecks, ...more })

const made = async (id: string) => (await refundsOf(id)).map(({ amount }) => (amount as { value: string }).value)

const pageOf = async (query = '') =>
  (await operate('GET', `/payments${query}`)).data as { payments: ReviewedPayment[]; next: string | null }

const debts = async () => ((await operate('GET', '/debts')).data as { debts: Debt[] }).debts

const opened = async ({ userId }: Person) =>
  ((await operate('GET', `/premium/${userId}`)).data as { plan: OperatedPlan | null }).plan

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
    expect(await balanceOf(person)).toBe(550)
    expect(await refund(id, 50_000, more)).toMatchObject({ status: 200, data: { payment: { status: 'refunded' } } })
    expect(await refund(id, 1, because('Ещё копейку'))).toMatchObject({ status: 400 })
    expect(await made(id)).toEqual(['500.00'])
  })

  test('that the provider has accepted and not made yet is not done, and is when the call is repeated', async () => {
    await control({ paymentFault: 'refund-pending' })
    const { id } = await newBuyer()
    const more = because('Клиент передумал')
    const first = await refund(id, 10_000, more)
    const [pending] = await refundsOf(id)
    if (!(first.data as { done: boolean }).done) await endRefund(String(pending?.['id']), 'succeeded')
    expect(await refund(id, 10_000, more)).toMatchObject({ status: 200, data: { done: true } })
    expect(await made(id)).toEqual(['100.00'])
    await control({ paymentFault: null })
  })

  describe('that the provider accepts and ends later', () => {
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

  test('of a payment that nobody has, or that is not paid, changes nothing', async () => {
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
    const plan = env.DB.prepare(
      `explain query plan select * from payments where receipt_status = 'canceled' order by created_at desc, id desc limit 51`
    )
    const { results } = await plan.all<{ detail: string }>()
    expect(results.map(({ detail }) => detail).join()).toContain('payments_receipt_canceled')
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

test('debts are found, and resolved by giving tokens', async () => {
  const { person, id } = await newBuyer()
  const asked = await person.send(
    'POST',
    '/ai/text/chatgpt',
    { prompt: 'Кратко: что такое долг?' },
    {
      accept: 'application/json',
      'idempotency-key': 'debt-answer-1'
    }
  )
  expect(asked.status).toBe(200)
  await refund(id, null)
  await ringUntilQuiet(person.userId)
  const found = (await debts()).find(({ user_id: user }) => user === person.userId)
  expect(found).toMatchObject({ debt_tokens: expect.any(Number) })
  const owed = found?.debt_tokens ?? 0
  expect(owed).toBeGreaterThan(0)
  const given = { tokens: owed, may_owe: false, ...because('Долг прощён') }
  expect(await operate('POST', `/people/${person.userId}/tokens`, given)).toMatchObject({ status: 200 })
  await ringUntilQuiet(person.userId)
  expect((await debts()).map(({ user_id: user }) => user)).not.toContain(person.userId)
})

test('debts are found whatever made them, by an index, also of people whose lines are files', async () => {
  const people = await Promise.all([0, 1, 2].map((shard) => newPerson({ tokens: 5, shard })))
  for (const { userId } of people) {
    await userOf(env, userId).reserve(holdOf('spent'))
    await userOf(env, userId).settle(settleOf('spent', 5))
    const taken = { tokens: -5, may_owe: true, ...because('Начислено дважды') }
    expect(await operate('POST', `/people/${userId}/tokens`, taken)).toMatchObject({ status: 200 })
    await ringUntilQuiet(userId)
  }
  const of = async () => {
    const ids = new Set(people.map(({ userId }) => userId))
    return (await debts()).filter(({ user_id: id }) => ids.has(id)).map(({ debt_tokens: tokens }) => tokens)
  }
  expect(await of()).toEqual([5, 5, 5])
  const [first] = people
  await historyRows(first!.userId)
    .prepare(
      `insert into archived_books (user_id, kind, month, part, rows, first_seq, last_seq, first_at, last_at, balance_delta, corrected_delta,
        corrected_seq, balance_after, ended, cost_tokens, paid, sha256, bytes, archived_at)
      values (?1, 'ledger', '2025-01', 1, 1, 1, 1, 1, 1, 0, 0, 0, -5, 1, 0, '[]', '', 0, 1)`
    )
    .bind(first!.userId)
    .run()
  await historyRows(first!.userId).prepare('delete from ledger_entries where user_id = ?').bind(first!.userId).run()
  const { steps } = await plansOf(first!.userId, of)
  expect(await of()).toEqual([5, 5, 5])
  expect(steps.filter((step) => /in_debt/.test(step)).length).toBeGreaterThan(1)
  expect(steps.filter((step) => /^SCAN (ledger_entries|archived_books)$/.test(step))).toEqual([])
})

describe('Premium', () => {
  test('is cancelled: what is paid goes on, and nothing is charged afterwards', async () => {
    const person = await newPerson()
    expect(await opened(person)).toBeNull()
    await buyPremium(person)
    const before = await opened(person)
    expect(before).toMatchObject({ state: 'active', running: true, renews_at: expect.any(Number) })
    const path = `/premium/${person.userId}/cancellation`
    expect(await operate('POST', path, because('Попросил в письме'))).toMatchObject({
      status: 200,
      data: { plan: { state: 'cancelled', running: true, renews_at: null, period_end: before?.period_end } }
    })
    expect(await operate('POST', path, because('Попросил ещё раз'))).toMatchObject({ status: 409 })
  })

  test('is extended once by each key, and the next charge moves with it', async () => {
    const person = await newPerson()
    await buyPremium(person)
    const { periodEnd } = await planRow(person)
    const more = because('Простой в выходные')
    for (let times = 0; times < 3; times++)
      expect(await operate('POST', `/premium/${person.userId}/extension`, { days: 10, ...more })).toMatchObject({
        status: 200,
        data: { plan: { period_end: periodEnd + 10 * dayMs, state: 'active' } }
      })
    const row = await planRow(person)
    expect(row.periodEnd).toBe(periodEnd + 10 * dayMs)
    expect(row.nextActionAt).toBeGreaterThan(periodEnd)
  })

  const gift = (person: Person, more: object, bindings: object = {}) =>
    operate('POST', `/premium/${person.userId}/extension`, { days: 10, ...more }, { bindings })

  test('is extended once when the same gift comes twice at once', async () => {
    const person = await newPerson()
    await buyPremium(person)
    const { periodEnd } = await planRow(person)
    const more = because('Простой в выходные')
    const [other, isHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The second read is that of the change: the first one looks whether the plan runs.
    let reads = 0
    const held = guardedDatabases(async (run, name) => {
      if (name.includes('from "subscriptions"') && ++reads === 2) {
        isHeld.resolve()
        await other.promise
      }
      return run()
    })
    const first = gift(person, more, held)
    await isHeld.promise
    expect(await gift(person, more)).toMatchObject({ status: 200 })
    other.resolve()
    expect(await first).toMatchObject({ status: 200, data: { plan: { period_end: periodEnd + 10 * dayMs } } })
  })

  test('is extended by a gift that died before it was given, also when the plan was renewed meanwhile', async () => {
    const person = await newPerson()
    await buyPremium(person)
    const more = because('Простой в выходные')
    vi.spyOn(console, 'log').mockReturnValue()
    // The batch that changes the plan.
    const dying = guardedDatabases((run, name) => (name === 'batch' ? Promise.reject(new Error('Died')) : run()))
    expect((await gift(person, more, dying)).status).toBe(500)
    await env.DB.prepare('update subscriptions set period_end = period_end + ? where user_id = ?')
      .bind(30 * dayMs, person.userId)
      .run()
    const { periodEnd } = await planRow(person)
    for (let times = 0; times < 2; times++)
      expect(await gift(person, more)).toMatchObject({ data: { plan: { period_end: periodEnd + 10 * dayMs } } })
  })

  test('that does not run is not extended', async () => {
    const { userId } = await newPerson()
    const asked = { days: 10, ...because('Простой в выходные') }
    expect(await operate('POST', `/premium/${userId}/extension`, asked)).toMatchObject({ status: 409 })
  })
})
