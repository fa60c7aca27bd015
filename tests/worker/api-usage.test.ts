// What the keys of a user have used, as the site tells it: whose it is, what it adds up to, and on which day a call counts.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApiUsage } from '#contract/api-keys.ts'
import { dayAround, dayMs, daysUntil } from '#domain/billing-calendar.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { newKey, openaiWith } from '../support/worker/api-clients.ts'
import { asked, costMicros, ended, makeCall } from '../support/worker/metered.ts'
import { dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { signedInAgain } from '../support/worker/premium.ts'
import { changeRows, passMs } from '../support/worker/wallet-rows.ts'

/** What an answer says of itself. */
interface Told {
  prompt_tokens: number
  completion_tokens: number
  cost: number
}

const usageOf = async (person: Person, days?: number) =>
  dataOf<ApiUsage>(await person.send('GET', `/api-keys/usage${days === undefined ? '' : `?days=${days}`}`))

const walletOf = ({ userId }: Person) => userOf(env, userId)
const today = () => daysUntil(Date.now(), 1)[0]!.day
const cost = costMicros / 1_000_000
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})

describe('the usage of keys', () => {
  test('is empty before the first call, for as many days as were asked for, today last', async () => {
    const person = await newPerson()
    const { days, ...rest } = await usageOf(person)
    expect(rest).toEqual({ partial_day: null, keys: [], rows: [] })
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toBe(today())
    expect((await usageOf(person, 7)).days).toEqual(days.slice(-7))
    expect((await usageOf(person, 90)).days).toHaveLength(90)
  })

  test.each(['0', '91', '1.5', 'x', '-7', '1e9'])('of %j days is refused', async (days) => {
    const person = await newPerson()
    expect((await person.send('GET', `/api-keys/usage?days=${days}`)).status).toBe(400)
  })

  test('adds up to what the calls have said that they cost, also of a tab that is still open', async () => {
    const person = await newPerson({ tokens: 500, paid: true })
    const [one, other] = [await newKey(person.userId, { name: 'Сервер' }), await newKey(person.userId)]
    const told: Told[] = []
    for (const [key, model] of [
      [one, 'gpt-4o-mini'],
      [one, 'gpt-4o-mini'],
      [one, 'gpt-4o'],
      [other, 'gpt-4o-mini']
    ] as const) {
      const messages = [{ role: 'user' as const, content: 'Кратко: что такое радуга?' }]
      const { usage } = await openaiWith(key).chat.completions.create({ model, messages, max_tokens: 200 })
      told.push(usage as unknown as Told)
    }
    const { rows, keys } = await usageOf(person)
    expect(rows.map((row) => [row.day, row.key_id, row.model, row.calls]).toSorted()).toEqual(
      [
        [today(), one.id, 'gpt-4o-mini', 2],
        [today(), one.id, 'gpt-4o', 1],
        [today(), other.id, 'gpt-4o-mini', 1]
      ].toSorted()
    )
    expect(sum(rows.map((row) => row.cost))).toBeCloseTo(sum(told.map((usage) => usage.cost)), 6)
    expect(sum(rows.map((row) => row.input_tokens))).toBe(sum(told.map((usage) => usage.prompt_tokens)))
    expect(sum(rows.map((row) => row.output_tokens))).toBe(sum(told.map((usage) => usage.completion_tokens)))
    expect((await walletOf(person).viewMetering()).spentMicros).toBe(
      Math.round(sum(rows.map((row) => row.cost)) * 1_000_000)
    )
    expect(keys).toContainEqual({ id: one.id, name: 'Сервер', deleted: false })
    expect(await usageOf(await newPerson())).toMatchObject({ keys: [], rows: [] })
  })

  test('changes its day at midnight in Moscow: a call counts on the day on which it ends', async () => {
    let person = await newPerson({ tokens: 100 })
    passMs(dayAround(Date.now()).end - Date.now() - 1)
    const before = today()
    await makeCall(walletOf(person), 'evening')
    await walletOf(person).admitCall(asked('night'))
    passMs(1)
    await walletOf(person).endCall(ended('night'))
    expect(today()).not.toBe(before)
    person = await signedInAgain(person)
    const { rows } = await usageOf(person, 7)
    expect(rows.map((row) => [row.day, row.calls, row.cost])).toEqual([
      [today(), 1, cost],
      [before, 1, cost]
    ])
    expect((await usageOf(person, 1)).rows).toHaveLength(1)
    passMs(6 * dayMs)
    person = await signedInAgain(person)
    expect((await usageOf(person, 7)).rows.map((row) => row.day)).not.toContain(before)
    expect((await usageOf(person, 8)).rows.map((row) => row.day)).toContain(before)
  })

  test('keeps the name of a deleted key, until that is forgotten', async () => {
    const person = await newPerson({ tokens: 100 })
    const { id } = await newKey(person.userId, { name: 'Бот' })
    await makeCall(walletOf(person), 'one', { keyId: id })
    await dataOf(await person.send('DELETE', `/api-keys/${id}`))
    expect((await usageOf(person)).keys).toEqual([{ id, name: 'Бот', deleted: true }])
    await walletOf(person).eraseKeys()
    const { keys, rows } = await usageOf(person)
    expect(keys).toEqual([{ id, name: null, deleted: true }])
    expect(rows).toMatchObject([{ key_id: id, cost }])
  })

  test('of very many keys and models tells the newest days, each of them whole', async () => {
    const person = await newPerson()
    await usageOf(person)
    const { start } = dayAround(Date.now())
    await changeRows(
      person.userId,
      `insert into metered_keys values ('key', 1);
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 29999)
      insert into metered_days select 'key', ${start} - (n / 1000) * ${dayMs}, 'model-' || n, 1, 1, 0, 0, 1, 1 from numbers`
    )
    const { days, rows, partial_day: partial } = await usageOf(person)
    expect(partial).toBeNull()
    expect(days).toEqual(daysUntil(Date.now(), 5).map(({ day }) => day))
    expect(rows).toHaveLength(5000)
    expect(new Set(rows.map((row) => row.day))).toEqual(new Set(days))
  })

  test.each([0, 1])('of a day with very many keys and models, %i days ago, tells a part and says so', async (ago) => {
    const person = await newPerson()
    await usageOf(person)
    await changeRows(
      person.userId,
      `insert into metered_keys values ('key', 1);
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 5999)
      insert into metered_days select 'key', ${dayAround(Date.now()).start - ago * dayMs}, 'model-' || n, 1, 1, 0, 0, 1, 1 from numbers`
    )
    const { days, rows, partial_day: partial } = await usageOf(person)
    expect(days).toEqual(daysUntil(Date.now(), ago + 1).map(({ day }) => day))
    expect(partial).toBe(days[0])
    expect(rows).toHaveLength(5000)
  })
})
