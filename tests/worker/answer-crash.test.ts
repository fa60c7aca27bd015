// Answers whose object dies at a given point. Each test writes the rows of that point, kills every object, runs the
// alarm twice (alarms are delivered at least once) and checks messages and balance.
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#data/database.ts'
import { saveAnswer, saveQuestion } from '#data/turns.ts'
import { type AnswerRequest, AnswerStore } from '#durable-objects/answer/store.ts'
import { walletOf } from '#durable-objects/stubs.ts'
import {
  alarmOf,
  answerFor,
  newAsker,
  objectOf,
  priceTokens,
  requestOf,
  savedMessages
} from '../support/worker/asking.ts'

const startTokens = 20
const text = 'Первая часть ответа'

type Step = (request: AnswerRequest) => Promise<void>

const inStore =
  (change: (store: AnswerStore, request: AnswerRequest) => void): Step =>
  (request) =>
    runInDurableObject(objectOf(request), (_, state) => change(new AnswerStore(state.storage), request))

const claim = inStore((store, request) => store.claim(request, Date.now()))
const reserve: Step = async (request) => {
  const reserved = await walletOf(env, request.userId).reserve({
    id: request.operationId,
    fingerprint: request.fingerprint,
    priceTokens: request.priceTokens,
    owner: 'answer',
    operation: { service: request.service, model: request.model, action: 'Ответ в чате' },
    lifetimeMs: 1_200_000,
    runningMax: 1000
  })
  expect(reserved.state).toBe('reserved')
}
const dispatch: Step = async (request) => {
  expect(await walletOf(env, request.userId).markDispatched(request.operationId)).toBe(true)
}
const begin = inStore((store) => store.begin())
const question: Step = async (request) =>
  saveQuestion(openDatabase(env.DB), { ...request, conversationId: request.conversationId!, askedAt: Date.now() })
const deliverText = inStore((store) => store.append(text))
const decideComplete = inStore((store) =>
  store.end(
    { outcome: 'complete', failure: null },
    { chargedTokens: priceTokens, upstreamModel: 'gpt-6-luna', usdMicros: 10 },
    Date.now()
  )
)
const saveBoth: Step = (request) =>
  saveAnswer(openDatabase(env.DB), {
    ...request,
    conversationId: request.conversationId!,
    askedAt: Date.now(),
    text,
    outcome: 'complete',
    chargedTokens: priceTokens,
    usdMicros: 10,
    upstreamModel: 'gpt-6-luna',
    answeredAt: Date.now()
  })
const settle: Step = async (request) => {
  await walletOf(env, request.userId).settle({
    id: request.operationId,
    chargedTokens: priceTokens,
    outcome: 'complete',
    upstreamModel: 'gpt-6-luna',
    attempts: 1
  })
}

const running = [claim, reserve, dispatch, begin]
const interrupted = (content: string) => ({ charged: 0, content, outcome: 'interrupted' })
const complete = { charged: priceTokens, content: text, outcome: 'complete' }

describe.each<[string, Step[], { charged: number; content: string; outcome: string }]>([
  ['before reserve', [claim], interrupted('')],
  ['after reserve', [claim, reserve], interrupted('')],
  ['after dispatch', [claim, reserve, dispatch], interrupted('')],
  ['before the first character', running, interrupted('')],
  ['mid-stream', [...running, question, deliverText], interrupted(text)],
  ['before the D1 write', [...running, question, deliverText, decideComplete], complete],
  ['before settle', [...running, deliverText, decideComplete, saveBoth], complete],
  ['after settle, before the end was noted', [...running, deliverText, decideComplete, saveBoth, settle], complete]
])('killed %s', (_, steps, expected) => {
  test('the alarm ends the answer by the rules and keeps the text', async () => {
    const asker = await newAsker(startTokens)
    const request = requestOf(asker, 'Расскажи')
    for (const step of steps) await step(request)
    await abortAllDurableObjects()
    await alarmOf(request)
    await alarmOf(request)

    expect(await savedMessages(asker)).toEqual([
      { role: 'user', content: 'Расскажи', outcome: null, chargedTokens: null },
      { role: 'assistant', content: expected.content, outcome: expected.outcome, chargedTokens: expected.charged }
    ])
    expect(await walletOf(env, asker.userId).view()).toMatchObject({
      availableTokens: startTokens - expected.charged,
      reservedTokens: 0,
      usedTokens: expected.charged
    })
    expect(await answerFor(request).view()).toMatchObject({ state: 'found', running: false, content: expected.content })
  })
})

test('an answer killed before its dispatch starts again when the client asks again', async () => {
  const asker = await newAsker(startTokens)
  const request = requestOf(asker, 'Кратко: что такое клетка?')
  await claim(request)
  await reserve(request)
  await abortAllDurableObjects()
  const finished = await answerFor(request).askAndWait(request)
  expect(finished).toMatchObject({ state: 'finished', end: { type: 'done', outcome: 'complete' } })
  expect(await walletOf(env, asker.userId).view()).toMatchObject({ availableTokens: startTokens - priceTokens })
})

test('an answer ends although its conversation was deleted meanwhile', async () => {
  const asker = await newAsker(startTokens)
  const request = requestOf({ ...asker, conversationId: 999_999 }, 'Расскажи')
  for (const step of [...running, deliverText, decideComplete]) await step(request)
  await abortAllDurableObjects()
  await alarmOf(request)
  expect(await walletOf(env, asker.userId).view()).toMatchObject({ availableTokens: startTokens - priceTokens })
})
