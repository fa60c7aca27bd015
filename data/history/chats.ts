// Conversations. Every query names the owner: another user's id behaves like an unknown one.
import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { z } from 'zod'
import { chatServices, type ChatService } from '#contract/catalogue/chat.ts'
import type { Conversation, listConversations } from '#contract/chats.ts'
import type { RoleOfConversation } from '#contract/roles.ts'
import type { History } from '../base/database.ts'
import { foldersOf, sectionOfFolder } from './folders.ts'
import { instructAdded } from './roles.ts'
import { conversationCounts, conversations } from './schema.ts'
import { isOwnConversation, shownConversation } from './shown-conversation.ts'

type ConversationSort = 'updated_at_desc' | 'updated_at_asc' | 'created_at_desc' | 'created_at_asc'

function orderOf(sort: ConversationSort) {
  const column = sort.startsWith('updated') ? conversations.updatedAt : conversations.createdAt
  // The id breaks ties, so that pages neither repeat nor skip a conversation.
  return sort.endsWith('desc') ? [desc(column), desc(conversations.id)] : [asc(column), asc(conversations.id)]
}

export interface ConversationPageWanted {
  limit: number
  offset: number
  sort: ConversationSort
  service?: ChatService | undefined
  section: 'all' | 'rest' | 'archive'
  /** Instead of a section. */
  folder?: number | undefined
}

const ofService = (service: string | undefined) =>
  service === undefined ? undefined : eq(conversations.service, service)

/**
 * The conversations of a section. Its index begins with the service: those of all services are merged in their order by SQLite,
 * which reads no more of each than the page needs.
 */
function inSection(history: History, userId: string, section: string, { service, sort }: Listed) {
  const of = (one: ChatService) =>
    history
      .select(shownConversation)
      .from(conversations)
      .where(and(eq(conversations.userId, userId), eq(conversations.service, one), eq(conversations.section, section)))
  if (service !== undefined) return of(service).orderBy(...orderOf(sort))
  const [first, second, third] = chatServices
  return unionAll(of(first), of(second), of(third)).orderBy(...orderOf(sort))
}

const outsideArchive = (history: History, userId: string, { service, sort }: Listed) =>
  history
    .select(shownConversation)
    .from(conversations)
    .where(and(eq(conversations.userId, userId), ofService(service), isNull(conversations.archivedAt)))
    .orderBy(...orderOf(sort))

type Listed = Pick<ConversationPageWanted, 'service' | 'sort'>

/** The conversations of a page, and how many there are of them. Each section is found by its index. */
function pageQueries(history: History, userId: string, page: ConversationPageWanted) {
  const { service, folder, limit, offset } = page
  const section = folder === undefined ? page.section : sectionOfFolder(folder)
  const shown = section === 'all' ? outsideArchive(history, userId, page) : inSection(history, userId, section, page)
  const counts = section === 'all' ? ne(conversationCounts.section, 'archive') : eq(conversationCounts.section, section)
  return [
    shown.limit(limit).offset(offset),
    history
      .select({ total: sql<number>`coalesce(sum(${conversationCounts.total}), 0)` })
      .from(conversationCounts)
      .where(
        and(
          eq(conversationCounts.userId, userId),
          service === undefined ? undefined : eq(conversationCounts.service, service),
          counts
        )
      )
  ] as const
}

export type ConversationPage = Omit<z.output<typeof listConversations.output>, 'running'>

/** One page, in one trip; for the section `rest` also the pinned conversations, folders and the archive above it. */
export async function pageOfConversations(
  history: History,
  userId: string,
  page: ConversationPageWanted
): Promise<ConversationPage> {
  const { service, folder, section } = page
  if (section !== 'rest' || folder !== undefined) {
    const [items, [counted]] = await history.batch(pageQueries(history, userId, page))
    return { items, total: counted?.total ?? 0 }
  }
  const [, archive] = pageQueries(history, userId, { ...page, section: 'archive' })
  const [items, [counted], top, folders, [archived]] = await history.batch([
    ...pageQueries(history, userId, page),
    inSection(history, userId, 'pinned', { service, sort: 'updated_at_desc' }),
    foldersOf(history, userId, 'chat', service),
    archive
  ])
  const above = { pinned: top, folders, archived: archived?.total ?? 0 }
  return { items, total: counted?.total ?? 0, above }
}

export const findConversation = (history: History, userId: string, id: number): Promise<Conversation | undefined> =>
  history.select(shownConversation).from(conversations).where(isOwnConversation(userId, id)).get()

export async function addConversation(
  history: History,
  row: { userId: string; title: string; service: string; model: string; now: number },
  role?: RoleOfConversation
): Promise<Conversation> {
  const { now, ...rest } = row
  const insert = history
    .insert(conversations)
    .values({ ...rest, createdAt: now, updatedAt: now })
    .returning(shownConversation)
  const [[created]] = await history.batch(role ? [insert, instructAdded(history, row.userId, role)] : [insert])
  if (!created) throw new Error('An inserted conversation was not returned')
  return { ...created, role: role?.name ?? null }
}

/** @param from the title that it must still have; undefined: any */
export const retitleConversation = (
  history: History,
  userId: string,
  id: number,
  { title, from }: { title: string; from?: string | undefined }
): Promise<Conversation | undefined> =>
  history
    .update(conversations)
    .set({ title })
    .where(and(isOwnConversation(userId, id), from === undefined ? undefined : eq(conversations.title, from)))
    .returning(shownConversation)
    .get()

export async function ownedConversationExists(history: History, userId: string, id: number): Promise<boolean> {
  const found = await history.select({ id: conversations.id }).from(conversations).where(isOwnConversation(userId, id))
  return found.length > 0
}

/** @param onlyEmpty only if it has no message */
export async function removeConversation(
  history: History,
  userId: string,
  id: number,
  onlyEmpty = false
): Promise<boolean> {
  const isEmpty = sql`not exists (select 1 from messages where conversation_id = ${id})`
  const removed = await history
    .delete(conversations)
    .where(and(isOwnConversation(userId, id), onlyEmpty ? isEmpty : undefined))
    .returning({ id: conversations.id })
  return removed.length > 0
}
