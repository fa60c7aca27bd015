// The prompt helper over HTTP: what it costs, what it costs when it fails, and what is the same the second time.
import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { promptHelpModel } from '#contract/catalogue/prompt-help.ts'
import type { UsageRecord } from '#contract/wallet.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { alarmOf, answerFor, inAnswers, requestOf } from '../support/worker/asking.ts'
import { because, operate } from '../support/worker/operator.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { holdOf } from '../support/worker/wallet-rows.ts'

const idea = 'рыжий кот на окне'
const help = (person: Person, body: object, id: string = crypto.randomUUID()) =>
  person.send('POST', '/ai/prompt', { service: 'flux', idea, ...body }, { 'idempotency-key': id })
const walletOf = (person: Person) => userOf(env, person.userId).view()

test('an idea becomes a description for one token, and the history names it', async () => {
  const person = await newPerson({ tokens: 3 })
  const id = crypto.randomUUID()
  expect(await dataOf(await help(person, {}, id))).toEqual({
    prompt: expect.stringMatching(/^Рыжий кот на окне\. .{40,}/),
    operationId: id,
    billing: { siteTokens: 1, usdWithMarkup: expect.any(Number) },
    balance: 2
  })
  expect(await walletOf(person)).toMatchObject({ availableTokens: 2, reservedTokens: 0 })
  const listed = async () => (await dataOf<{ usage: UsageRecord[] }>(await person.send('GET', '/ai/usage'))).usage
  await expect
    .poll(async () => (await listed()).find((one) => one.id === id))
    .toMatchObject({
      action: 'Помощь с описанием',
      cost_in_tokens: 1
    })
})

test('the same key gives the same description, charged once; with another idea it is refused', async () => {
  const person = await newPerson({ tokens: 3 })
  const id = crypto.randomUUID()
  const first = await dataOf(await help(person, {}, id))
  expect(await dataOf(await help(person, {}, id))).toEqual(first)
  await abortAllDurableObjects()
  expect(await dataOf(await help(person, {}, id))).toEqual(first)
  expect(await answered(await help(person, { idea: 'пёс' }, id))).toMatchObject({ status: 422 })
  expect(await answered(await help(person, { service: 'luma' }, id))).toMatchObject({ status: 422 })
  expect(await walletOf(person)).toMatchObject({ availableTokens: 2, reservedTokens: 0 })
})

test.each([
  ['is down', '[сбой:500]'],
  ['is busy', '[сбой:429]'],
  ['cuts its answer', '[сбой:обрыв]'],
  ['answers nothing', '[сбой:пустой-ответ]'],
  ['refuses', '[сбой:отказ]']
])('help costs nothing when the model %s', async (_, word) => {
  const person = await newPerson({ tokens: 1 })
  const refused = await answered(await help(person, { idea: `${idea} ${word}` }))
  expect(refused).toMatchObject({ success: false, error: expect.stringMatching(/[а-я]/) })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(await walletOf(person)).toMatchObject({ availableTokens: 1, reservedTokens: 0 })
})

test('killed while it is written, it is ended by the alarm and gives the token back', async () => {
  const person = await newPerson({ tokens: 1 })
  const request = requestOf({ ...person, conversationId: null }, idea, { priceTokens: 1, helpTask: 'image' })
  const { fingerprint, service, model } = request
  const operation = { service, model, action: { kind: 'prompt-help' } } as const
  await userOf(env, person.userId).reserve(
    holdOf(request.operationId, { fingerprint, priceTokens: 1, operation, dispatches: true })
  )
  await inAnswers(request, (store) => {
    const { userId: _, sessionId: __, ...stored } = request
    store.begin(stored, false, Date.now())
    store.saveTexts(request.operationId, 1, ['Рыжий'])
  })
  await abortAllDurableObjects()
  await alarmOf(request)
  await alarmOf(request)
  expect(await walletOf(person)).toMatchObject({ availableTokens: 1, reservedTokens: 0 })
  expect(await answerFor(request).view()).toMatchObject({ running: false, end: { outcome: 'interrupted' } })
})

test('help goes on while the chat of its model is switched off: it is no chat', async () => {
  const person = await newPerson({ tokens: 3 })
  const off = { model: null, text: 'Чат отдыхает до вечера', ...because() }
  await operate('PUT', `/services/${promptHelpModel.service}/switch`, off)
  await operate('PUT', `/services/${promptHelpModel.service}/switch`, {
    ...off,
    ...because(),
    model: promptHelpModel.id
  })
  expect((await help(person, {})).status).toBe(200)
  await env.DB.exec('delete from service_switches')
})
