// Asks a user's object directly: builds the command that the Worker would send, and reads the rows that are stored.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { AnswerEvent } from '#contract/answers.ts'
import { addConversation } from '#data/history/chats.ts'
import { findPath } from '#data/history/message-paths.ts'
import { openHistory } from '#data/base/database.ts'
import { type Route, usualFirstWordMs } from '#domain/models/route.ts'
import { listPriceOf } from '#domain/upstreams/list-prices.ts'
import type { RouteState } from '#domain/models/breaker.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import type { AnswerRefusal, AnswerRequest, AskCommand, RouteConnection } from '#durable-objects/answer/calls.ts'
import { AnswerStore } from '#durable-objects/answer/store.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { environmentConnection } from '#providers/chat/environment-connections.ts'
import { addSignedInUser } from './person.ts'
import { giveTokens } from './tokens.ts'

export const priceTokens = 5
export const referenceLength = 1000

let operations = 0
const unique = (prefix: string) => `${prefix}-${crypto.randomUUID().slice(0, 8)}-${++operations}`

export interface Asker {
  userId: string
  sessionId: string
  conversationId: number | null
}

/** A signed-in user with tokens and an empty conversation. */
export async function newAsker(tokens: number): Promise<Asker & { conversationId: number }> {
  const { userId, sessionId } = await addSignedInUser()
  await giveTokens(userId, tokens)
  const conversation = await addConversation(openHistory(env, userId), {
    userId,
    title: 'Тест',
    service: 'chatgpt',
    model: 'gpt-4o-mini',
    now: Date.now()
  })
  return { userId, sessionId, conversationId: conversation.id }
}

/** A request and who sends it. */
export interface AskerRequest extends AnswerRequest {
  userId: string
  sessionId: string
  /** In place of the accounts of the environment. */
  accounts?: readonly RouteConnection[]
  /** What other isolates have said. */
  states?: readonly RouteState[]
}

const cheapest = { openai: 'gpt-6-luna', anthropic: 'claude-haiku-5-5', xai: 'grok-4.3' } as const

/** A route to the cheapest model of a maker. */
export const routeTo = (supplier: keyof typeof cheapest, more: Partial<Route> = {}): Route => ({
  supplier,
  model: cheapest[supplier],
  showsThinking: supplier !== 'anthropic',
  outputTokensMax: 4096,
  firstWordMs: usualFirstWordMs,
  listPrice: listPriceOf(cheapest[supplier]),
  ...more
})

export function requestOf(asker: Asker, prompt: string, more: Partial<AskerRequest> = {}): AskerRequest {
  return {
    userId: asker.userId,
    sessionId: asker.sessionId,
    userTag: 'tag',
    operationId: unique('operation'),
    fingerprint: prompt,
    service: 'chatgpt',
    model: 'gpt-4o-mini',
    priceTokens,
    referenceLength,
    routes: [routeTo('openai')],
    conversationId: asker.conversationId,
    prompt,
    ...more
  }
}

/** The accounts of the environment. */
export const connections = (['openai', 'anthropic', 'xai'] as const).map((supplier) =>
  environmentConnection(environmentOf(env), supplier)
)

export const commandOf = ({ sessionId, accounts, states, ...request }: AskerRequest): AskCommand => ({
  caller: { kind: 'session', sessionId },
  request,
  connections: accounts ?? connections,
  ...(states && { routeStates: states }),
  isBasicModel: true,
  runningMax: 1000,
  limit: { key: 'text', limit: 10_000, windowMs: 60_000 }
})

/** The calls about one answer. @param bindings other than the test's own, to break them */
export function answerFor({ userId, sessionId, operationId }: AskerRequest, bindings: Env = env) {
  const user = userOf(bindings, userId)
  const asker = { caller: { kind: 'session', sessionId } } as const
  return {
    /** Starts the answer and does not read it. */
    async ask(request: AskerRequest): Promise<AnswerRefusal | { state: 'accepted' }> {
      const asked = await user.askAndRead(commandOf(request))
      if (asked.state === 'refused') return asked
      await asked.stream.cancel()
      return { state: 'accepted' }
    },
    askAndRead: (request: AskerRequest) => user.askAndRead(commandOf(request)),
    askAndWait: (request: AskerRequest) => user.askAndWait(commandOf(request)),
    read: (lastId: number) => user.readAnswer(asker, operationId, lastId),
    view: () => user.viewAnswer(asker, operationId),
    stop: () => user.stopAnswer(asker, operationId)
  }
}

/** The raw stub, for tests that abort or evict the object or read its storage. */
export const objectOf = ({ userId }: { userId: string }) => env.USER.getByName(userId)

/** Reads or writes the rows of a user's answers. */
export const inAnswers = <Result>(
  request: AskerRequest,
  work: (store: AnswerStore, sql: SqlStorage) => Result
): Promise<Result> =>
  runInDurableObject(objectOf(request), (_, { storage: { sql } }) => work(new AnswerStore(sql), sql))

export async function savedMessages(asker: { userId: string; conversationId: number }) {
  const { userId, conversationId } = asker
  const found = await findPath(openHistory(env, userId), userId, conversationId, { limit: 100 })
  return (found?.messages ?? []).map(({ role, content, outcome, chargedTokens, unavailable }) => ({
    role,
    content,
    outcome,
    chargedTokens,
    ...(unavailable && { unavailable: true })
  }))
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
export async function alarmOf(request: AskerRequest) {
  await runInDurableObject(objectOf(request), (instance) => (instance as unknown as { alarm(): Promise<void> }).alarm())
}
