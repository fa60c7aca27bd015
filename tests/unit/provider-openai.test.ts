import { describe, expect, test } from 'vitest'
import { ProviderFailure } from '#providers/http/failure.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import {
  answering,
  chatRequestOf,
  connectionTo,
  errorOf,
  fixtureOf,
  outcomeOf,
  streamOf
} from '../support/node/fake-upstream.ts'

const request = chatRequestOf('gpt-6-luna')
const never = new AbortController().signal

function outcomeWith(answer: () => Response) {
  const { send } = answering(answer)
  return outcomeOf(chatProviderOf(connectionTo('openai'), { send }).stream(request, never))
}

const readFixture = (name: string) => outcomeWith(() => streamOf([fixtureOf(name)]).response)

async function failureOf(status: number, body: string, headers: Record<string, string> = {}) {
  const { events, error } = await outcomeWith(() => errorOf(status, body, headers))
  expect(events).toEqual([])
  return error
}

const end = (reason: string, inputTokens: number, outputTokens: number, thought: { thinkingTokens?: number } = {}) => ({
  type: 'end',
  reason,
  upstreamModel: 'gpt-6-luna',
  usage: { inputTokens, outputTokens, ...thought }
})

describe('requests to OpenAI', () => {
  test('a conversation with instructions and an effort, without storage and sampling parameters', async () => {
    const { send, sent } = answering(() => streamOf([fixtureOf('openai-responses-stream.txt')]).response)
    const turns = [
      { role: 'user' as const, text: 'Раз' },
      { role: 'assistant' as const, text: 'Два' },
      { role: 'user' as const, text: 'Три' }
    ]
    const asked = { ...request, turns, system: 'Отвечай по-русски.', effort: 'high' as const }
    await outcomeOf(chatProviderOf(connectionTo('openai'), { send }).stream(asked, never))
    expect(sent).toEqual([
      {
        url: 'http://sandbox.test/openai/v1/responses',
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer openai-key' },
        redirect: 'manual',
        body: {
          model: 'gpt-6-luna',
          input: [
            { role: 'user', content: 'Раз' },
            { role: 'assistant', content: 'Два' },
            { role: 'user', content: 'Три' }
          ],
          instructions: 'Отвечай по-русски.',
          reasoning: { effort: 'high' },
          max_output_tokens: 1024,
          safety_identifier: 'user-tag',
          store: false,
          stream: true
        }
      }
    ])
  })

  test('options that are not given are not sent', async () => {
    const { send, sent } = answering(() => streamOf([fixtureOf('openai-responses-stream.txt')]).response)
    await outcomeOf(chatProviderOf(connectionTo('openai'), { send }).stream(request, never))
    expect(Object.keys(Object(sent[0]?.body)).toSorted()).toEqual(
      ['input', 'max_output_tokens', 'model', 'safety_identifier', 'store', 'stream'].toSorted()
    )
  })
})

describe('streams from OpenAI', () => {
  test.each([
    ['openai-responses-stream.txt', [{ type: 'text', text: 'Привет! Чем помочь?' }, end('complete', 21, 7)]],
    [
      'openai-responses-reasoning-stream.txt',
      [{ type: 'text', text: 'Привет! Чем помочь?' }, end('complete', 21, 39, { thinkingTokens: 32 })]
    ],
    ['openai-responses-incomplete-stream.txt', [{ type: 'text', text: 'Привет! Чем ' }, end('truncated', 21, 16)]],
    [
      'openai-responses-refusal-stream.txt',
      [{ type: 'text', text: 'Извините, я не могу помочь с этой просьбой.' }, end('refused', 21, 15)]
    ],
    ['openai-responses-empty-stream.txt', [end('complete', 21, 0)]],
    [
      'openai-responses-two-messages-stream.txt',
      [{ type: 'text', text: 'Привет! Чем помочь?\n\nСлушаю.' }, end('complete', 21, 7)]
    ]
  ])('%s gives its text and its end', async (name, events) => {
    expect(await readFixture(name)).toEqual({ events, error: null })
  })

  test.each([
    ['openai-responses-error-stream.txt', 'Привет! ', 'busy', true, 'rate_limit_exceeded'],
    ['openai-responses-failed-stream.txt', 'Привет! Чем ', 'server', true, 'server_error'],
    ['openai-responses-malformed-stream.txt', 'Привет! ', 'malformed', false, null]
  ])('%s fails after the text that arrived', async (name, text, kind, retryable, code) => {
    const { events, error } = await readFixture(name)
    expect(events).toEqual([{ type: 'text', text }])
    expect(error).toBeInstanceOf(ProviderFailure)
    expect(error).toMatchObject({ provider: 'openai', kind, retryable, code, status: null, requestId: 'req_1' })
  })

  test('an answer that the content filter stopped is refused', async () => {
    const body = fixtureOf('openai-responses-incomplete-stream.txt').replace(
      '"reason":"max_output_tokens"',
      '"reason":"content_filter"'
    )
    const { events } = await outcomeWith(() => streamOf([body]).response)
    expect(events.at(-1)).toEqual(end('refused', 21, 16))
  })

  test('an answer that a policy stopped in the middle is refused, not failed', async () => {
    const body = fixtureOf('openai-responses-failed-stream.txt').replace('"code":"server_error"', '"code":"bio_policy"')
    const { events, error } = await outcomeWith(() => streamOf([body]).response)
    expect(error).toBeNull()
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'refused', upstreamModel: 'gpt-6-luna', usage: null })
  })

  test('an error with an unknown code is not retryable', async () => {
    const body = fixtureOf('openai-responses-error-stream.txt').replace('rate_limit_exceeded', 'something_new')
    const { error } = await outcomeWith(() => streamOf([body]).response)
    expect(error).toMatchObject({ kind: 'rejected', retryable: false, code: 'something_new' })
  })

  test('an error wrapped by a gateway is read too', async () => {
    const event = 'event: error\ndata: {"type":"error","error":{"type":"server_error","code":null,"message":"m"}}\n\n'
    const { error } = await outcomeWith(() => streamOf([event]).response)
    expect(error).toMatchObject({ kind: 'server', retryable: true, code: 'server_error' })
  })
})

describe('error answers of OpenAI', () => {
  test.each([
    ['400-context-length', 'rejected', false, 'context_length_exceeded'],
    ['400-unsupported-parameter', 'rejected', false, 'invalid_request_error'],
    ['401-invalid-key', 'unauthorized', false, 'invalid_api_key'],
    ['401-missing-key', 'unauthorized', false, 'invalid_request_error'],
    ['400-unknown-model', 'model-gone', false, 'model_not_found'],
    ['404-model-not-found', 'model-gone', false, 'model_not_found'],
    ['400-billing-hard-limit', 'unpaid', false, 'billing_hard_limit_reached'],
    ['429-billing-not-active', 'unpaid', false, 'billing_not_active'],
    ['429-insufficient-quota', 'unpaid', false, 'insufficient_quota'],
    ['429-rate-limit', 'busy', true, 'rate_limit_exceeded'],
    ['500-server-error', 'server', true, 'server_error'],
    ['503-overloaded', 'busy', true, 'overloaded']
  ])('%s', async (name, kind, retryable, code) => {
    const status = Number(name.slice(0, 3))
    const error = await failureOf(status, fixtureOf(`openai-error-${name}.json`))
    expect(error).toBeInstanceOf(ProviderFailure)
    expect({ ...(error as ProviderFailure) }).toEqual({
      name: 'ProviderFailure',
      provider: 'openai',
      kind,
      status,
      retryable,
      retryAfterSeconds: null,
      requestId: 'req_1',
      code
    })
  })

  test('a prompt refused before the model ran is a refusal', async () => {
    const { events, error } = await outcomeWith(() => errorOf(400, fixtureOf('openai-error-400-invalid-prompt.json')))
    expect(error).toBeNull()
    expect(events).toEqual([{ type: 'end', reason: 'refused', upstreamModel: 'gpt-6-luna', usage: null }])
  })

  test('the error message holds no words of the upstream', async () => {
    const body = JSON.stringify({ error: { message: 'Incorrect key sk-abc; prompt: Привет', code: 'sk-abc: Привет' } })
    const error = await failureOf(401, body)
    expect(String(error)).toBe('ProviderFailure: openai unauthorized 401')
  })
})
