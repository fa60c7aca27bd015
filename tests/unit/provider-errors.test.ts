import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { EnvironmentSupplier } from '#providers/chat/environment-connections.ts'
import { safeCode } from '#providers/http/error-code.ts'
import {
  answering,
  chatRequestOf,
  connectionTo,
  errorOf,
  fixtureOf,
  outcomeOf,
  streamOf
} from '../support/node/fake-upstream.ts'

function call(name: EnvironmentSupplier, answer: () => Response) {
  const provider = chatProviderOf(connectionTo(name), { send: answering(answer).send })
  return outcomeOf(provider.stream(chatRequestOf('model'), new AbortController().signal))
}

describe('headers and status of an error answer', () => {
  const limited = fixtureOf('openai-error-429-rate-limit.json')

  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') }))
  afterEach(() => void vi.useRealTimers())

  test.each([
    [{ 'retry-after': '3' }, 3],
    [{ 'retry-after': '3', 'retry-after-ms': '1200' }, 2],
    [{ 'retry-after-ms': 'soon', 'retry-after': '4' }, 4],
    [{ 'retry-after': '0.4' }, 1],
    [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, 30],
    [{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after': '-5' }, 0],
    [{ 'retry-after': '1e9' }, 86_400],
    [{ 'retry-after': 'soon' }, null],
    [{}, null]
  ])('%j asks for %s seconds', async (headers, retryAfterSeconds) => {
    const { error } = await call('openai', () => errorOf(429, limited, headers))
    expect(error).toMatchObject({ kind: 'busy', retryable: true, retryAfterSeconds })
  })

  test('an answer that forbids a retry is not retryable', async () => {
    const { error } = await call('openai', () => errorOf(500, '{}', { 'x-should-retry': 'false' }))
    expect(error).toMatchObject({ kind: 'server', retryable: false })
  })

  test.each([
    [302, 'server', false],
    [400, 'rejected', false],
    [402, 'unpaid', false],
    [403, 'unauthorized', false],
    [408, 'timeout', true],
    [409, 'busy', true],
    [413, 'rejected', false],
    [502, 'server', true],
    [504, 'timeout', true],
    [529, 'busy', true]
  ])('status %i without a readable body is %s', async (status, kind, retryable) => {
    const { error } = await call('anthropic', () => errorOf(status, '<html>'))
    expect(error).toMatchObject({ kind, retryable, status, code: null })
  })

  test('a huge error page is not read to its end', async () => {
    const stream = streamOf(
      Array.from({ length: 1000 }, () => ' '.repeat(1024)),
      'silence'
    )
    const { error } = await call('openai', () => new Response(stream.response.body, { status: 500 }))
    expect(error).toMatchObject({ kind: 'server', status: 500, code: null })
    expect(stream.isReleased()).toBe(true)
  })
})

describe('a code', () => {
  test.each([
    'invalid_request_error',
    'RESOURCE_EXHAUSTED',
    'SAFETY.INPUT.TEXT',
    'personal-team-blocked:spending-limit',
    'E1234'
  ])('%s is one', (code) => {
    expect(safeCode(code)).toBe(code)
  })

  test.each([
    'The caller does not have permission to execute the specified operation',
    'cat on a roof',
    'кот',
    'a@example.com',
    'sentence.',
    '',
    `sk_${'a'.repeat(80)}`
  ])('%j is prose, which may quote a prompt', (text) => {
    expect(safeCode(text)).toBeNull()
  })
})
