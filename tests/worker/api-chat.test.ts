// `/v1/chat/completions` as the real client of OpenAI sees it, and what it costs.
import { env } from 'cloudflare:workers'
import OpenAI from 'openai'
import { expect, test, vi } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import { costOf, meteringOf, newCaller } from '../support/worker/api-caller.ts'
import { newKey, openaiWith, sendToApi } from '../support/worker/api-clients.ts'
import { newPerson } from '../support/worker/person.ts'

const model = 'gpt-4o-mini'
const messages = [{ role: 'user' as const, content: 'Кратко: что такое радуга?' }]
const weather = {
  type: 'function' as const,
  function: {
    name: 'weather',
    description: 'Погода в городе',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  }
}

const apiError = (error: unknown) => {
  if (error instanceof OpenAI.APIError) return { status: error.status, code: error.code, param: error.param }
  throw error
}

test('an answer in one body costs what was counted, to a millionth', async () => {
  const { person, client } = await newCaller()
  const answer = await client.chat.completions.create({ model, messages })
  expect(answer).toMatchObject({ object: 'chat.completion', model })
  expect(answer.choices[0]).toMatchObject({ finish_reason: 'stop', message: { role: 'assistant' } })
  expect(answer.choices[0]?.message.content?.length).toBeGreaterThan(10)
  const { usage } = answer
  expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0))
  const cost = costOf(usage)
  expect(cost).toBeGreaterThan(0)
  expect(cost).toBeLessThan(1)
  expect(await meteringOf(person)).toMatchObject({ heldMicros: 0, openCalls: 0, spentMicros: Math.round(cost * 1e6) })
  const receipt = await userOf(env, person.userId).readCall(answer.id.replace('chatcmpl-', ''))
  expect(receipt).toMatchObject({ outcome: 'complete', estimated: false, model })
})

const told = async (text: string, path: string) => (await sendToApi(text, path)).json<{ data?: object }>()

test('a call and its key tell what they have cost, and another key of the user does not', async () => {
  const { person, key, client } = await newCaller()
  const { id, usage } = await client.chat.completions.create({ model, messages })
  const cost = costOf(usage)
  expect(await told(key.text, `/v1/generation?id=${id}`)).toMatchObject({ data: { id, model, total_cost: cost } })
  expect(await told(key.text, '/v1/key')).toMatchObject({ data: { usage: cost, usage_daily: cost, limit: null } })
  const other = await newKey(person.userId)
  expect(await told(other.text, '/v1/key')).toMatchObject({ data: { usage: 0 } })
  expect((await sendToApi(other.text, `/v1/generation?id=${id}`)).status).toBe(404)
})

test('a stream has one finish reason, and its usage when it is asked for', async () => {
  const { client } = await newCaller()
  const stream = await client.chat.completions.create({
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true }
  })
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' })
  expect(chunks.flatMap((chunk) => chunk.choices[0]?.finish_reason ?? [])).toEqual(['stop'])
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { cost: expect.any(Number) } })
  expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('').length).toBeGreaterThan(10)
})

test.each(['gpt-4o-mini', 'claude-3-haiku', 'grok-4'])('%s calls a tool and answers with its result', async (name) => {
  const { client } = await newCaller()
  const ids = (await client.models.list()).data.map(({ id }) => id)
  const asked = ids.includes(name) ? name : (ids.find((id) => id.startsWith(name.split('-')[0] ?? '')) ?? model)
  const question = { role: 'user' as const, content: '[tool] Погода в Москве?' }
  const first = await client.chat.completions.create({ model: asked, messages: [question], tools: [weather] })
  expect(first.choices[0]?.finish_reason).toBe('tool_calls')
  const [call] = first.choices[0]?.message.tool_calls ?? []
  if (call?.type !== 'function') throw new Error('No function was called')
  expect(call.function.name).toBe('weather')
  expect(JSON.parse(call.function.arguments)).toMatchObject({ city: expect.any(String) })
  const { message } = first.choices[0] ?? {}
  if (!message) throw new Error('No message came')
  const second = await client.chat.completions.create({
    model: asked,
    messages: [question, message, { role: 'tool', tool_call_id: call.id, content: 'Снег, −4' }],
    tools: [weather]
  })
  expect(second.choices[0]?.finish_reason).toBe('stop')
  expect(second.choices[0]?.message.content).toContain('Снег, −4')
})

test('of the tools that are sent, the model gets those that the choice allows', async () => {
  const { client } = await newCaller()
  const clock = { type: 'function' as const, function: { name: 'clock', parameters: { type: 'object' } } }
  const allowed = { mode: 'auto' as const, tools: [{ type: 'function', function: { name: 'weather' } }] }
  const answer = await client.chat.completions.create({
    model,
    messages: [{ role: 'user', content: '[tool] Погода?' }],
    tools: [clock, weather],
    tool_choice: { type: 'allowed_tools', allowed_tools: allowed }
  })
  expect(answer.choices[0]?.message.tool_calls).toMatchObject([{ function: { name: 'weather' } }])
})

test('a tool call streams through the helper of the client', async () => {
  const { client } = await newCaller()
  const stream = client.chat.completions.stream({
    model,
    messages: [{ role: 'user', content: '[tool] Погода?' }],
    tools: [weather]
  })
  const { choices } = await stream.finalChatCompletion()
  expect(choices[0]?.message.tool_calls?.[0]).toMatchObject({ type: 'function', function: { name: 'weather' } })
})

test('what does not fit the balance is refused with 402, once, and holds nothing', async () => {
  const { person, client } = await newCaller(1)
  const asked = client.chat.completions.create({ model, messages, max_tokens: 4096 }, { maxRetries: 2 })
  const error = await asked.catch((reason: unknown) => reason)
  // A cheap model may fit into one token: then a long question does not.
  if (!(error instanceof Error)) {
    const long = [{ role: 'user' as const, content: 'я'.repeat(400_000) }]
    expect(
      apiError(await client.chat.completions.create({ model, messages: long }).catch((one: unknown) => one))
    ).toEqual({
      status: 402,
      code: 'insufficient_quota',
      param: null
    })
  } else expect(apiError(error)).toMatchObject({ status: 402, code: 'insufficient_quota' })
  expect(await meteringOf(person)).toMatchObject({ heldMicros: 0, openCalls: 0 })
})

test.each([
  ['[сбой:500]', 502, 'upstream_failed'],
  ['[сбой:429]', 429, 'overloaded'],
  ['[сбой:модерация]', 422, 'content_policy_violation'],
  ['[сбой:пустой-ответ]', 502, null]
])('%s before a word is status %s, and free', async (fault, status, code) => {
  const { person, client } = await newCaller()
  for (const stream of [false, true]) {
    const asked = client.chat.completions.create({
      model,
      messages: [{ role: 'user', content: `Кратко ${fault}` }],
      stream
    })
    const error = apiError(await asked.catch((reason: unknown) => reason))
    expect(error.status).toBe(status)
    if (code !== null) expect(error.code).toBe(code)
  }
  expect(await meteringOf(person)).toMatchObject({ heldMicros: 0, openCalls: 0, spentMicros: 0 })
})

test('a refusal in words is passed on, and paid like any text', async () => {
  const { client } = await newCaller()
  const asked = [{ role: 'user' as const, content: 'Кратко [сбой:отказ]' }]
  const { choices, usage } = await client.chat.completions.create({ model, messages: asked })
  expect(choices[0]?.finish_reason).toBe('content_filter')
  expect(costOf(usage)).toBeGreaterThan(0)
})

test('a failure after the first word comes as an error of the stream, and is free', async () => {
  const { person, client } = await newCaller()
  const stream = await client.chat.completions.create({
    model,
    messages: [{ role: 'user', content: 'Расскажи о лесе [сбой:ошибка-в-потоке]' }],
    stream: true
  })
  let text = ''
  const read = async () => {
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
  }
  await expect(read()).rejects.toBeInstanceOf(OpenAI.APIError)
  expect(text.length).toBeGreaterThan(0)
  expect(await meteringOf(person)).toMatchObject({ heldMicros: 0, spentMicros: 0 })
})

test('a client that leaves pays for what it has got, and the supplier is left', async () => {
  const { person, client } = await newCaller()
  const stream = await client.chat.completions.create({
    model,
    messages: [{ role: 'user', content: 'Подробно расскажи о лесе [сбой:медленный-поток]' }],
    stream: true
  })
  let words = 0
  for await (const chunk of stream) {
    if (chunk.choices[0]?.delta.content) words += 1
    if (words > 2) break
  }
  await vi.waitFor(async () => expect(await meteringOf(person)).toMatchObject({ openCalls: 0, heldMicros: 0 }), {
    timeout: 20_000
  })
  const { spentMicros } = await meteringOf(person)
  expect(spentMicros).toBeGreaterThan(0)
})

test('a model that is not sold, one that the key may not ask, and one of another plan are told apart', async () => {
  const { client } = await newCaller()
  const asked = (name: string, of = client) =>
    of.chat.completions.create({ model: name, messages }).then(() => null, apiError)
  expect(await asked('gpt-unknown')).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
  const poor = await newPerson({ tokens: 10 })
  const free = openaiWith(await newKey(poor.userId, { models: [model] }))
  expect(await asked('gpt-4o', free)).toMatchObject({ status: 403 })
  expect(await asked('gpt-4o', openaiWith(await newKey(poor.userId)))).toMatchObject({
    status: 403,
    code: 'model_not_allowed'
  })
})

test.each([
  ['no JSON', '{', null],
  ['a list', '[]', null],
  ['no messages', { model }, 'messages'],
  ['two answers', { model, messages, n: 2 }, 'n'],
  ['an unknown role', { model, messages: [{ role: 'robot', content: 'x' }] }, 'messages.0.role'],
  [
    'a picture by address',
    { model, messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'http://127.0.0.1/' } }] }] },
    'messages.0.content.0.image_url'
  ],
  [
    'a schema without end',
    `{"model":"${model}","messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"f","parameters":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}]}`,
    'tools.0'
  ]
])('%s is refused before anything is held', async (_, body, param) => {
  const { person, key } = await newCaller()
  const response = await sendToApi(key.text, '/v1/chat/completions', { method: 'POST', body })
  const { error } = await response.json<{ error: { type: string; param: string | null } }>()
  expect(response.status).toBe(400)
  expect(error.type).toBe('invalid_request_error')
  if (param !== null) expect(error.param).toContain(param)
  expect(await meteringOf(person)).toMatchObject({ openCalls: 0, spentMicros: 0 })
})
