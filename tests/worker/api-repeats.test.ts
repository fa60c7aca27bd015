// Calls with an `Idempotency-Key`: however often a client sends them, there is one answer, and it is paid once.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { dayMs } from '#domain/billing-calendar.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { meteringOf, newCaller } from '../support/worker/api-caller.ts'
import { newKey, openaiWith, sendToApi, type TestKey } from '../support/worker/api-clients.ts'
import { because, operate } from '../support/worker/operator.ts'
import type { Person } from '../support/worker/person.ts'
import { giveTokens } from '../support/worker/tokens.ts'
import { passMs, ringUntilQuiet } from '../support/worker/wallet-rows.ts'

const model = 'gpt-4o-mini'
const body = (content = 'Кратко: что такое радуга?') => ({ model, messages: [{ role: 'user' as const, content }] })

const send = (key: TestKey, sent: object, name = 'order-1') =>
  sendToApi(key.text, '/v1/chat/completions', { method: 'POST', body: sent, headers: { 'idempotency-key': name } })

interface Answer {
  id: string
  choices: { message: { content: string } }[]
  usage: { cost: number }
}
const answerOf = (response: Response) => response.json<Answer>()
const codeOf = async (response: Response) => (await response.json<{ error: { code: string } }>()).error.code

const spentOf = async (person: Person) => (await meteringOf(person)).spentMicros

test('a repeated call gets the first answer and pays nothing', async () => {
  const { person, key } = await newCaller()
  const first = await answerOf(await send(key, body()))
  const spent = await spentOf(person)
  expect(spent).toBeGreaterThan(0)
  const again = await send(key, body())
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await answerOf(again)).toMatchObject({ id: first.id, choices: first.choices, usage: first.usage })
  expect(await spentOf(person)).toBe(spent)
})

test('a repeated stream has the words and calls of tools of the first', async () => {
  const { person, key } = await newCaller()
  const options = { headers: { 'idempotency-key': 'stream-1' } }
  const weather = { type: 'function' as const, function: { name: 'weather', parameters: { type: 'object' } } }
  const asked = { ...body('[tool] Какая погода?'), tools: [weather] }
  const once = () => openaiWith(key).chat.completions.stream(asked, options).finalChatCompletion()
  const first = await once()
  const spent = await spentOf(person)
  const again = await once()
  expect(first.choices[0]?.message.tool_calls).toHaveLength(1)
  expect(again.id).toBe(first.id)
  expect(again.choices[0]?.message).toEqual(first.choices[0]?.message)
  expect(await spentOf(person)).toBe(spent)
})

test('another request with the same name is refused, another key has names of its own', async () => {
  const { person, key } = await newCaller()
  const first = await answerOf(await send(key, body()))
  const other = await send(key, body('Кратко: что такое снег?'))
  expect([other.status, await codeOf(other)]).toEqual([422, 'idempotency_key_reused'])
  const own = await answerOf(await send(await newKey(person.userId), body()))
  expect(own.id).not.toBe(first.id)
})

test('requests that come at once are one call, and each gets its answer', async () => {
  const { person, key } = await newCaller()
  const answers = await Promise.all(Array.from({ length: 10 }, async () => answerOf(await send(key, body()))))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(new Set(answers.map(({ choices }) => choices[0]?.message.content)).size).toBe(1)
  expect(await spentOf(person)).toBe(Math.round(answers[0]!.usage.cost * 1e6))
})

test('a client that leaves pays once and finds its answer when it comes again', async () => {
  const { person, key } = await newCaller()
  const leaving = new AbortController()
  const asked = { ...body('Расскажи о лесе'), stream: true as const }
  const options = { headers: { 'idempotency-key': 'left' }, signal: leaving.signal }
  const stream = await openaiWith(key).chat.completions.create(asked, options)
  await stream[Symbol.asyncIterator]().next()
  leaving.abort()
  const again = await (await send(key, asked, 'left')).text()
  expect(again).toContain('"finish_reason":"stop"')
  await vi.waitFor(
    async () => expect(await userOf(env, person.userId).viewMetering()).toMatchObject({ openCalls: 0 }),
    {
      timeout: 20_000
    }
  )
  const spent = await spentOf(person)
  expect(spent).toBeGreaterThan(0)
  expect(await (await send(key, asked, 'left')).text()).toContain('[DONE]')
  expect(await spentOf(person)).toBe(spent)
})

test('a call that failed is made anew, and a call that is refused keeps no name', async () => {
  const { person, key } = await newCaller(0)
  expect((await send(key, body())).status).toBe(402)
  await giveTokens(person.userId, 100)
  const failing = { ...body('Кратко [сбой:500]') }
  expect((await send(key, failing, 'failing')).status).toBeGreaterThanOrEqual(500)
  const again = await send(key, failing, 'failing')
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([502, null])
  expect((await send(key, body())).status).toBe(200)
})

test('a model that was switched off since gives what it had answered, and nothing new', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { key } = await newCaller()
  const first = await answerOf(await send(key, body()))
  await env.DB.exec('delete from service_switches')
  const off = await operate('PUT', '/services/chatgpt/switch', {
    model,
    text: 'Чиним модель, вернёмся к вечеру',
    ...because()
  })
  expect(off.status).toBe(200)
  passMs(60_000)
  const again = await send(key, body())
  expect([again.status, (await answerOf(again)).id]).toEqual([200, first.id])
  expect((await send(key, body(), 'order-2')).status).toBe(503)
  await operate('POST', '/services/chatgpt/switch', { model, ...because() })
})

test('after a day, and of an erased user, nothing is kept', async () => {
  const { person, key } = await newCaller()
  vi.useFakeTimers({ toFake: ['Date'] })
  const first = await answerOf(await send(key, body()))
  passMs(dayMs + 1)
  const later = await answerOf(await send(key, body()))
  expect(later.id).not.toBe(first.id)
  await ringUntilQuiet(person.userId)
  expect(await userOf(env, person.userId).readRepeat(first.id.replace('chatcmpl-', ''))).toBeNull()
  const callId = later.id.replace('chatcmpl-', '')
  expect(await userOf(env, person.userId).readRepeat(callId)).toMatchObject({ isKept: true })
  await userOf(env, person.userId).forgetTexts()
  expect(await userOf(env, person.userId).readRepeat(callId)).toBeNull()
})

test.each(['x'.repeat(256), 'a b', 'é'])('the name %s is refused before the call', async (name) => {
  const { key } = await newCaller()
  const response = await send(key, body(), name)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { param: 'Idempotency-Key' } })
})
