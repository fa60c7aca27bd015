// Calls an Answer object directly: builds the request that a flow would make, and reads the rows that the object
// stores.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { AnswerEvent } from '#contract/answers.ts'
import { addConversation, findConversation } from '#data/chats.ts'
import { openDatabase } from '#data/database.ts'
import type { AnswerRequest } from '#durable-objects/answer/store.ts'
import { answerOf } from '#durable-objects/stubs.ts'
import { giveTokens } from './tokens.ts'

export const priceTokens = 5
export const referenceLength = 1000

let operations = 0
const unique = (prefix: string) => `${prefix}-${crypto.randomUUID().slice(0, 8)}-${++operations}`

/** A user with tokens and an empty conversation. No row in `users`: Durable Objects never read it. */
export async function newAsker(tokens: number): Promise<{ userId: string; conversationId: number }> {
  const userId = unique('user')
  await giveTokens(userId, tokens)
  const conversation = await addConversation(openDatabase(env.DB), {
    userId,
    title: 'Тест',
    service: 'chatgpt',
    model: 'gpt-4o-mini',
    now: Date.now()
  })
  return { userId, conversationId: conversation.id }
}

export function requestOf(
  asker: { userId: string; conversationId: number | null },
  prompt: string,
  more: Partial<AnswerRequest> = {}
): AnswerRequest {
  return {
    userId: asker.userId,
    userTag: 'tag',
    operationId: unique('operation'),
    fingerprint: prompt,
    service: 'chatgpt',
    model: 'gpt-4o-mini',
    priceTokens,
    referenceLength,
    upstream: { provider: 'openai', model: 'gpt-6-luna', outputTokensMax: 4096 },
    conversationId: asker.conversationId,
    prompt,
    turns: [{ role: 'user', text: prompt }],
    runningMax: 1000,
    ...more
  }
}

export const answerFor = ({ userId, operationId }: AnswerRequest) => answerOf(env, userId, operationId)

/** The raw stub, for tests that abort or evict the object or read its storage. */
export const objectOf = ({ userId, operationId }: AnswerRequest) => env.ANSWER.getByName(`${userId}/${operationId}`)

export async function savedMessages(asker: { userId: string; conversationId: number }) {
  const found = await findConversation(openDatabase(env.DB), asker.userId, asker.conversationId, { limit: 100 })
  return (found?.messages ?? [])
    .toReversed()
    .map(({ role, content, outcome, chargedTokens }) => ({ role, content, outcome, chargedTokens }))
}

/** Reads a stream to its end. @returns its events with their ids */
export async function eventsOf(stream: ReadableStream): Promise<{ id: number; event: AnswerEvent }[]> {
  return parseEvents(await new Response(stream).text())
}

export const parseEvents = (text: string): { id: number; event: AnswerEvent }[] =>
  [...text.matchAll(/^id: (\d+)\nevent: \w+\ndata: (.*)$/gm)].map(([, id, data]) => ({
    id: Number(id),
    event: JSON.parse(data!) as AnswerEvent
  }))

export const textOf = (events: { event: AnswerEvent }[]) =>
  events.map(({ event }) => (event.type === 'delta' ? event.text : '')).join('')

/** Runs the object's alarm handler now, once. */
export async function alarmOf(request: AnswerRequest) {
  await runInDurableObject(objectOf(request), (instance) => (instance as { alarm(): Promise<void> }).alarm())
}
