// Calls the sandbox's text upstreams as the product does, without a server and with a clock that only tests move.
import { createSandbox, type Sandbox } from '#sandbox/app.ts'
import type { Clock } from '#sandbox/base/clock.ts'

export type Provider = 'openai' | 'xai' | 'anthropic'

type Fields = Record<string, unknown>

const PATHS = {
  openai: '/openai/v1/responses',
  xai: '/xai/v1/responses',
  anthropic: '/anthropic/v1/messages'
} as const

/** A clock that skips every wait and adds up the skipped time. */
export function createJumpingClock(): Clock & { passedMs(): number } {
  const startedAt = Date.UTC(2026, 10, 21)
  let time = startedAt
  return {
    now: () => time,
    wait: async (durationMs, signal) => {
      signal.throwIfAborted()
      time += durationMs
    },
    passedMs: () => time - startedAt
  }
}

export function createTimelessSandbox(): Sandbox {
  return createSandbox({ clock: createJumpingClock() })
}

export function bodyFor(provider: Provider, prompt: string, changes: Fields = {}): Fields {
  if (provider === 'anthropic') {
    const messages = [{ role: 'user', content: prompt }]
    return { model: 'claude-haiku-5-5', max_tokens: 1024, messages, stream: true, ...changes }
  }
  return {
    model: provider === 'openai' ? 'gpt-6-luna' : 'grok-4.3',
    input: prompt,
    instructions: 'Отвечай по-русски.',
    max_output_tokens: 1024,
    reasoning: { effort: 'none' },
    store: false,
    stream: true,
    ...changes
  }
}

export function requestTo(provider: Provider, body: unknown, headers = keysFor(provider)): Request {
  return new Request(`http://sandbox.test${PATHS[provider]}`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })
}

export function keysFor(provider: Provider): Record<string, string> {
  return provider === 'anthropic'
    ? { 'x-api-key': 'local-key', 'anthropic-version': '2023-06-01' }
    : { authorization: 'Bearer local-key' }
}

export async function ask(sandbox: Sandbox, provider: Provider, prompt: string, changes: Fields = {}) {
  return await sandbox.fetch(requestTo(provider, bodyFor(provider, prompt, changes)))
}

/** The data of the events of a streamed answer. */
export const dataOf = (stream: string) =>
  Array.from(stream.matchAll(/^data: (.+)$/gm), ([, data]) => JSON.parse(data ?? ''))

/** What a streamed answer says, or how it refuses. */
export async function saidIn(response: Response): Promise<string> {
  const deltas = dataOf(await response.text()).map(({ delta }) => delta?.text ?? delta)
  return deltas.filter((delta) => typeof delta === 'string').join('')
}
