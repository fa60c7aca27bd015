import { useInfiniteQuery } from '@tanstack/react-query'
import { messagesOf, messagesQuery } from '../conversations/conversations.ts'
import { ApiError } from '../../base/session/client.ts'
import { useSession } from '../../base/session/session.tsx'
import type { Message } from '#contract/chats.ts'
import { useQueryFailure } from '../conversations/use-query-failure.ts'

export interface Messages {
  items: readonly Message[]
  state: 'loading' | 'failed' | 'missing' | 'ready'
  hasEarlier: boolean
  loadingEarlier: boolean
  loadEarlier: () => void
  reload: () => void
}

/** The saved messages of the conversation that is shown. */
export function useMessages(conversationId: number | null): Messages {
  const { user } = useSession()
  const wanted = user !== null && conversationId !== null
  const query = useInfiniteQuery({ ...messagesQuery(conversationId), enabled: wanted })
  const missing = query.error instanceof ApiError && query.error.status === 404
  useQueryFailure(query, 'Ошибка при загрузке сообщений')
  return {
    items: wanted ? messagesOf(query.data) : [],
    state: missing ? 'missing' : query.data || !wanted ? 'ready' : query.isError ? 'failed' : 'loading',
    hasEarlier: query.hasNextPage,
    loadingEarlier: query.isFetchingNextPage,
    loadEarlier: () => void query.fetchNextPage(),
    reload: () => void query.refetch()
  }
}
