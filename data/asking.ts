// What a user's object reads before it begins an answer: the caller's account and session, and the recent messages of
// the conversation, in one round trip.
import { contextLengthMax, contextMessagesMax, type Turn } from '#domain/conversation-context.ts'
import type { SessionTimes } from '#domain/session.ts'
import type { Outages } from '#domain/outage.ts'
import type { StorageFacts } from '#domain/stored-bytes.ts'
import { inTurnOrder } from '#domain/turn-order.ts'
import type { Database } from './database.ts'

/** What decides whether a caller may ask, and who pays. */
export interface CallerFacts extends StorageFacts, SessionTimes {
  verifiedAt: number | null
  /** Of all providers: they are known as long as the caller is, so that they cost no call of their own. */
  outages: Outages
}

type CallerRow = Omit<CallerFacts, 'outages'> & { outages: string }

const callerQuery = `
  select users.verified_at as verifiedAt, users.first_purchase_at as firstPurchaseAt,
    subscriptions.access_until as premiumUntil, sessions.last_seen_at as lastSeenAt,
    sessions.expires_at as expiresAt, sessions.ended_at as endedAt,
    coalesce((select total from stored_bytes where user_id = ?2), 0) as storedBytes,
    (select json_group_object(provider, until) from provider_outages) as outages
  from sessions join users on users.id = sessions.user_id
  left join subscriptions on subscriptions.user_id = users.id
  where sessions.id = ?1 and sessions.user_id = ?2`

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
  /** Undefined: the caller is known already. */
  sessionId: string | undefined
  /** Undefined: there is none, or its turns are known already. */
  conversationId: number | undefined
}

export interface FoundForAsking {
  /** Null: no such session. Undefined: not asked for. */
  caller: CallerFacts | null | undefined
  /** Oldest first. Null: the user has no such conversation. Undefined: not asked for. */
  turns: Turn[] | null | undefined
  /** The operation ids of these turns. */
  savedIds: ReadonlySet<string | null>
}

const turnOf = ({ role, content }: ContextRow): Turn => ({ role, text: content })

const callerOf = (row: CallerRow | undefined): CallerFacts | null =>
  row ? { ...row, outages: JSON.parse(row.outages) as Outages } : null

export async function findForAsking(
  { $client }: Database,
  { userId, sessionId, conversationId }: Asking
): Promise<FoundForAsking> {
  const callerStatements = sessionId === undefined ? [] : [$client.prepare(callerQuery).bind(sessionId, userId)]
  const turnStatements =
    conversationId === undefined
      ? []
      : [conversationQuery, messagesQuery].map((query) => $client.prepare(query).bind(conversationId, userId))
  const results = await $client.batch([...callerStatements, ...turnStatements])
  const rows = results.map((result) => result.results)
  const caller = sessionId === undefined ? undefined : callerOf(rows.shift()?.[0] as CallerRow | undefined)
  const [owned = [], messages = []] = rows
  const ordered = inTurnOrder(messages as ContextRow[])
  const turns = owned.length === 0 ? null : ordered.map(turnOf)
  return {
    caller,
    turns: conversationId === undefined ? undefined : turns,
    savedIds: new Set(ordered.map(({ operationId }) => operationId))
  }
}
