// `/v1/messages` as the real client of Anthropic sees it, and what it costs.
import { env } from 'cloudflare:workers'
import Anthropic from '@anthropic-ai/sdk'
import { expect, test, vi } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import { costOf, meteringOf, newCaller } from '../support/worker/api-caller.ts'
import { anthropicWith, newKey } from '../support/worker/api-clients.ts'

/** Of Anthropic, of OpenAI and of xAI: the form is the same over each. */
const makers = ['claude-3-sonnet', 'gpt-4o-mini', 'grok-2'] as const
const [model] = makers
const messages = [{ role: 'user' as const, content: 'Кратко: что такое радуга?' }]
const weather = {
  name: 'weather',
  description: 'Погода в городе',
  input_schema: { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] }
}

const textOf = ({ content }: Anthropic.Message) =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('')
const errorOf = (error: unknown) => {
  if (error instanceof Anthropic.APIError) return { status: error.status, type: error.type, requestId: error.requestID }
  throw error
}
const asked = (body: Partial<Anthropic.MessageCreateParamsNonStreaming> = {}) => ({
  model,
  max_tokens: 1024,
  messages,
  ...body
})

test('a message in one body costs what was counted, to a millionth', async () => {
  const { person, anthropic: client } = await newCaller()
  const { data: message, request_id: requestId } = await client.messages.create(asked()).withResponse()
  expect(message).toMatchObject({
    type: 'message',
    role: 'assistant',
    model,
    stop_reason: 'end_turn',
    stop_sequence: null
  })
  expect(textOf(message).length).toBeGreaterThan(10)
  const { usage } = message
  expect(usage).toMatchObject({ cache_read_input_tokens: 0, cache_creation_input_tokens: 0 })
  expect(usage.input_tokens).toBeGreaterThan(0)
  const cost = costOf(usage)
  expect(cost).toBeGreaterThan(0)
  expect(await meteringOf(person)).toMatchObject({ heldMicros: 0, openCalls: 0, spentMicros: Math.round(cost * 1e6) })
  const receipt = await userOf(env, person.userId).readCall(message.id.replace('msg_', ''))
  expect(receipt).toMatchObject({ outcome: 'complete', estimated: false, model })
  expect(requestId).toMatch(/^[\w-]+$/)
})

test.each(makers)('%s streams through the helper of the client', async (name) => {
  const { anthropic: client } = await newCaller()
  const stream = client.messages.stream(asked({ model: name }))
  const kinds: string[] = []
  stream.on('streamEvent', ({ type }) => kinds.push(type))
  const message = await stream.finalMessage()
  expect(kinds[0]).toBe('message_start')
  expect(kinds.slice(-3)).toEqual(['content_block_stop', 'message_delta', 'message_stop'])
  expect(textOf(message).length).toBeGreaterThan(10)
  expect(message).toMatchObject({ stop_reason: 'end_turn', usage: { output_tokens: expect.any(Number) } })
  expect(message.usage.input_tokens).toBeGreaterThan(0)
  expect(costOf((await client.messages.create(asked({ model: name }))).usage)).toBeGreaterThan(0)
})

test.each(makers)('%s calls a tool and answers with its result', async (name) => {
  const { anthropic: client } = await newCaller()
  const question = { role: 'user' as const, content: '[tool] Погода «Москва»?' }
  const first = await client.messages
    .stream(asked({ model: name, messages: [question], tools: [weather] }))
    .finalMessage()
  expect(first.stop_reason).toBe('tool_use')
  const call = first.content.find((block) => block.type === 'tool_use')
  expect(call).toMatchObject({ name: 'weather', input: { city: 'Москва' } })
  const again = await client.messages.create(asked({ model: name, messages: [question], tools: [weather] }))
  expect(again.content.find((block) => block.type === 'tool_use')).toMatchObject({ input: { city: 'Москва' } })
  const result = { type: 'tool_result' as const, tool_use_id: call?.id ?? '', content: 'Снег, −4' }
  const second = await client.messages.create(
    asked({
      model: name,
      messages: [question, { role: 'assistant', content: first.content }, { role: 'user', content: [result] }],
      tools: [weather]
    })
  )
  expect(second.stop_reason).toBe('end_turn')
  expect(textOf(second)).toContain('Снег, −4')
})

test('the tool runner of the client sends the whole conversation, as none is kept here', async () => {
  const { person, anthropic: client } = await newCaller()
  const question = { role: 'user' as const, content: '[tool] Погода «Москва»?' }
  const tool = { ...weather, run: async () => 'Снег, −4' }
  const last = await client.beta.messages.toolRunner({ model, max_tokens: 1024, messages: [question], tools: [tool] })
  expect(textOf(last as Anthropic.Message)).toContain('Снег, −4')
  const { spentMicros } = await meteringOf(person)
  const thread = { type: 'continue', previous_message_id: last.id }
  const refused = client.messages.create({ ...asked(), thread } as Anthropic.MessageCreateParamsNonStreaming)
  await expect(refused).rejects.toBeInstanceOf(Anthropic.ThreadUnsupportedRequestError)
  expect(await meteringOf(person)).toMatchObject({ heldMicros: 0, spentMicros })
})

test('the stop text that ended a message is told', async () => {
  const { anthropic: client } = await newCaller()
  const whole = textOf(await client.messages.create(asked()))
  const word = whole.split(' ')[2] ?? ''
  for (const name of [model, 'grok-2']) {
    const message = await client.messages.create(asked({ model: name, stop_sequences: [word] }))
    expect(message).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: word })
    expect(textOf(message)).not.toContain(word)
  }
})

test('thinking is shown to those who ask for it, as a block of its own', async () => {
  const { anthropic: client } = await newCaller()
  const thinking = { type: 'enabled' as const, budget_tokens: 2048 }
  const name = 'claude-3-sonnet'
  const shown = await client.messages.stream(asked({ model: name, max_tokens: 8000, thinking })).finalMessage()
  expect(shown.content.map(({ type }) => type)).toEqual(['thinking', 'text'])
  const body = await client.messages.create(asked({ model: name, max_tokens: 8000, thinking }))
  expect(body.content[0]).toMatchObject({ type: 'thinking', thinking: expect.stringContaining('Разбираю вопрос') })
  const more = await client.messages.create(
    asked({ model: name, messages: [...messages, { role: 'assistant', content: body.content }, ...messages] })
  )
  expect(more.content.map(({ type }) => type)).toEqual(['text'])
})

test('JSON of a schema is what comes', async () => {
  const { anthropic: client } = await newCaller()
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false
  }
  const message = await client.messages.create(
    asked({
      messages: [{ role: 'user', content: 'Город «Тула»' }],
      output_config: { format: { type: 'json_schema', schema } }
    })
  )
  expect(JSON.parse(textOf(message))).toEqual({ city: 'Тула' })
})

test('what is read from a cache and written to it is told and charged by its own prices', async () => {
  const { person, anthropic: client } = await newCaller()
  const mark = { cache_control: { type: 'ephemeral' as const } }
  const system = [{ type: 'text' as const, text: 'Отвечай по-русски. '.repeat(300), ...mark }]
  const first = await client.messages.create(asked({ system }))
  expect(first.usage.cache_creation_input_tokens).toBeGreaterThan(500)
  const turns = [...messages, { role: 'assistant' as const, content: textOf(first) }, ...messages]
  const second = await client.messages.create(asked({ system, messages: turns }))
  expect(second.usage.cache_read_input_tokens).toBeGreaterThan(300)
  expect((await meteringOf(person)).spentMicros).toBe(Math.round((costOf(first.usage) + costOf(second.usage)) * 1e6))
})

test('a client that leaves pays for what it has got', async () => {
  const { person, anthropic: client } = await newCaller()
  const stream = client.messages.stream(
    asked({ messages: [{ role: 'user', content: 'Подробно расскажи о лесе [сбой:медленный-поток]' }] })
  )
  let words = 0
  for await (const event of stream) {
    if (event.type === 'content_block_delta') words += 1
    if (words > 2) break
  }
  await vi.waitFor(async () => expect(await meteringOf(person)).toMatchObject({ openCalls: 0, heldMicros: 0 }), {
    timeout: 20_000
  })
  expect((await meteringOf(person)).spentMicros).toBeGreaterThan(0)
})

test('what does not fit the balance is refused as a matter of billing, once', async () => {
  const { person, anthropic: client } = await newCaller(1)
  const failed = await client.messages.create(asked({ max_tokens: 20_000 }), { maxRetries: 2 }).then(
    () => null,
    (error: unknown) => ({ ...errorOf(error), told: String(error) })
  )
  const told = expect.stringMatching(/С max_tokens не больше \d+ он поместится\./)
  expect(failed).toMatchObject({ status: 402, type: 'billing_error', requestId: expect.any(String), told })
  expect(await meteringOf(person)).toMatchObject({ heldMicros: 0, openCalls: 0, spentMicros: 0 })
})

test.each([
  ['[сбой:500]', 502, 'api_error'],
  ['[сбой:429]', 429, 'rate_limit_error'],
  ['[сбой:пустой-ответ]', 502, 'api_error']
])('%s before a word is status %s, and free', async (fault, status, type) => {
  const { person, anthropic: client } = await newCaller()
  for (const stream of [false, true]) {
    const body = { ...asked({ messages: [{ role: 'user', content: `Кратко ${fault}` }] }), stream }
    const failed = await Promise.resolve(client.messages.create(body)).then(() => null, errorOf)
    expect(failed).toMatchObject({ status, type })
  }
  expect(await meteringOf(person)).toMatchObject({ heldMicros: 0, openCalls: 0, spentMicros: 0 })
})

test('a refusal in words has a stop reason of its own', async () => {
  const { anthropic: client } = await newCaller()
  const message = await client.messages.create(asked({ messages: [{ role: 'user', content: 'Кратко [сбой:отказ]' }] }))
  expect(message.stop_reason).toBe('refusal')
})

test('a failure after the first word comes as an error of the stream, and is free', async () => {
  const { person, anthropic: client } = await newCaller()
  const stream = client.messages.stream(
    asked({ messages: [{ role: 'user', content: 'Расскажи о лесе [сбой:ошибка-в-потоке]' }] })
  )
  let text = ''
  stream.on('text', (delta) => (text += delta))
  await expect(stream.finalMessage()).rejects.toMatchObject({ type: 'api_error' })
  expect(text.length).toBeGreaterThan(0)
  expect(await meteringOf(person)).toMatchObject({ heldMicros: 0, spentMicros: 0 })
})

test('tokens are counted without a charge, more for more', async () => {
  const { person, anthropic: client } = await newCaller()
  const count = async (body: Partial<Anthropic.MessageCountTokensParams> = {}) =>
    (await client.messages.countTokens({ model, messages, ...body })).input_tokens
  const [short, withSystem, withTools] = [
    await count(),
    await count({ system: 'Отвечай кратко.' }),
    await count({ tools: [weather] })
  ]
  expect(short).toBeGreaterThan(10)
  expect(short).toBeLessThan(40)
  expect(withSystem).toBeGreaterThan(short)
  expect(withTools).toBeGreaterThan(withSystem)
  expect(await meteringOf(person)).toMatchObject({ openCalls: 0, spentMicros: 0 })
  const other = anthropicWith(await newKey(person.userId, { models: ['gpt-4o-mini'] }))
  expect(await other.messages.countTokens({ model, messages }).then(() => null, errorOf)).toMatchObject({ status: 403 })
  const noChat = anthropicWith(await newKey(person.userId, { scopes: ['models'] }))
  expect(await noChat.messages.countTokens({ model, messages }).then(() => null, errorOf)).toMatchObject({
    status: 403
  })
})

test('the list of models has the form that this client reads', async () => {
  const { anthropic: client } = await newCaller()
  const page = await client.models.list()
  expect(page.data.map(({ id }) => id)).toEqual(expect.arrayContaining([...makers]))
  expect(page.data[0]).toMatchObject({
    type: 'model',
    display_name: expect.any(String),
    created_at: expect.any(String)
  })
  expect(page.has_more).toBe(false)
  expect(await client.models.retrieve(model)).toMatchObject({ id: model, type: 'model' })
})
