// Where the list shows a conversation. A change is shown at once, and undone when the server refuses it.
import { hashKey, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import * as chats from '#contract/chats.ts'
import type { Conversation } from '#contract/chats.ts'
import { call } from '../../base/session/client.ts'
import { conversationQuery, conversationsQuery, type ConversationPage, serviceKey } from './conversations.ts'

export interface Place {
  pinned?: boolean
  archived?: boolean
  folderId?: number | null
}

/** The conversation in its new place, as the server will have it. */
export function moved(conversation: Conversation, { pinned, archived, folderId }: Place, now: number): Conversation {
  const { pinned_at, archived_at, folder_id } = conversation
  const isPinned = archived ? false : (pinned ?? pinned_at !== null)
  const isArchived = pinned ? false : (archived ?? archived_at !== null)
  return {
    ...conversation,
    pinned_at: isPinned ? (pinned_at ?? now) : null,
    archived_at: isArchived ? (archived_at ?? now) : null,
    folder_id: folderId === undefined ? folder_id : folderId
  }
}

/** The folder that shows a conversation; null: it is pinned, in the archive or in none. */
const shownIn = ({ pinned_at, archived_at, folder_id }: Conversation): number | null =>
  pinned_at === null && archived_at === null ? folder_id : null

const withOne = (items: readonly Conversation[], one: Conversation): Conversation[] =>
  [...items, one].toSorted((a, b) => b.updated_at - a.updated_at)

const without = (items: readonly Conversation[], { id }: Conversation): Conversation[] =>
  items.filter((item) => item.id !== id)

/** The first pages of the list after a conversation has moved. */
function listAfter(pages: readonly ConversationPage[], from: Conversation, to: Conversation): ConversationPage[] {
  const isRest = to.pinned_at === null && to.archived_at === null && to.folder_id === null
  return pages.map((page, index) => {
    const items = without(page.items, from)
    const { above } = page
    return {
      ...page,
      items: isRest && index === 0 ? withOne(items, to) : items,
      ...(above && {
        above: {
          pinned: to.pinned_at === null ? without(above.pinned, from) : withOne(without(above.pinned, from), to),
          folders: above.folders.map((folder) => ({
            ...folder,
            total: folder.total + Number(shownIn(to) === folder.id) - Number(shownIn(from) === folder.id)
          })),
          archived: above.archived + Number(to.archived_at !== null) - Number(from.archived_at !== null)
        }
      })
    }
  })
}

/** @returns it as the server has it now @throws what the call throws; the lists are as before then */
export async function placeConversation(
  queries: QueryClient,
  conversation: Conversation,
  place: Place
): Promise<Conversation> {
  const { id, service } = conversation
  const all = { queryKey: serviceKey(service) }
  const to = moved(conversation, place, Date.now())
  await queries.cancelQueries(all)
  const before = queries.getQueriesData<InfiniteData<ConversationPage>>(all)
  const list = hashKey(conversationsQuery(service).queryKey)
  for (const [key, known] of before) {
    if (!known || !('pages' in known)) continue
    const pages =
      hashKey(key) === list
        ? listAfter(known.pages, conversation, to)
        : known.pages.map((page) => ({ ...page, items: without(page.items, conversation) }))
    queries.setQueryData(key, { ...known, pages })
  }
  queries.setQueryData(conversationQuery(service, id).queryKey, to)
  try {
    return (await call(chats.placeConversation, { id, ...place })).conversation
  } catch (error) {
    for (const [key, known] of before) queries.setQueryData(key, known)
    throw error
  } finally {
    void queries.invalidateQueries(all)
  }
}
