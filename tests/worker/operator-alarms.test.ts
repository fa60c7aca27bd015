// Operators list the alarms, open one and end it.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import type { OpenedAlarm } from '#contract/operator/system/alarms.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { because, operate } from '../support/worker/operator.ts'
import { catchAlarms } from '../support/worker/reconciling.ts'
import { emptyAlarms } from '../support/worker/telling.ts'
import { catchWarnings } from '../support/worker/wallet-rows.ts'

let warnings: ReturnType<typeof catchWarnings>
beforeEach(async () => {
  warnings = catchWarnings()
  catchAlarms()
  await emptyAlarms()
})

interface Listed {
  open: { urgent: number; notice: number }
  alarms: OpenedAlarm[]
  next: string | null
}

const list = async (query = '') => (await operate('GET', `/alarms${query}`)).data as Listed
const subjectsOf = ({ alarms }: Listed) => alarms.map(({ subject }) => subject)
const review = (paymentId: string) =>
  raiseAlarm(env, 'h1-buyer', { event: 'payment-review', paymentId, mismatch: 'amount' })
const idOf = async (subject: string) => (await list()).alarms.find((alarm) => alarm.subject === subject)!.id
const end = (id: number, more: object = because()) => operate('POST', `/alarms/${id}/resolve`, more)

test('an alarm says what it is, what to do and where to look', async () => {
  await review('payment-1')
  expect((await list()).alarms).toEqual([
    {
      id: expect.any(Number),
      kind: 'payment-review',
      severity: 'urgent',
      title: 'Платёж не совпал с заказом',
      todo: expect.stringContaining('ЮKassa'),
      path: '/operator/#/payments/payment-1',
      subject: 'payment-1',
      user_id: 'h1-buyer',
      detail: { mismatch: 'amount' },
      first_at: expect.any(Number),
      last_at: expect.any(Number),
      count: 1,
      paged_at: null,
      failures: 0,
      resolved_at: null,
      resolved_by: null,
      note: null
    }
  ])
})

test('the open ones come first, page by page, and can be chosen by kind and state', async () => {
  for (const payment of ['payment-1', 'payment-2', 'payment-3', 'payment-4']) await review(payment)
  await raiseAlarm(env, 'h1-buyer', { event: 'refund-missed', paymentId: 'payment-5' })
  await end(await idOf('payment-4'))
  await end(await idOf('payment-2'))
  const all = ['payment-5', 'payment-3', 'payment-1', 'payment-4', 'payment-2']
  const first = await list()
  expect([subjectsOf(first), first.open, first.next]).toEqual([all, { urgent: 2, notice: 1 }, null])
  const pages: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
    pages.push(...subjectsOf(page))
    cursor = page.next
  }
  expect(pages).toEqual(all)
  expect(subjectsOf(await list('?state=open'))).toEqual(all.slice(0, 3))
  expect(subjectsOf(await list('?state=resolved'))).toEqual(all.slice(3))
  expect(subjectsOf(await list('?kind=refund-missed'))).toEqual(['payment-5'])
  expect(await operate('GET', '/alarms?kind=nothing')).toMatchObject({ status: 400 })
})

test('ending one names who and why, is recorded before and after, and is done once', async () => {
  await review('payment-1')
  const id = await idOf('payment-1')
  const who = because('Заказ сверен, деньги возвращены')
  const resolved = { resolved_by: 'anna', note: 'Заказ сверен, деньги возвращены', resolved_at: expect.any(Number) }
  expect(await end(id, who)).toMatchObject({ status: 200, data: { alarm: resolved } })
  expect(await end(id, who)).toMatchObject({ status: 200, data: { alarm: resolved } })
  expect(await end(id)).toMatchObject({ status: 409, error: 'Эта тревога уже закрыта' })
  const facts = { kind: 'payment-review', subject: 'payment-1', count: 1 }
  const { alarm, actions } = (await operate('GET', `/alarms/${id}`)).data as { alarm: OpenedAlarm; actions: object[] }
  expect(alarm).toMatchObject(resolved)
  expect(actions.slice(0, 2)).toMatchObject([
    { phase: 'begun', operator: 'anna', action: 'alarm-resolve', facts: { ...facts, resolved: false } },
    { phase: 'done', operator: 'anna', action: 'alarm-resolve', facts: { ...facts, resolved: true } }
  ])
  expect(warnings().filter(({ event }) => event === 'operator-action').length).toBeGreaterThanOrEqual(2)
})

test('what is no alarm, and a change without a reason, are refused', async () => {
  expect(await operate('GET', '/alarms/4242')).toMatchObject({ status: 404 })
  expect(await end(4242)).toMatchObject({ status: 404 })
  await review('payment-1')
  const id = await idOf('payment-1')
  expect(await end(id, { ...because(), reason: '' })).toMatchObject({ status: 400 })
  expect(await end(id, { ...because(), reason: 'написал ivan@mail.ru' })).toMatchObject({ status: 400 })
})
