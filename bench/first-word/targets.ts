// How each subject is asked for an answer.
import { randomUUID } from 'node:crypto'
import type { Target } from './stream.ts'

type Headers = Record<string, string>

export const directTarget = (upstreamUrl: string): Target => ({
  url: `${upstreamUrl}/responses`,
  headers: () => ({}),
  body: (prompt) => ({ model: 'gpt-6-luna', input: prompt, stream: true })
})

export const floorTarget = (url: string, user: string, authorization: string): Target => ({
  url,
  headers: () => ({ 'x-user': user, authorization, 'idempotency-key': randomUUID() }),
  body: (prompt) => ({ model: 'gpt-6-luna', input: prompt, stream: true })
})

export const productTarget = (url: string, signedIn: Headers, conversationId?: number): Target => ({
  url: `${url}/api/ai/text/chatgpt`,
  headers: () => ({ ...signedIn, accept: 'text/event-stream', 'idempotency-key': randomUUID() }),
  body: (prompt) => ({ prompt, model: 'gpt-4o-mini', ...(conversationId === undefined ? {} : { conversationId }) })
})
