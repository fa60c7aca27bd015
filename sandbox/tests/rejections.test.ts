// The sandbox refuses the requests that the real text upstreams refuse, with the same codes.
import { describe, expect, it } from 'vitest'
import { bodyFor, createTimelessSandbox, keysFor, requestTo } from '#tests/support/node/sandbox-exchange.ts'
import { fieldsOf, readFixture } from '#tests/support/node/wire-structure.ts'
import type { Provider } from '#tests/support/node/sandbox-exchange.ts'

type Changes = Record<string, unknown>

const longPrompt = 'слово '.repeat(80_000)

/** The status code in the name of a fixture. */
const fixtures: [fixture: string, changes: Changes, headers?: Record<string, string>][] = [
  ['openai-error-401-missing-key', {}, {}],
  ['openai-error-401-invalid-key', {}, { authorization: 'Bearer invalid' }],
  ['openai-error-404-model-not-found', { model: 'gpt-4-turbo' }],
  ['openai-error-400-unknown-model', { model: 'gpt-0' }],
  ['openai-error-400-unsupported-parameter', { temperature: 0.7, reasoning: { effort: 'low' } }],
  ['openai-error-400-context-length', { model: 'gpt-4o', reasoning: undefined, input: longPrompt }],
  ['openai-error-400-invalid-prompt', { input: '[сбой:модерация]' }],
  ['openai-error-429-rate-limit', { input: '[сбой:429]' }],
  ['openai-error-429-insufficient-quota', { input: '[сбой:квота]' }],
  ['openai-error-500-server-error', { input: '[сбой:500]' }],
  ['openai-error-503-overloaded', { input: '[сбой:перегрузка]' }],
  ['xai-error-401-missing-key', {}, {}],
  ['xai-error-400-wrong-key', {}, { authorization: 'Bearer invalid' }],
  ['xai-error-400-model-retired', { model: 'grok-2' }],
  ['xai-error-404-model-not-found', { model: 'grok-0' }],
  ['xai-error-422-invalid-body', { input: undefined }],
  ['xai-error-403-moderation', { input: '[сбой:модерация]' }],
  ['xai-error-403-spending-limit', { input: '[сбой:квота]' }],
  ['xai-error-429-rate-limit', { input: '[сбой:429]' }],
  ['xai-error-500-internal', { input: '[сбой:500]' }],
  ['anthropic-error-401-missing-key', {}, { 'anthropic-version': '2023-06-01' }],
  ['anthropic-error-401-invalid-key', {}, { 'x-api-key': 'invalid', 'anthropic-version': '2023-06-01' }],
  ['anthropic-error-404-model-not-found', { model: 'claude-3-haiku-20240307' }],
  ['anthropic-error-400-max-tokens-missing', { max_tokens: undefined }],
  ['anthropic-error-400-sampling', { temperature: 0.7 }],
  ['anthropic-error-429-rate-limit', { messages: [{ role: 'user', content: '[сбой:429]' }] }],
  ['anthropic-error-429-spend-limit', { messages: [{ role: 'user', content: '[сбой:квота]' }] }],
  ['anthropic-error-500-api-error', { messages: [{ role: 'user', content: '[сбой:500]' }] }],
  ['anthropic-error-529-overloaded', { messages: [{ role: 'user', content: '[сбой:перегрузка]' }] }]
]

describe('refusals have the structure and codes of the fixtures', () => {
  it.each(fixtures)('%s.json', async (fixture, changes, headers) => {
    const provider = providerOf(fixture)
    const body = bodyFor(provider, 'Привет', changes)
    const response = await createTimelessSandbox().fetch(requestTo(provider, body, headers ?? keysFor(provider)))
    const expected = JSON.parse(readFixture(`${fixture}.json`))
    const received = JSON.parse(await response.text())
    expect(String(response.status)).toBe(/-error-(\d+)/.exec(fixture)?.[1])
    expect(fieldsOf(received)).toEqual(fieldsOf(expected))
    expect(codesOf(received)).toEqual(codesOf(expected))
    expect(response.headers.get(provider === 'anthropic' ? 'request-id' : 'x-request-id')).toMatch(/^req_/)
  })

  it.each(['openai', 'xai', 'anthropic'] as const)(
    '%s sends retry-after only for a rate limit, not for a spent quota',
    async (provider) => {
      const { fetch } = createTimelessSandbox()
      const limited = await fetch(requestTo(provider, bodyFor(provider, '[сбой:429]')))
      const broke = await fetch(requestTo(provider, bodyFor(provider, '[сбой:квота]')))
      expect(limited.headers.get('retry-after')).toBe('3')
      expect(broke.headers.get('retry-after')).toBeNull()
    }
  )
})

const searchTool = { type: 'web_search_20250305', name: 'web_search' }
const searchingWith = (effort: string) => ({ reasoning: { effort }, tools: [{ type: 'web_search' }] })

const refused: [title: string, provider: Provider, changes: Changes, message: RegExp][] = [
  ['an unknown parameter', 'openai', { max_tokens: 10 }, /Unknown parameter: 'max_tokens'/],
  ['an output limit below 16', 'openai', { max_output_tokens: 15 }, />= 16, but got 15/],
  ['a missing model', 'openai', { model: undefined }, /Missing required parameter: 'model'/],
  ['an empty input', 'openai', { input: [] }, /empty array/],
  ['an unknown role', 'openai', { input: [{ role: 'bot', content: 'a' }] }, /Invalid value: 'bot'/],
  [
    "an assistant's words given as input",
    'openai',
    { input: [{ role: 'assistant', content: [{ type: 'input_text', text: 'a' }] }] },
    /Supported values are: 'output_text', 'refusal'/
  ],
  ['an effort the model lacks', 'openai', { model: 'o3-2025-04-16' }, /'none' is not supported/],
  ['any effort for a model that does not reason', 'openai', { model: 'gpt-4o' }, /'reasoning.effort'/],
  ['a penalty', 'xai', { presence_penalty: 0 }, /Argument not supported on this model: presence_penalty/],
  ['an extra field', 'anthropic', { max_output_tokens: 10 }, /Extra inputs are not permitted/],
  ['a limit above the model', 'anthropic', { max_tokens: 200_000 }, /200000 > 128000/],
  [
    'enabled thinking',
    'anthropic',
    { thinking: { type: 'enabled', budget_tokens: 1024 } },
    /thinking\.type: this model does not support/
  ],
  ['an unknown tool', 'openai', { tools: [{ type: 'web_serch' }] }, /Invalid value: 'web_serch'/],
  ['an unknown field of a tool', 'openai', { tools: [{ type: 'web_search', max_uses: 3 }] }, /'tools\[0\]\.max_uses'/],
  ['a search without thinking', 'openai', searchingWith('minimal'), /cannot be used with reasoning\.effort 'minimal'/],
  ['an unknown summary', 'openai', { reasoning: { summary: 'long' } }, /Supported values are: 'auto'/],
  ['no searches at all', 'openai', { max_tool_calls: 0 }, /max_tool_calls/],
  ['an unknown tool', 'xai', { tools: [{ type: 'search' }] }, /unknown variant/],
  ['no turns at all', 'xai', { max_turns: 0 }, /max_turns/],
  ['an unknown tool', 'anthropic', { tools: [{ type: 'web_search', name: 'web_search' }] }, /Input tag 'web_search'/],
  [
    'a tool of another name',
    'anthropic',
    { tools: [{ ...searchTool, name: 'search' }] },
    /Input should be 'web_search'/
  ],
  ['an unknown field of a tool', 'anthropic', { tools: [{ ...searchTool, limit: 3 }] }, /limit: Extra inputs/],
  ['no searches at all', 'anthropic', { tools: [{ ...searchTool, max_uses: 0 }] }, /max_uses: Input should be greater/],
  [
    'thinking of a model that does not think',
    'anthropic',
    { thinking: { type: 'adaptive' } },
    /not supported on this model/
  ],
  [
    'an unknown display',
    'anthropic',
    { model: 'claude-sonnet-5-5', thinking: { type: 'adaptive', display: 'whole' } },
    /display: Input should be/
  ],
  ['an empty message', 'anthropic', { messages: [{ role: 'user', content: '' }] }, /non-empty content/],
  ['an answer to continue', 'anthropic', { messages: turns('user', 'assistant') }, /must end with a user message/],
  ['an answer to start with', 'anthropic', { messages: turns('assistant', 'user') }, /first message must use/],
  ['a system role to start with', 'anthropic', { messages: turns('system', 'user') }, /first message must use/],
  [
    'a system role behind an answer',
    'anthropic',
    { messages: turns('user', 'assistant', 'system') },
    /must follow a 'user'/
  ],
  [
    'a system role before a question',
    'anthropic',
    { messages: turns('user', 'system', 'user') },
    /precede an 'assistant'/
  ],
  [
    'five marks of a cache',
    'anthropic',
    { system: Array.from({ length: 5 }, () => ({ type: 'text', text: 'а', cache_control: { type: 'ephemeral' } })) },
    /maximum of 4 blocks/
  ]
]

describe('invalid requests', () => {
  it.each(refused)('%s is refused by %s', async (_title, provider, changes, message) => {
    const response = await createTimelessSandbox().fetch(requestTo(provider, bodyFor(provider, 'Привет', changes)))
    expect(response.ok).toBe(false)
    expect(await response.text()).toMatch(message)
  })

  it('the newer Anthropic version refuses even the default temperature', async () => {
    const { fetch } = createTimelessSandbox()
    const body = bodyFor('anthropic', 'Привет', { temperature: 1 })
    const older = await fetch(requestTo('anthropic', body))
    const newer = await fetch(
      requestTo('anthropic', body, { ...keysFor('anthropic'), 'anthropic-version': '2026-10-21' })
    )
    expect([older.status, newer.status]).toEqual([200, 400])
  })

  it('a larger Claude model accepts a request that ends with a partial answer', async () => {
    const body = bodyFor('anthropic', '', { model: 'claude-opus-5-5', messages: turns('user', 'assistant') })
    const response = await createTimelessSandbox().fetch(requestTo('anthropic', body))
    expect(response.status).toBe(200)
  })

  it.each(['openai', 'xai', 'anthropic'] as const)('%s refuses a body that is not JSON', async (provider) => {
    const response = await createTimelessSandbox().fetch(requestTo(provider, '{"model":'))
    expect(response.status).toBe(provider === 'xai' ? 422 : 400)
  })

  it('an unknown path answers 404 and is logged', async () => {
    const { fetch, state } = createTimelessSandbox()
    const response = await fetch(new Request('http://sandbox.test/openai/v1/chat/completions', { method: 'POST' }))
    expect(response.status).toBe(404)
    expect(state.calls.list()).toMatchObject([{ provider: 'openai', status: 404, outcome: 'error' }])
  })
})

function turns(...roles: string[]) {
  return roles.map((role) => ({ role, content: 'Текст' }))
}

function providerOf(fixture: string): Provider {
  if (fixture.startsWith('openai')) return 'openai'
  return fixture.startsWith('xai') ? 'xai' : 'anthropic'
}

/** Codes that programs read; messages for people may differ. */
function codesOf({ code, error }: { code?: string; error?: Record<string, unknown> }) {
  return {
    code,
    type: error?.['type'],
    errorCode: error?.['code'],
    param: error?.['param'],
    details: error?.['details']
  }
}
