// What a user's object reads of the history before it begins an answer.
import { contextLengthMax, contextMessagesMax, type Turn } from '#domain/conversation-context.ts'
import { inTurnOrder } from '#domain/turn-order.ts'
import type { History } from '../database.ts'
import { storedBytesQuery } from './stored-bytes.ts'

const conversationQuery = 'select 1 from conversations where id = ?1 and user_id = ?2'

// Only as many of the newest messages as the model may be sent.
const messagesQuery = `
  select id, role, content, operation_id as operationId from (
    select *, sum(length(content)) over (order by id desc) - length(content) as length_above from (
      select id, role, content, operation_id from messages
      where conversation_id = ?1 and exists (${conversationQuery}) order by id desc limit ${contextMessagesMax}))
  where length_above <= ${contextLengthMax} order by id`

interface ContextRow {
  id: number
  role: Turn['role']
  content: string
  operationId: string | null
}

export interface Asking {
  userId: string
  /** Whether to count what the user stores. */
  countsBytes: boolean
  /** Undefined: there is none, or its turns are known already. */
  conversationId: number | undefined
}

export interface FoundForAsking {
  /** Undefined: not asked for. */
  storedBytes: number | undefined
  /** Oldest first. Null: the user has no such conversation. Undefined: not asked for. */
  turns: Turn[] | null | undefined
  /** The operation ids of these turns. */
  savedIds: ReadonlySet<string | null>
}

const turnOf = ({ role, content }: ContextRow): Turn => ({ role, text: content })

/** The user's bytes and the recent messages of the conversation, in one round trip. */
export async function findForAsking(
  { $client }: History,
  { userId, countsBytes, conversationId }: Asking
): Promise<FoundForAsking> {
  const bytes = countsBytes ? [$client.prepare(storedBytesQuery).bind(userId)] : []
  const ofConversation =
    conversationId === undefined
      ? []
      : [conversationQuery, messagesQuery].map((query) => $client.prepare(query).bind(conversationId, userId))
  const results = await $client.batch([...bytes, ...ofConversation])
  const rows = results.map((result) => result.results)
  const [counted] = (countsBytes ? rows.shift() : undefined) ?? []
  const [owned = [], messages = []] = rows
  const ordered = inTurnOrder(messages as ContextRow[])
  const turns = owned.length === 0 ? null : ordered.map(turnOf)
  return {
    storedBytes: (counted as { total: number } | undefined)?.total,
    turns: conversationId === undefined ? undefined : turns,
    savedIds: new Set(ordered.map(({ operationId }) => operationId))
  }
}
