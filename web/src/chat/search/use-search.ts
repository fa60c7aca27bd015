// The server's search in all chats of all services, while the user types.
import { useEffect, useState } from 'react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { beginningOf } from '#contract/cut-text.ts'
import { type FoundConversation, searchChats, searchTextMax } from '#contract/search.ts'
import { conversationsKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'

/** Typing pauses this long before the server is asked. */
const pauseMs = 200
const lengthMin = 2
/** While the server still reads old chats, it is asked again. */
const askAgainMs = 1000

export interface Search {
  state: 'idle' | 'loading' | 'failed' | 'ready'
  found: readonly FoundConversation[]
  /** The words that `found` is about. */
  query: string
  indexing: boolean
  hasMore: boolean
  loadingMore: boolean
  loadMore: () => void
  reload: () => void
}

/** Finds conversations while the user types. @param isWanted false: nothing is asked */
export function useSearch(text: string, isWanted = true): Search {
  const query = useRested(beginningOf(text.trim(), searchTextMax))
  const isIdle = !isWanted || query.length < lengthMin
  const pages = useInfiniteQuery({
    queryKey: [...conversationsKey, 'search', query],
    queryFn: ({ pageParam, signal }) =>
      call(searchChats, { q: query, ...(pageParam > 0 && { cursor: pageParam }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: !isIdle,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pages.some(({ indexing }) => indexing) ? askAgainMs : false)
  })
  const data = isIdle ? undefined : pages.data
  return {
    state: isIdle ? 'idle' : data ? 'ready' : pages.isError ? 'failed' : 'loading',
    found: oncePerConversation(data?.pages.flatMap(({ items }) => items) ?? []),
    query,
    indexing: data?.pages.some(({ indexing }) => indexing) ?? false,
    hasMore: pages.hasNextPage,
    loadingMore: pages.isFetchingNextPage,
    loadMore: () => void pages.fetchNextPage(),
    reload: () => void pages.refetch()
  }
}

/** A conversation whose older messages are on a later page stands where its newest ones are. */
function oncePerConversation(found: readonly FoundConversation[]): FoundConversation[] {
  const first = new Map<number, FoundConversation>()
  for (const one of found) if (!first.has(one.conversation.id)) first.set(one.conversation.id, one)
  return [...first.values()]
}

/** A text as soon as it has not changed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
