// What operators do with Premium: the renewal stopped, days given once.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OperatedPlan } from '#contract/operator/money/premium.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { why } from '../support/worker/console.ts'
import { newOperator, type OperatorPerson, withCookie } from '../support/worker/operating.ts'
import { because, operate } from '../support/worker/operator.ts'
import { control } from '../support/worker/paying.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'
import { buyPremium, newSubscriber, planRow } from '../support/worker/premium.ts'

const dayMs = 86_400_000

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await control({ notifications: 'never' })
})

const opened = async ({ userId }: Person) =>
  ((await operate('GET', `/premium/${userId}`)).data as { plan: OperatedPlan | null }).plan

let finance: OperatorPerson
beforeEach(async () => {
  finance = await newOperator('finance')
})

const gift = async ({ userId }: Person, more: object, bindings: object = {}) =>
  answered(await withCookie(finance.cookie, bindings)('POST', `/premium/${userId}/extension`, { days: 10, ...more }))

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
    const person = await newSubscriber()
    const { periodEnd } = await planRow(person)
    const more = why('Простой в выходные')
    for (let times = 0; times < 3; times++)
      expect(await gift(person, more)).toMatchObject({
        status: 200,
        data: { plan: { period_end: periodEnd + 10 * dayMs, state: 'active' } }
      })
    const row = await planRow(person)
    expect(row.periodEnd).toBe(periodEnd + 10 * dayMs)
    expect(row.nextActionAt).toBeGreaterThan(periodEnd)
  })

  test('is extended once when the same gift comes twice at once', async () => {
    const person = await newSubscriber()
    const { periodEnd } = await planRow(person)
    const more = why('Простой в выходные')
    const [other, isHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The last read before the change of the plan: others look whether it runs, and for the record.
    let reads = 0
    const held = guardedDatabases(async (run, name) => {
      if (name.includes('from "subscriptions"') && ++reads === 4) {
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
    const person = await newSubscriber()
    const more = why('Простой в выходные')
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
    expect(await gift(await newPerson(), why('Простой в выходные'))).toMatchObject({ status: 409 })
  })
})
