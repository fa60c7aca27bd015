import { describe, expect, test } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import {
  answering,
  chatRequestOf,
  chatSettings,
  errorOf,
  fixtureOf,
  outcomeOf,
  streamOf
} from '../support/node/fake-upstream.ts'

const request = chatRequestOf('grok-4.3')
const never = new AbortController().signal

const end = (reason: string, outputTokens: number) => ({
  type: 'end',
  reason,
  upstreamModel: 'grok-4.3',
  usage: { inputTokens: 21, outputTokens }
})

describe('xAI', () => {
  test('gets the same request as OpenAI, with its own field for the user', async () => {
    const { send, sent } = answering(() => streamOf([fixtureOf('xai-responses-stream.txt')]).response)
    const asked = { ...request, system: 'Отвечай по-русски.', effort: 'medium' as const }
    await outcomeOf(chatProviderOf('xai', chatSettings, { send }).stream(asked, never))
    expect(sent).toEqual([
      {
        url: 'http://sandbox.test/xai/v1/responses',
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer xai-key' },
        redirect: 'manual',
        body: {
          model: 'grok-4.3',
          input: [{ role: 'user', content: 'Привет' }],
          instructions: 'Отвечай по-русски.',
          reasoning: { effort: 'medium' },
          max_output_tokens: 1024,
          user: 'user-tag',
          store: false,
          stream: true
        }
      }
    ])
  })

  test.each([
    ['stream', [{ type: 'text', text: 'Привет! Чем помочь?' }, end('complete', 7)]],
    ['reasoning-stream', [{ type: 'text', text: 'Привет! Чем помочь?' }, end('complete', 39)]],
    ['incomplete-stream', [{ type: 'text', text: 'Привет! Чем ' }, end('truncated', 16)]],
    ['refusal-stream', [{ type: 'text', text: 'Извините, я не могу помочь с этой просьбой.' }, end('refused', 15)]],
    ['empty-stream', [end('complete', 0)]]
  ])('streams %s', async (name, events) => {
    const { send } = answering(() => streamOf([fixtureOf(`xai-responses-${name}.txt`)]).response)
    const outcome = await outcomeOf(chatProviderOf('xai', chatSettings, { send }).stream(request, never))
    expect(outcome).toEqual({ events, error: null })
  })

  test.each([
    ['failed-stream', 'server', true],
    ['malformed-stream', 'malformed', false]
  ])('fails in the middle of %s', async (name, kind, retryable) => {
    const { send } = answering(() => streamOf([fixtureOf(`xai-responses-${name}.txt`)]).response)
    const { error } = await outcomeOf(chatProviderOf('xai', chatSettings, { send }).stream(request, never))
    expect(error).toMatchObject({ provider: 'xai', kind, retryable, status: null })
  })

  test.each([
    // xAI answers a wrong key and a retired model with the same code.
    ['400-wrong-key', 'rejected', false, 'Client specified an invalid argument'],
    ['400-model-retired', 'rejected', false, 'Client specified an invalid argument'],
    ['401-missing-key', 'unauthorized', false, null],
    [
      '403-content-violation',
      'rejected',
      false,
      'The caller does not have permission to execute the specified operation'
    ],
    ['404-model-not-found', 'model-gone', false, 'Some requested entity was not found'],
    ['422-invalid-body', 'rejected', false, null],
    ['429-rate-limit', 'busy', true, 'Some resource has been exhausted'],
    ['500-internal', 'server', true, null]
  ])('refuses a call with %s', async (name, kind, retryable, code) => {
    const status = Number(name.slice(0, 3))
    const { send } = answering(() => errorOf(status, fixtureOf(`xai-error-${name}.json`)))
    const { events, error } = await outcomeOf(chatProviderOf('xai', chatSettings, { send }).stream(request, never))
    expect(events).toEqual([])
    expect(error).toMatchObject({ provider: 'xai', kind, status, retryable, code })
  })
})
