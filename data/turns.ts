// Writing the two sides of a turn. Both writes may be repeated (a restarted object does) and both may find that the
// conversation was deleted meanwhile: neither is an error, and neither writes twice.
import { eq, sql } from 'drizzle-orm'
import type { AnswerOutcome } from '#contract/chats.ts'
import type { Database } from './database.ts'
import { conversations, messages } from './schema.ts'

export interface Question {
  userId: string
  conversationId: number
  operationId: string
  prompt: string
  model: string
  askedAt: number
}

export interface AnsweredTurn extends Question {
  text: string
  outcome: AnswerOutcome
  chargedTokens: number
  usdMicros: number | null
  upstreamModel: string | null
  answeredAt: number
}

// Written as SQL: a conditional insert has no form in the query builder that a batch accepts.
const insertSide = `
  insert into messages (conversation_id, operation_id, model, role, content, created_at, outcome, charged_tokens,
    usd_micros, upstream_model)
  select ?1, ?2, ?3, ?5, ?6, ?7, ?8, ?9, ?10, ?11
  where exists (select 1 from conversations where id = ?1 and user_id = ?4)
  on conflict do nothing`

type Side = [role: string, content: string, at: number, outcome?: string, charged?: number, ...more: unknown[]]

function insert({ $client }: Database, turn: Question, side: Side): D1PreparedStatement {
  const [role, content, at, outcome = null, charged = null, usdMicros = null, upstreamModel = null] = side
  const { conversationId, operationId, model, userId } = turn
  return $client
    .prepare(insertSide)
    .bind(conversationId, operationId, model, userId, role, content, at, outcome, charged, usdMicros, upstreamModel)
}

const touch = ({ $client }: Database, turn: Question, at: number): D1PreparedStatement =>
  $client
    .prepare('update conversations set updated_at = max(updated_at, ?1), model = ?2 where id = ?3 and user_id = ?4')
    .bind(at, turn.model, turn.conversationId, turn.userId)

export async function saveQuestion(database: Database, turn: Question): Promise<void> {
  await database.$client.batch([
    insert(database, turn, ['user', turn.prompt, turn.askedAt]),
    touch(database, turn, turn.askedAt)
  ])
}

export async function saveAnswer(database: Database, turn: AnsweredTurn): Promise<void> {
  const { text, outcome, chargedTokens, usdMicros, upstreamModel, answeredAt } = turn
  await database.$client.batch([
    insert(database, turn, ['user', turn.prompt, turn.askedAt]),
    insert(database, turn, ['assistant', text, answeredAt, outcome, chargedTokens, usdMicros, upstreamModel]),
    touch(database, turn, answeredAt)
  ])
}

/** Adds a message that belongs to no paid turn. Without a role it is the other side of the last message. */
export async function addMessage(
  database: Database,
  row: { conversationId: number; role: 'user' | 'assistant' | undefined; content: string; model: string; at: number }
) {
  const role =
    row.role === undefined
      ? sql`coalesce((select case role when 'user' then 'assistant' else 'user' end from ${messages}
          where conversation_id = ${row.conversationId} order by id desc limit 1), 'user')`
      : sql`${row.role}`
  const [[inserted]] = await database.batch([
    database
      .insert(messages)
      .values({ conversationId: row.conversationId, role, content: row.content, model: row.model, createdAt: row.at })
      .returning(),
    database.update(conversations).set({ updatedAt: row.at }).where(eq(conversations.id, row.conversationId))
  ])
  if (!inserted) throw new Error('An inserted message was not returned')
  return inserted
}
