// The errors of suppliers that speak `/chat/completions`, each in its own shape.
import { describe, expect, test } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import {
  answering,
  chatRequestOf,
  errorOf,
  fixtureOf,
  outcomeOf,
  resellerConnection,
  streamOf
} from '../support/node/fake-upstream.ts'

const ask = (answer: () => Response) =>
  outcomeOf(
    chatProviderOf(resellerConnection, { send: answering(answer).send }).stream(
      chatRequestOf('some-model'),
      new AbortController().signal
    )
  )

const refused = { type: 'end', reason: 'refused', upstreamModel: 'some-model', usage: null }

describe('an HTTP error', () => {
  test.each([
    ['deepseek-error-400-unknown-model', 'model-gone', false, 'model_not_found'],
    ['deepseek-error-401-key', 'unauthorized', false, 'invalid_request_error'],
    ['deepseek-error-402-balance', 'unpaid', false, 'insufficient_balance'],
    ['gemini-error-400-key', 'unauthorized', false, 'api_key_not_valid'],
    ['gemini-error-404-unknown-model', 'model-gone', false, 'NOT_FOUND'],
    ['gemini-error-429-quota', 'busy', true, 'RESOURCE_EXHAUSTED'],
    ['gemini-error-503-overloaded', 'busy', true, 'UNAVAILABLE'],
    ['new-api-error-403-quota', 'unpaid', false, 'insufficient_user_quota'],
    ['new-api-error-503-no-channel', 'model-gone', true, 'model_not_found'],
    ['ollama-error-404-unknown-model', 'model-gone', false, 'model_not_found'],
    ['openrouter-error-400-unknown-model', 'model-gone', false, 'model_not_found'],
    ['openrouter-error-402-credits', 'unpaid', false, null],
    ['openrouter-error-404-no-endpoints', 'model-gone', false, 'model_not_found'],
    ['openrouter-error-429-upstream', 'busy', true, null],
    ['openrouter-error-503-no-provider', 'busy', true, null],
    ['qwen-error-400-arrearage', 'unpaid', false, 'Arrearage'],
    ['qwen-error-404-unknown-model', 'model-gone', false, 'model_not_found'],
    ['qwen-error-429-tokens', 'busy', true, 'allocated_quota_exceeded'],
    ['vllm-error-400-context', 'rejected', false, 'context_length_exceeded'],
    ['vllm-error-404-unknown-model', 'model-gone', false, 'model_not_found'],
    ['yandex-error-401-key', 'unauthorized', false, 'authentication_error']
  ])('%s is %s', async (name, kind, retryable, code) => {
    const status = Number(/\d{3}/.exec(name)?.[0])
    const { events, error } = await ask(() => errorOf(status, fixtureOf(`chat-${name}.json`)))
    expect(events).toEqual([])
    expect(error).toBeInstanceOf(ProviderFailure)
    expect(error).toMatchObject({ provider: 's-reseller0001', kind, retryable, code, status, requestId: 'req_1' })
  })

  test.each(['qwen-error-400-inspection', 'openrouter-error-403-moderation'])('%s is a refusal', async (name) => {
    const status = Number(/\d{3}/.exec(name)?.[0])
    const { events, error } = await ask(() => errorOf(status, fixtureOf(`chat-${name}.json`)))
    expect(error).toBeNull()
    expect(events).toEqual([refused])
  })

  test("Gemini's wait is in the details of its error", async () => {
    const { error } = await ask(() => errorOf(429, fixtureOf('chat-gemini-error-429-quota.json')))
    expect(error).toMatchObject({ retryAfterSeconds: 37 })
  })
})

const said = 'data: {"choices":[{"delta":{"content":"Привет! "}}]}\n\n'

describe('an error inside an answer of status 200', () => {
  test.each([
    ['openrouter-failed-stream.txt', 'server', true, null],
    ['vllm-failed-stream.txt', 'server', true, 'InternalServerError']
  ])('%s fails after its text', async (name, kind, retryable, code) => {
    const { events, error } = await ask(() => streamOf([fixtureOf(`chat-${name}`)]).response)
    expect(events).toEqual([{ type: 'text', text: expect.stringMatching(/^Привет/) }])
    expect(error).toMatchObject({ kind, retryable, code, status: null })
  })

  test.each([
    ['a number as its code', { error: { code: 429, message: 'm' } }, 'busy', true],
    ['a number in words', { error: { code: '503', message: 'm', type: 'throttled' } }, 'busy', true],
    ['no money', { error: { code: 402, message: 'Insufficient credits' } }, 'unpaid', false],
    ['a code of OpenAI', { error: { code: 'rate_limit_exceeded', message: 'm' } }, 'busy', true],
    ['a type alone', { error: { type: 'overloaded_error', message: 'm' } }, 'busy', true],
    ['a text alone', { error: 'an error was encountered while running the model' }, 'server', true],
    ['a text that names a model', { error: "model 'x' not found" }, 'model-gone', false],
    ['everything at its top', { object: 'error', message: 'm', type: 'BadRequestError', code: 400 }, 'rejected', false],
    ['a message without choices', { code: 500, message: 'm' }, 'server', true],
    ['a list around it', [{ error: { code: 503, message: 'm', status: 'UNAVAILABLE' } }], 'busy', true],
    [
      'choices beside it',
      { error: { message: 'm' }, choices: [{ delta: {}, finish_reason: 'error' }] },
      'server',
      true
    ],
    ['a finish alone', { choices: [{ delta: {}, finish_reason: 'error' }] }, 'server', true],
    ['no resources', { choices: [{ delta: {}, finish_reason: 'insufficient_system_resource' }] }, 'server', true]
  ])('with %s: %j is %s', async (_, chunk, kind, retryable) => {
    const event = `data: ${JSON.stringify(chunk)}\n\n`
    const late = await ask(() => streamOf([said, event, 'data: [DONE]\n\n']).response)
    expect(late.events).toEqual([{ type: 'text', text: 'Привет! ' }])
    expect(late.error).toMatchObject({ kind, retryable, status: null })
    const first = await ask(() => streamOf([event]).response)
    expect(first).toMatchObject({ events: [], error: { kind, retryable } })
    const whole = await ask(() => Response.json(chunk))
    expect(whole).toMatchObject({ events: [], error: { kind, retryable } })
  })

  test('as its whole body', async () => {
    const body = fixtureOf('chat-openrouter-error-200-provider.json')
    expect(await ask(() => errorOf(200, body))).toMatchObject({
      events: [],
      error: { kind: 'server', retryable: true, requestId: 'req_1' }
    })
  })

  test('named by its event', async () => {
    const { error } = await ask(() => streamOf(['event: error\ndata: {"detail":"m"}\n\n']).response)
    expect(error).toMatchObject({ kind: 'server', retryable: true })
  })

  test('from moderation is a refusal', async () => {
    const event = 'data: {"error":{"code":"data_inspection_failed","message":"m"}}\n\n'
    const { events, error } = await ask(() => streamOf([said, event]).response)
    expect(error).toBeNull()
    expect(events.at(-1)).toEqual(refused)
  })
})

describe('what is no answer', () => {
  const page = '<!doctype html><title>502</title>'

  test.each([
    ['a page', () => new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })],
    ['a page under the name of a stream', () => streamOf([page]).response],
    ['JSON that is none', () => Response.json({ ok: true })],
    ['JSON that breaks off', () => new Response('{"choices":[', { headers: { 'content-type': 'application/json' } })],
    ['an answer without a finish', () => Response.json({ choices: [{ message: { content: 'Да' } }] })],
    ['an event that is not JSON', () => streamOf(['data: pong\n\n']).response],
    ['an event that is a number', () => streamOf(['data: 5\n\n']).response],
    ['nothing', () => new Response(null, { status: 204 })]
  ])('%s is malformed', async (_, answer) => {
    const { error } = await ask(answer)
    expect(error).toMatchObject({ kind: 'malformed', retryable: false, status: null })
  })

  test.each([
    ['an empty stream', ''],
    ['comments alone', ': ping\n\n: ping\n\n'],
    ['[DONE] alone', 'data: [DONE]\n\n'],
    ['[DONE] behind a text without a finish, as gateways add it to a broken answer', `${said}data: [DONE]\n\n`],
    ['half an event', `${said}data: {"choices":[{"del`]
  ])('%s is cut', async (_, body) => {
    const { error } = await ask(() => streamOf([body]).response)
    expect(error).toMatchObject({ kind: 'cut', retryable: true })
  })
})
