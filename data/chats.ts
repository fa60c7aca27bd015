// Conversations and their messages. Every query names the owner: another user's id behaves like one that is not there.
import { and, asc, count, desc, eq, lt, sql } from 'drizzle-orm'
import type { Conversation } from '#contract/chats.ts'
import type { Database } from './database.ts'
import { conversations, messages } from './schema.ts'

export type ConversationSort = 'updated_at_desc' | 'updated_at_asc' | 'created_at_desc' | 'created_at_asc'

const shown = {
  id: conversations.id,
  title: conversations.title,
  service: conversations.service,
  model: conversations.model,
  created_at: conversations.createdAt,
  updated_at: conversations.updatedAt
}

const owned = (userId: string, id: number) => and(eq(conversations.id, id), eq(conversations.userId, userId))

function orderOf(sort: ConversationSort) {
  const column = sort.startsWith('updated') ? conversations.updatedAt : conversations.createdAt
  // The id breaks ties, so that pages neither repeat nor skip a conversation.
  return sort.endsWith('desc') ? [desc(column), desc(conversations.id)] : [asc(column), asc(conversations.id)]
}

export async function pageOfConversations(
  database: Database,
  userId: string,
  page: { limit: number; offset: number; sort: ConversationSort; service?: string | undefined }
): Promise<{ items: Conversation[]; total: number }> {
  const mine = and(
    eq(conversations.userId, userId),
    page.service === undefined ? undefined : eq(conversations.service, page.service)
  )
  const [items, [counted]] = await database.batch([
    database
      .select(shown)
      .from(conversations)
      .where(mine)
      .orderBy(...orderOf(page.sort))
      .limit(page.limit)
      .offset(page.offset),
    database.select({ total: count() }).from(conversations).where(mine)
  ])
  return { items, total: counted?.total ?? 0 }
}

export async function addConversation(
  database: Database,
  row: { userId: string; title: string; service: string; model: string; now: number }
): Promise<Conversation> {
  const { now, ...rest } = row
  const [created] = await database
    .insert(conversations)
    .values({ ...rest, createdAt: now, updatedAt: now })
    .returning(shown)
  if (!created) throw new Error('An inserted conversation was not returned')
  return created
}

export async function retitleConversation(
  database: Database,
  userId: string,
  id: number,
  title: string
): Promise<Conversation | undefined> {
  const [changed] = await database.update(conversations).set({ title }).where(owned(userId, id)).returning(shown)
  return changed
}

export async function removeConversation(database: Database, userId: string, id: number): Promise<boolean> {
  const removed = await database.delete(conversations).where(owned(userId, id)).returning({ id: conversations.id })
  return removed.length > 0
}

/** A conversation with its newest messages, newest first: at most `limit`, all older than `before`. */
export async function findConversation(
  database: Database,
  userId: string,
  id: number,
  newest: { limit: number; before?: number | undefined }
) {
  const [found, rows] = await database.batch([
    database.select(shown).from(conversations).where(owned(userId, id)),
    database
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.conversationId, id),
          newest.before === undefined ? undefined : lt(messages.id, newest.before),
          sql`exists (select 1 from ${conversations} where ${owned(userId, id)})`
        )
      )
      .orderBy(desc(messages.id))
      .limit(newest.limit)
  ])
  return found[0] ? { conversation: found[0], messages: rows } : undefined
}

export type MessageRow = typeof messages.$inferSelect
