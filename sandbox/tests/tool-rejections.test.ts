// What the sandbox refuses of requests with tools, because the real upstreams do.
import { describe, expect, it } from 'vitest'
import { ask, createTimelessSandbox, type Provider } from '#tests/support/node/sandbox-exchange.ts'

const parameters = { type: 'object', properties: {} }
const called = { type: 'function', name: 'f', parameters, strict: false }
const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] }
const said = { role: 'user', content: 'Привет' }
const result = (id: string) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'b' }] })
const item = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' }
const claude = [{ name: 'f', input_schema: parameters }]
const thinker = { model: 'claude-sonnet-5-5', tools: claude }

describe('requests with tools', () => {
  it.each<[Provider, Record<string, unknown>, string]>([
    ['openai', { tools: [{ ...called, name: 'a b' }] }, 'pattern'],
    ['openai', { tools: [{ ...called, parameters: {} }] }, 'type: \\"object\\"'],
    ['openai', { tools: [{ ...called, strict: true }] }, 'additionalProperties'],
    ['openai', { tools: [called], tool_choice: { type: 'function', name: 'g' } }, "'g' not found"],
    ['openai', { input: [said, item] }, 'No tool output found for function call a'],
    ['openai', { input: [said, { type: 'function_call_output', call_id: 'b', output: '' }] }, 'No tool call found'],
    ['openai', { input: [said, { ...item, call_id: 'c'.repeat(65) }] }, 'maximum length 64'],
    ['openai', { text: { format: { type: 'json_object' } } }, "'json'"],
    ['openai', { text: { format: { type: 'json_schema', schema: {} } } }, 'text.format.name'],
    ['xai', { input: [said, item] }, 'No tool output found'],
    ['anthropic', { tools: [{ name: 'f' }] }, 'input_schema: Field required'],
    ['anthropic', { tools: [{ name: 'f', input_schema: {} }] }, "Input should be 'object'"],
    ['anthropic', { tools: [{ name: 'f', strict: true, input_schema: parameters }] }, 'additionalProperties'],
    ['anthropic', { tool_choice: { type: 'auto' } }, 'while providing tools'],
    ['anthropic', { tools: claude, tool_choice: { type: 'tool', name: 'g' } }, 'not found in provided tools'],
    ['anthropic', { ...thinker, tool_choice: { type: 'any' } }, 'Thinking may not be enabled'],
    ['anthropic', { model: 'claude-fable-5-2', thinking: { type: 'disabled' } }, 'does not support'],
    ['anthropic', { messages: [said, use, said] }, 'without `tool_result` blocks'],
    ['anthropic', { messages: [said, use, result('b')] }, 'without `tool_result` blocks'],
    ['anthropic', { messages: [said, result('a')] }, 'unexpected `tool_use_id`'],
    ['anthropic', { stop_sequences: ['\n'] }, 'non-whitespace'],
    [
      'anthropic',
      { output_config: { format: { type: 'json_schema', schema: { type: 'integer', minimum: 1 } } } },
      "property 'minimum' is not supported"
    ]
  ])('%s refuses %j', async (provider, changes, message) => {
    const response = await ask(createTimelessSandbox(), provider, 'Привет', changes)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(await response.text()).toContain(message)
  })

  it.each([
    ['plain', { tools: [{ type: 'function', function: { name: 'f', parameters: {} } }] }, 'Invalid schema'],
    ['plain', { tool_choice: 'auto' }, 'tool_choice'],
    ['plain', { messages: [said, { role: 'tool', tool_call_id: 'a', content: '' }] }, 'preceeding message'],
    ['plain', { messages: [said, calling('{}'), said] }, 'must be followed by tool messages'],
    ['plain', { messages: [said, calling('{')] }, 'Invalid arguments'],
    ['deepseek', { model: 'deepseek-reasoner', messages: [said, calling('{}')] }, 'reasoning_content'],
    ['gemini', { messages: [said, calling('{}')] }, 'thought_signature']
  ])('the reseller %s refuses %j', async (name, changes, message) => {
    const body = { model: 'some-model', messages: [said], stream: true, ...changes }
    const response = await createTimelessSandbox().fetch(
      new Request(`http://sandbox.test/resellers/${name}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer local-key' },
        body: JSON.stringify(body)
      })
    )
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(message)
  })
})

function calling(text: string) {
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: text } }
  return { role: 'assistant', content: null, tool_calls: [call] }
}
