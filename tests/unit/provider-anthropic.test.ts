import { describe, expect, test } from 'vitest'
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

const request = chatRequestOf('claude-haiku-5-5')
const never = new AbortController().signal

async function readStream(body: string) {
  const { send } = answering(() => streamOf([body]).response)
  return outcomeOf(chatProviderOf(connectionTo('anthropic'), { send }).stream(request, never))
}

const end = (reason: string, outputTokens: number, upstreamModel = 'claude-haiku-5-5') => ({
  type: 'end',
  reason,
  upstreamModel,
  usage: { inputTokens: 19, outputTokens }
})

describe('requests to Anthropic', () => {
  test('a conversation with a system text and an effort, without sampling parameters', async () => {
    const { send, sent } = answering(() => streamOf([fixtureOf('anthropic-messages-stream.txt')]).response)
    const asked = { ...request, system: 'Отвечай по-русски.', effort: 'low' as const }
    await outcomeOf(chatProviderOf(connectionTo('anthropic'), { send }).stream(asked, never))
    expect(sent).toEqual([
      {
        url: 'http://sandbox.test/anthropic/v1/messages',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': 'anthropic-key',
          'anthropic-version': '2026-10-21'
        },
        redirect: 'manual',
        body: {
          model: 'claude-haiku-5-5',
          messages: [{ role: 'user', content: 'Привет' }],
          system: 'Отвечай по-русски.',
          output_config: { effort: 'low' },
          max_tokens: 1024,
          metadata: { user_id: 'user-tag' },
          stream: true
        }
      }
    ])
  })

  test('turns that Anthropic refuses are left out: empty ones, and answers before the first question', async () => {
    const { send, sent } = answering(() => streamOf([fixtureOf('anthropic-messages-stream.txt')]).response)
    const turns = [
      { role: 'assistant' as const, text: 'Конец старого ответа' },
      { role: 'user' as const, text: 'Раз' },
      { role: 'assistant' as const, text: ' \n' },
      { role: 'user' as const, text: 'Два' }
    ]
    await outcomeOf(chatProviderOf(connectionTo('anthropic'), { send }).stream({ ...request, turns }, never))
    expect(Object(sent[0]?.body).messages).toEqual([
      { role: 'user', content: 'Раз' },
      { role: 'user', content: 'Два' }
    ])
  })
})

describe('streams from Anthropic', () => {
  test.each([
    ['messages-stream.txt', [{ type: 'text', text: 'Привет! Чем помочь?' }, end('complete', 7)]],
    [
      'messages-thinking-stream.txt',
      [{ type: 'text', text: 'Привет! Чем помочь?' }, end('complete', 39, 'claude-sonnet-5-5')]
    ],
    ['messages-max-tokens-stream.txt', [{ type: 'text', text: 'Привет! Чем ' }, end('truncated', 4)]],
    ['messages-refusal-stream.txt', [{ type: 'text', text: 'Привет! ' }, end('refused', 3)]],
    ['messages-empty-stream.txt', [end('complete', 1)]],
    [
      'messages-fallback-stream.txt',
      [{ type: 'text', text: 'Привет! Чем помочь?' }, end('complete', 7, 'claude-sonnet-5-5')]
    ]
  ])('%s gives its text and its end', async (name, events) => {
    expect(await readStream(fixtureOf(`anthropic-${name}`))).toEqual({ events, error: null })
  })

  test.each([
    ['messages-overloaded-stream.txt', 'Привет! Чем ', 'busy', true, 'overloaded_error'],
    ['messages-malformed-stream.txt', 'Привет! ', 'malformed', false, null]
  ])('%s fails after the text that arrived', async (name, text, kind, retryable, code) => {
    const { events, error } = await readStream(fixtureOf(`anthropic-${name}`))
    expect(events).toEqual([{ type: 'text', text }])
    expect(error).toMatchObject({ provider: 'anthropic', kind, retryable, code, status: null, requestId: 'req_1' })
  })

  test.each([
    ['api_error', 'server', true],
    ['timeout_error', 'timeout', true],
    ['rate_limit_error', 'busy', true],
    ['invalid_request_error', 'rejected', false],
    ['something_new', 'server', true]
  ])('an error event of type %s is %s', async (type, kind, retryable) => {
    const body = fixtureOf('anthropic-messages-overloaded-stream.txt').replace('overloaded_error', type)
    expect((await readStream(body)).error).toMatchObject({ kind, retryable, code: type })
  })

  test('a model that took over before the first word is named in the usage alone', async () => {
    const body = fixtureOf('anthropic-messages-fallback-stream.txt').replace('"type":"fallback"', '"type":"text"')
    expect((await readStream(body)).events.at(-1)).toEqual(end('complete', 7, 'claude-sonnet-5-5'))
  })

  test('output tokens are the last reported number, not a sum', async () => {
    const body = fixtureOf('anthropic-messages-stream.txt').replace(
      'event: message_delta',
      'event: message_delta\ndata: {"type":"message_delta","delta":{},"usage":{"output_tokens":5}}\n\nevent: message_delta'
    )
    expect((await readStream(body)).events.at(-1)).toEqual(end('complete', 7))
  })

  test('input tokens read from or written to the cache count as input', async () => {
    const body = fixtureOf('anthropic-messages-stream.txt').replace(
      '"cache_creation_input_tokens":0,"cache_read_input_tokens":0',
      '"cache_creation_input_tokens":100,"cache_read_input_tokens":1000'
    )
    const { events } = await readStream(body)
    expect(events.at(-1)).toMatchObject({ usage: { inputTokens: 1119, outputTokens: 7 } })
  })

  test('a full context window ends the answer as truncated', async () => {
    const body = fixtureOf('anthropic-messages-max-tokens-stream.txt').replace(
      '"stop_reason":"max_tokens"',
      '"stop_reason":"model_context_window_exceeded"'
    )
    expect((await readStream(body)).events.at(-1)).toEqual(end('truncated', 4))
  })

  test('thinking is told as a part of the output', async () => {
    const body = fixtureOf('anthropic-messages-stream.txt').replaceAll(
      /"output_tokens":(\d+)/g,
      '"output_tokens":$1,"output_tokens_details":{"thinking_tokens":2}'
    )
    expect((await readStream(body)).events.at(-1)).toMatchObject({ usage: { thinkingTokens: 2 } })
  })

  test('usage is null when Anthropic reports none', async () => {
    const body = fixtureOf('anthropic-messages-stream.txt').replaceAll(/,?"usage":\{[^}]*\}/g, '')
    expect((await readStream(body)).events.at(-1)).toMatchObject({ reason: 'complete', usage: null })
  })
})

describe('error answers of Anthropic', () => {
  test.each([
    ['400-max-tokens-missing', 'rejected', false, 'invalid_request_error'],
    ['400-sampling', 'rejected', false, 'invalid_request_error'],
    ['401-invalid-key', 'unauthorized', false, 'authentication_error'],
    ['404-model-not-found', 'model-gone', false, 'not_found_error'],
    ['429-rate-limit', 'busy', true, 'rate_limit_error'],
    ['400-credit-balance', 'unpaid', false, 'credit_balance_too_low'],
    ['400-usage-limit', 'unpaid', false, 'api_usage_limit_reached'],
    ['402-billing', 'unpaid', false, 'billing_error'],
    ['429-contract-spend-limit', 'unpaid', false, 'contract_spend_limit_reached'],
    ['429-spend-limit', 'unpaid', false, 'enforced_spend_limit_reached'],
    ['500-api-error', 'server', true, 'api_error'],
    ['529-overloaded', 'busy', true, 'overloaded_error']
  ])('%s', async (name, kind, retryable, code) => {
    const status = Number(name.slice(0, 3))
    const body = fixtureOf(`anthropic-error-${name}.json`)
    const { send } = answering(() => {
      const response = errorOf(status, body)
      response.headers.delete('x-request-id')
      return response
    })
    const { events, error } = await outcomeOf(
      chatProviderOf(connectionTo('anthropic'), { send }).stream(request, never)
    )
    expect(events).toEqual([])
    // Without the header, the request id is taken from the body.
    expect(error).toMatchObject({ provider: 'anthropic', kind, status, retryable, code, requestId: 'req_011CabcDEF' })
  })
})
