// The months for the accountant: they add up to the wallets.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClosingFigures } from '#contract/operator-money.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { because, operate } from '../support/worker/operator.ts'
import { newOperator } from '../support/worker/operating.ts'
import { control, newBuyer } from '../support/worker/paying.ts'
import { answered } from '../support/worker/person.ts'
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

describe('a month', () => {
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
