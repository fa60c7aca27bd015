// Answers whose object dies at a given point. Each test writes the rows of that point, kills every object, runs the
// alarm twice (alarms are delivered at least once) and checks messages and balance.
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
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
  requestOf
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
        supplier: 'openai',
        usdMicros: 10,
        routeAttempts: []
      },
      Date.now()
    )
  )
/** As admission decides it. */
const place = { below: beforeTheFirst }

const running = [reserve, begin]
const decided = [...running, storeText, decideComplete]
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
