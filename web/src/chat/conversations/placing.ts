// Where the lists show a conversation, and under which name. A change is shown at once, and undone when the server refuses it.
import type { QueryClient } from '@tanstack/react-query'
import { chatsPlacedMax } from '#contract/chat-limits.ts'
import * as chats from '#contract/chats.ts'
import type { Conversation } from '#contract/chats.ts'
import { conversationsKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { changeLists, conversationQuery, type ConversationPage, folderPart } from './conversations.ts'

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

/** The part of the list that shows a conversation, as the key of its query ends; null: it has none of its own. */
function partOf(conversation: Conversation): string | null {
  const { pinned_at, archived_at, folder_id } = conversation
  if (archived_at !== null) return 'archive'
  if (pinned_at !== null) return null
  return folder_id === null ? 'rest' : folderPart(folder_id)
}

const withOne = (items: readonly Conversation[], one: Conversation): Conversation[] =>
  [...items, one].toSorted((a, b) => b.updated_at - a.updated_at)

const without = (items: readonly Conversation[], { id }: Conversation): Conversation[] =>
  items.filter((item) => item.id !== id)

type Above = NonNullable<ConversationPage['above']>

const aboveAfter = (above: Above, from: Conversation, to: Conversation): Above => ({
  pinned: to.pinned_at === null ? without(above.pinned, from) : withOne(without(above.pinned, from), to),
  folders: above.folders.map((folder) => ({
    ...folder,
    total: folder.total + Number(shownIn(to) === folder.id) - Number(shownIn(from) === folder.id)
  })),
  archived: above.archived + Number(to.archived_at !== null) - Number(from.archived_at !== null)
})

interface Move {
  from: Conversation
  to: Conversation
}

/** The lists after conversations have moved. */
function showMoved(queries: QueryClient, moves: readonly Move[]): void {
  changeLists(queries, (whole, index, { scope, part }) =>
    moves.reduce((page, { from, to }) => {
      if (scope !== 'all' && scope !== from.service) return page
      const items = without(page.items, from)
      return {
        ...page,
        items: index === 0 && part === partOf(to) ? withOne(items, to) : items,
        ...(page.above && { above: aboveAfter(page.above, from, to) })
      }
    }, whole)
  )
}

/** Shows a change before the server has answered. @throws what the call throws; everything is as before then */
async function tried<Answer>(
  queries: QueryClient,
  changed: readonly Conversation[],
  show: () => void,
  ask: () => Promise<Answer>
): Promise<Answer> {
  const all = { queryKey: conversationsKey }
  await queries.cancelQueries(all)
  const before = queries.getQueriesData(all)
  show()
  for (const to of changed) queries.setQueryData(conversationQuery(to.id).queryKey, to)
  try {
    return await ask()
  } catch (error) {
    for (const [key, known] of before) queries.setQueryData(key, known)
    throw error
  } finally {
    void queries.invalidateQueries(all)
  }
}

export interface Portioned {
  /** As they are now. */
  done: Conversation[]
  failed: Conversation[]
  /** Why they failed; null: the server does not have them any more. */
  error: unknown
}

/** Changes so many at a time, up to the first failure. @param change returns those that it has changed */
export async function inPortions(
  chosen: readonly Conversation[],
  max: number,
  change: (portion: readonly Conversation[]) => Promise<readonly Conversation[]>
): Promise<Portioned> {
  const done: Conversation[] = []
  let error: unknown = null
  for (let from = 0; from < chosen.length && error === null; from += max)
    try {
      done.push(...(await change(chosen.slice(from, from + max))))
    } catch (thrown) {
      error = thrown
    }
  const changed = new Set(done.map(({ id }) => id))
  return { done, failed: chosen.filter(({ id }) => !changed.has(id)), error }
}

async function askToPlace(ids: readonly number[], place: Place): Promise<readonly number[]> {
  const [id = 0, second] = ids
  if (second === undefined) return [(await call(chats.placeConversation, { id, ...place })).conversation.id]
  return (await call(chats.placeConversations, { ids: [...ids], ...place })).ids
}

/** Those that could not be placed are in the lists where they were. */
export const placeConversations = (
  queries: QueryClient,
  chosen: readonly Conversation[],
  place: Place
): Promise<Portioned> =>
  inPortions(chosen, chatsPlacedMax, async (portion) => {
    const now = Date.now()
    const moves = portion.map((from) => ({ from, to: moved(from, place, now) }))
    const after = moves.map(({ to }) => to)
    const ask = () =>
      askToPlace(
        portion.map(({ id }) => id),
        place
      )
    const placed = await tried(queries, after, () => showMoved(queries, moves), ask)
    return after.filter(({ id }) => placed.includes(id))
  })

/** @throws what the call throws; the lists have the old name then */
export async function renameConversation(
  queries: QueryClient,
  conversation: Conversation,
  title: string
): Promise<void> {
  const { id } = conversation
  const retitled = (items: readonly Conversation[]) => items.map((one) => (one.id === id ? { ...one, title } : one))
  const show = () =>
    changeLists(queries, (page) => ({
      ...page,
      items: retitled(page.items),
      ...(page.above && { above: { ...page.above, pinned: retitled(page.above.pinned) } })
    }))
  await tried(queries, [{ ...conversation, title }], show, () => call(chats.renameConversation, { id, title }))
}
