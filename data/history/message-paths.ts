// The messages of a conversation along one path of their tree, which path is shown, and branches.
import type { AnswerSource } from '#contract/answer-sources.ts'
import type { Conversation } from '#contract/chats.ts'
import type { ReadPlace } from '#contract/projects.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import type { TurnPlace } from '#domain/turn-place.ts'
import type { AttachedFile } from '#domain/attachment.ts'
import type { History } from '../base/database.ts'
import { filesIn, filesOfMessage } from './attachments.ts'
import { offerOf } from './memory-sql.ts'
import { messageColumns, newestBelow, ownedConversation, pathUpFrom, textBytes } from './paths.ts'
import type { messages } from './schema.ts'
import { shownColumns } from './shown-conversation.ts'

export type MessageRow = typeof messages.$inferSelect

/** `versions`: the ids of the messages that follow the same one, its own among them, oldest first. */
export type PathRow = MessageRow & {
  versions: number[]
  /** Of a request. */
  files: AttachedFile[]
  /** What is offered to be remembered after an answer; null: nothing. */
  offer: string | null
}

export interface PathPage {
  limit: number
  /** Only messages that come before this one. */
  before?: number | undefined
  /** The path to where this turn goes; undefined: the path that is shown. */
  place?: TurnPlace | undefined
  /** SQL: what else is read of the conversation, ?1, of the user ?2. */
  chatQuery?: string | undefined
}

/**
 * The largest size of message texts on one page. A Worker has 128 MB for all its requests, and a page is in memory
 * several times: as rows, as objects and as JSON.
 */
const pageBytesMax = 4_000_000

const shownStart = `(${ownedConversation})`
const startBefore = '(select parent_id from messages where id = ?3 and conversation_id = ?1)'

/** Where a path ends: SQL with its parameters. */
function startOf({ before, place }: PathPage): [start: string, anchor: number | null] {
  if (before !== undefined) return [startBefore, before]
  if (place === undefined) return [shownStart, null]
  if ('below' in place) return [newestBelow('?3'), place.below]
  return ['?3', 'after' in place ? place.after : place.answers]
}

// A new answer replaces one without text, which is not kept as a version.
const versionsOf = `
  (select json_group_array(id) from (
    select id from messages as version
    where version.conversation_id = ?1 and version.parent_id = message.parent_id
      and (version.content <> '' or version.id = message.id)
    order by version.id))`

const pageQuery = (start: string, limit: number) => `
  with recursive ${pathUpFrom(start, limit + 1)},
  measured as (
    select path.id, place, count(*) over () as available,
      sum(${textBytes('messages')}) over (order by place) - ${textBytes('messages')} as bytes_above
    from path join messages on messages.id = path.id)
  select ${messageColumns('message')}, ${versionsOf} as versions,
    case message.role when 'user' then ${filesOfMessage('message.id')} end as files, ${offerOf('message')} as offer,
    available
  from measured join messages as message on message.id = measured.id
  where bytes_above <= ${pageBytesMax} order by place limit ${limit}`

interface Row extends Omit<MessageRow, 'sources' | 'works' | 'proposals' | 'read'> {
  versions: string
  sources: string | null
  works: string | null
  proposals: string | null
  read: string | null
  files: string | null
  offer: string | null
  available: number
}

const pathRowOf = (row: Row): PathRow => ({
  ...row,
  versions: JSON.parse(row.versions) as number[],
  sources: row.sources === null ? null : (JSON.parse(row.sources) as AnswerSource[]),
  works: row.works === null ? null : (JSON.parse(row.works) as string[]),
  proposals: row.proposals === null ? null : (JSON.parse(row.proposals) as WorkProposal[]),
  read: row.read === null ? null : (JSON.parse(row.read) as ReadPlace[]),
  files: filesIn(row.files)
})

/**
 * The last messages of a path, oldest first: at most `limit`, and fewer when they are very long, but at least one.
 * Undefined when the user has no such conversation.
 * @returns `chat` is the row of the conversation that `chatQuery` reads
 */
export async function findPath(
  { $client }: History,
  userId: string,
  id: number,
  page: PathPage
): Promise<{ messages: PathRow[]; hasMore: boolean; chat: unknown } | undefined> {
  const [start, anchor] = startOf(page)
  const values = anchor === null ? [id, userId] : [id, userId, anchor]
  const { chatQuery = ownedConversation } = page
  const [owned, found] = await $client.batch([
    $client.prepare(chatQuery).bind(id, userId),
    $client.prepare(pageQuery(start, page.limit)).bind(...values)
  ])
  if (owned?.results.length !== 1) return undefined
  const rows = (found?.results ?? []) as Row[]
  return {
    messages: rows.map(pathRowOf).toReversed(),
    hasMore: rows[0] !== undefined && rows[0].available > rows.length,
    chat: owned.results[0]
  }
}

const isShown = `?3 in (with recursive ${pathUpFrom(shownStart)} select id from path)`

/**
 * Shows the path that goes through a message, down its newest way. Changes nothing when it is shown already.
 * @returns whether the user has such a message in such a conversation
 */
export async function showVersion(
  { $client }: History,
  userId: string,
  { conversationId, messageId }: { conversationId: number; messageId: number }
): Promise<boolean> {
  const shown = await $client
    .prepare(
      `update conversations set leaf_id = case when ${isShown} then leaf_id else ${newestBelow('?3')} end
      where id = ?1 and user_id = ?2 and exists (select 1 from messages where id = ?3 and conversation_id = ?1)
      returning id`
    )
    .bind(conversationId, userId, messageId)
    .all()
  return shown.results.length > 0
}

export interface PathSize {
  title: string
  /** How many messages, up to the named one, and the bytes of their texts and models. */
  messages: number
  textBytes: number
  /** The instruction of the conversation, and the role that it came from. */
  role: string | null
  instruction: string | null
}

const pathToNamed = pathUpFrom('?3')

/** What a branch from a message would copy; undefined when the user has no such message in such a conversation. */
export async function measurePath(
  { $client }: History,
  userId: string,
  { conversationId, messageId }: { conversationId: number; messageId: number }
): Promise<PathSize | undefined> {
  const found = await $client
    .prepare(
      `with recursive ${pathToNamed}
      select title, count(*) as messages, sum(${textBytes('message')} + octet_length(message.model)
          + 100 * (select count(*) from message_attachments where message_id = message.id)) as textBytes,
        (select role from instructions where conversation_id = ?1) as role,
        (select instruction from instructions where conversation_id = ?1) as instruction
      from path join messages as message on message.id = path.id
        join conversations as conversation on conversation.id = message.conversation_id
      group by title`
    )
    .bind(conversationId, userId, messageId)
    .first<PathSize>()
  return found ?? undefined
}

/**
 * Adds a conversation with a copy of the path to a message, in one transaction. The copies belong to no operation, because the user
 * has paid only once. It stays in the folder, with the instruction and the files of the project. @returns undefined when the user has no such conversation
 */
export async function addBranch(
  { $client }: History,
  userId: string,
  branch: { conversationId: number; messageId: number; title: string; now: number }
): Promise<Conversation | undefined> {
  const { conversationId, messageId, title, now } = branch
  const [added, instructed] = await $client.batch<Conversation & { role: string | null }>([
    $client
      .prepare(
        `insert into conversations (user_id, title, service, model, created_at, updated_at, folder_id)
        select user_id, ?3, service, model, ?4, ?4, folder_id from conversations where id = ?1 and user_id = ?2
        returning ${shownColumns}`
      )
      .bind(conversationId, userId, title, now),
    // This insert does not change `last_insert_rowid()` for the next statement, because its key is the row's number.
    $client
      .prepare(
        `insert into instructions (conversation_id, user_id, role, instruction)
        select last_insert_rowid(), user_id, role, instruction from instructions where conversation_id = ?1 and user_id = ?2
        returning role`
      )
      .bind(conversationId, userId),
    // The memory alone: what may be spent without a question was agreed to for the other chat.
    $client
      .prepare(
        `insert into chat_settings (conversation_id, user_id, is_memory_off)
        select last_insert_rowid(), user_id, 1 from chat_settings where conversation_id = ?1 and user_id = ?2 and is_memory_off`
      )
      .bind(conversationId, userId),
    // Read as a whole before the first is added, because it reads the table that it writes. Each is linked to the one
    // before it by the trigger.
    $client
      .prepare(
        `with recursive ${pathToNamed}, new (id) as materialized (select last_insert_rowid())
        insert into messages (conversation_id, role, content, model, outcome, upstream_model, thinking, sources, works,
          proposals, read, unavailable, created_at)
        select (select id from new), role, content, model, outcome, upstream_model, thinking, sources, works, proposals,
          read, unavailable, created_at
        from path join messages as message on message.id = path.id order by place desc`
      )
      .bind(conversationId, userId, messageId),
    // The copies have ids in the order of the path.
    $client
      .prepare(
        `with recursive ${pathToNamed},
        original as (select id, row_number() over (order by place desc) as number from path),
        copy as (select id, row_number() over (order by id) as number from messages
          where conversation_id = (select conversation_id from messages where id = last_insert_rowid()))
        insert into message_attachments (message_id, position, attachment_id)
        select copy.id, link.position, link.attachment_id
        from original join copy on copy.number = original.number
          join message_attachments as link on link.message_id = original.id`
      )
      .bind(conversationId, userId, messageId)
  ])
  const [conversation] = added?.results ?? []
  return conversation && { ...conversation, role: instructed?.results[0]?.role ?? null }
}
