// A chat that is opened by its address is read while the page is being made, so that it is drawn once and at once.
import { queryClient } from '../../base/http/query-client.ts'
import { messagesKey } from '../../base/http/query-keys.ts'
import { beginSession, sessionState } from '../../base/session/session-store.ts'
import { ownerOf, storedTokens } from '../../base/session/token-storage.ts'
import { conversationIdOf } from './addresses.ts'
import { messagesQuery } from './conversations.ts'

/** Reads the messages of the chat that the address names, with the stored token. Resolves when they are there or cannot be read. */
export async function readOpened(search: URLSearchParams): Promise<void> {
  const id = conversationIdOf(search)
  const { accessToken } = storedTokens()
  if (id === null || accessToken === null) return
  await Promise.all([queryClient.prefetchInfiniteQuery(messagesQuery(id)), beginSession()])
  // Another user may have signed in meanwhile, in another tab.
  if (sessionState().user?.id !== ownerOf(accessToken)) queryClient.removeQueries({ queryKey: messagesKey(id) })
}
