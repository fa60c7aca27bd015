// Folders, and where in the list a conversation stands. Every query names the owner: another user's id behaves like an
// unknown one.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Conversation } from '#contract/chats.ts'
import { pinnedMax } from '#contract/chat-limits.ts'
import type { Folder } from '#contract/folders.ts'
import { foldersMax } from '#contract/chat-limits.ts'
import type { ChatService } from '#contract/catalogue/chat.ts'
import type { History } from '../base/database.ts'
import { conversationCounts, conversations, folders } from './schema.ts'
import { isOwnConversation, shownConversation } from './shown-conversation.ts'

/** What the generated column calls the chats of a folder. */
export const sectionOfFolder = (id: number): string => `folder ${id}`

/** In the order in which they were made. `total` is of one service, or of all. */
export const foldersOf = (history: History, userId: string, service: ChatService | undefined) =>
  history
    .select({
      id: folders.id,
      name: folders.name,
      created_at: folders.createdAt,
      total: sql<number>`(select coalesce(sum(total), 0) from ${conversationCounts} as counts
        where counts.user_id = ${userId} and counts.section = 'folder ' || folders.id
        and ${service === undefined ? sql`true` : sql`counts.service = ${service}`})`
    })
    .from(folders)
    .where(eq(folders.userId, userId))
    .orderBy(asc(folders.id))

/** @returns undefined when the user has as many as there may be */
export async function addFolder(
  { $client }: History,
  { userId, name, now }: { userId: string; name: string; now: number }
): Promise<Folder | undefined> {
  const added = await $client
    .prepare(
      `insert into folders (user_id, name, created_at)
      select ?1, ?2, ?3 where (select count(*) from folders where user_id = ?1) < ${foldersMax}
      returning id, name, created_at, 0 as total`
    )
    .bind(userId, name, now)
    .first<Folder>()
  return added ?? undefined
}

const owned = (userId: string, id: number) => and(eq(folders.id, id), eq(folders.userId, userId))

export async function retitleFolder(history: History, userId: string, id: number, name: string): Promise<boolean> {
  const changed = await history.update(folders).set({ name }).where(owned(userId, id)).returning({ id: folders.id })
  return changed.length > 0
}

/** Takes its chats out of it, also those that are pinned or in the archive, and deletes it. */
export async function removeFolder(history: History, userId: string, id: number): Promise<boolean> {
  const [, removed] = await history.batch([
    history
      .update(conversations)
      .set({ folderId: null })
      .where(and(eq(conversations.userId, userId), eq(conversations.folderId, id))),
    history.delete(folders).where(owned(userId, id)).returning({ id: folders.id })
  ])
  return removed.length > 0
}

/** What is undefined stays. */
export interface ConversationPlace {
  pinned?: boolean | undefined
  archived?: boolean | undefined
  folderId?: number | null | undefined
}

const timeOf = (column: typeof conversations.pinnedAt | typeof conversations.archivedAt, isSet: boolean, now: number) =>
  isSet ? sql`coalesce(${column}, ${now})` : null

function changeOf({ pinned, archived, folderId }: ConversationPlace, now: number) {
  const isPinned = archived ? false : pinned
  const isArchived = pinned ? false : archived
  return {
    ...(isPinned !== undefined && { pinnedAt: timeOf(conversations.pinnedAt, isPinned, now) }),
    ...(isArchived !== undefined && { archivedAt: timeOf(conversations.archivedAt, isArchived, now) }),
    ...(folderId !== undefined && { folderId })
  }
}

/** @returns undefined when the user has no such conversation or folder; null when too many are pinned */
export async function placeConversation(
  history: History,
  userId: string,
  { id, now, ...place }: ConversationPlace & { id: number; now: number }
): Promise<Conversation | null | undefined> {
  const { folderId, pinned } = place
  const hasFolder = sql`exists (select 1 from folders where id = ${folderId} and user_id = ${userId})`
  const mayPin = sql`(${conversations.pinnedAt} is not null or coalesce((select total from conversation_counts as counts
    where counts.user_id = ${userId} and counts.service = ${conversations.service} and section = 'pinned'), 0) < ${pinnedMax})`
  const allowed = and(isOwnConversation(userId, id), typeof folderId === 'number' ? hasFolder : undefined)
  // One transaction: what the second finds when the first has changed nothing is why.
  const [[changed], [found]] = await history.batch([
    history
      .update(conversations)
      .set(changeOf(place, now))
      .where(and(allowed, pinned ? mayPin : undefined))
      .returning(shownConversation),
    history.select({ id: conversations.id }).from(conversations).where(allowed)
  ])
  return changed ?? (found ? null : undefined)
}
