// What the search in chats reads: the texts that its index does not have yet, and the rows of what was found. The index
// itself is in the user's object (durable-objects/search).
import { and, asc, desc, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { History } from '../base/database.ts'
import { bytesMax, firstThatFit } from './message-pages.ts'
import { conversations, messages } from './schema.ts'
import { shownConversation } from './shown-conversation.ts'

const messagesPerPortion = 1000
const titlesPerPortion = 1000

/** Up to where a user's texts are known. Messages are walked by conversation, whose index orders them. */
export interface SearchPosition {
  /** All conversations with ids up to this one have their titles. */
  titles: number
  /** All messages with ids up to this one are known. */
  floor: number
  /** Where the running walk ends; null: no walk is running. */
  ceiling: number | null
  /** The last message of this walk that is indexed. */
  conversationId: number
  messageId: number
}

const inJson = (column: SQLiteColumn, ids: readonly number[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`

/** Titles and messages behind a position. */
export interface SearchPortion {
  titles: { id: number; title: string }[]
  /** The titles that were asked for by id, of those conversations that still are there. */
  retitled: { id: number; title: string }[]
  messages: { id: number; conversationId: number; content: string }[]
  next: SearchPosition
  /** No text is left at this moment. */
  isLast: boolean
}

/** The next texts of a user, bounded in rows and bytes. @param changed conversations whose titles are read again */
export async function nextToIndex(
  history: History,
  userId: string,
  { at, changed }: { at: SearchPosition; changed: readonly number[] }
): Promise<SearchPortion> {
  const mine = sql`select id from conversations where user_id = ${userId} and id >= ${at.conversationId}`
  const behind = sql`conversation_id in (${mine}) and id > ${at.floor}
    and id <= ${at.ceiling ?? Number.MAX_SAFE_INTEGER}
    and (conversation_id, id) > (${at.conversationId}, ${at.messageId})`
  const titled = () => history.select({ id: conversations.id, title: conversations.title }).from(conversations)
  // One transaction: a message that is added meanwhile has a larger id than the largest one that is read here.
  const [[newest], titles, retitled, found] = await history.batch([
    history.select({ id: messages.id }).from(messages).orderBy(desc(messages.id)).limit(1),
    titled()
      .where(and(eq(conversations.userId, userId), gt(conversations.id, at.titles)))
      .orderBy(asc(conversations.id))
      .limit(titlesPerPortion),
    titled().where(and(eq(conversations.userId, userId), inJson(conversations.id, changed))),
    history
      .select({ id: messages.id, conversationId: messages.conversationId, content: messages.content })
      .from(messages)
      .where(sql`${messages.id} in (${firstThatFit(behind, messagesPerPortion)})`)
      .orderBy(asc(messages.conversationId), asc(messages.id))
  ])
  const ceiling = at.ceiling ?? newest?.id ?? 0
  const last = found.at(-1)
  const titlesAt = titles.at(-1)?.id ?? at.titles
  if (last && !isWholeRest(found))
    return {
      titles,
      retitled,
      messages: found,
      next: { titles: titlesAt, floor: at.floor, ceiling, conversationId: last.conversationId, messageId: last.id },
      isLast: false
    }
  return {
    titles,
    retitled,
    messages: found,
    next: { titles: titlesAt, floor: Math.max(at.floor, ceiling), ceiling: null, conversationId: 0, messageId: 0 },
    // A walk that began earlier has missed the messages since.
    isLast: titles.length < titlesPerPortion && (newest?.id ?? 0) <= ceiling
  }
}

/** A UTF-16 unit takes at most three bytes: so little text is certainly not cut off. */
const isWholeRest = (found: readonly { content: string }[]): boolean =>
  found.length < messagesPerPortion && 3 * found.reduce((sum, { content }) => sum + content.length, 0) <= bytesMax

/**
 * The conversations with these ids and those of the messages with those ids, latest first, and these messages, newest
 * first. Rows of other users are left out.
 */
export async function findHits(
  history: History,
  userId: string,
  { messageIds, conversationIds }: { messageIds: readonly number[]; conversationIds: readonly number[] }
) {
  const ofMessages = sql`select conversation_id from messages where ${inJson(messages.id, messageIds)}`
  const named = sql`(${inJson(conversations.id, conversationIds)} or ${conversations.id} in (${ofMessages}))`
  const mine = and(eq(conversations.userId, userId), named)
  // Two queries: in a batch, columns of one name in a joined row would be one.
  const [found, rows] = await history.batch([
    history.select(shownConversation).from(conversations).where(mine).orderBy(desc(conversations.updatedAt)),
    history
      .select({
        id: messages.id,
        conversationId: messages.conversationId,
        role: messages.role,
        content: messages.content,
        createdAt: messages.createdAt
      })
      .from(messages)
      .where(
        and(
          inJson(messages.id, messageIds),
          sql`exists (select 1 from ${conversations} where ${conversations.id} = ${messages.conversationId}
            and ${conversations.userId} = ${userId})`
        )
      )
      .orderBy(desc(messages.id))
  ])
  return { conversations: found, messages: rows }
}
