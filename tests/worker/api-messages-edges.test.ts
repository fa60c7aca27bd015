// Calls of `/v1/messages` at their edges: bodies that are meant to hurt, headers, other base addresses, and what Claude Code sends.
import { expect, test } from 'vitest'
import sessions from '../fixtures/clients/messages.json'
import { meteringOf, newCaller } from '../support/worker/api-caller.ts'
import { sendToApi } from '../support/worker/api-clients.ts'

const model = 'claude-3-sonnet'
const path = '/v1/messages'
const messages = [{ role: 'user', content: 'Кратко: что такое радуга?' }]

interface Refused {
  type: 'error'
  error: { type: string; message: string }
  request_id: string
}

const refusedOf = async (response: Response) => ({ status: response.status, ...(await response.json<Refused>()) })

test.each([
  ['no JSON', '{'],
  ['no bound of the answer', { model, messages }],
  ['no messages', { model, max_tokens: 10 }],
  ['an unknown role', { model, max_tokens: 10, messages: [{ role: 'robot', content: 'x' }] }],
  ['servers to ask', { model, max_tokens: 10, messages, mcp_servers: [{ type: 'url', url: 'http://127.0.0.1/' }] }],
  ['a choice without tools', { model, max_tokens: 10, messages, tool_choice: { type: 'any' } }],
  [
    'a search that is demanded',
    {
      model,
      max_tokens: 10,
      messages,
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
      tool_choice: { type: 'tool', name: 'web_search' }
    }
  ],
  [
    'a linked picture',
    {
      model,
      max_tokens: 10,
      messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'http://127.0.0.1/' } }] }]
    }
  ],
  [
    'a schema without end',
    `{"model":"${model}","max_tokens":10,"messages":[{"role":"user","content":"x"}],"tools":[{"name":"f","input_schema":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}]}`
  ],
  [
    'arguments without end',
    `{"model":"${model}","max_tokens":10,"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}]}]}`
  ],
  [
    'blocks without number',
    `{"model":"${model}","max_tokens":10,"messages":[{"role":"user","content":[${'{},'.repeat(300_000)}{}]}]}`
  ]
])('%s is refused in the form of this API before anything is held', async (_, body) => {
  const { person, key } = await newCaller()
  // A count needs no bound of the answer.
  const isCounted = typeof body === 'object' && !('max_tokens' in body) && 'messages' in body
  for (const called of isCounted ? [path] : [path, `${path}/count_tokens`]) {
    const response = await sendToApi(key.text, called, { method: 'POST', body })
    const refused = await refusedOf(response)
    expect(refused).toMatchObject({ status: 400, type: 'error', error: { type: 'invalid_request_error' } })
    expect(refused.request_id).toBe(response.headers.get('request-id'))
  }
  expect(await meteringOf(person)).toMatchObject({ openCalls: 0, heldMicros: 0, spentMicros: 0 })
})

test('a body without a key is not read, and an unknown model and a wrong key are told in this form', async () => {
  const { key } = await newCaller()
  const body = { model: 'claude-unknown', max_tokens: 10, messages }
  const unknown = await sendToApi(key.text, path, { method: 'POST', body })
  expect(await refusedOf(unknown)).toMatchObject({ status: 404, error: { type: 'not_found_error' } })
  for (const called of [path, `${path}/count_tokens`]) {
    const endless = await sendToApi(null, called, { method: 'POST', body: 'x'.repeat(17 * 1024 * 1024) })
    expect(await refusedOf(endless)).toMatchObject({ status: 401, error: { type: 'authentication_error' } })
  }
})

test.each(['/v1/messages?beta=true', '/v1/v1/messages', '/api/messages', '/api/v1/messages/'])(
  'a call at %s is answered, with the key in either header',
  async (called) => {
    const { key } = await newCaller()
    const body = { model, max_tokens: 100, messages }
    const answer = await sendToApi(null, called, { method: 'POST', body, headers: { 'x-api-key': key.text } })
    expect(await answer.json()).toMatchObject({ type: 'message', role: 'assistant' })
    expect(answer.headers.get('request-id')).toBe(answer.headers.get('x-request-id'))
  }
)

test.each(['claude-3-sonnet', 'gpt-4o-mini'])(
  'each request of a session of Claude Code is answered by %s',
  async (name) => {
    const { key } = await newCaller()
    for (const { body } of sessions) {
      const answer = await sendToApi(key.text, `${path}?beta=true`, {
        method: 'POST',
        body: { ...body, model: name },
        headers: { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'claude-code-20250219,effort-2025-11-24' }
      })
      expect(answer.status).toBe(200)
      const text = await answer.text()
      expect(text).toMatch(/^event: message_start\n.*"output_tokens":0\}/)
      expect(text).toMatch(/event: message_stop\ndata: \{"type":"message_stop"\}\n\n$/)
      const counted = { model: name, messages: body.messages, tools: body.tools, system: body.system }
      const count = await sendToApi(key.text, `${path}/count_tokens`, { method: 'POST', body: counted })
      expect((await count.json<{ input_tokens: number }>()).input_tokens).toBeGreaterThan(100)
    }
  }
)
