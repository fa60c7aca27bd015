// The sandbox's text upstreams against the fixtures of the adapters' tests, so that sandbox and adapters stay in step.
import { describe, expect, it } from 'vitest'
import { ask, createTimelessSandbox, dataOf, type Provider } from '#tests/support/node/sandbox-exchange.ts'
import { eventsOf, readFixture } from '#tests/support/node/wire-structure.ts'

type Changes = Record<string, unknown>
type Row = [fixture: string, provider: Provider, prompt: string, changes?: Changes]

const responsesRows = (provider: 'openai' | 'xai'): Row[] => [
  [`${provider}-responses`, provider, 'Привет'],
  [`${provider}-responses-reasoning`, provider, 'Привет', { reasoning: { effort: 'medium' } }],
  [`${provider}-responses-incomplete`, provider, 'Привет', { max_output_tokens: 16 }],
  [`${provider}-responses-refusal`, provider, 'Привет [сбой:отказ]'],
  [`${provider}-responses-empty`, provider, 'Привет [сбой:пустой-ответ]']
]

const answers: Row[] = [
  ...responsesRows('openai'),
  ...responsesRows('xai'),
  ['anthropic-messages', 'anthropic', 'Привет'],
  ['anthropic-messages-thinking', 'anthropic', 'Привет', { model: 'claude-sonnet-5-5' }],
  ['anthropic-messages-max-tokens', 'anthropic', 'Привет', { max_tokens: 4 }],
  ['anthropic-messages-refusal', 'anthropic', 'Привет [сбой:отказ]'],
  ['anthropic-messages-empty', 'anthropic', 'Привет [сбой:пустой-ответ]']
]

const thinkingAloud = { thinking: { type: 'adaptive', display: 'summarized' }, model: 'claude-sonnet-5-5' }
const anthropicSearch = { type: 'web_search_20250305', name: 'web_search', max_uses: 3 }

const searches: Row[] = [
  [
    'openai-responses-search',
    'openai',
    'Кратко: погода',
    { reasoning: { effort: 'medium', summary: 'auto' }, tools: [{ type: 'web_search' }], max_tool_calls: 3 }
  ],
  [
    'xai-responses-search',
    'xai',
    'Кратко: погода',
    { reasoning: { effort: 'medium' }, tools: [{ type: 'web_search' }], max_turns: 3 }
  ],
  ['anthropic-messages-search', 'anthropic', 'Кратко: погода', { ...thinkingAloud, tools: [anthropicSearch] }]
]

const parameters = { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false }
const weather = { type: 'function', name: 'weather', parameters, strict: true }

const callings: Row[] = [
  ['openai-responses-tools', 'openai', 'Погода [tools]', { tools: [weather] }],
  ['xai-responses-tools', 'xai', 'Погода [tools]', { tools: [weather] }],
  [
    'anthropic-messages-tools',
    'anthropic',
    'Погода [tools]',
    { tools: [{ name: 'weather', input_schema: parameters }] }
  ]
]

const brokenStreams: Row[] = [
  ['openai-responses-failed', 'openai', 'Привет [сбой:ошибка-в-потоке]'],
  ['openai-responses-error', 'openai', 'Привет [сбой:лимит-в-потоке]'],
  ['openai-responses-malformed', 'openai', 'Привет [сбой:битое-событие]'],
  ['xai-responses-failed', 'xai', 'Привет [сбой:ошибка-в-потоке]'],
  ['xai-responses-malformed', 'xai', 'Привет [сбой:битое-событие]'],
  ['anthropic-messages-overloaded', 'anthropic', 'Привет [сбой:лимит-в-потоке]'],
  ['anthropic-messages-malformed', 'anthropic', 'Привет [сбой:битое-событие]']
]

describe('answers have the structure of the fixtures', () => {
  it.each([...answers, ...searches, ...callings, ...brokenStreams])(
    '%s-stream.txt',
    async (fixture, provider, prompt, changes) => {
      const response = await ask(createTimelessSandbox(), provider, prompt, changes)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      expect(eventsOf(await response.text())).toEqual(eventsOf(readFixture(`${fixture}-stream.txt`)))
    }
  )
})

describe('the parts of an answer agree', () => {
  it.each(['openai', 'xai'] as const)('%s numbers its events, and the deltas add up to the text', async (provider) => {
    const response = await ask(createTimelessSandbox(), provider, 'Подробно про Python')
    const events = dataOf(await response.text())
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
    const text = events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('')
    expect(events.find((event) => event.type === 'response.output_text.done')?.text).toBe(text)
    const { usage, output } = events.at(-1)?.response ?? {}
    expect(output[0].content[0].text).toBe(text)
    expect(usage.total_tokens).toBe(usage.input_tokens + usage.output_tokens)
    expect(usage.output_tokens).toBe(Math.ceil(text.length / 3))
  })

  it('Anthropic reports input tokens first and output tokens last', async () => {
    const response = await ask(createTimelessSandbox(), 'anthropic', 'Подробно про Python')
    const events = dataOf(await response.text())

    const text = events.map((event) => event.delta?.text ?? '').join('')
    expect(events[0]?.message.usage).toMatchObject({ input_tokens: 11, output_tokens: 1 })
    expect(events.at(-2)?.usage).toEqual({ output_tokens: Math.ceil(text.length / 3) })
  })

  it('an output limit cuts the text, and the usage equals the limit', async () => {
    const response = await ask(createTimelessSandbox(), 'openai', 'Привет', { max_output_tokens: 16 })
    const { status, output, usage } = dataOf(await response.text()).at(-1)?.response ?? {}
    expect(status).toBe('incomplete')
    expect(output[0].content[0].text).toHaveLength(48)
    expect(usage.output_tokens).toBe(16)
  })
})
