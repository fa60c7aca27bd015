// Links to copies of conversations. Every query but the one by token names the owner.
import { and, desc, eq } from 'drizzle-orm'
import type { History } from '../base/database.ts'
import { ownedConversation, pathUpFrom } from './paths.ts'
import { shares } from './schema-shares.ts'

export type ShareRow = typeof shares.$inferSelect

export interface PathToShare {
  title: string
  messages: number
  /** Bytes of all texts, in UTF-8. */
  textBytes: number
  /** How many links the user has, of all conversations. */
  shares: number
}

/** What a copy of the shown path would contain; undefined when the user has no such conversation. */
export async function measureShown(
  { $client }: History,
  userId: string,
  conversationId: number
): Promise<PathToShare | undefined> {
  const found = await $client
    .prepare(
      `with recursive ${pathUpFrom(`(${ownedConversation})`)}
      select title, count(message.id) as messages, coalesce(sum(octet_length(content)), 0) as textBytes,
        (select count(*) from shares where user_id = ?2) as shares
      from conversations as conversation left join path left join messages as message on message.id = path.id
      where conversation.id = ?1 and conversation.user_id = ?2 group by title`
    )
    .bind(conversationId, userId)
    .first<PathToShare>()
  return found ?? undefined
}

/** The links of a user, newest first. @param conversationId only those of this conversation */
export const sharesOf = (history: History, userId: string, conversationId?: number): Promise<ShareRow[]> =>
  history
    .select()
    .from(shares)
    .where(
      and(
        eq(shares.userId, userId),
        conversationId === undefined ? undefined : eq(shares.conversationId, conversationId)
      )
    )
    .orderBy(desc(shares.createdAt), desc(shares.id))

export const findShare = (history: History, userId: string, id: string): Promise<ShareRow | undefined> =>
  history
    .select()
    .from(shares)
    .where(and(eq(shares.id, id), eq(shares.userId, userId)))
    .get()

export const shareByDigest = (history: History, tokenDigest: string): Promise<ShareRow | undefined> =>
  history.select().from(shares).where(eq(shares.tokenDigest, tokenDigest)).get()

/**
 * Adds a link unless the user has as many as allowed. @returns whether it is there: also when it was there before, but not
 * when the user has no such conversation
 */
export async function addShare({ $client }: History, row: ShareRow, sharesMax: number): Promise<boolean> {
  const [, found] = await $client.batch([
    $client
      .prepare(
        `insert into shares (id, user_id, conversation_id, token_digest, title, size_bytes, created_at)
        select ?3, ?2, ?1, ?4, ?5, ?6, ?7
        where exists (${ownedConversation}) and (select count(*) from shares where user_id = ?2) < ?8
        on conflict do nothing`
      )
      .bind(
        row.conversationId,
        row.userId,
        row.id,
        row.tokenDigest,
        row.title,
        row.sizeBytes,
        row.createdAt,
        sharesMax
      ),
    $client.prepare('select id from shares where id = ?1 and user_id = ?2').bind(row.id, row.userId)
  ])
  return found?.results.length === 1
}

/** @returns whether the user had such a link */
export async function removeShare(history: History, userId: string, id: string): Promise<boolean> {
  const removed = await history
    .delete(shares)
    .where(and(eq(shares.id, id), eq(shares.userId, userId)))
    .returning({ id: shares.id })
  return removed.length > 0
}

export async function deleteShares(history: History, userId: string): Promise<void> {
  await history.delete(shares).where(eq(shares.userId, userId))
}
