// With Premium, answers and jobs cost no tokens.
import { env } from 'cloudflare:workers'
import { rowsOnD1 } from '#tests/support/worker/histories.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { fairUseTokensPerDay } from '#contract/catalogue/plans.ts'
import type { SubmittedJobs } from '#contract/job-orders.ts'
import type { UsageRecord } from '#contract/wallet.ts'
import { publish } from '#durable-objects/publish.ts'
import { openDirectory } from '#data/base/database.ts'
import { subscriptions } from '#data/directory/schema-subscriptions.ts'
import { dayAround } from '#domain/billing-calendar.ts'
import { userOf } from '#durable-objects/stubs.ts'
import {
  jobOf,
  keyed,
  later,
  moneyOf,
  sendAndWait,
  sendWith,
  standingQueues,
  submitted
} from '../support/worker/generating.ts'
import { answered, dataOf, type Person } from '../support/worker/person.ts'
import { newSubscriber, planOf } from '../support/worker/premium.ts'
import { copied } from '../support/worker/reconciling.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { holdOf, settleOf } from '../support/worker/wallet-rows.ts'

const short = { prompt: 'Кратко: что такое радуга?', model: 'gpt-4o-mini' }

const subscriber = (tokens = 3) => newSubscriber({ tokens })

/** Lets the paid time run out now. */
async function letEnd({ userId }: Person) {
  await openDirectory(env)
    .update(subscriptions)
    .set({ accessUntil: Date.now() - 1 })
    .where(eq(subscriptions.userId, userId))
  await publish(env, userId, { type: 'subscription', planId: 'free' })
}

const historyOf = async (person: Person) =>
  (await dataOf<{ usage: UsageRecord[] }>(await person.send('GET', '/ai/usage'))).usage

/** Uses this many tokens of today's fair-use limit. */
async function useUp({ userId }: Person, tokens: number) {
  const wallet = userOf(env, userId)
  const plan = { since: dayAround(Date.now()).start, maxTokens: fairUseTokensPerDay }
  expect(await wallet.reserve(holdOf('used-up-0', { priceTokens: tokens, plan }))).toMatchObject({ state: 'reserved' })
  await wallet.settle(settleOf('used-up-0', tokens))
}

describe('an answer', () => {
  test('costs nothing, and the history shows its price', async () => {
    const person = await subscriber()
    const { conversation } = await dataOf<{ conversation: { id: number } }>(
      await person.send('POST', '/chat/conversations', { service: 'chatgpt', model: 'gpt-4o-mini' })
    )
    const data = await dataOf<{ billing: { siteTokens: number }; balance: number }>(
      await person.send(
        'POST',
        '/ai/text/chatgpt',
        { ...short, conversationId: conversation.id },
        keyed('answer-on-plan')
      )
    )
    expect(data).toMatchObject({ billing: { siteTokens: 0 }, balance: 3 })
    expect((await historyOf(person))[0]).toMatchObject({
      id: 'answer-on-plan',
      price_tokens: 5,
      reserved_tokens: 0,
      cost_in_tokens: 0,
      returned_tokens: 0,
      balance_after: 3
    })
    const rows = await rowsOnD1('select charged_tokens from messages where operation_id = ?', 'answer-on-plan')
    expect(rows).toEqual([{ charged_tokens: null }, { charged_tokens: 0 }])
  })

  test('of every model is allowed', async () => {
    const person = await subscriber(0)
    for (const model of ['gpt-4o', 'o3-2025-04-16'])
      expect((await person.send('POST', '/ai/text/chatgpt', { ...short, model })).status).toBe(200)
  })

  test('that runs while the plan ends is free, and the next one needs tokens', async () => {
    const person = await subscriber(0)
    const silent = { prompt: 'Подробно о море [сбой:молчание]', model: 'gpt-4o-mini' }
    await person.send('POST', '/ai/text/chatgpt', silent, { ...keyed('runs-on-1'), accept: 'text/event-stream' })
    const lengthOf = async () =>
      (await dataOf<{ content: string }>(await person.send('GET', '/ai/text/answers/runs-on-1'))).content.length
    await expect.poll(lengthOf).toBeGreaterThan(0)
    await letEnd(person)
    expect(await dataOf(await person.send('DELETE', '/ai/text/answers/runs-on-1'))).toMatchObject({
      outcome: 'stopped',
      settlement: { priceTokens: 5, chargedTokens: 0, returnedTokens: 0, balanceTokens: 0 }
    })
    expect(await answered(await person.send('POST', '/ai/text/chatgpt', short))).toMatchObject({
      status: 402,
      data: { priceTokens: 5, missingTokens: 5 }
    })
  })

  test('asked for on the plan stays free when the same id is sent after the plan', async () => {
    const person = await subscriber(20)
    const first = await dataOf<object>(await person.send('POST', '/ai/text/chatgpt', short, keyed('asked-twice')))
    await letEnd(person)
    expect(first).toMatchObject({ billing: { siteTokens: 0 } })
    expect(await dataOf(await person.send('POST', '/ai/text/chatgpt', short, keyed('asked-twice')))).toEqual(first)
    expect(await moneyOf(person)).toEqual({ availableTokens: 20, reservedTokens: 0 })
  })
})

describe('a job', () => {
  test('costs nothing, and shows its price', async () => {
    const person = await subscriber()
    const { job } = await dataOf<SubmittedJobs>(
      await sendAndWait(person, '/ai/image/flux', { body: { prompt: 'Маяк' } })
    )
    expect(job).toMatchObject({ state: 'completed', chargedTokens: 0 })
    expect(await moneyOf(person)).toEqual({ availableTokens: 3, reservedTokens: 0 })
  })

  test('submitted on the plan is free even when the plan ends before the job', async () => {
    const person = await subscriber(50)
    const { bindings, sent } = standingQueues()
    const { job } = await submitted(
      await sendWith(person, bindings, '/ai/image/flux', { body: { prompt: 'Маяк' }, headers: later })
    )
    await letEnd(person)
    const queue = new TestQueue()
    queue.send((sent[0] as { jobId: string }).jobId)
    await queue.drain()
    expect(await jobOf(person, job.id)).toMatchObject({ state: 'completed', chargedTokens: 0 })
    expect(await moneyOf(person)).toEqual({ availableTokens: 50, reservedTokens: 0 })
    expect(await jobOf(person, job.id)).toMatchObject({ priceTokens: 1 })
  })

  test('at any setting is allowed', async () => {
    const person = await subscriber(0)
    const { bindings } = standingQueues()
    const best = { prompt: 'Маяк', model: 'flux-pro' }
    expect((await sendWith(person, bindings, '/ai/image/flux', { body: best, headers: later })).status).toBe(202)
  })
})

test('fair use that is used up for the day refuses requests with a clear text and takes no tokens instead', async () => {
  const person = await subscriber(100)
  await useUp(person, fairUseTokensPerDay - 2)
  const refused = await answered(await person.send('POST', '/ai/text/chatgpt', short))
  expect(refused).toMatchObject({
    status: 429,
    code: 'FAIR_USE_EXCEEDED',
    error: 'Дневной объём Premium исчерпан, он обновится в полночь по московскому времени. Токены не списаны',
    retryAfter: expect.any(Number)
  })
  expect(Number(refused['retryAfter'])).toBeLessThanOrEqual(24 * 60 * 60)
  expect(await answered(await person.send('POST', '/ai/image/dalle', { prompt: 'Маяк' }, later))).toMatchObject({
    status: 429,
    code: 'FAIR_USE_EXCEEDED'
  })
  expect(await moneyOf(person)).toEqual({ availableTokens: 100, reservedTokens: 0 })
})

test('the plan’s usage shows what its requests would have cost', async () => {
  const person = await subscriber(100)
  await dataOf(await person.send('POST', '/ai/text/chatgpt', short))
  await letEnd(person)
  await dataOf(await person.send('POST', '/ai/text/claude', { prompt: short.prompt, model: 'claude-3-haiku' }))
  const read = async () => dataOf<Record<string, unknown>>(await person.send('GET', '/subscription/usage'))
  // Longer than what is used may wait to be copied.
  await copied(person)
  expect(await read()).toMatchObject({
    requests: 2,
    chargedTokens: 1,
    priceTokens: 6,
    byService: expect.arrayContaining([
      { service: 'chatgpt', requests: 1, priceTokens: 5 },
      { service: 'claude', requests: 1, priceTokens: 1 }
    ]),
    fairUse: null
  })
  const other = await subscriber()
  await dataOf(await other.send('POST', '/ai/text/chatgpt', short))
  const { periodStart, periodEnd } = await planOf(other)
  await copied(other)
  expect(await dataOf(await other.send('GET', '/subscription/usage'))).toMatchObject({
    periodStart,
    periodEnd,
    requests: 1,
    chargedTokens: 0,
    priceTokens: 5,
    fairUse: { limitTokens: fairUseTokensPerDay, usedTokens: 5, resetsAt: expect.any(Number) }
  })
})
