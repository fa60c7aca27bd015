// Conversations. Every query names the owner: another user's id behaves like an unknown one.
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Conversation } from '#contract/chats.ts'
import type { History } from '../database.ts'
import { conversationCounts, conversations } from './schema.ts'

export type ConversationSort = 'updated_at_desc' | 'updated_at_asc' | 'created_at_desc' | 'created_at_asc'

/** The columns of a conversation that its owner sees. */
export const shownConversation = {
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
  history: History,
  userId: string,
  page: { limit: number; offset: number; sort: ConversationSort; service?: string | undefined }
): Promise<{ items: Conversation[]; total: number }> {
  const mine = and(
    eq(conversations.userId, userId),
    page.service === undefined ? undefined : eq(conversations.service, page.service)
  )
  const [items, [counted]] = await history.batch([
    history
      .select(shownConversation)
      .from(conversations)
      .where(mine)
      .orderBy(...orderOf(page.sort))
      .limit(page.limit)
      .offset(page.offset),
    history
      .select({ total: sql<number>`coalesce(sum(${conversationCounts.total}), 0)` })
      .from(conversationCounts)
      .where(
        and(
          eq(conversationCounts.userId, userId),
          page.service === undefined ? undefined : eq(conversationCounts.service, page.service)
        )
      )
  ])
  return { items, total: counted?.total ?? 0 }
}

export async function addConversation(
  history: History,
  row: { userId: string; title: string; service: string; model: string; now: number }
): Promise<Conversation> {
  const { now, ...rest } = row
  const [created] = await history
    .insert(conversations)
    .values({ ...rest, createdAt: now, updatedAt: now })
    .returning(shownConversation)
  if (!created) throw new Error('An inserted conversation was not returned')
  return created
}

export async function retitleConversation(
  history: History,
  userId: string,
  id: number,
  title: string
): Promise<Conversation | undefined> {
  const [changed] = await history
    .update(conversations)
    .set({ title })
    .where(owned(userId, id))
    .returning(shownConversation)
  return changed
}

export async function ownedConversationExists(history: History, userId: string, id: number): Promise<boolean> {
  const found = await history.select({ id: conversations.id }).from(conversations).where(owned(userId, id))
  return found.length > 0
}

export async function removeConversation(history: History, userId: string, id: number): Promise<boolean> {
  const removed = await history.delete(conversations).where(owned(userId, id)).returning({ id: conversations.id })
  return removed.length > 0
}
