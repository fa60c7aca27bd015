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

const request = chatRequestOf('grok-4.3')
const never = new AbortController().signal

function outcomeWith(answer: () => Response) {
  const { send } = answering(answer)
  return outcomeOf(chatProviderOf(connectionTo('xai'), { send }).stream(request, never))
}

const end = (reason: string, outputTokens: number, thought: { thinkingTokens?: number } = {}) => ({
  type: 'end',
  reason,
  upstreamModel: 'grok-4.3',
  usage: { inputTokens: 21, outputTokens, ...thought }
})

describe('xAI', () => {
  test('gets the same request as OpenAI, with its own field for the user', async () => {
    const { send, sent } = answering(() => streamOf([fixtureOf('xai-responses-stream.txt')]).response)
    const asked = { ...request, system: 'Отвечай по-русски.', effort: 'medium' as const }
    await outcomeOf(chatProviderOf(connectionTo('xai'), { send }).stream(asked, never))
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
    ['reasoning-stream', [{ type: 'text', text: 'Привет! Чем помочь?' }, end('complete', 39, { thinkingTokens: 32 })]],
    ['incomplete-stream', [{ type: 'text', text: 'Привет! Чем ' }, end('truncated', 16)]],
    // xAI has no events for a refusal: its model says so in words.
    ['refusal-stream', [{ type: 'text', text: 'Извините, я не могу помочь с этой просьбой.' }, end('complete', 15)]],
    ['empty-stream', [end('complete', 0)]]
  ])('streams %s', async (name, events) => {
    const outcome = await outcomeWith(() => streamOf([fixtureOf(`xai-responses-${name}.txt`)]).response)
    expect(outcome).toEqual({ events, error: null })
  })

  test.each([
    ['failed-stream', 'server', true],
    ['malformed-stream', 'malformed', false]
  ])('fails in the middle of %s', async (name, kind, retryable) => {
    const { error } = await outcomeWith(() => streamOf([fixtureOf(`xai-responses-${name}.txt`)]).response)
    expect(error).toMatchObject({ provider: 'xai', kind, retryable, status: null })
  })

  test.each([
    // A wrong key and a retired model come with the same status and code.
    ['400-wrong-key', 'unauthorized', false, 'incorrect_api_key'],
    ['400-model-retired', 'model-gone', false, 'model_not_found'],
    ['401-missing-key', 'unauthorized', false, null],
    ['403-spending-limit', 'unpaid', false, 'personal-team-blocked:spending-limit'],
    ['403-credits-used', 'unpaid', false, 'team_without_credits'],
    ['403-new-team', 'unpaid', false, 'team_without_credits'],
    ['429-credits-used', 'unpaid', false, 'team_without_credits'],
    ['403-blocked', 'unauthorized', false, 'permission-denied'],
    ['404-model-not-found', 'model-gone', false, null],
    ['422-invalid-body', 'rejected', false, null],
    ['429-rate-limit', 'busy', true, null],
    ['500-internal', 'server', true, null]
  ])('refuses a call with %s', async (name, kind, retryable, code) => {
    const status = Number(name.slice(0, 3))
    const { events, error } = await outcomeWith(() => errorOf(status, fixtureOf(`xai-error-${name}.json`)))
    expect(events).toEqual([])
    expect(error).toMatchObject({ provider: 'xai', kind, status, retryable, code })
  })

  test.each(['content-violation', 'moderation'])('shows moderation as a refusal: %s', async (name) => {
    const outcome = await outcomeWith(() => errorOf(403, fixtureOf(`xai-error-403-${name}.json`)))
    expect(outcome).toEqual({
      events: [{ type: 'end', reason: 'refused', upstreamModel: 'grok-4.3', usage: null }],
      error: null
    })
  })

  test('does not take a quoted sentence for one of xAI’s own', async () => {
    const error = 'Invalid input: "Your team 1 has used all available credits. Content violates usage guidelines"'
    const outcome = await outcomeWith(() => errorOf(403, JSON.stringify({ code: 'permission-denied', error })))
    expect(outcome).toMatchObject({ events: [], error: { kind: 'unauthorized', code: 'permission-denied' } })
  })
})
