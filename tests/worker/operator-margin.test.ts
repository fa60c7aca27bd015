// What services earn and cost, and what another price would have changed.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import type { MarginRow, PreviewSide } from '#contract/operator/prices/prices.ts'
import { openHistories } from '#data/base/database.ts'
import { addConversation } from '#data/history/chats.ts'
import { jobs, messages } from '#data/history/schema.ts'
import { operate } from '../support/worker/operator.ts'
import { newPerson } from '../support/worker/person.ts'
import { plansOf } from '../support/worker/query-plans.ts'
import { addPayment } from '../support/worker/reconciling.ts'
import { addUsage } from '../support/worker/usage-rows.ts'

const now = Date.now()
let operations = 0

/** One ended operation of each history database. */
async function spent(row: {
  service: string
  model?: string
  upstreamModel?: string
  cost?: number
  plan?: number
  at?: number
  /** Of its job, which has a row then. */
  parameters?: Record<string, string>
  options?: Record<string, string>
  /** Of a tab of the API: its calls. */
  attempts?: number
  /** Of what it has cost. */
  givenBack?: number
}) {
  const { service, model = null, upstreamModel = null, cost = 0, plan = 0, at = now } = row
  for (const { history, shard } of openHistories(env)) {
    const userId = `h${shard}-margin`
    const operationId = `operation-${++operations}`
    const { parameters, options = {}, givenBack, attempts = 1 } = row
    if (parameters)
      await history.insert(jobs).values({
        id: operationId,
        userId,
        operationId,
        fingerprint: '',
        kind: 'video',
        service,
        provider: 'luma',
        upstreamModel: upstreamModel ?? '',
        parameters,
        options,
        uploads: [],
        priceTokens: cost,
        step: 'completed',
        deadlineAt: at,
        files: [],
        createdAt: at
      })
    if (givenBack !== undefined) {
      const back = { operationId: `job-return:${operationId}`, service: 'job-return', costTokens: -givenBack }
      await addUsage(userId, { ...back, outcome: 'credited', finishedAt: at })
    }
    const tokens = { priceTokens: cost + plan, reservedTokens: cost, costTokens: cost, planTokens: plan }
    await addUsage(userId, { operationId, service, model, upstreamModel, attempts, ...tokens, finishedAt: at })
  }
}

async function answeredFor(usdMicros: number, model: string) {
  const [{ history, shard }] = openHistories(env) as [
    { history: ReturnType<typeof openHistories>[0]['history']; shard: number }
  ]
  const facts = { userId: `h${shard}-margin`, title: 'Чат', service: 'chatgpt' as const, model, now }
  const { id: conversationId } = await addConversation(history, facts)
  await history.insert(messages).values({
    conversationId,
    role: 'assistant',
    content: 'Ответ',
    model,
    operationId: `message-${++operations}`,
    outcome: 'complete',
    chargedTokens: 5,
    usdMicros,
    createdAt: now
  })
}

beforeEach(async () => {
  for (const { history } of openHistories(env)) {
    await history.$client.exec('delete from usage')
    await history.$client.exec('delete from jobs')
    await history.$client.exec('delete from messages')
  }
  await env.DB.exec('delete from payments')
})

const shards = openHistories(env).length
const margin = async () =>
  (await operate('GET', '/margin?days=30')).data as {
    rows: MarginRow[]
    kopecks_per_token: number | null
    is_whole: boolean
  }

const preview = async (more: string, item = 'service=chatgpt&item=gpt-4o-mini') =>
  (await operate('GET', `/prices/preview?${item}&${more}`)).data as {
    requests: number
    untold_requests: number
    before: PreviewSide
    after: PreviewSide
  }

test('requests, tokens and costs are summed over all databases, without the markup that users see', async () => {
  await spent({ service: 'chatgpt', model: 'gpt-4o-mini', upstreamModel: 'gpt-6-luna', cost: 5 })
  await spent({ service: 'chatgpt', model: 'gpt-4o-mini', upstreamModel: 'gpt-6-luna', plan: 5 })
  await spent({ service: 'chatgpt', model: 'gpt-4o-mini', upstreamModel: 'gpt-6-luna' })
  await spent({ service: 'chatgpt', model: 'gpt-4o-mini', cost: 5, at: now - 31 * 24 * 60 * 60_000 })
  await spent({ service: 'flux', model: 'flux-pro', upstreamModel: 'flux-2-pro', cost: 3 })
  await spent({ service: 'luma', upstreamModel: 'ray-3.2', cost: 6 })
  await spent({ service: 'runwayml', model: 'gen3-alpha', cost: 2 })
  await spent({ service: 'bonus', cost: -20 })
  await answeredFor(130, 'gpt-4o-mini')
  await answeredFor(390, 'gpt-4o-mini')
  const { rows, kopecks_per_token: kopecks, is_whole: isWhole } = await margin()
  expect(rows.pop()).toMatchObject({ title: 'Runway · Gen-3 Alpha', charged_tokens: 2 * shards })
  expect(rows).toEqual([
    {
      service: 'luma',
      model: null,
      title: 'Luma',
      requests: shards,
      plan_requests: 0,
      charged_tokens: 6 * shards,
      cost_micros: null
    },
    {
      service: 'chatgpt',
      model: 'gpt-4o-mini',
      title: expect.any(String),
      requests: 2 * shards,
      plan_requests: shards,
      charged_tokens: 5 * shards,
      cost_micros: 400 * shards
    },
    {
      service: 'flux',
      model: 'flux-pro',
      title: expect.stringContaining('flux-pro'),
      requests: shards,
      plan_requests: 0,
      charged_tokens: 3 * shards,
      cost_micros: 30_000 * shards
    }
  ])
  expect([kopecks, isWhole]).toEqual([null, true])
})

test('what keys pay for models is a line of its own, by calls, also where a tab had nothing left to charge', async () => {
  await spent({ service: 'api', attempts: 37, cost: 12 })
  await spent({ service: 'api', attempts: 3 })
  await spent({ service: 'chatgpt', model: 'gpt-4o-mini', upstreamModel: 'gpt-6-luna', cost: 5 })
  const { rows } = await margin()
  expect(rows.map(({ title, requests, charged_tokens: tokens }) => [title, requests, tokens])).toEqual([
    ['Модели через API', 40 * shards, 12 * shards],
    [expect.stringContaining('GPT'), shards, 5 * shards]
  ])
})

test('a token is worth what the sold ones brought, without refunds and Premium', async () => {
  const buyer = await newPerson()
  const sold = { amountKopecks: 10_000, tokens: 100, bonusTokens: 0, totalTokens: 100 }
  await addPayment(buyer, sold)
  await addPayment(buyer, { ...sold, refundedKopecks: 5000, refundedTokens: 50 })
  await addPayment(buyer, { packageId: 'premium', amountKopecks: 99_000, tokens: 0, bonusTokens: 0, totalTokens: 0 })
  expect((await margin()).kopecks_per_token).toBe(100)
})

test('a preview says what as many requests would have brought and cost', async () => {
  await spent({ service: 'chatgpt', model: 'gpt-4o-mini', upstreamModel: 'gpt-6-luna', cost: 5 })
  await answeredFor(130, 'gpt-4o-mini')
  const dearer = await preview('tokens=10')
  expect(dearer.requests).toBe(shards)
  expect(dearer.before).toMatchObject({ tokens: 5, charged_tokens: 5 * shards, cost_micros: 100 * shards })
  expect(dearer.after).toMatchObject({ tokens: 10, charged_tokens: 10 * shards, cost_micros: 100 * shards })
  const other = await preview('upstream_model=gpt-6-sol')
  expect(other.after).toMatchObject({ tokens: 5, charged_tokens: 5 * shards, cost_micros: 2000 * shards })
  expect((other.after.typical_micros ?? 0) / (other.before.typical_micros ?? 1)).toBe(20)
  expect(await operate('GET', '/prices/preview?service=chatgpt&item=gpt-99&tokens=1')).toMatchObject({ status: 404 })
})

const asked = (duration: string) => ({
  parameters: { duration, quality: 'standard' },
  options: { duration: `${duration}s`, quality: '720p' }
})

test('a preview of one option counts the requests with that option, by the rows of their jobs', async () => {
  const luma = { service: 'luma', upstreamModel: 'ray-3.2' }
  await spent({ ...luma, cost: 3, ...asked('5') })
  await spent({ ...luma, cost: 5, ...asked('10') })
  await spent({ ...luma, cost: 5, ...asked('10') })
  const ten = await preview('tokens=10', 'service=luma&item=10')
  expect(ten).toMatchObject({ requests: 2 * shards, untold_requests: 0 })
  expect(ten.before).toMatchObject({ charged_tokens: 10 * shards, cost_micros: 2_000_000 * shards })
  expect(ten.after).toMatchObject({ charged_tokens: 20 * shards })
  await spent({ ...luma, cost: 8 })
  expect(await preview('tokens=9', 'service=luma&item=15')).toMatchObject({
    requests: 0,
    untold_requests: shards,
    before: { charged_tokens: null, cost_micros: null },
    after: { tokens: 9, charged_tokens: null }
  })
})

test('a preview of one model of the studio counts that model alone', async () => {
  for (const [model, upstreamModel, cost] of [
    ['flux-pro', 'flux-2-pro', 3],
    ['flux-dev', 'flux-2-klein-9b', 2]
  ] as const)
    await spent({ service: 'flux', model, upstreamModel, cost, parameters: { model } })
  expect(await preview('tokens=6', 'service=flux&item=flux-pro')).toMatchObject({
    requests: shards,
    before: { charged_tokens: 3 * shards, cost_micros: 30_000 * shards },
    after: { charged_tokens: 6 * shards }
  })
})

test('what operators gave back of works is not earned', async () => {
  await spent({ service: 'flux', model: 'flux-pro', upstreamModel: 'flux-2-pro', cost: 3, givenBack: 3 })
  await spent({ service: 'flux', model: 'flux-pro', upstreamModel: 'flux-2-pro', cost: 3 })
  expect((await margin()).rows).toMatchObject([{ requests: 2 * shards, charged_tokens: 3 * shards }])
})

test('the usage is found by its index, and messages are read from the newest back', async () => {
  const { steps } = await plansOf('h1-margin', margin)
  expect(steps.filter((step) => step.includes('usage_finished')).length).toBeGreaterThan(3)
  expect(steps.filter((step) => /SCAN usage|SEARCH usage(?!.*usage_finished)/.test(step))).toEqual([])
  expect(steps.filter((step) => step.includes('ORDER BY'))).toEqual([])
})
