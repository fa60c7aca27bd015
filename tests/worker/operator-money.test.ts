// What operators do with money: refunds in part, debts, Premium, and months that add up to the wallets.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClosingFigures, Debt, OperatedPlan } from '#contract/operator-money.ts'
import type { ReviewedPayment } from '#contract/operator.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { because, operate } from '../support/worker/operator.ts'
import { newOperator } from '../support/worker/operating.ts'
import { balanceOf, control, endRefund, newBuyer, refundsOf } from '../support/worker/paying.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'
import { buyPremium, planRow } from '../support/worker/premium.ts'
import { inReview } from '../support/worker/reviewing.ts'
import { ringUntilQuiet } from '../support/worker/wallet-rows.ts'

const dayMs = 86_400_000

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  await control({ notifications: 'never' })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await control({ notifications: 'on-time' })
})

const refund = (id: string, kopecks: number | null, more: object = because('Клиент передумал')) =>
  operate('POST', `/payments/${id}/refunds`, { amount_kopecks: kopecks, ...more })

const made = async (id: string) => (await refundsOf(id)).map(({ amount }) => (amount as { value: string }).value)

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
    if ((first.data as { done: boolean }).done === false) await endRefund(String(pending?.['id']), 'succeeded')
    expect(await refund(id, 10_000, more)).toMatchObject({ status: 200, data: { done: true } })
    expect(await made(id)).toEqual(['100.00'])
    await control({ paymentFault: null })
  })

  test('of a payment that nobody has, or that is not paid, changes nothing', async () => {
    expect(await refund(crypto.randomUUID(), null)).toMatchObject({ status: 404 })
    const { id } = await inReview()
    expect(await refund(id, null)).toMatchObject({ status: 400, error: 'Этот платёж вернуть нельзя' })
  })
})

describe('the list of payments', () => {
  const pageOf = async (query = '') =>
    (await operate('GET', `/payments${query}`)).data as { payments: ReviewedPayment[]; next: string | null }

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
  const debts = async () => ((await operate('GET', '/debts')).data as { debts: Debt[] }).debts
  const found = (await debts()).find(({ user_id: user }) => user === person.userId)
  expect(found).toMatchObject({ available_tokens: 0, debt_tokens: expect.any(Number) })
  const owed = found?.debt_tokens ?? 0
  expect(owed).toBeGreaterThan(0)
  const given = { tokens: owed, may_owe: false, ...because('Долг прощён') }
  expect(await operate('POST', `/people/${person.userId}/tokens`, given)).toMatchObject({ status: 200 })
  expect((await debts()).map(({ user_id: user }) => user)).not.toContain(person.userId)
})

describe('Premium', () => {
  const opened = async ({ userId }: Person) =>
    ((await operate('GET', `/premium/${userId}`)).data as { plan: OperatedPlan | null }).plan

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

  test('that does not run is not extended', async () => {
    const { userId } = await newPerson()
    const asked = { days: 10, ...because('Простой в выходные') }
    expect(await operate('POST', `/premium/${userId}/extension`, asked)).toMatchObject({ status: 409 })
  })
})

describe('a month', () => {
  const opening = (month: string) => operate('GET', `/closing/${month}`)
  const monthOf = (at: number) => new Date(at + 3 * 3_600_000).toISOString().slice(0, 7)

  async function owedByWallets(): Promise<number> {
    const { results } = await env.DB.prepare('select id from users').all<{ id: string }>()
    const owed = await Promise.all(
      results.map(async ({ id }) => {
        const { availableTokens, reservedTokens, debtTokens } = await userOf(env, id).view()
        return availableTokens + reservedTokens - debtTokens
      })
    )
    return owed.reduce((sum, one) => sum + one, 0)
  }

  /** Lets every wallet copy its lines to D1. */
  async function copyAll() {
    const { results } = await env.DB.prepare('select id from users').all<{ id: string }>()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    for (const { id } of results) await ringUntilQuiet(id)
  }

  test('adds up to the wallets, is closed once, and the next one begins with it', async () => {
    const month = monthOf(Date.now())
    const { person, id } = await newBuyer()
    await person.send(
      'POST',
      '/ai/text/chatgpt',
      { prompt: 'Кратко: что такое баланс?' },
      {
        accept: 'application/json',
        'idempotency-key': 'closing-answer-1'
      }
    )
    await refund(id, 10_000)
    await copyAll()
    const counted = (await opening(month)).data as { figures: ClosingFigures; owed_now: number; closed: null }
    const { figures } = counted
    expect(figures.owed).toBe(await owedByWallets())
    expect(counted).toMatchObject({ closed: null, owed_now: figures.owed })
    const { opening: before, sold, bonus, granted, corrected, taken_back: back, spent } = figures
    expect(before + sold + bonus + granted + corrected - back - spent).toBe(figures.owed)
    expect([sold > 0, back > 0, spent > 0, figures.payments > 0, figures.refunds > 0]).toEqual(Array(5).fill(true))

    expect(await operate('POST', `/closing/${month}`, because('Конец месяца'))).toMatchObject({ status: 409 })
    vi.setSystemTime(Date.now() + 33 * dayMs)
    const more = because('Конец месяца')
    for (let times = 0; times < 2; times++)
      expect(await operate('POST', `/closing/${month}`, more)).toMatchObject({ status: 200, data: { figures } })
    expect(await operate('POST', `/closing/${month}`, because('Ещё раз'))).toMatchObject({ status: 409 })
    expect((await opening(month)).data).toMatchObject({ closed: { by: 'anna' }, figures })
    const next = (await opening(monthOf(Date.now()))).data as { figures: ClosingFigures }
    expect(next.figures).toMatchObject({ opening: figures.owed })
  })

  test('that has not begun, or whose lines may be in files, is not counted', async () => {
    for (const ago of [-33, 400])
      expect(await opening(monthOf(Date.now() - ago * dayMs))).toMatchObject({ status: 409 })
  })

  test('is a file for the accountant, in which no cell is a formula, and who took it is recorded', async () => {
    const { id } = await newBuyer()
    await refund(id, 10_000)
    const month = monthOf(Date.now())
    const finance = await newOperator('finance')
    const text = await (await finance.send('GET', `/closing/${month}/money.csv`)).text()
    const lines = text
      .trim()
      .split('\r\n')
      .filter((line) => line.includes(id))
    expect(lines.map((line) => line.split(';').slice(1, 3))).toEqual([
      ['"оплата"', `"${id}"`],
      ['"возврат"', `"${id}"`]
    ])
    expect(lines.map((line) => line.split(';').slice(7, 9))).toEqual([
      ['"500,00"', '""'],
      ['""', '"100,00"']
    ])
    const { data } = await operate('GET', '/record?action=money-read')
    expect(data).toMatchObject({ lines: [{ operator: finance.name, subject: `month:${month}` }] })
    const support = await newOperator('support')
    expect(await answered(await support.send('GET', `/closing/${month}/money.csv`))).toMatchObject({ status: 403 })
  })
})
