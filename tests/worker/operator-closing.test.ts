// The months for the accountant: they add up to the wallets.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClosingFigures } from '#contract/operator/money/closing.ts'
import { openDirectory } from '#data/base/database.ts'
import { storeClosing } from '#data/directory/closings.ts'
import { spanOf } from '#domain/closing.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { countMonth, ownedOfAll } from '#worker/operator/money/count-month.ts'
import { continueRefunds, reconcilePayments } from '../support/worker/clock.ts'
import { historyRows } from '../support/worker/histories.ts'
import { addUsage } from '../support/worker/usage-rows.ts'
import { because, operate, responseTo } from '../support/worker/operator.ts'
import { newOperator } from '../support/worker/operating.ts'
import { control, endRefund, newBuyer, refundAtYookassa, refundsOf } from '../support/worker/paying.ts'
import { answered } from '../support/worker/person.ts'
import { addPayment } from '../support/worker/reconciling.ts'
import { ringUntilQuiet, spend } from '../support/worker/wallet-rows.ts'

const dayMs = 86_400_000

beforeEach(async () => {
  await env.DB.prepare('delete from closings').run()
  vi.spyOn(console, 'error').mockReturnValue()
  await control({ notifications: 'never' })
})

const refund = (id: string, kopecks: number) =>
  operate('POST', `/payments/${id}/refunds`, { amount_kopecks: kopecks, ...because('Клиент передумал') })
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

/** What a wallet spent at a moment, copied to D1 only now. */
async function addLate(userId: string, at: number) {
  await historyRows(userId)
    .prepare(
      `insert into ledger_entries (user_id, seq, operation_id, kind, balance_delta, reserved_delta, balance_after, reserved_after, reason, at)
      select user_id, seq + 1, 'late', 'settle', -70, 0, balance_after - 70, 0, '{"kind":"delivered"}', ?2
      from ledger_entries where user_id = ?1 order by seq desc limit 1`
    )
    .bind(userId, at)
    .run()
  const tokens = { priceTokens: 70, reservedTokens: 70, costTokens: 70 }
  await addUsage(userId, { operationId: 'late', seq: 99, ...tokens, finishedAt: at })
}

const returned = async (month: string) => {
  const text = await (await responseTo('GET', `/closing/${month}/money.csv`)).text()
  const { figures } = (await opening(month)).data as { figures: ClosingFigures }
  const lines = text.split('\r\n').filter((line) => line.includes('"возврат"'))
  expect(lines).toHaveLength(figures.refunds)
  return figures
}

describe('a month', () => {
  test('adds up to the wallets, is closed once, and the next one begins with it', async () => {
    const month = monthOf(Date.now())
    const { person, id } = await newBuyer()
    await spend(person, 5)
    await refund(id, 10_000)
    await copyAll()
    const counted = (await opening(month)).data as { figures: ClosingFigures; owed_now: number; closed: null }
    const { figures } = counted
    expect(figures.owed).toBe(await owedByWallets())
    expect(counted).toMatchObject({ closed: null, owed_now: figures.owed })
    const { opening: before, late, sold, bonus, granted, corrected, taken_back: back, spent } = figures
    expect(before + late + sold + bonus + granted + corrected - back - spent).toBe(figures.owed)
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

  test('gets nothing more once it is closed: what comes late is a figure of the next one', async () => {
    const { userId } = (await newBuyer()).person
    await copyAll()
    vi.setSystemTime(Date.now() + 100 * dayMs)
    const { start } = spanOf(monthOf(Date.now()))
    const month = monthOf(start - dayMs)
    const before = await countMonth(env, month)
    await storeClosing(openDirectory(env), { month, figures: before, closedAt: 1, closedBy: 'anna', night: null })
    await addLate(userId, start - dayMs)
    const { figures, owed_now: owedNow } = (await opening(monthOf(Date.now()))).data as {
      figures: ClosingFigures
      owed_now: number
    }
    expect(figures).toMatchObject({ opening: before.owed, late: -70, owed: owedNow })
    expect(owedNow).toBe(before.owed - 70)
  })

  test('that has not begun, or whose lines may be in files, is not counted', async () => {
    for (const ago of [-33, 400])
      expect(await opening(monthOf(Date.now() - ago * dayMs))).toMatchObject({ status: 409 })
  })

  test('is a file for the accountant, in which no cell is a formula, and who took it is recorded', async () => {
    const { id } = await newBuyer()
    await refund(id, 10_000)
    const month = monthOf(Date.now())
    const { start } = spanOf(month)
    const first = await addPayment((await newBuyer()).person, { creditedAt: start })
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
    const ofMidnight = text.split('\r\n').find((line) => line.includes(`"${first}"`)) ?? ''
    expect(ofMidnight).toMatch(/^"01\.\d\d\.\d{4}, 00:00:00";"оплата";/)
    expect(lines.map((line) => line.split(';').slice(7))).toEqual([
      ['"500,00"', '""', expect.stringMatching(/^"(оформляется|зарегистрирован)"$/)],
      ['""', '"100,00"', '""']
    ])
    const { data } = await operate('GET', '/record?action=money-read')
    expect(data).toMatchObject({ lines: [{ operator: finance.name, subject: `month:${month}` }] })
    const support = await newOperator('support')
    expect(await answered(await support.send('GET', `/closing/${month}/money.csv`))).toMatchObject({ status: 403 })
  })

  test('has money that went back when our books took its tokens, by whichever way it was returned', async () => {
    await control({ paymentFault: 'refund-pending' })
    const { id } = await newBuyer()
    await refund(id, 10_000)
    const [pending] = await refundsOf(id)
    await control({ paymentFault: null })
    const month = monthOf(Date.now())
    const before = await returned(month)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 33 * dayMs })
    const later = monthOf(Date.now())
    const nothing = await returned(later)
    await endRefund(String(pending?.['id']), 'succeeded')
    await continueRefunds(env, Date.now())
    await reconcilePayments(env, Date.now())
    await refundAtYookassa(id, '25.00')
    await env.DB.prepare('update payments set next_check_at = ? where id = ?').bind(Date.now(), id).run()
    await reconcilePayments(env, Date.now() + 1)
    expect(await returned(month)).toEqual(before)
    expect(await returned(later)).toMatchObject({
      refunds: nothing.refunds + 2,
      refunded_kopecks: nothing.refunded_kopecks + 12_500
    })
  })

  test('keeps the sum of the wallets of the first complete night behind its end, beside the books of that moment', async () => {
    await newBuyer()
    await copyAll()
    vi.setSystemTime(Date.now() + 200 * dayMs)
    const month = monthOf(spanOf(monthOf(Date.now())).start - dayMs)
    const { end } = spanOf(month)
    const owed = await ownedOfAll(env, end)
    // One night lacks a user whose name it does not keep: it is not the sum of all.
    for (const [night, at, tokens, more] of [
      [1, end - dayMs, 1, 0],
      [2, end + 1_800_000, 2, 1],
      [3, end + 3_600_000, owed, 0],
      [4, end + dayMs, 3, 0]
    ])
      await env.DB.prepare(
        `insert into backups (night, stage, cursor, balance_tokens, failed_more, started_at, moved_at, finished_at)
         values (?1, 'done', '', ?3, ?4, ?2, ?2, ?2)`
      )
        .bind(night, at, tokens, more)
        .run()
    vi.setSystemTime(end + 2 * dayMs)
    expect(await operate('POST', `/closing/${month}`, because('Конец месяца'))).toMatchObject({ status: 200 })
    await env.DB.prepare('delete from backups').run()
    expect((await opening(month)).data).toMatchObject({ wallets: { owed, books: owed, at: end + 3_600_000 } })
  })
})
