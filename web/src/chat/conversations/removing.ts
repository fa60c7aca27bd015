// Deletes conversations for good, one or many.
import type { QueryClient } from '@tanstack/react-query'
import { chatsDeletedMax } from '#contract/chat-limits.ts'
import * as chats from '#contract/chats.ts'
import type { Conversation } from '#contract/chats.ts'
import { isNotFound } from '../../base/http/api-error.ts'
import { conversationsKey, messagesKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { conversationQuery, deleteHere } from './conversations.ts'
import { inPortions, type Portioned } from './placing.ts'

/** Those that the server no longer has count as deleted. Afterwards `readWithout` is called. */
export const removeConversations = (queries: QueryClient, chosen: readonly Conversation[]): Promise<Portioned> =>
  inPortions(chosen, chatsDeletedMax, async (portion) => {
    const ids = portion.map(({ id }) => id)
    const [id = 0, second] = ids
    const ask = () =>
      second === undefined ? call(chats.deleteConversation, { id }) : call(chats.deleteConversations, { ids })
    await deleteHere(ids, ask).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
    // Only when not on the screen: a query in use would load them again at once and fail.
    for (const one of ids) queries.removeQueries({ queryKey: messagesKey(one), type: 'inactive' })
    return portion
  })

/** Reads the lists again without conversations that were deleted. */
export async function readWithout(queries: QueryClient, ids: readonly number[]): Promise<void> {
  const reading = queries.invalidateQueries({ queryKey: conversationsKey })
  // So that a page, while it is still open, does not ask the server for its own.
  for (const id of ids) queries.setQueryData(conversationQuery(id).queryKey, null)
  await reading
}
