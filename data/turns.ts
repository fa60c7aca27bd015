// Writing the two sides of a turn. Both writes may be repeated (a restarted object does) and both may find that the
// conversation was deleted meanwhile: neither is an error, and neither writes twice.
import { sql } from 'drizzle-orm'
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

const stillThere = (turn: Question) =>
  sql`exists (select 1 from ${conversations} where id = ${turn.conversationId} and user_id = ${turn.userId})`

const insertQuestion = (database: Database, turn: Question) =>
  database.run(sql`
    insert into ${messages} (conversation_id, role, content, model, operation_id, created_at)
    select ${turn.conversationId}, 'user', ${turn.prompt}, ${turn.model}, ${turn.operationId}, ${turn.askedAt}
    where ${stillThere(turn)}
    on conflict do nothing`)

const touch = (database: Database, turn: Question, at: number) =>
  database.run(sql`
    update ${conversations} set updated_at = max(updated_at, ${at}), model = ${turn.model}
    where id = ${turn.conversationId} and user_id = ${turn.userId}`)

export async function saveQuestion(database: Database, turn: Question): Promise<void> {
  await database.batch([insertQuestion(database, turn), touch(database, turn, turn.askedAt)])
}

export async function saveAnswer(database: Database, turn: AnsweredTurn): Promise<void> {
  await database.batch([
    insertQuestion(database, turn),
    database.run(sql`
      insert into ${messages} (conversation_id, role, content, model, operation_id, outcome, charged_tokens,
        usd_micros, upstream_model, created_at)
      select ${turn.conversationId}, 'assistant', ${turn.text}, ${turn.model}, ${turn.operationId}, ${turn.outcome},
        ${turn.chargedTokens}, ${turn.usdMicros}, ${turn.upstreamModel}, ${turn.answeredAt}
      where ${stillThere(turn)}
      on conflict do nothing`),
    touch(database, turn, turn.answeredAt)
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
  const [inserted] = await database.batch([
    database
      .insert(messages)
      .values({ conversationId: row.conversationId, role, content: row.content, model: row.model, createdAt: row.at })
      .returning(),
    database.run(sql`update ${conversations} set updated_at = ${row.at} where id = ${row.conversationId}`)
  ])
  if (!inserted[0]) throw new Error('An inserted message was not returned')
  return inserted[0]
}
