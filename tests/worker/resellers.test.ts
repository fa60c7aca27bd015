// Answers of resellers of the sandbox, over its own HTTP: one that fails alone, and a second one that answers.
import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import type { RouteConnection } from '#durable-objects/answer/calls.ts'
import { type Asker, eventsOf, inAnswers, newAsker, priceTokens, requestOf, routeTo } from '../support/worker/asking.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { openStream, viewOf } from '../support/worker/reading.ts'

watchOutages()

const origin = new URL(env.OPENAI_BASE_URL).origin
const apiKey = 'sandbox-key-that-must-not-be-stored'
const accounts: RouteConnection[] = [
  ['s-deepseek0000', 'deepseek'],
  ['s-openrouter00', 'openrouter']
].map(([supplier = '', name]) => ({
  supplier,
  dialect: 'openai-chat',
  baseUrl: `${origin}/resellers/${name}/v1`,
  apiKey
}))

let models = 0
/** Their models have names that no other test uses, so that no breaker is open. */
const newRoutes = () => {
  models += 1
  return accounts.map(({ supplier }) =>
    routeTo('openai', { supplier, model: `sold/model-${models}`, firstWordMs: 1000 })
  )
}

const failAtFirst = async (fault: string | null) => {
  const set = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ fault }) }
  await (await fetch(`${origin}/control.json?for=${encodeURIComponent('/resellers/deepseek')}`, set)).text()
}

afterEach(() => failAtFirst(null))

const servedBy = ({ userId, conversationId }: Asker) =>
  openHistory(env, userId)
    .$client.prepare(`select supplier, outcome from messages where conversation_id = ? and role = 'assistant'`)
    .bind(conversationId)
    .first<{ supplier: string; outcome: string }>()

test.each([
  'rate-limit',
  'quota',
  'server-error',
  'overloaded',
  'no-answer',
  'pings-only',
  'cut-at-start',
  'model-gone',
  'page',
  'bad-gateway'
])('when the first one fails before its first word, the second answers: %s', async (fault) => {
  await failAtFirst(fault)
  const asker = await newAsker(20)
  const request = requestOf(asker, 'Кратко: что такое эхо?', { routes: newRoutes(), accounts })
  const events = await eventsOf(await openStream(request))
  expect(events.at(-1)?.event).toMatchObject({ type: 'done', settlement: { chargedTokens: priceTokens } })
  expect(await servedBy(asker)).toEqual({ supplier: 's-openrouter00', outcome: 'complete' })
  expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20 - priceTokens, reservedTokens: 0 })
})

test.each([
  ['cut', 'failed'],
  ['moderation', 'refused']
])('after its first word, or its refusal, the second is not asked: %s', async (fault, outcome) => {
  await failAtFirst(fault)
  const asker = await newAsker(20)
  const request = requestOf(asker, 'Расскажи о лесе', { routes: newRoutes(), accounts })
  expect((await eventsOf(await openStream(request))).at(-1)?.event).toMatchObject({ type: 'error', outcome })
  expect(await servedBy(asker)).toEqual({ supplier: 's-deepseek0000', outcome })
  expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20, reservedTokens: 0 })
})

test('the key of an account is nowhere in what the object stores', async () => {
  const request = requestOf(await newAsker(20), 'Кратко: что такое иней?', { routes: newRoutes(), accounts })
  await eventsOf(await openStream(request))
  const row = await inAnswers(request, (store) => store.find(request.operationId))
  expect(row?.request.routes).toHaveLength(2)
  expect(JSON.stringify(row)).not.toContain(apiKey)
})
