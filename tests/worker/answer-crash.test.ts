// Answers whose object dies at a given point. Each test writes the rows of that point, kills every object, runs the
// alarm twice (alarms are delivered at least once) and checks messages and balance.
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { turnStatements } from '#data/history/turns.ts'
import { beforeTheFirst } from '#domain/turn-place.ts'
import { userOf } from '#durable-objects/stubs.ts'
import {
  alarmOf,
  answerFor,
  type AskerRequest,
  commandOf,
  inAnswers,
  newAsker,
  objectOf,
  priceTokens,
  requestOf,
  savedMessages
} from '../support/worker/asking.ts'
import { newPerson } from '../support/worker/person.ts'
import { openPage } from '../support/worker/socket.ts'

const startTokens = 20
const text = 'Первая часть ответа'

type Step = (request: AskerRequest) => Promise<void>

const reserve: Step = async (request) => {
  const reserved = await userOf(env, request.userId).reserve({
    id: request.operationId,
    fingerprint: request.fingerprint,
    priceTokens: request.priceTokens,
    owner: 'answer',
    operation: { service: request.service, model: request.model, action: { kind: 'answer' } },
    lifetimeMs: 1_200_000,
    runningMax: 1000,
    dispatches: true
  })
  expect(reserved.state).toBe('reserved')
}
const begin: Step = (asked) =>
  inAnswers(asked, (store) => void store.begin(commandOf(asked).request, false, Date.now()))
const storeText: Step = (request) => inAnswers(request, (store) => store.saveTexts(request.operationId, 1, [text]))
const decideComplete: Step = (request) =>
  inAnswers(request, (store) =>
    store.decide(
      request.operationId,
      {
        ending: { outcome: 'complete', failure: null },
        costTokens: priceTokens,
        attempts: 1,
        upstreamModel: 'gpt-6-luna',
        usdMicros: 10
      },
      Date.now()
    )
  )
const settle: Step = async (request) => {
  await userOf(env, request.userId).settle({
    id: request.operationId,
    chargedTokens: priceTokens,
    outcome: 'complete',
    upstreamModel: 'gpt-6-luna',
    attempts: 1
  })
}
const save: Step = async (request) => {
  const turn = {
    ...request,
    conversationId: request.conversationId!,
    place,
    askedAt: Date.now(),
    text,
    outcome: 'complete',
    chargedTokens: priceTokens,
    usdMicros: 10,
    upstreamModel: 'gpt-6-luna',
    answeredAt: Date.now()
  } as const
  const history = openHistory(env, turn.userId)
  await history.$client.batch(turnStatements(history, turn))
}

/** As admission decides it. */
const place = { below: beforeTheFirst }

const running = [reserve, begin]
const decided = [...running, storeText, decideComplete]
const interrupted = (content: string) => ({ charged: 0, content, outcome: 'interrupted' })
const complete = { charged: priceTokens, content: text, outcome: 'complete' }

describe.each<[string, Step[], { charged: number; content: string; outcome: string }]>([
  ['before the first checkpoint', running, interrupted('')],
  ['mid-stream', [...running, storeText], interrupted(text)],
  ['between the decision and the money', decided, complete],
  ['before the D1 write', [...decided, settle], complete],
  ['after the D1 write, before the end was noted', [...decided, settle, save], complete]
])('killed %s', (_, steps, expected) => {
  test('the alarm ends the answer by the rules and keeps the text', async () => {
    const asker = await newAsker(startTokens)
    const request = requestOf(asker, 'Расскажи', { place })
    for (const step of steps) await step(request)
    await abortAllDurableObjects()
    await alarmOf(request)
    await alarmOf(request)

    expect(await savedMessages(asker)).toEqual([
      { role: 'user', content: 'Расскажи', outcome: null, chargedTokens: null },
      { role: 'assistant', content: expected.content, outcome: expected.outcome, chargedTokens: expected.charged }
    ])
    expect(await userOf(env, asker.userId).view()).toMatchObject({
      availableTokens: startTokens - expected.charged,
      reservedTokens: 0,
      usedTokens: expected.charged
    })
    expect(await answerFor(request).view()).toMatchObject({ state: 'found', running: false, content: expected.content })
  })
})

test('a reservation whose answer has no row is taken over when the client asks again', async () => {
  const asker = await newAsker(startTokens)
  const request = requestOf(asker, 'Кратко: что такое клетка?')
  await reserve(request)
  await abortAllDurableObjects()
  const finished = await answerFor(request).askAndWait(request)
  expect(finished).toMatchObject({ state: 'finished', end: { type: 'done', outcome: 'complete' } })
  expect(await userOf(env, asker.userId).view()).toMatchObject({ availableTokens: startTokens - priceTokens })
})

test('an answer ends although its conversation was deleted meanwhile', async () => {
  const asker = await newAsker(startTokens)
  const request = requestOf({ ...asker, conversationId: 999_999 }, 'Расскажи', { place })
  for (const step of decided) await step(request)
  await abortAllDurableObjects()
  await alarmOf(request)
  expect(await userOf(env, asker.userId).view()).toMatchObject({ availableTokens: startTokens - priceTokens })
})

test('a restart does not put off the alarm that ends an interrupted answer', async () => {
  const person = await newPerson({ tokens: startTokens })
  const request = requestOf({ ...person, conversationId: null }, 'Расскажи')
  for (const step of running) await step(request)
  await abortAllDurableObjects()
  await openPage(person)
  const alarmAt = await runInDurableObject(objectOf(request), (_, { storage }) => storage.getAlarm())
  expect(alarmAt).toBeLessThanOrEqual(Date.now() + 30_000)
})
