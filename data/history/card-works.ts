// What is read of cards: their works, and whether a new one may be added. Apart from cards.ts, which the user's object loads late.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { WorkProposal } from '#contract/work-proposal.ts'
import type { WorkPlace } from '#domain/work-in-chat.ts'
import type { History } from '../base/database.ts'
import { spentUnasked } from './chat-settings.ts'
import type { JobRow } from './job-view.ts'
import { jobs } from './schema.ts'

const areNamed = (userId: string, operationIds: readonly string[]): SQL | undefined =>
  and(
    eq(jobs.userId, userId),
    sql`${jobs.operationId} in (select value from json_each(${JSON.stringify(operationIds)}))`,
    isNull(jobs.deletedAt)
  )

/** The works of cards by their operations, without those that the user has deleted: one query for all cards of a page. */
export async function worksOf(
  history: History,
  userId: string,
  operationIds: readonly string[]
): Promise<Map<string, JobRow>> {
  if (operationIds.length === 0) return new Map()
  const rows = await history.select().from(jobs).where(areNamed(userId, operationIds))
  return new Map(rows.map((row) => [row.operationId, row]))
}

/** What a copy of the chat takes of them: a chat has many, and their texts are long. */
export async function filesOfWorks(history: History, userId: string, operationIds: readonly string[]) {
  const { operationId, id, kind, step, deletedAt, files } = jobs
  const rows = await history
    .select({ operationId, id, kind, step, deletedAt, files })
    .from(jobs)
    .where(areNamed(userId, operationIds))
  return new Map(rows.map((row) => [row.operationId, row]))
}

/** What decides whether a card may be added. */
export interface FoundPlace {
  title: string
  service: string
  createdAt: number
  leafId: number | null
  /** The message that the place names; null: there is none in this conversation. */
  namedRole: 'user' | 'assistant' | null
  namedText: string | null
  /** The card of this order is there. */
  isThere: number
}

/** Undefined when the user has no such conversation. */
export async function findPlace(
  { $client }: History,
  userId: string,
  asked: { conversationId: number; place: WorkPlace; operationId: string }
): Promise<FoundPlace | undefined> {
  const { conversationId, place, operationId } = asked
  const named = place ? ('answers' in place ? place.answers : place.after) : null
  const found = await $client
    .prepare(
      `select title, service, conversations.created_at as createdAt, leaf_id as leafId, named.role as namedRole,
        named.content as namedText,
        exists (select 1 from messages where conversation_id = ?1 and operation_id = ?4) as isThere
      from conversations left join messages as named on named.id = ?3 and named.conversation_id = conversations.id
      where conversations.id = ?1 and user_id = ?2`
    )
    .bind(conversationId, userId, named, operationId)
    .first<FoundPlace>()
  return found ?? undefined
}

interface FoundUnasked {
  /** What the answer of this operation proposes; null: the conversation has none, or it proposes nothing. */
  proposals: WorkProposal[] | null
  /** What may still be spent without a question; null: nothing may. */
  leftTokens: number | null
}

/** What decides whether a work may begin for which the user was not asked. The caller has checked the owner. */
export async function findUnasked(
  { $client }: History,
  conversationId: number,
  answerId: string
): Promise<FoundUnasked> {
  const found = await $client
    .prepare(
      `select (select proposals from messages where conversation_id = ?1 and operation_id = ?2 and role = 'assistant') as proposals,
        (select works_limit_tokens - ${spentUnasked('chat_settings.conversation_id', 'works_since')} from chat_settings
          where conversation_id = ?1) as leftTokens`
    )
    .bind(conversationId, answerId)
    .first<{ proposals: string | null; leftTokens: number | null }>()
  const { proposals = null, leftTokens = null } = found ?? {}
  return { proposals: proposals === null ? null : (JSON.parse(proposals) as WorkProposal[]), leftTokens }
}
