// The user's conversations, and the messages of one of them, as the chat pages show them.
import { useEffect, useMemo } from 'react'
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Conversation, Message } from '#contract/chats.ts'
import type { Folder } from '#contract/folders.ts'
import { makeOnce } from '#contract/make-once.ts'
import { isNotFound } from '../../base/http/api-error.ts'
import { conversationsKey, messagesKey } from '../../base/http/query-keys.ts'
import { useSession } from '../../base/session/session.tsx'
import { useLiveMessages } from '../../base/live/live-bus.ts'
import { notify } from '../../base/ui/notify.ts'
import {
  conversationQuery,
  conversationsOf,
  changeLists,
  conversationsQuery,
  isDeletedHere,
  messagesOf,
  messagesQuery,
  type Scope
} from './conversations.ts'

const byName = makeOnce(() => new Intl.Collator('ru', { numeric: true }))

export interface Conversations {
  /** What is neither pinned nor in a folder nor in the archive. */
  items: readonly Conversation[]
  pinned: readonly Conversation[]
  /** By name. */
  folders: readonly Folder[]
  /** How many are in the archive. */
  archived: number
  /** In which of them answers are written now. */
  running: ReadonlySet<number>
  state: 'loading' | 'failed' | 'ready'
  /** When they were read: which of them are of today. */
  readAt: number
  hasMore: boolean
  loadingMore: boolean
  loadMore: () => void
  reload: () => void
}

export const chatsFailedText = 'Ошибка при загрузке чатов'

/** Reads the next page of a list that nothing else watches, and tells when that fails: its button alone would only come back. */
export const readMore = (query: { fetchNextPage: () => Promise<{ isFetchNextPageError: boolean }> }): void =>
  void query.fetchNextPage().then((read) => read.isFetchNextPageError && notify.error(chatsFailedText))

/** The past conversations; none for a visitor. */
export function useConversations(scope: Scope): Conversations {
  const { user, status } = useSession()
  const query = useInfiniteQuery({ ...conversationsQuery(scope), enabled: user !== null })
  const above = user ? query.data?.pages.at(-1)?.above : undefined
  return {
    items: user ? conversationsOf(query.data) : [],
    pinned: above?.pinned ?? [],
    folders: (above?.folders ?? []).toSorted((one, other) => byName().compare(one.name, other.name)),
    archived: above?.archived ?? 0,
    running: new Set(user ? query.data?.pages.at(-1)?.running : []),
    state: query.data || status === 'signed-out' ? 'ready' : query.isError ? 'failed' : 'loading',
    readAt: query.dataUpdatedAt,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => (scope === 'all' ? void query.fetchNextPage() : readMore(query)),
    reload: () => void query.refetch()
  }
}

/** Tells the user of a list that could not be read, and marks its conversations when answers begin: once on a page. */
export function useConversationsNews(): void {
  const { user } = useSession()
  const queries = useQueryClient()
  useQueryFailure(useInfiniteQuery({ ...conversationsQuery('all'), enabled: user !== null }), chatsFailedText)
  useLiveMessages((message) => {
    if (message.type === 'answer' && message.state === 'running') markRunning(queries, message.conversationId)
  })
}

/** The open conversation, wherever in the list it is; undefined: there is none, or it is not known yet. */
export function useOpenConversation(
  id: number | null,
  { items, pinned, state }: Conversations
): Conversation | undefined {
  const { user } = useSession()
  const listed = id === null ? undefined : [...items, ...pinned].find((one) => one.id === id)
  const isElsewhere = user !== null && id !== null && state === 'ready' && !listed
  const { data, error } = useQuery({ ...conversationQuery(id ?? 0), enabled: isElsewhere, retry: false })
  const isGone = isElsewhere && isNotFound(error)
  const queries = useQueryClient()
  useEffect(() => {
    // Another device has deleted it, and this page has no message of that yet.
    const isShown = queries.getQueryState(messagesKey(id))?.status === 'success'
    if (isGone && isShown && !isDeletedHere(id)) void queries.invalidateQueries({ queryKey: messagesKey(id) })
  }, [isGone, id, queries])
  return listed ?? ((isElsewhere && data) || undefined)
}

/** Marks a conversation without reading all of them again, unless it is a new one. The end of the answer reads them anyway. */
function markRunning(queries: QueryClient, id: number | null) {
  const all = queries.getQueryData(conversationsQuery('all').queryKey)
  if (!all || id === null) return
  const pinned = all.pages.at(-1)?.above?.pinned ?? []
  if (![...conversationsOf(all), ...pinned].some((conversation) => conversation.id === id))
    return void queries.invalidateQueries({ queryKey: conversationsKey })
  changeLists(queries, (page) => ({ ...page, running: [...page.running, id] }))
}

interface Messages {
  items: readonly Message[]
  state: 'loading' | 'failed' | 'missing' | 'ready'
  hasEarlier: boolean
  loadingEarlier: boolean
  loadEarlier: () => void
  reload: () => void
}

/** The saved messages of the open conversation. */
export function useMessages(conversationId: number | null): Messages {
  const { status, user } = useSession()
  // The stored token is enough for the call. The page shows the messages once it knows the user.
  const asked = conversationId !== null && (user !== null || status === 'loading')
  const wanted = conversationId !== null && user !== null
  const query = useInfiniteQuery({ ...messagesQuery(conversationId), enabled: asked })
  const missing = isNotFound(query.error)
  useQueryFailure({ error: missing ? null : query.error }, 'Ошибка при загрузке сообщений')
  const items = useMemo(() => (wanted ? messagesOf(query.data) : []), [wanted, query.data])
  return {
    items,
    state: missing ? 'missing' : query.data || !wanted ? 'ready' : query.isError ? 'failed' : 'loading',
    hasEarlier: query.hasNextPage,
    loadingEarlier: query.isFetchingNextPage,
    loadEarlier: () => void query.fetchNextPage(),
    reload: () => void query.refetch()
  }
}

/** Tells the store of jobs of the works among the messages: it knows what live messages have said of them since. */
export function useLearnedWorks(messages: readonly Message[]): void {
  useEffect(() => {
    const works = messages.flatMap((message) => message.works ?? [])
    if (works.length > 0) void import('../../media/job/job-store.ts').then(({ learnJobs }) => learnJobs(works))
  }, [messages])
}

/** Shows a toast once per failed load. */
function useQueryFailure({ error }: { error: Error | null }, text: string) {
  useEffect(() => {
    if (error) notify.error(text)
  }, [error, text])
}
