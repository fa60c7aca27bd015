// `/v1/responses` at its edges: what Codex really sends, what is not offered, and bodies that are meant to hurt.
import { expect, test } from 'vitest'
import sent from '../fixtures/clients/responses.json'
import { meteringOf, newCaller } from '../support/worker/api-caller.ts'
import { sendToApi } from '../support/worker/api-clients.ts'

const model = 'gpt-4o-mini'
const path = '/v1/responses'

async function caller() {
  const { person, key } = await newCaller()
  const send = (body: unknown, at = path) => sendToApi(key.text, at, { method: 'POST', body })
  return { meter: () => meteringOf(person), send }
}

interface Refused {
  error: { message: string; type: string; param: string | null; code: string | null }
}

/** With texts as long as they were. */
const filled = (body: object): object =>
  JSON.parse(
    JSON.stringify(body, (_, value: unknown) => {
      const length = typeof value === 'string' ? /^<(\d+) characters>$/.exec(value)?.[1] : undefined
      return length === undefined ? value : 'слово '.repeat(Number(length)).slice(0, Number(length))
    })
  ) as object

const eventsOf = async (response: Response) =>
  (await response.text()).split('\n\n').flatMap((event) => {
    const data = /^data: (.*)$/m.exec(event)?.[1]
    return data === undefined ? [] : [JSON.parse(data) as { type: string; item?: object; response?: object }]
  })

test.each(sent.map(({ client, body }) => [client, body] as const))(
  'what is sent by %s is answered',
  async (_, body) => {
    const { send } = await caller()
    const response = await send({ ...filled(body), model })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const last = (await eventsOf(response)).at(-1)
    expect(last).toMatchObject({ type: 'response.completed', response: { output: expect.any(Array) } })
  }
)

test('a tool of Codex is called in its space, and one of free text with its text', async () => {
  const { send } = await caller()
  const [body] = sent.slice(-1)
  const { input } = filled(body?.body ?? {}) as { input: object[] }
  const called = async (question: string) => {
    const asked = [...input.slice(0, -3), { role: 'user', content: [{ type: 'input_text', text: question }] }]
    const events = await eventsOf(await send({ model, input: asked, stream: true }))
    return events.find(({ type, item }) => type.endsWith('item.done') && item && 'call_id' in item)?.item
  }
  expect(await called('[tool:exec] «text(1)»')).toMatchObject({
    type: 'custom_tool_call',
    name: 'exec',
    namespace: 'functions',
    input: 'text(1)'
  })
  expect(await called('[tool:list_agents]')).toMatchObject({
    type: 'function_call',
    name: 'list_agents',
    namespace: 'collaboration'
  })
})

test('a conversation with ids of another supplier goes on', async () => {
  const { send } = await caller()
  const id = `toolu_${'x'.repeat(200)}`
  const response = await send({
    model,
    input: [
      { role: 'user', content: 'Погода?' },
      { type: 'function_call', call_id: id, name: 'weather', arguments: '{}' },
      { type: 'function_call_output', call_id: id, output: 'Снег, −4' }
    ],
    tools: [{ type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } }]
  })
  expect(response.status).toBe(200)
  expect(JSON.stringify(await response.json())).toContain('Снег, −4')
})

const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test.each<[what: string, body: unknown, param: string | null, code: string | null]>([
  ['work in the background', { model, input: 'x', background: true }, 'background', 'unsupported_parameter'],
  [
    'an earlier response',
    { model, input: 'x', previous_response_id: 'r' },
    'previous_response_id',
    'unsupported_parameter'
  ],
  ['a stored conversation', { model, input: 'x', conversation: 'c' }, 'conversation', 'unsupported_parameter'],
  ['a stored prompt', { model, input: 'x', prompt: { id: 'p' } }, 'prompt', 'unsupported_parameter'],
  ['probabilities', { model, input: 'x', top_logprobs: 5 }, 'top_logprobs', 'unsupported_parameter'],
  ['no input', { model }, 'input', 'missing_required_parameter'],
  ['an empty input', { model, input: [] }, 'input', 'invalid_value'],
  [
    'a file',
    { model, input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'f' }] }] },
    'input.0.content.0.file_data',
    'invalid_value'
  ],
  ['a reference', { model, input: [{ type: 'item_reference', id: 'msg_1' }] }, 'input.0', 'unsupported_value'],
  [
    'a demand without tools',
    { model, input: 'x', tools: [{ type: 'web_search' }], tool_choice: 'required' },
    'tool_choice',
    null
  ],
  [
    'a demand for what is not there',
    { model, input: 'x', tools: [{ type: 'function', name: 'a' }], tool_choice: { type: 'function', name: 'b' } },
    'tool_choice',
    null
  ],
  [
    'a schema without end',
    `{"model":"${model}","input":"x","tools":[{"type":"function","name":"f","parameters":${deep(20_000)}}]}`,
    'tools.0',
    null
  ],
  [
    'a format without end',
    `{"model":"${model}","input":"x","text":{"format":{"type":"json_schema","name":"f","schema":${deep(20_000)}}}}`,
    'text.format',
    null
  ],
  ['items without end', `{"model":"${model}","input":[${'{},'.repeat(100_000)}{}]}`, 'input', null],
  ['lists in lists', `{"model":"${model}","input":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'input.0.role', null],
  [
    'tools without number',
    `{"model":"${model}","input":"x","tools":[${'{"type":"x"},'.repeat(3000)}{"type":"x"}]}`,
    'tools',
    null
  ],
  ['objects without number', `{"model":"${model}","input":"x","junk":[${'{},'.repeat(500_000)}{}]}`, null, null]
])('%s: refused before anything is held', async (_, body, param, code) => {
  const { send, meter } = await caller()
  const response = await send(body)
  const { error } = await response.json<Refused>()
  expect({ status: response.status, type: error.type }).toEqual({ status: 400, type: 'invalid_request_error' })
  if (param !== null) expect(error.param).toBe(param)
  if (code !== null) expect(error.code).toBe(code)
  expect(await meter()).toMatchObject({ openCalls: 0, spentMicros: 0 })
})

test('notes without number are refused before each of them is looked at', async () => {
  const { send } = await caller()
  const metadata = Object.fromEntries(Array.from({ length: 4001 }, (_, at) => [at, at]))
  const { error } = await (await send({ model, input: 'x', metadata })).json<Refused>()
  expect(error).toMatchObject({ param: 'metadata', message: 'metadata: больше 4000 частей здесь не принимается' })
})

test('items that mean nothing here may hold anything', async () => {
  const { send } = await caller()
  const item = `{"type":"web_search_call","action":${deep(3000)}}`
  expect((await send(`{"model":"${model}","input":[${item},{"role":"user","content":"Кратко: да?"}]}`)).status).toBe(
    200
  )
})

test('a body of this form that is sent to the older call is told where it belongs', async () => {
  const { send } = await caller()
  const response = await send({ model, input: [{ role: 'user', content: 'hi' }] }, '/v1/chat/completions')
  const { error } = await response.json<Refused>()
  expect(response.status).toBe(400)
  expect(error).toMatchObject({ param: 'input', type: 'invalid_request_error' })
  expect(error.message).toContain('POST /v1/responses')
})

test('the call is found under each spelling of its address', async () => {
  const { send } = await caller()
  expect((await send({ model, input: 'Кратко: да?' }, '/responses')).status).toBe(200)
  expect((await send({ model, input: 'Кратко: да?' }, '/api/v1/responses/')).status).toBe(200)
})
