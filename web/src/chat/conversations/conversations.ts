import { infiniteQueryOptions, type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { type ChatPath, chatServices, type ChatService } from '#contract/catalogue/chat.ts'
import * as chats from '#contract/chats.ts'
import type { Conversation, Message } from '#contract/chats.ts'
import { homeOf } from '#contract/catalogue/models.ts'
import type { RoleOfConversation } from '#contract/roles.ts'
import { isNotFound } from '../../base/http/api-error.ts'
import { call } from '../../base/session/client.ts'
import { modelsNow } from '../../base/session/models.ts'
import { conversationsKey, messagesKey } from '../../base/http/query-keys.ts'
import { onUserLeft } from '../../base/session/user-left.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { notify } from '../../base/ui/notify.ts'

type MessagePage = z.output<typeof chats.listMessages.output>
export type ConversationPage = z.output<typeof chats.listConversations.output>

const conversationsPerPage = 20
const messagesPerPage = 100
/** How many of the latest conversations are searched for the one nearest to a point in time. */
const conversationsSearched = 100

/** Whose conversations a list shows: those of one service, or of all. */
export type Scope = ChatService | 'all'

const scopes: readonly Scope[] = ['all', ...chatServices]

/** The beginning of the keys of the lists of a scope. */
const scopeKey = (scope: Scope) => [...conversationsKey, scope] as const

type Section = { section: 'rest' | 'archive' } | { folder: number }

/** A part of a list, latest first. */
const sectionQuery = (scope: Scope, part: string, section: Section) =>
  infiniteQueryOptions({
    queryKey: [...scopeKey(scope), part],
    queryFn: ({ pageParam, signal }): Promise<ConversationPage> =>
      call(
        chats.listConversations,
        {
          limit: conversationsPerPage,
          offset: pageParam,
          ...(scope !== 'all' && { service: scope }),
          ...section
        },
        { signal }
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((count, { items }) => count + items.length, 0)
      return last.items.length > 0 && loaded < last.total ? loaded : undefined
    }
  })

/** What is neither pinned nor in a folder nor in the archive; with the names of these, and what is pinned. */
export const conversationsQuery = (scope: Scope) => sectionQuery(scope, 'rest', { section: 'rest' })

export const archiveQuery = (scope: Scope) => sectionQuery(scope, 'archive', { section: 'archive' })

/** The last part of the key of a folder's list. */
export const folderPart = (folder: number) => `folder ${folder}`

export const folderQuery = (scope: Scope, folder: number) => sectionQuery(scope, folderPart(folder), { folder })

/** So many of the latest are offered outside the pages of chats. */
const recentMax = 5

/** The chats of all services that were used last. */
export const recentChatsQuery = queryOptions({
  queryKey: [...conversationsKey, 'recent'],
  queryFn: ({ signal }) => call(chats.listConversations, { limit: recentMax }, { signal })
})

/** One conversation, wherever in the list it is. */
export const conversationQuery = (id: number) =>
  queryOptions({
    queryKey: [...conversationsKey, 'one', id],
    queryFn: async ({ signal }): Promise<Conversation | null> =>
      (await call(chats.readConversation, { id }, { signal })).conversation,
    // Whatever changes it, invalidates it.
    staleTime: Infinity
  })

export const conversationsOf = (data: InfiniteData<ConversationPage> | undefined): Conversation[] => {
  const all = data?.pages.flatMap(({ items }) => items) ?? []
  // A conversation that moved to the top between the loading of two pages is in both.
  return [...new Map(all.map((conversation) => [conversation.id, conversation])).values()]
}

/** Changes the pages of all lists that this page has read, of every scope. */
export function changeLists(
  queries: QueryClient,
  change: (page: ConversationPage, index: number, key: { scope: Scope; part: unknown }) => ConversationPage
): void {
  for (const { scope, key, known } of listsOf(queries)) {
    const pages = known.pages.map((page, index) => change(page, index, { scope, part: key.at(-1) }))
    queries.setQueryData(key, { ...known, pages })
  }
}

const listsOf = (queries: QueryClient) =>
  scopes.flatMap((scope) =>
    queries
      .getQueriesData<InfiniteData<ConversationPage>>({ queryKey: scopeKey(scope) })
      .flatMap(([key, known]) => (known ? [{ scope, key, known }] : []))
  )

/** All conversations of the lists that this page has read, each once. */
export function listedConversations(queries: QueryClient): Conversation[] {
  const pages = listsOf(queries).flatMap(({ known }) => known.pages)
  const all = pages.flatMap(({ items, above }) => [...items, ...(above?.pinned ?? [])])
  return [...new Map(all.map((one) => [one.id, one])).values()]
}

/** The messages of a conversation: pages go backwards from the newest, each page in order. */
export const messagesQuery = (id: number | null) =>
  infiniteQueryOptions({
    queryKey: messagesKey(id),
    queryFn: ({ pageParam, signal }): Promise<MessagePage> =>
      call(
        chats.listMessages,
        // Without an id it is not `enabled`.
        { id: id ?? 0, limit: messagesPerPage, ...(pageParam > 0 && { before: pageParam }) },
        { signal }
      ),
    initialPageParam: 0,
    getNextPageParam: ({ messages, hasMore }) => (hasMore ? messages[0]?.id : undefined),
    enabled: id !== null
  })

/** Oldest first. */
export const messagesOf = (data: InfiniteData<MessagePage> | undefined): Message[] =>
  data?.pages.toReversed().flatMap(({ messages }) => messages) ?? []

export async function latestConversations(service: ChatService): Promise<Conversation[]> {
  const { items } = await call(chats.listConversations, { service, limit: conversationsSearched })
  return items
}

/** Without a title, the server names it after the service and the day. @param isListed false: the lists learn of it later */
export async function createConversation(
  queries: QueryClient,
  wanted: { service: ChatService; model: string; title?: string; role?: RoleOfConversation },
  isListed = true
): Promise<Conversation> {
  const { conversation } = await call(chats.createConversation, wanted)
  const empty: InfiniteData<MessagePage, number> = { pages: [{ messages: [], hasMore: false }], pageParams: [0] }
  queries.setQueryData(messagesKey(conversation.id), empty)
  if (isListed) listConversation(queries)
  queries.setQueryData(conversationQuery(conversation.id).queryKey, conversation)
  return conversation
}

/** Shows a conversation in the lists. */
export const listConversation = (queries: QueryClient): void =>
  void queries.invalidateQueries({ queryKey: conversationsKey })

/** Deletes the conversation of a first question that was refused. @returns false: it is not empty, or the server did not say */
export async function takeBackConversation(queries: QueryClient, id: number): Promise<boolean> {
  try {
    await deleteHere([id], () => call(chats.deleteConversation, { id, if: 'empty' }))
  } catch {
    return false
  }
  queries.removeQueries({ queryKey: messagesKey(id), type: 'inactive' })
  listConversation(queries)
  return true
}

/** Shows the path through a message, if it is not shown already. */
export async function showVersion(queries: QueryClient, id: number, messageId: number): Promise<void> {
  await call(chats.showVersion, { id, messageId })
  await queries.invalidateQueries({ queryKey: messagesKey(id) })
}

/** A new conversation with a copy of the messages up to this one. */
export async function branchConversation(queries: QueryClient, id: number, messageId: number): Promise<Conversation> {
  const { conversation } = await call(chats.branchConversation, { id, messageId })
  void queries.invalidateQueries({ queryKey: conversationsKey })
  return conversation
}

/** The conversation in which an operation was asked; null, and the user is told, when it is deleted. */
export async function conversationOf(operationId: string): Promise<number | null> {
  try {
    return (await call(chats.findAsked, { id: operationId })).conversation_id
  } catch (error) {
    if (!isNotFound(error)) throw error
    notify.info('Этого чата больше нет')
    return null
  }
}

/** The page of a conversation: that of its model, else that of its service. */
export function chatPathOf({ service, model }: Pick<Conversation, 'service' | 'model'>): ChatPath {
  const known = chatServices.find((one) => one === service) ?? 'chatgpt'
  return homeOf(modelsNow(), known, model) ?? `/${known}`
}

export const shownTitle = ({ title }: Pick<Conversation, 'title'>): string => title.trim() || 'Без названия'

/** Under which name it leaves the page. */
export const subjectOf = (conversation: Conversation) => ({ id: conversation.id, title: shownTitle(conversation) })

const deleted = pageStore<ReadonlySet<number>>(() => new Set())
onUserLeft(() => deleted.setState(new Set(), true))

/** Whether this page itself deletes a conversation, and so leaves it. */
export const isDeletedHere = (id: number): boolean => deleted.getState().has(id)

/** Deletes conversations by a call of the server. @throws what the call throws; they are as before then, unless it has none of them */
export async function deleteHere(ids: readonly number[], ask: () => Promise<unknown>): Promise<void> {
  deleted.setState(new Set([...deleted.getState(), ...ids]), true)
  await ask().catch((error: unknown) => {
    // Others may have been deleted meanwhile.
    if (!isNotFound(error)) deleted.setState(new Set([...deleted.getState()].filter((id) => !ids.includes(id))), true)
    throw error
  })
}

/** Reloads what an answer changed: its conversation, and the order of the list. */
export const refreshConversation = (queries: QueryClient, id: number) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: messagesKey(id) }),
    queries.invalidateQueries({ queryKey: conversationsKey })
  ])
