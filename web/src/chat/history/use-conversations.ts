import { useInfiniteQuery } from '@tanstack/react-query'
import { conversationsOf, conversationsQuery } from '../conversations/conversations.ts'
import { useSession } from '../../base/session/session.tsx'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { Conversation } from '#contract/chats.ts'
import { useQueryFailure } from '../conversations/use-query-failure.ts'

export interface Conversations {
  items: readonly Conversation[]
  state: 'loading' | 'failed' | 'ready'
  hasMore: boolean
  loadingMore: boolean
  loadMore: () => void
  reload: () => void
}

/** The past conversations of a page's service; nobody's for a visitor. */
export function useConversations(page: ChatPage): Conversations {
  const { user, status } = useSession()
  const query = useInfiniteQuery({ ...conversationsQuery(page.service), enabled: user !== null })
  useQueryFailure(query, 'Ошибка при загрузке бесед')
  return {
    items: user ? conversationsOf(query.data) : [],
    state: query.data || status === 'signed-out' ? 'ready' : query.isError ? 'failed' : 'loading',
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch()
  }
}
