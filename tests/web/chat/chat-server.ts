// Answers the calls of a chat page from memory; a test replaces the answers that it needs.
import type { AnswerEvent } from '#contract/answers.ts'
import type { Attachment } from '#contract/attached-file.ts'
import { inputTokensPerToken } from '#contract/catalogue/attachments.ts'
import type { ChatSettings } from '#contract/chat-settings.ts'
import type { Conversation, Message } from '#contract/chats.ts'
import { accountOf, type Asked, fakeApi, keepTokens, profileOf, refuse, succeed } from '../fake-api.ts'
import { eventsOf, streamOf } from './answer-server.ts'

type Answer = (asked: Asked) => Response | Promise<Response>

export const conversationOf = (id: number, part: Partial<Conversation> = {}): Conversation => ({
  id,
  title: `Чат ${id}`,
  service: 'chatgpt',
  model: 'gpt-4o-mini',
  created_at: 1_795_000_000_000 + id,
  updated_at: 1_795_000_000_000 + id,
  role: null,
  pinned_at: null,
  archived_at: null,
  folder_id: null,
  ...part
})

export const messageOf = (id: number, role: Message['role'], part: Partial<Message> = {}): Message => ({
  id,
  role,
  content: `Сообщение ${id}`,
  model: 'gpt-4o-mini',
  created_at: 1_795_000_000_000 + id,
  operation_id: null,
  outcome: role === 'assistant' ? 'complete' : null,
  upstream_model: null,
  billing: null,
  parent_id: null,
  versions: [id],
  answering: null,
  thinking: null,
  sources: null,
  ...part
})

/** It adds two tokens to the price. */
export const pictureFile: Attachment = {
  id: 'file-1',
  name: 'снимок.png',
  kind: 'picture',
  type: 'image/png',
  size: 1000,
  width: 80,
  height: 60,
  state: 'ready',
  failure: null,
  inputTokens: inputTokensPerToken * 2,
  url: '/files/file-1'
}

interface ChatServer {
  signedIn?: boolean
  tokens?: number
  plan?: 'free' | 'paid' | 'premium'
  conversations?: Conversation[]
  /** Ids of conversations in which answers are written. */
  running?: number[]
  messages?: Record<number, Message[]>
  /** Those of the first and only conversation. */
  saved?: Message[]
  events?: AnswerEvent[]
  /** Of all conversations, as the server has them at the time. */
  settings?: () => ChatSettings
  /** Replace the standard answers below; keys as in `fakeApi`, without the query. */
  answers?: Record<string, Answer>
}

let lastId = 1000
const nextId = () => ++lastId

/** Takes away what comes after a message; undefined: nothing. @returns the first message that was taken away */
function replaceFrom(messages: Message[], id: number | null | undefined): Message | undefined {
  if (id === undefined) return undefined
  return messages.splice(messages.findIndex((message) => message.id === id) + 1)[0]
}

const versionsWith = (replaced: Message | undefined): Partial<Message> =>
  replaced && replaced.content !== '' ? { versions: [...replaced.versions, lastId] } : {}

/** Saves the question and its answer, as the server does, so that loading the messages again shows them. */
function saveTurn(messages: Message[], asked: Asked, events: readonly AnswerEvent[]) {
  const { prompt, model, answersMessageId, parentMessageId } = asked.body as {
    prompt: string
    model: string
    answersMessageId?: number
    parentMessageId?: number | null
  }
  const replaced = replaceFrom(messages, answersMessageId ?? parentMessageId)
  const operation_id = asked.headers.get('idempotency-key')
  const end = events.at(-1)
  const text = events.map((event) => (event.type === 'delta' ? event.text : '')).join('')
  const proposals = events.flatMap((event) =>
    event.type === 'proposal' ? { kind: event.kind, prompt: event.prompt } : []
  )
  if (answersMessageId === undefined)
    messages.push(messageOf(nextId(), 'user', { content: prompt, model, operation_id, ...versionsWith(replaced) }))
  const parent_id = messages.at(-1)?.id ?? null
  if (end?.type !== 'done' && end?.type !== 'error') return
  messages.push(
    messageOf(nextId(), 'assistant', {
      parent_id,
      content: text,
      model,
      operation_id,
      outcome: end.outcome,
      ...(proposals.length > 0 && { proposals }),
      billing: end.type === 'done' ? end.billing : { siteTokens: 0 },
      ...(answersMessageId !== undefined && versionsWith(replaced))
    })
  )
}

export function chatServer(server: ChatServer = {}) {
  const { signedIn = true, tokens = 10, plan = 'free', saved, running = [], answers = {} } = server
  const messages = server.messages ?? (saved ? { 1: saved } : {})
  const conversations = [...(server.conversations ?? (saved ? [conversationOf(1)] : []))]
  const events = server.events ?? eventsOf(['Ответ ', '**готов**.'])
  if (signedIn) keepTokens('anna')

  const standard: Record<string, Answer> = {
    'GET /auth/profile': () => succeed({ user: { ...profileOf('anna@example.ru'), plan } }),
    'GET /user/tokens': () => succeed(accountOf(tokens)),
    'GET /ai/status': () => succeed({ services: [] }),
    'GET /chat/conversations': () => succeed({ items: conversations, total: conversations.length, running }),
    'GET /chat/conversations/:id': ({ path }) => {
      const conversation = conversations.find(({ id }) => id === idIn(path))
      return conversation ? succeed({ conversation }) : refuse(404, { error: 'Не найдено' })
    },
    'POST /chat/conversations': ({ body }) => {
      const created = conversationOf(conversations.length + 1, body as Partial<Conversation>)
      conversations.unshift(created)
      return succeed({ conversation: created })
    },
    'GET /chat/conversations/:id/messages': ({ path }) =>
      succeed({ messages: messages[idIn(path)] ?? [], hasMore: false, settings: server.settings?.() }),
    'GET /chat/conversations/:id/documents': () => succeed({ items: [] }),
    'PUT /chat/conversations/:id': ({ path, body }) => {
      const at = conversations.findIndex(({ id }) => id === idIn(path))
      const renamed = { ...conversations[at]!, ...(body as Pick<Conversation, 'title'>) }
      conversations.splice(at, 1, renamed)
      return succeed({ conversation: renamed })
    },
    'DELETE /chat/conversations/:id': ({ path }) => {
      conversations.splice(
        conversations.findIndex(({ id }) => id === idIn(path)),
        1
      )
      return succeed()
    },
    'POST /ai/text': (asked) => {
      const { conversationId } = asked.body as { conversationId: number }
      saveTurn((messages[conversationId] ??= []), asked, events)
      return streamOf(events, -1)
    },
    'GET /ai/text/answers/:id': ({ headers }) => streamOf(events, Number(headers.get('last-event-id') ?? -1))
  }

  const answerTo = (key: string) => answers[keyOf(key)] ?? standard[keyOf(key)]
  const api = fakeApi(
    new Proxy({}, { get: (_, key: string) => answerTo(key), has: (_, key: string) => answerTo(key) !== undefined })
  )
  /** The requests for an answer. */
  const questions = () => api.asked.filter(({ method, path }) => method === 'POST' && path.startsWith('/ai/text/'))
  return { ...api, questions, keys: () => questions().map(({ headers }) => headers.get('idempotency-key')) }
}

const idIn = (path: string): number => Number(/\d+/.exec(path)?.[0])

/** The method and path of a call, with placeholders for ids and the service. */
const keyOf = (key: string) =>
  key
    .replace(/\?.*$/, '')
    .replace(/(\/(?:answers|changes)\/)[^/]+$/, '$1:id')
    .replace(/\/conversations\/\d+/, '/conversations/:id')
    .replace(/\/ai\/text\/(chatgpt|claude|xai)$/, '/ai/text')
