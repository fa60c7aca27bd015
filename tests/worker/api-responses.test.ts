// `/v1/responses` as the real client of OpenAI sees it, and what it costs.
import { env } from 'cloudflare:workers'
import type OpenAI from 'openai'
import type { ResponseStreamEvent } from 'openai/resources/responses/responses'
import { expect, test } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import { costOf, meteringOf, newCaller } from '../support/worker/api-caller.ts'
import { sendToApi } from '../support/worker/api-clients.ts'

const model = 'gpt-4o-mini'
const input = 'Кратко: что такое радуга?'
const weather = {
  type: 'function' as const,
  name: 'weather',
  description: 'Погода в городе',
  strict: false,
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
}
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('an answer in one body has what the form requires, and costs what was counted', async () => {
  const { person, client } = await newCaller()
  const answer = await client.responses.create({
    model,
    input,
    instructions: 'Отвечай по-русски',
    metadata: { a: 'b' }
  })
  expect(answer).toMatchObject({
    object: 'response',
    status: 'completed',
    model,
    error: null,
    incomplete_details: null,
    instructions: null,
    parallel_tool_calls: true,
    metadata: { a: 'b' },
    tools: [],
    tool_choice: 'auto',
    temperature: null,
    top_p: null,
    output: [{ type: 'message', role: 'assistant', status: 'completed' }],
    usage: {
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: expect.any(Number) }
    }
  })
  expect(answer.output_text.length).toBeGreaterThan(10)
  const { usage } = answer
  expect(usage?.total_tokens).toBe((usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0))
  const thought = usage?.output_tokens_details.reasoning_tokens ?? 0
  expect(thought).toBeLessThanOrEqual(usage?.output_tokens ?? 0)
  const cost = costOf(usage)
  expect(cost).toBeGreaterThan(0)
  expect(await meteringOf(person)).toMatchObject({ heldMicros: 0, openCalls: 0, spentMicros: Math.round(cost * 1e6) })
  const receipt = await userOf(env, person.userId).readCall(answer.id.replace('resp_', ''))
  expect(receipt).toMatchObject({ outcome: 'complete', estimated: false, model })
})

test('a stream has the events of the form in their order', async () => {
  const { client } = await newCaller()
  const events: ResponseStreamEvent[] = []
  for await (const event of await client.responses.create({ model, input, stream: true })) events.push(event)
  const names = events.map(({ type }) => type.replace('response.', ''))
  const [first, ...rest] = [names.indexOf('output_text.delta'), names.lastIndexOf('output_text.delta')]
  expect(names.slice(0, first)).toEqual(['created', 'in_progress', 'output_item.added', 'content_part.added'])
  expect(names.slice((rest[0] ?? 0) + 1)).toEqual([
    'output_text.done',
    'content_part.done',
    'output_item.done',
    'completed'
  ])
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
  const last = events.at(-1)
  const text = events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('')
  expect(last).toMatchObject({
    type: 'response.completed',
    response: {
      status: 'completed',
      output: [{ content: [{ type: 'output_text', text }] }],
      usage: { cost: expect.any(Number) }
    }
  })
})

test.each(['gpt-4o-mini', 'claude-3-haiku', 'grok-1'])('%s calls a tool and answers with its result', async (name) => {
  const { client } = await newCaller()
  const ids = (await client.models.list()).data.map(({ id }) => id)
  const asked = ids.find((id) => id.startsWith(name)) ?? model
  const question = { role: 'user' as const, content: '[tool] Погода в Москве?' }
  const first = await client.responses.create({ model: asked, input: [question], tools: [weather] })
  const call = first.output.find((item) => item.type === 'function_call')
  if (!call) throw new Error('No function was called')
  expect(call).toMatchObject({ name: 'weather', status: 'completed' })
  expect(JSON.parse(call.arguments)).toMatchObject({ city: expect.any(String) })
  const second = await client.responses.create({
    model: asked,
    input: [
      question,
      call,
      { type: 'function_call_output', call_id: call.call_id, output: [{ type: 'input_text', text: 'Снег, −4' }] }
    ],
    tools: [weather]
  })
  expect(second.output_text).toContain('Снег, −4')
})

test('the helper of the client follows a call, and answers by a schema', async () => {
  const { client } = await newCaller()
  const calling = client.responses.stream({
    model,
    input: '[tools] Погода?',
    tools: [weather, { ...weather, name: 'sea' }]
  })
  const { output } = await calling.finalResponse()
  expect(output.map((item) => item.type === 'function_call' && item.name)).toEqual(['weather', 'sea'])
  const answer = await client.responses.create({
    model,
    input: 'Погода «снег»',
    text: {
      format: {
        type: 'json_schema',
        name: 'weather',
        strict: true,
        schema: {
          type: 'object',
          properties: { word: { type: 'string' } },
          required: ['word'],
          additionalProperties: false
        }
      }
    }
  })
  expect(JSON.parse(answer.output_text)).toEqual({ word: 'снег' })
})

test('thinking comes as an item of its own, when it is asked for', async () => {
  const { client } = await newCaller()
  const list = (await client.models.list()).data as (OpenAI.Model & { supported_parameters: string[] })[]
  const thinker = list.find(({ supported_parameters: names }) => names.includes('reasoning_effort'))?.id
  if (thinker === undefined) throw new Error('No model shows its thinking')
  const stream = client.responses.stream({ model: thinker, input, reasoning: { summary: 'auto' } })
  let thought = ''
  stream.on('response.reasoning_summary_text.delta', ({ delta }) => (thought += delta))
  const { output } = await stream.finalResponse()
  expect(output.map(({ type }) => type)).toEqual(['reasoning', 'message'])
  expect(output[0]).toMatchObject({ summary: [{ type: 'summary_text', text: thought }] })
  expect(thought.length).toBeGreaterThan(10)
  const silent = await client.responses.create({ model: thinker, input })
  expect(silent.output.map(({ type }) => type)).toEqual(['message'])
})

test('a picture is seen, in a question and in the result of a tool', async () => {
  const { client } = await newCaller()
  const seen = await client.responses.create({
    model,
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Что на картинке?' },
          { type: 'input_image', image_url: pixel, detail: 'auto' }
        ]
      }
    ]
  })
  expect(seen.status).toBe('completed')
  const shown = await client.responses.create({
    model,
    input: [
      { role: 'user', content: 'Посмотри' },
      { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id: 'c1',
        output: [{ type: 'input_image', image_url: pixel, detail: 'auto' }]
      }
    ],
    tools: [weather]
  })
  expect(shown.status).toBe('completed')
  expect(shown.usage?.input_tokens ?? 0).toBeGreaterThan(100)
})

test('no response is kept: it is not found again', async () => {
  const { key, client } = await newCaller()
  const { id } = await client.responses.create({ model, input })
  await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404, code: 'response_not_found' })
  await expect(client.responses.delete(id)).rejects.toMatchObject({ status: 404 })
  expect((await sendToApi(null, `/v1/responses/${id}`)).status).toBe(401)
  expect((await sendToApi(key.text, `/responses/${id}`)).status).toBe(404)
})
