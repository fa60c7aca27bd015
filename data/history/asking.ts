// What a user's object reads of the history before it begins an answer.
import { contextLengthMax, contextMessagesMax, type Turn } from '#domain/conversation-context.ts'
import { beforeTheFirst, type TurnPlace } from '#domain/turn-place.ts'
import type { History } from '../database.ts'
import { ownedConversation, pathUpFrom } from './paths.ts'
import { storedBytesQuery } from './stored-bytes.ts'

/** Only as many of the newest messages of the path as the model may be sent. */
const contextQuery = (start: string) => `
  with recursive ${pathUpFrom(start, contextMessagesMax)}
  select id, role, content, operationId from (
    select message.id, role, content, operation_id as operationId, place,
      sum(length(content)) over (order by place) - length(content) as length_above
    from path join messages as message on message.id = path.id)
  where length_above <= ${contextLengthMax} order by place desc`

const continued = contextQuery(`(${ownedConversation})`)
const afterMessage = contextQuery('?3')
const beforeQuestion = contextQuery('(select parent_id from messages where id = ?3)')

const askedConversation = `
  select leaf_id, (select instruction from instructions where conversation_id = id) as instruction
  from conversations where id = ?1 and user_id = ?2`

const namedQuery = `
  select role, content from messages where id = ?3 and conversation_id = ?1 and exists (${ownedConversation})`

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
  /** Undefined: after the message that is shown last. */
  place: TurnPlace | undefined
}

export interface FoundPath {
  /** Oldest first. */
  turns: Turn[]
  /** Of these turns. */
  ids: ReadonlySet<number>
  operationIds: ReadonlySet<string | null>
  /** The last message of the path that is shown. */
  leafId: number
  /** Of the conversation; empty: none. */
  instruction: string
  /** The message that the place names; null when the conversation has none such, or none is named. */
  named: Turn | null
}

export interface FoundForAsking {
  /** Undefined: not asked for. */
  storedBytes: number | undefined
  /** Null: the user has no such conversation. Undefined: not asked for. */
  path: FoundPath | null | undefined
}

const turnOf = ({ role, content }: Pick<ContextRow, 'role' | 'content'>): Turn => ({ role, text: content })

function statementsOf({ $client }: History, { userId, conversationId, place }: Asking): D1PreparedStatement[] {
  if (conversationId === undefined) return []
  const owned = $client.prepare(askedConversation).bind(conversationId, userId)
  if (place === undefined || 'below' in place) return [owned, $client.prepare(continued).bind(conversationId, userId)]
  const [query, id] = 'after' in place ? [afterMessage, place.after] : [beforeQuestion, place.answers]
  return [owned, ...[query, namedQuery].map((each) => $client.prepare(each).bind(conversationId, userId, id))]
}

/** The user's bytes and the messages that the model may be sent, in one round trip. */
export async function findForAsking(history: History, asking: Asking): Promise<FoundForAsking> {
  const { $client } = history
  const { userId, countsBytes, conversationId } = asking
  const bytes = countsBytes ? [$client.prepare(storedBytesQuery).bind(userId)] : []
  const results = await $client.batch([...bytes, ...statementsOf(history, asking)])
  const rows = results.map((result) => result.results)
  const [counted] = (countsBytes ? rows.shift() : undefined) ?? []
  const [[owned] = [], messages = [], [named] = []] = rows
  const storedBytes = (counted as { total: number } | undefined)?.total
  if (conversationId === undefined) return { storedBytes, path: undefined }
  if (owned === undefined) return { storedBytes, path: null }
  const found = messages as ContextRow[]
  const { leaf_id: leafId, instruction } = owned as { leaf_id: number | null; instruction: string | null }
  return {
    storedBytes,
    path: {
      turns: found.map(turnOf),
      ids: new Set(found.map(({ id }) => id)),
      operationIds: new Set(found.map(({ operationId }) => operationId)),
      leafId: leafId ?? beforeTheFirst,
      instruction: instruction ?? '',
      named: named === undefined ? null : turnOf(named as ContextRow)
    }
  }
}
