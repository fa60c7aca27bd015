// Models of operators as users meet them: asked, paid, taken off sale with a successor and without one.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import { openHistory } from '#data/base/database.ts'
import { attach } from '../support/worker/attaching.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { jpeg } from '../support/worker/pictures.ts'
import { because, operate } from '../support/worker/operator.ts'
import { soon } from '../support/worker/pricing.ts'
import { viewOf } from '../support/worker/reading.ts'
import { definition, setModel, takeModelOff } from '../support/worker/shop.ts'
import { newConversation } from '../support/worker/storing.ts'

const minuteMs = 60_000

/** Each test begins later than all before it: what an isolate has read is old by then. */
let clock = Date.now()

beforeEach(async () => {
  await env.DB.exec('delete from model_changes')
  vi.useFakeTimers({ toFake: ['Date'], now: (clock += 60 * minuteMs) })
})

const routes: ModelDefinition['routes'] = definition().routes.map((route) => ({ ...route, model: 'gpt-6-luna' }))

async function sell(own: Partial<ModelDefinition> = {}): Promise<void> {
  const startsAt = soon()
  expect((await setModel(definition({ routes, ...own }), startsAt)).status).toBe(200)
  vi.setSystemTime(startsAt + 2 * minuteMs)
}

async function takeOff(model: string, successor: string | null): Promise<void> {
  const startsAt = soon()
  expect((await takeModelOff(model, successor, startsAt)).status).toBe(200)
  vi.setSystemTime(startsAt + 2 * minuteMs)
}

async function switchOpenai(is_on: boolean): Promise<void> {
  const body = { ...because('Ключ меняют'), is_on }
  expect((await operate('POST', '/suppliers/openai/switch', body)).status).toBe(200)
  vi.setSystemTime(Date.now() + 2 * minuteMs)
}

interface Asked {
  model: string
  upstreamModel: string
  billing: { siteTokens: number }
}

const send = (person: Person, body: object, key: string = crypto.randomUUID()) =>
  person.send('POST', '/ai/text/chatgpt', { prompt: 'Кратко о море', ...body }, { 'idempotency-key': key })
const ask = async (person: Person, body: object, key?: string) => dataOf<Asked>(await send(person, body, key))

test('a model that an operator adds answers at its price, and the history says who served it', async () => {
  await sell()
  const person = await newPerson({ tokens: 100 })
  const id = await newConversation(person)
  expect(await ask(person, { model: 'own-model', conversationId: id })).toMatchObject({
    model: 'own-model',
    upstreamModel: 'gpt-6-luna',
    billing: { siteTokens: 7 }
  })
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 93 })
  const row = await openHistory(env, person.userId)
    .$client.prepare(
      `select supplier, model, usd_micros > 0 as isBooked from messages where conversation_id = ? and role = 'assistant'`
    )
    .bind(id)
    .first()
  expect(row).toEqual({ supplier: 'openai', model: 'own-model', isBooked: 1 })
})

test('one that is taken off sale is answered by its successor, at the successor’s price; a repetition is the same request', async () => {
  await sell()
  const key = crypto.randomUUID()
  const early = await newPerson({ tokens: 100 })
  const before = await ask(early, { model: 'own-model' }, key)
  await takeOff('own-model', 'gpt-4o-mini')
  const person = await newPerson({ tokens: 100 })
  const after = await ask(person, { model: 'own-model' }, key)
  expect(after).toMatchObject({ model: 'gpt-4o-mini', billing: { siteTokens: 5 } })
  expect(await ask(person, { model: 'own-model' }, key)).toEqual(after)
  expect(before).toMatchObject({ model: 'own-model', billing: { siteTokens: 7 } })
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 95 })
})

test('one without a successor is refused, clearly and for nothing', async () => {
  await sell()
  await takeOff('own-model', null)
  const person = await newPerson({ tokens: 100 })
  expect(await answered(await send(person, { model: 'own-model' }))).toMatchObject({
    status: 400,
    code: 'UNKNOWN_MODEL',
    error: 'Эта модель больше не продаётся. Выберите другую'
  })
  expect(await answered(await send(person, { model: 'no-such-model' }))).toMatchObject({ code: 'UNKNOWN_MODEL' })
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 100, reservedTokens: 0 })
})

test('the default of a service that is taken off is its successor', async () => {
  await takeOff('gpt-4o-mini', 'gpt-3.5-turbo')
  const person = await newPerson({ tokens: 100 })
  expect(await ask(person, {})).toMatchObject({ model: 'gpt-3.5-turbo', billing: { siteTokens: 3 } })
})

test('one that sees no pictures refuses them before anything is charged', async () => {
  await sell({ seesPictures: false })
  const person = await newPerson({ tokens: 100 })
  const { id: picture } = await attach(person, jpeg)
  expect(await answered(await send(person, { model: 'own-model', attachments: [picture] }))).toMatchObject({
    status: 400,
    code: 'MODEL_SEES_NO_PICTURES'
  })
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 100, reservedTokens: 0 })
  expect(await ask(person, { model: 'gpt-4o-mini', attachments: [picture] })).toMatchObject({ model: 'gpt-4o-mini' })
})

test('one whose only supplier a person has switched off is not available, and nothing is charged', async () => {
  await sell()
  const person = await newPerson({ tokens: 100 })
  await switchOpenai(false)
  expect(await answered(await send(person, { model: 'own-model' }))).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 100, reservedTokens: 0 })
  await switchOpenai(true)
  expect(await ask(person, { model: 'own-model' })).toMatchObject({ model: 'own-model' })
})
