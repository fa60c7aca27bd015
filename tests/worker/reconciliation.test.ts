// The nightly check finds each kind of difference between wallets, their copy in D1, payments, jobs and R2, and repairs
// none of them. Each is planted in the books of a customer of its own; one check finds all.
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { resultKey } from '#data/files/job-files.ts'
import type { FoundDifference } from '#data/directory/reconciliation-bookmark.ts'
import { planted } from '../support/worker/planted-differences.ts'
import {
  catchAlarms,
  type Customer,
  customers,
  emptyBooks,
  finishNight,
  nextNight
} from '../support/worker/reconciling.ts'
import { reportOf, rowsOf, stopClock } from '../support/worker/wallet-rows.ts'

const stray = resultKey(`h1-${'f'.repeat(32)}`, 0)
const booksOf = async ({ person }: Customer) => ({
  rows: await rowsOf(person.userId),
  copy: await reportOf(person.userId)
})

let victims: Customer[]
let others: Customer[]
let before: Awaited<ReturnType<typeof booksOf>>[]
let night: Awaited<ReturnType<typeof finishNight>>
let alarms: ReturnType<ReturnType<typeof catchAlarms>>

beforeAll(async () => {
  stopClock()
  const caught = catchAlarms()
  await emptyBooks()
  victims = await customers(planted.length)
  others = await customers(2)
  await Promise.all(planted.map(([, , plant], index) => plant(victims[index]!)))
  await env.MEDIA.put(stray, 'bytes')
  before = await Promise.all([...victims.slice(0, -1), ...others].map(booksOf))
  await nextNight()
  night = await finishNight()
  alarms = caught()
})
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the nightly check finds', () => {
  test.each(planted.map(([kind, how], index) => [kind, how, index] as const))('%s: %s', (kind, _, index) => {
    const one = victims[index]!
    const found = night.found.filter(({ userId }) => userId === one.person.userId)
    expect(found.map((difference) => [difference.kind, difference.subject])).toEqual([[kind, planted[index]![3](one)]])
  })

  test('file-without-job: a result without a job', () => {
    const found = night.found.filter(({ userId }) => userId === '')
    expect(found.map(({ kind, subject }) => [kind, subject])).toEqual([['file-without-job', stray]])
  })

  test('nothing in books that agree', () => {
    const ids = others.map(({ person }) => person.userId)
    expect(night.found.filter(({ userId }) => ids.includes(userId))).toEqual([])
    expect(night.check).toMatchObject({ users: planted.length + 2, differences: planted.length + 1 })
  })
})

const isSame = (found: FoundDifference, raised: Partial<FoundDifference>) =>
  found.kind === raised.kind && found.subject === raised.subject && found.userId === raised.userId

test('alarms name the user and the subject; those above twenty at once are counted', () => {
  const raised = alarms.filter(({ event }) => event === 'reconciliation-difference') as Partial<FoundDifference>[]
  expect(
    raised.filter(({ userId = '', ...one }) => !night.found.some((found) => isSame(found, { ...one, userId })))
  ).toEqual([])
  const more = alarms.filter(({ event }) => event === 'reconciliation-differences') as { more?: number }[]
  expect(raised.length + more.reduce((sum, notice) => sum + (notice.more ?? 0), 0)).toBe(night.found.length)
})

test('nothing is repaired, in the wallets or in D1', async () => {
  expect(await Promise.all([...victims.slice(0, -1), ...others].map(booksOf))).toEqual(before)
})
