// The columns of a conversation that its owner sees, and whose it is.
import { and, eq, sql } from 'drizzle-orm'
import { conversations } from './schema.ts'

export const shownConversation = {
  id: conversations.id,
  title: conversations.title,
  service: conversations.service,
  model: conversations.model,
  created_at: conversations.createdAt,
  updated_at: conversations.updatedAt,
  pinned_at: conversations.pinnedAt,
  archived_at: conversations.archivedAt,
  folder_id: conversations.folderId,
  role: sql<string | null>`(select role from instructions where conversation_id = ${conversations.id})`
}

/** The same as SQL, without the role. */
export const shownColumns = 'id, title, service, model, created_at, updated_at, pinned_at, archived_at, folder_id'

export const isOwnConversation = (userId: string, id: number) =>
  and(eq(conversations.id, id), eq(conversations.userId, userId))

export const areOwnConversations = (userId: string, ids: readonly number[]) =>
  and(
    eq(conversations.userId, userId),
    sql`${conversations.id} in (select value from json_each(${JSON.stringify(ids)}))`
  )
