// Limits of keys and of users on what calls of the API may spend: whatever comes at once, never more.
import { env } from 'cloudflare:workers'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import type { ApiKey } from '#contract/api-keys.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { newKey, openaiWith, sendToApi } from '../support/worker/api-clients.ts'
import { dataOf, newPerson } from '../support/worker/person.ts'
import { newSubscriber } from '../support/worker/premium.ts'

const model = 'gpt-4o-mini'
const none = { day: null, month: null, total: null }
/** Holds tokens for half of its limit at most, so that few fit. */
const asked = { model, messages: [{ role: 'user' as const, content: 'Кратко: что такое радуга?' }], max_tokens: 4000 }

test.each(['day', 'month', 'total'] as const)(
  'a key spends no more in its «%s» than it may, however many ask',
  async (period) => {
    const person = await newPerson({ tokens: 500, paid: true })
    const key = await newKey(person.userId, { budgets: { ...none, [period]: 1 } })
    const client = openaiWith(key)
    const outcomes = await Promise.all(
      Array.from({ length: 25 }, () =>
        client.chat.completions.create(asked).then(
          () => 'answered',
          (error: unknown) =>
            error instanceof OpenAI.APIError ? `${error.status} ${error.code}` : `bug ${String(error)}`
        )
      )
    )
    const refusals = outcomes.filter((outcome) => outcome !== 'answered')
    expect(refusals.length).toBeGreaterThan(0)
    expect(new Set(refusals).size).toBe(1)
    expect(refusals[0]).toMatch(/^(402 insufficient_quota|429 rate_limit_exceeded)$/)
    const spent = await userOf(env, person.userId).spentOf(key.id)
    expect(spent[period]).toBeLessThanOrEqual(1_000_000)
  }
)

test('a refusal names the limit and what would fit, and the list tells what was spent', async () => {
  const person = await newPerson({ tokens: 500, paid: true })
  const key = await newKey(person.userId, { budgets: { ...none, day: 1 } })
  const long = { ...asked, messages: [{ role: 'user', content: 'я'.repeat(200_000) }] }
  const response = await sendToApi(key.text, '/v1/chat/completions', { method: 'POST', body: long })
  const { error } = await response.json<{ error: { message: string } }>()
  expect(response.status).toBe(402)
  expect(error.message).toMatch(
    /^Дневной лимит этого ключа не пускает этот запрос: недостаёт [\d,]+ токен(а|ов)\. Ничего не списано\./
  )
  expect(response.headers.get('x-should-retry')).toBe('false')
  const { usage } = await openaiWith(key).chat.completions.create({ ...asked, max_tokens: 200 })
  const { items } = await dataOf<{ items: ApiKey[] }>(await person.send('GET', '/api-keys'))
  const cost = (usage as unknown as { cost: number }).cost
  expect(items[0]).toMatchObject({ budgets: { ...none, day: 1 }, spent: { day: cost, month: cost, total: cost } })
  const told = await (await sendToApi(key.text, '/v1/key')).json()
  expect(told).toMatchObject({ data: { limit: 1, limit_remaining: 1 - cost, limit_reset: 'daily', usage: cost } })
})

test('the bound that a refusal names is let through, and none is named below the least that a supplier takes', async () => {
  const person = await newPerson({ tokens: 500, paid: true })
  const key = await newKey(person.userId, { budgets: { ...none, total: 1 } })
  const client = openaiWith(key)
  const { site_pricing: prices } = (await client.models.retrieve(model)) as unknown as {
    site_pricing: { per_million: { input: number; output: number } }
  }
  const { input, output } = prices.per_million
  const frame = 40
  /** The limit leaves room for so many tokens of output, and for half a token. */
  const leaving = (tokens: number) => 'x'.repeat(Math.floor((1_000_000 - (tokens + 0.5) * output) / input) - frame)
  const told = async (tokens: number, max: number, field = 'max_tokens') => {
    const messages = [{ role: 'user' as const, content: leaving(tokens) }]
    return client.chat.completions.create({ model, messages, [field]: max }).catch((error: Error) => error.message)
  }
  expect(await told(15, 1000)).toMatch(/Ничего не списано\.$/)
  expect(await told(15, 1)).toMatch(/Ничего не списано\.$/)
  expect(await told(30, 1000)).toMatch(/С max_tokens не больше 30 он поместится\.$/)
  const newer = 'max_completion_tokens'
  expect(await told(30, 1000, newer)).toMatch(/С max_completion_tokens не больше 30 он поместится\.$/)
  expect(await told(30, 30)).toMatchObject({ object: 'chat.completion' })
})

test("the user's own limit stops calls of every key", async () => {
  const person = await newPerson({ tokens: 500, paid: true })
  await dataOf(await person.send('PUT', '/user/budgets/day', { limitTokens: 1 }))
  const key = await newKey(person.userId)
  const long = { ...asked, messages: [{ role: 'user', content: 'я'.repeat(200_000) }] }
  const response = await sendToApi(key.text, '/v1/chat/completions', { method: 'POST', body: long })
  expect(response.status).toBe(402)
  expect((await response.json<{ error: { message: string } }>()).error.message).toMatch(/^Дневной лимит ваших расходов/)
})

test.each([
  ['free', 3],
  ['paid', 10],
  ['premium', 20]
] as const)('a user on the plan %s has at most %i calls open', async (plan, openMax) => {
  const wanted = { tokens: 500, paid: plan !== 'free' }
  const person = plan === 'premium' ? await newSubscriber(wanted) : await newPerson(wanted)
  const client = openaiWith(await newKey(person.userId))
  const slow = {
    ...asked,
    max_tokens: 100,
    messages: [{ role: 'user' as const, content: 'Кратко [сбой:медленный-старт]' }]
  }
  const outcomes = await Promise.all(
    Array.from({ length: openMax + 2 }, () =>
      client.chat.completions.create(slow).then(
        () => 'answered',
        (error: unknown) => (error instanceof OpenAI.APIError ? error.code : 'bug')
      )
    )
  )
  expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(openMax)
  expect(outcomes.filter((outcome) => outcome === 'rate_limit_exceeded')).toHaveLength(2)
})
