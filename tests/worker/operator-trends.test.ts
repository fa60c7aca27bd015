// The days of the trends add up to what people did, and a day that was counted early is counted again.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TrendFigure, TrendSeries } from '#contract/operator/system/trends.ts'
import { countTrends, daysAtOnce } from '#worker/clock/count-trends.ts'
import { countEarlierDays } from '../support/worker/clock.ts'
import { operate } from '../support/worker/operator.ts'
import { newPerson } from '../support/worker/person.ts'
import { addPayment } from '../support/worker/reconciling.ts'
import { addUsage } from '../support/worker/usage-rows.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const noon = Date.parse('2026-11-20T12:00:00+03:00')

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  await env.DB.batch(['counted_days', 'daily_figures'].map((table) => env.DB.prepare(`delete from ${table}`)))
})

const use = (userId: string, at: number, changes: Parameters<typeof addUsage>[1] = {}) =>
  addUsage(userId, { costTokens: 7, finishedAt: at, ...changes })

/** Counts the days that are left. */
const countAll = async () => {
  while ((await countTrends(env, Date.now())) === daysAtOnce);
}

async function trends(days = 7) {
  const { data } = await operate('GET', `/trends?days=${days}`)
  const { series, ...more } = data as { days: string[]; counted_at: number | null; series: TrendSeries[] }
  const valuesOf = (figure: TrendFigure, service = '') =>
    series.find((one) => one.figure === figure && one.service === service)?.values
  return { ...more, valuesOf }
}

test('days add up, over all histories and by the midnight of Moscow', async () => {
  const [one, other] = [await newPerson({ shard: 1 }), await newPerson({ shard: 2 })]
  const midnight = Date.parse('2026-11-20T00:00:00+03:00')
  await use(one.userId, midnight - 1)
  await use(one.userId, midnight)
  await use(one.userId, noon, { outcome: 'failed', costTokens: 0 })
  await use(other.userId, noon, { service: 'chatgpt', costTokens: 5, outcome: 'complete' })
  await use(other.userId, noon, { service: 'payment', costTokens: -1000, outcome: 'credited' })
  const before = await trends()
  expect(before).toMatchObject({ counted_at: null })
  await countAll()
  const { valuesOf, days, counted_at: countedAt } = await trends()
  expect(days.slice(-2)).toEqual(['2026-11-19', '2026-11-20'])
  expect(countedAt).toBe(noon)
  expect(valuesOf('sign-ups')?.slice(-2)).toEqual([0, 2])
  expect(valuesOf('active')?.slice(-2)).toEqual([1, 2])
  expect(valuesOf('spent', 'flux')?.slice(-2)).toEqual([7, 7])
  expect(valuesOf('operations', 'flux')?.slice(-2)).toEqual([1, 2])
  expect(valuesOf('failures', 'flux')?.slice(-2)).toEqual([0, 1])
  expect(valuesOf('spent', 'chatgpt')?.slice(-2)).toEqual([0, 5])
  expect(valuesOf('spent', 'payment')).toBeUndefined()
})

test('what operators gave back of a work lessens what was spent on its service', async () => {
  await countEarlierDays(env, noon)
  const { userId } = await newPerson({ shard: 1 })
  await use(userId, noon, { service: 'dalle' })
  await use(userId, noon, { service: 'dalle', operationId: 'bad-work' })
  const back = { operationId: 'job-return:bad-work', service: 'job-return', outcome: 'credited', costTokens: -7 }
  await use(userId, noon, back)
  await countAll()
  const { valuesOf } = await trends()
  expect([valuesOf('spent', 'dalle')?.at(-1), valuesOf('operations', 'dalle')?.at(-1)]).toEqual([7, 2])
  expect(valuesOf('spent', 'job-return')).toBeUndefined()
})

test('calls of the API are counted one by one and paid by their tabs, and works that keys order belong to their service', async () => {
  // A day of its own, because services and people are counted over all tests of a day.
  const later = noon + 9 * dayMs
  vi.setSystemTime(later)
  await countEarlierDays(env, later)
  const { userId } = await newPerson({ shard: 1 })
  const tab = { service: 'api', action: { kind: 'api' }, outcome: 'metered' } as const
  await use(userId, later, { ...tab, attempts: 37, costTokens: 12 })
  // What was paid before has paid for the calls of this tab.
  await use(userId, later, { ...tab, attempts: 3, costTokens: 0 })
  await use(userId, later, { service: 'dalle', attempts: 2 })
  await countAll()
  const { valuesOf } = await trends()
  expect(valuesOf('active')?.at(-1)).toBe(1)
  expect([valuesOf('operations', 'api')?.at(-1), valuesOf('spent', 'api')?.at(-1)]).toEqual([40, 12])
  expect([valuesOf('operations', 'dalle')?.at(-1), valuesOf('spent', 'dalle')?.at(-1)]).toEqual([1, 7])
})

test('purchases and refunds stand with their money on the day on which they were made', async () => {
  await countEarlierDays(env, noon)
  const person = await newPerson()
  const { userId } = person
  for (const creditedAt of [noon, noon - dayMs, null]) await addPayment(person, { amountKopecks: 99_000, creditedAt })
  // A refund from review is a row of `refunds` alone: it was never a sale.
  for (const [id, at] of [
    ['return-1', noon],
    ['return-2', noon - 3 * dayMs]
  ])
    await env.DB.prepare(
      `insert into money_returns (id, payment_id, user_id, amount_kopecks, at) values (?1, ?1, ?2, 5000, ?3)`
    )
      .bind(id, userId, at)
      .run()
  await env.DB.prepare(
    `insert into refunds (id, payment_id, user_id, operation_id, amount_kopecks, status, idempotence_key, created_at)
    values ('of-review', 'of-review', ?1, 'of-review', 5000, 'succeeded', 'of-review', ?2)`
  )
    .bind(userId, noon)
    .run()
  await countAll()
  const { valuesOf } = await trends()
  expect(valuesOf('purchases')?.slice(-2)).toEqual([1, 1])
  expect(valuesOf('paid')?.slice(-2)).toEqual([99_000, 99_000])
  expect(valuesOf('refunds')?.slice(-2)).toEqual([0, 1])
  expect(valuesOf('refunded')?.slice(-2)).toEqual([0, 5000])
})

const valueAfter = async (ms: number) => {
  vi.setSystemTime(Date.now() + ms)
  const counted = await countTrends(env, Date.now())
  const { days, valuesOf } = await trends()
  return { counted, value: valuesOf('operations', 'luma')?.[days.indexOf('2026-11-20')] }
}

test('today is counted anew each hour, a day that is over once more, and then never', async () => {
  await countEarlierDays(env, noon)
  const { userId } = await newPerson()
  await countAll()
  const late = () => use(userId, noon, { service: 'luma' })
  await late()
  expect(await valueAfter(hourMs)).toEqual({ counted: 1, value: 1 })
  await late()
  // Tomorrow: today, yesterday, which is over, and the day before it for the last time.
  expect(await valueAfter(13 * hourMs)).toEqual({ counted: 3, value: 2 })
  await late()
  expect(await valueAfter(hourMs)).toEqual({ counted: 1, value: 2 })
  // A day after its end, for lines that were copied late.
  expect(await valueAfter(dayMs)).toMatchObject({ value: 3 })
  await late()
  expect(await valueAfter(3 * dayMs)).toMatchObject({ value: 3 })
})
