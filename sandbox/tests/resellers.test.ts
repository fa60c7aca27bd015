// The resellers of the sandbox: their habits as in the recorded streams, their lists of models, and faults for one of them alone.
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { createTimelessSandbox } from '#tests/support/node/sandbox-exchange.ts'
import { serveSandbox } from '#tests/support/node/sandbox-server.ts'
import { fieldsOf, readFixture } from '#tests/support/node/wire-structure.ts'
import type { Sandbox } from '#sandbox/app.ts'

const thinker = 'deepseek/deepseek-reasoner'
const bodyOf = (content: string, changes: object = {}) => ({
  model: thinker,
  messages: [{ role: 'user', content }],
  max_tokens: 1024,
  stream: true,
  stream_options: { include_usage: true },
  ...changes
})

const post = (sandbox: Sandbox, name: string, body: object, key = 'local-key') =>
  sandbox.fetch(
    new Request(`http://sandbox.test/resellers/${name}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(body)
    })
  )

/** The chunks without their thinking, which has as many pieces as the prompt wants. */
const chunksIn = (stream: string) =>
  Array.from(stream.matchAll(/^data: ?(\{.+\})\r?$/gm), ([, data]) => JSON.parse(data ?? ''))

const fieldsIn = (stream: string) => new Set(chunksIn(stream).flatMap((chunk) => fieldsOf(chunk)))

/** The fields that the recorded chunks have and the sandbox's lack: what the adapter reads must be there. */
function missingIn(played: string, recorded: string): string[] {
  const known = fieldsIn(played)
  const read =
    /^(choices\[\]\.(delta\.(content|reasoning|reasoning_content)|finish_reason|index)|usage\.(prompt|completion|total)_tokens|usage\.cost|usage\.prompt_tokens_details\.cached_tokens|usage\.prompt_cache_hit_tokens|model):/
  return [...fieldsIn(recorded)].filter((field) => read.test(field) && !known.has(field))
}

describe('a reseller', () => {
  it.each(['openrouter', 'deepseek', 'qwen', 'gemini', 'vllm', 'ollama'])('called %s has its habits', async (name) => {
    const response = await post(createTimelessSandbox(), name, bodyOf('Кратко: планы'))
    const stream = await response.text()
    const recorded = readFixture(`chat-${name}-stream.txt`)
    expect(missingIn(stream, recorded)).toEqual([])
    expect(/^: .+$/m.exec(stream)?.[0]).toBe(/^: .+$/m.exec(recorded)?.[0])
    expect(stream.includes('[DONE]')).toBe(recorded.includes('[DONE]'))
    expect(stream.includes('data:{')).toBe(recorded.includes('data:{'))
    expect(chunksIn(stream).findIndex(({ usage }) => usage) === 0).toBe(name === 'gemini')
  })

  it('tells no tokens and no end when it is bare, and none unasked when it is plain', async () => {
    const bare = await (await post(createTimelessSandbox(), 'bare', bodyOf('Кратко'))).text()
    expect(bare).not.toMatch(/"usage"|\[DONE\]/)
    const unasked = bodyOf('Кратко', { stream_options: undefined })
    expect(await (await post(createTimelessSandbox(), 'first', unasked)).text()).not.toContain('"usage"')
  })

  it.each([
    ['first', { top_k: 5 }, 400, 'Unrecognized request argument supplied: top_k'],
    ['first', { model: 'gpt-6-luna' }, 400, "Use 'max_completion_tokens' instead."],
    ['first', { messages: [{ role: 'user', content: 5 }] }, 400, 'messages[0].content'],
    ['first', { model: 'no-such-model' }, 404, 'does not exist'],
    [
      'vllm',
      {
        messages: [
          { role: 'user', content: 'a' },
          { role: 'user', content: 'b' }
        ]
      },
      400,
      'must alternate'
    ]
  ])('called %s refuses %j', async (name, changes, status, message) => {
    const response = await post(createTimelessSandbox(), name, bodyOf('Кратко', changes))
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(message)
  })
})

describe('the switches of one supplier', () => {
  it('leave the others alone', async () => {
    const sandbox = createTimelessSandbox()
    const control = { method: 'POST', body: JSON.stringify({ fault: 'overloaded', faultCount: 5 }) }
    await sandbox.fetch(new Request('http://sandbox.test/control.json?for=/resellers/first', control))
    const statuses = []
    for (const name of ['first', 'second', 'first']) statuses.push((await post(sandbox, name, bodyOf('Кратко'))).status)
    expect(statuses).toEqual([503, 200, 503])
  })
})

describe('the list of models', () => {
  const { origin } = serveSandbox()
  const client = (name: string, apiKey = 'local-key') =>
    new OpenAI({ apiKey, baseURL: `${origin()}/resellers/${name}/v1`, maxRetries: 0 })

  it('has names alone, or prices and features where the reseller is OpenRouter', async () => {
    const { data: plain } = await client('first').models.list()
    expect(plain).toContainEqual({
      id: 'qwen/qwen3-max',
      object: 'model',
      created: expect.any(Number),
      owned_by: 'qwen'
    })
    const { data: rich } = await client('openrouter').models.list()
    expect(rich.find(({ id }) => id === 'qwen/qwen3-max')).toMatchObject({
      name: 'Qwen3 Max',
      context_length: 262_144,
      pricing: { prompt: '0.0000012', completion: '0.000006', input_cache_read: '0.00000024' }
    })
    await expect(client('first', 'invalid').models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
  })

  it.each(['first', 'openrouter', 'deepseek', 'gemini', 'vllm', 'ollama', 'bare'])(
    "an answer of %s is read by OpenAI's client",
    async (name) => {
      const stream = await client(name).chat.completions.create({
        model: thinker,
        messages: [{ role: 'user', content: 'Кратко: планы' }],
        stream: true
      })
      let text = ''
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
      expect(text).toContain('«Кратко: планы»')
    }
  )
})
