// The text upstreams of the sandbox, held against the clients that their makers publish: what these parse without help is
// what the real upstreams send.
import Anthropic from '@anthropic-ai/sdk'
import { createXai } from '@ai-sdk/xai'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { serveSandbox } from '#tests/support/node/sandbox-server.ts'

const { origin } = serveSandbox()
const maxRetries = 0

const openai = (apiKey = 'local-key') => new OpenAI({ apiKey, baseURL: `${origin()}/openai/v1`, maxRetries })

describe('OpenAI', () => {
  const asked = { model: 'gpt-6-luna', input: 'Привет', max_output_tokens: 1024, store: false }

  it.each(['none', 'medium'] as const)('streams an answer with its usage, effort %s', async (effort) => {
    const stream = openai().responses.stream({ ...asked, reasoning: { effort } })
    let text = ''
    for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta
    const { output_text, status, usage, model } = await stream.finalResponse()
    expect(text).toContain('«Привет»')
    expect({ output_text, status, model }).toEqual({ output_text: text, status: 'completed', model: 'gpt-6-luna' })
    expect(usage?.total_tokens).toBeGreaterThan(10)
  })

  it('searches, names its sources and summarises its thinking', async () => {
    const stream = openai().responses.stream({
      ...asked,
      reasoning: { effort: 'low', summary: 'auto' },
      tools: [{ type: 'web_search' }],
      max_tool_calls: 3
    })
    let thought = ''
    for await (const event of stream) if (event.type === 'response.reasoning_summary_text.delta') thought += event.delta
    const { output, output_text } = await stream.finalResponse()
    expect(thought).toContain('Разбираю вопрос')
    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'web_search_call', 'message'])
    const parts = output.flatMap((item) => (item.type === 'message' ? item.content : []))
    const [cited] = parts.flatMap((part) => (part.type === 'output_text' ? part.annotations : []))
    if (cited?.type !== 'url_citation') throw new Error('No source is named')
    expect(output_text.slice(cited.start_index, cited.end_index)).toContain(`(${cited.url})`)
  })

  it('refuses in a part of its own', async () => {
    const { output } = await openai()
      .responses.stream({ ...asked, input: 'Привет [сбой:отказ]' })
      .finalResponse()
    const parts = output.flatMap((item) => (item.type === 'message' ? item.content : []))
    expect(parts).toMatchObject([{ type: 'refusal', refusal: expect.stringMatching(/./) }])
  })

  it('names the parameter of an unknown model, and refuses a wrong key', async () => {
    await expect(openai().responses.create({ ...asked, model: 'gpt-0' })).rejects.toMatchObject({
      status: 400,
      code: 'model_not_found',
      param: 'model'
    })
    await expect(openai().responses.create({ ...asked, model: 'gpt-4-turbo' })).rejects.toBeInstanceOf(
      OpenAI.NotFoundError
    )
    await expect(openai('invalid').responses.create(asked)).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
  })

  it('breaks off in the middle with an error that the client throws', async () => {
    const stream = openai().responses.stream({ ...asked, input: 'Привет [сбой:лимит-в-потоке]' })
    await expect(stream.finalResponse()).rejects.toThrow()
  })
})

const anthropic = (keys: { apiKey?: string; authToken?: string } = { apiKey: 'local-key' }) =>
  new Anthropic({ apiKey: null, authToken: null, ...keys, baseURL: `${origin()}/anthropic`, maxRetries })

describe('Anthropic', () => {
  const asked = { max_tokens: 1024, messages: [{ role: 'user' as const, content: 'Привет' }] }
  const saying = (content: string) => ({
    ...asked,
    model: 'claude-haiku-5-5',
    messages: [{ role: 'user' as const, content }]
  })

  it.each([{ apiKey: 'local-key' }, { authToken: 'local-key' }])('takes the key of %j', async (keys) => {
    const message = await anthropic(keys).messages.stream(saying('Привет')).finalMessage()
    expect(message).toMatchObject({ role: 'assistant', model: 'claude-haiku-5-5', stop_reason: 'end_turn' })
  })

  it.each(['claude-haiku-5-5', 'claude-sonnet-5-5'])('streams an answer of %s with its usage', async (model) => {
    const stream = anthropic().messages.stream({ ...asked, model })
    let text = ''
    stream.on('text', (delta) => (text += delta))
    const message = await stream.finalMessage()
    expect(text).toContain('«Привет»')
    expect(await stream.finalText()).toBe(text)
    expect(message.usage).toMatchObject({ input_tokens: expect.any(Number), output_tokens: expect.any(Number) })
  })

  it('searches, cites block by block and thinks aloud', async () => {
    const stream = anthropic().messages.stream({
      ...asked,
      model: 'claude-sonnet-5-5',
      thinking: { type: 'adaptive', display: 'summarized' },
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 3 }]
    })
    let thought = ''
    const cited: string[] = []
    stream.on('thinking', (delta) => (thought += delta))
    stream.on('citation', (citation) => cited.push(citation.type))
    const { content, usage } = await stream.finalMessage()
    expect(thought).toContain('Разбираю вопрос')
    expect(content.slice(0, 3).map(({ type }) => type)).toEqual([
      'thinking',
      'server_tool_use',
      'web_search_tool_result'
    ])
    expect(content[1]).toMatchObject({ input: { query: 'Привет' } })
    expect(cited).toContain('web_search_result_location')
    expect(usage.server_tool_use?.web_search_requests).toBe(1)
  })

  it('refuses as the end of an answer', async () => {
    const stream = anthropic().messages.stream(saying('[сбой:отказ]'))
    const { stop_reason, stop_details } = await stream.finalMessage()
    expect({ stop_reason, stop_details }).toMatchObject({ stop_reason: 'refusal', stop_details: { type: 'refusal' } })
  })

  it('refuses a wrong key and a retired model', async () => {
    await expect(anthropic({ apiKey: 'invalid' }).messages.create(saying('Привет'))).rejects.toBeInstanceOf(
      Anthropic.AuthenticationError
    )
    const retired = { ...saying('Привет'), model: 'claude-3-haiku-20240307' }
    await expect(anthropic().messages.create(retired)).rejects.toBeInstanceOf(Anthropic.NotFoundError)
  })
})

const grok = (apiKey = 'local-key') => createXai({ apiKey, baseURL: `${origin()}/xai/v1` }).responses('grok-4.3')
const promptOf = (text: string) => ({ prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }] })

describe('xAI', () => {
  const reasoning = { providerOptions: { xai: { reasoningEffort: 'medium' } } }

  it.each([
    ['Привет', {}, '«Привет»'],
    ['Привет', reasoning, '«Привет»'],
    ['Привет [сбой:отказ]', {}, 'не могу']
  ])('streams %s, with %j', async (text, options, said) => {
    const { stream } = await grok().doStream({ ...promptOf(text), ...options })
    let heard = ''
    const errors: unknown[] = []
    for await (const part of stream) {
      if (part.type === 'text-delta') heard += part.delta
      if (part.type === 'error') errors.push(part.error)
    }
    expect(errors).toEqual([])
    expect(heard).toContain(said)
  })

  it('refuses a wrong key with 400', async () => {
    await expect(grok('invalid').doGenerate(promptOf('Привет'))).rejects.toMatchObject({ statusCode: 400 })
  })
})
