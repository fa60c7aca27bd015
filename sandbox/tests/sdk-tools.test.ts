// Calls of tools as the sandbox plays them, read by the clients that the upstreams' makers publish.
import Anthropic from '@anthropic-ai/sdk'
import { createXai } from '@ai-sdk/xai'
import OpenAI from 'openai'
import { expect, it } from 'vitest'
import { serveSandbox } from '#tests/support/node/sandbox-server.ts'

const { origin } = serveSandbox()
const maxRetries = 0
const apiKey = 'local-key'
const parameters = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
  additionalProperties: false
}
const prompt = 'Погода «Москва» [tools]'
const given = '{"city":"Москва"}'

it('OpenAI: Responses, and the round with their results', async () => {
  const client = new OpenAI({ apiKey, baseURL: `${origin()}/openai/v1`, maxRetries })
  const asked = {
    model: 'gpt-6-luna',
    store: false,
    tools: [{ type: 'function' as const, name: 'weather', parameters, strict: true }]
  }
  const { output } = await client.responses.stream({ ...asked, input: prompt }).finalResponse()
  const calls = output.filter((item) => item.type === 'function_call')
  expect(calls.map((call) => call.arguments)).toEqual([given, given])
  const results = calls.map(({ call_id }) => ({ type: 'function_call_output' as const, call_id, output: 'ясно' }))
  const input = [{ role: 'user' as const, content: prompt }, ...calls, ...results]
  const { output_text } = await client.responses.stream({ ...asked, input }).finalResponse()
  expect(output_text).toContain('«ясно»')
})

it('Anthropic: Messages, and the round with their results', async () => {
  const client = new Anthropic({ apiKey, baseURL: `${origin()}/anthropic`, maxRetries })
  const asked = { model: 'claude-haiku-5-5', max_tokens: 1024, tools: [{ name: 'weather', input_schema: parameters }] }
  const first = { role: 'user' as const, content: prompt }
  const { content, stop_reason } = await client.messages.stream({ ...asked, messages: [first] }).finalMessage()
  expect(stop_reason).toBe('tool_use')
  const calls = content.filter((block) => block.type === 'tool_use')
  expect(calls.map(({ input }) => input)).toEqual([{ city: 'Москва' }, { city: 'Москва' }])
  const results = calls.map(({ id }) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'ясно' }))
  const messages = [first, { role: 'assistant' as const, content }, { role: 'user' as const, content: results }]
  expect(await client.messages.stream({ ...asked, messages }).finalText()).toContain('«ясно»')
})

it('xAI: whole calls', async () => {
  const model = createXai({ apiKey, baseURL: `${origin()}/xai/v1` }).responses('grok-4.3')
  const { stream } = await model.doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: prompt }] }],
    tools: [{ type: 'function', name: 'weather', inputSchema: parameters }]
  })
  const inputs: string[] = []
  for await (const part of stream) if (part.type === 'tool-call') inputs.push(part.input)
  expect(inputs).toEqual([given, given])
})

it.each(['plain', 'qwen', 'ollama'])('chat completions of %s', async (name) => {
  const client = new OpenAI({ apiKey, baseURL: `${origin()}/resellers/${name}/v1`, maxRetries })
  const completion = await client.chat.completions
    .stream({
      model: 'some-model',
      messages: [{ role: 'user', content: prompt }],
      tools: [{ type: 'function', function: { name: 'weather', parameters } }]
    })
    .finalChatCompletion()
  const [choice] = completion.choices
  expect(choice?.finish_reason).toBe('tool_calls')
  const calls = choice?.message.tool_calls?.filter((call) => call.type === 'function') ?? []
  expect(calls.map((call) => call.function.arguments)).toEqual([given, given])
})
