// Inserts messages. A restarted object may insert both sides of a turn again, and the conversation may have been
// deleted meanwhile: neither is an error, and no side is stored twice.
import type { AnswerSource } from '#contract/answer-sources.ts'
import type { ReadPlace } from '#contract/projects.ts'
import type { AnswerOutcome } from '#contract/catalogue/charge-rules.ts'
import type { TurnPlace } from '#domain/turn-place.ts'
import type { MessageRow } from './message-paths.ts'
import type { History } from '../base/database.ts'
import { linkFilesQuery } from './attachments.ts'
import { messageColumns, newestBelow, ownedConversation } from './paths.ts'

interface Question {
  userId: string
  conversationId: number
  operationId: string
  prompt: string
  model: string
  askedAt: number
  /** Files of the question. */
  attachmentIds?: readonly string[]
  place: TurnPlace
}

export interface AnsweredTurn extends Question {
  text: string
  /** Absent or null: the user did not ask for it. */
  thinking?: string | null
  sources?: AnswerSource[] | null
  /** What of the project's files was shown to the model; absent or null: nothing. */
  read?: ReadPlace[] | null
  outcome: AnswerOutcome
  /** It failed because its service is not available. */
  unavailable?: boolean
  chargedTokens: number
  usdMicros: number | null
  upstreamModel: string | null
  supplier?: string | null
  answeredAt: number
}

// Written as SQL, because the query builder has no conditional insert that a batch accepts. ?17 belongs to the place.
const insertSide = (parent: string) => `
  insert into messages (conversation_id, operation_id, model, role, content, created_at, outcome, charged_tokens,
    usd_micros, upstream_model, supplier, thinking, sources, unavailable, read, parent_id)
  select ?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ${parent}
  where exists (${ownedConversation})
  on conflict do nothing
  returning id`

const afterNamed = insertSide('?17')
const continuing = insertSide(newestBelow('?17'))
const afterOwnQuestion = insertSide(
  "coalesce(?17, (select id from messages where conversation_id = ?1 and operation_id = ?3 and role = 'user'))"
)

const nothing = [null, null, null, null, null, null, null, null, null]

interface Side {
  role: 'user' | 'assistant'
  content: string
  at: number
  /** Of an answer: the columns from its outcome on. */
  ending?: readonly (string | number | null)[]
  /** The SQL that inserts it, with the parameters of the place. */
  query: string
  anchor: number | null
}

function insert({ $client }: History, turn: Question, side: Side): D1PreparedStatement {
  const { role, content, at, ending = nothing, query, anchor } = side
  const { conversationId, operationId, model, userId } = turn
  return $client.prepare(query).bind(conversationId, userId, operationId, model, role, content, at, ...ending, anchor)
}

/** The statement that saves the question; none when the turn is another answer to a question that is saved. */
function questionStatements(history: History, turn: Question): D1PreparedStatement[] {
  const { place, prompt: content, askedAt: at } = turn
  if ('answers' in place) return []
  const side = { role: 'user', content, at } as const
  const linked = linkStatements(history, turn)
  if ('below' in place) return [insert(history, turn, { ...side, query: continuing, anchor: place.below }), ...linked]
  return [insert(history, turn, { ...side, query: afterNamed, anchor: place.after }), ...linked]
}

function linkStatements({ $client }: History, turn: Question): D1PreparedStatement[] {
  const { attachmentIds = [], conversationId, userId, operationId } = turn
  if (attachmentIds.length === 0) return []
  return [$client.prepare(linkFilesQuery).bind(conversationId, userId, operationId, JSON.stringify(attachmentIds))]
}

/** A question brings its conversation back from the archive, unless the user has archived it since. */
const touch = ({ $client }: History, turn: Question, at: number): D1PreparedStatement =>
  $client
    .prepare(
      `update conversations set updated_at = max(updated_at, ?1),
        model = case when updated_at <= ?1 then ?2 else model end,
        archived_at = case when archived_at > ?5 then archived_at end
      where id = ?3 and user_id = ?4`
    )
    .bind(at, turn.model, turn.conversationId, turn.userId, turn.askedAt)

/** The statements that save the sides of a turn and return their ids. The one that is saved last is shown (a trigger). */
export function turnStatements(history: History, turn: AnsweredTurn): D1PreparedStatement[] {
  const {
    place,
    text,
    thinking = null,
    sources = null,
    read = null,
    outcome,
    unavailable = false,
    chargedTokens,
    usdMicros,
    upstreamModel,
    supplier = null,
    answeredAt
  } = turn
  return [
    ...questionStatements(history, turn),
    insert(history, turn, {
      role: 'assistant',
      content: text,
      at: answeredAt,
      ending: [
        outcome,
        chargedTokens,
        usdMicros,
        upstreamModel,
        supplier,
        thinking,
        sources && JSON.stringify(sources),
        unavailable ? 1 : null,
        read && JSON.stringify(read)
      ],
      query: afterOwnQuestion,
      anchor: 'answers' in place ? place.answers : null
    }),
    touch(history, turn, answeredAt)
  ]
}

export interface LooseMessage {
  userId: string
  conversationId: number
  /** When undefined, the other side than the message that is shown last; the first message is the user's. */
  role: 'user' | 'assistant' | undefined
  content: string
  /** When undefined, the model of the conversation. */
  model: string | undefined
  at: number
}

const insertMessage = `
  insert into messages (conversation_id, role, content, model, created_at)
  select id,
    coalesce(?3, (select case role when 'user' then 'assistant' else 'user' end from messages where id = leaf_id), 'user'),
    ?4, coalesce(?5, model), ?6
  from conversations where id = ?1 and user_id = ?2
  returning ${messageColumns('messages')}`

/** Adds a message that belongs to no paid turn, after the one that is shown last. @returns undefined when the user has no such conversation */
export async function addMessage({ $client }: History, message: LooseMessage): Promise<MessageRow | undefined> {
  const { userId, conversationId, role = null, content, model = null, at } = message
  const [inserted] = await $client.batch<MessageRow>([
    $client.prepare(insertMessage).bind(conversationId, userId, role, content, model, at),
    $client
      .prepare(
        'update conversations set updated_at = max(updated_at, ?1), archived_at = null where id = ?2 and user_id = ?3'
      )
      .bind(at, conversationId, userId)
  ])
  return inserted?.results[0]
}
