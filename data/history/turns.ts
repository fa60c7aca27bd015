// Inserts messages. A restarted object may insert both sides of a turn again, and the conversation may have been
// deleted meanwhile: neither is an error, and no side is stored twice.
import type { AnswerOutcome } from '#contract/catalogue/charge-rules.ts'
import type { MessageRow } from './chats.ts'
import type { History } from '../database.ts'

interface Question {
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

// Written as SQL, because the query builder has no conditional insert that a batch accepts.
const insertSide = `
  insert into messages (conversation_id, operation_id, model, role, content, created_at, outcome, charged_tokens,
    usd_micros, upstream_model)
  select ?1, ?2, ?3, ?5, ?6, ?7, ?8, ?9, ?10, ?11
  where exists (select 1 from conversations where id = ?1 and user_id = ?4)
  on conflict do nothing`

type Side = [role: string, content: string, at: number, outcome?: string, charged?: number, ...more: unknown[]]

function insert({ $client }: History, turn: Question, side: Side): D1PreparedStatement {
  const [role, content, at, outcome = null, charged = null, usdMicros = null, upstreamModel = null] = side
  const { conversationId, operationId, model, userId } = turn
  return $client
    .prepare(insertSide)
    .bind(conversationId, operationId, model, userId, role, content, at, outcome, charged, usdMicros, upstreamModel)
}

const touch = ({ $client }: History, turn: Question, at: number): D1PreparedStatement =>
  $client
    .prepare(
      `update conversations set updated_at = max(updated_at, ?1),
        model = case when updated_at <= ?1 then ?2 else model end
      where id = ?3 and user_id = ?4`
    )
    .bind(at, turn.model, turn.conversationId, turn.userId)

/** The statements that save both sides of a turn. */
export function turnStatements(history: History, turn: AnsweredTurn): D1PreparedStatement[] {
  const { text, outcome, chargedTokens, usdMicros, upstreamModel, answeredAt } = turn
  return [
    insert(history, turn, ['user', turn.prompt, turn.askedAt]),
    insert(history, turn, ['assistant', text, answeredAt, outcome, chargedTokens, usdMicros, upstreamModel]),
    touch(history, turn, answeredAt)
  ]
}

export interface LooseMessage {
  userId: string
  conversationId: number
  /** When undefined, the other side than the last message; the first message is the user's. */
  role: 'user' | 'assistant' | undefined
  content: string
  /** When undefined, the model of the conversation. */
  model: string | undefined
  at: number
}

const insertMessage = `
  insert into messages (conversation_id, role, content, model, created_at)
  select id,
    coalesce(?3, (select case role when 'user' then 'assistant' else 'user' end from messages
      where conversation_id = ?1 order by id desc limit 1), 'user'),
    ?4, coalesce(?5, model), ?6
  from conversations where id = ?1 and user_id = ?2
  returning id, conversation_id as conversationId, role, content, model, operation_id as operationId, outcome,
    charged_tokens as chargedTokens, usd_micros as usdMicros, upstream_model as upstreamModel, created_at as createdAt`

/** Adds a message that belongs to no paid turn. @returns undefined when the user has no such conversation */
export async function addMessage({ $client }: History, message: LooseMessage): Promise<MessageRow | undefined> {
  const { userId, conversationId, role = null, content, model = null, at } = message
  const [inserted] = await $client.batch<MessageRow>([
    $client.prepare(insertMessage).bind(conversationId, userId, role, content, model, at),
    $client
      .prepare('update conversations set updated_at = max(updated_at, ?1) where id = ?2 and user_id = ?3')
      .bind(at, conversationId, userId)
  ])
  return inserted?.results[0]
}
