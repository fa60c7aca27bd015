// What a user's object reads of the history before it begins an answer.
import { contextLengthMax, contextMessagesMax, type Turn } from '#domain/conversation-context.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import { picturesOf, toldAnswer, toldCard, type ToldWork } from '#domain/told-works.ts'
import { beforeTheFirst, type TurnPlace } from '#domain/turn-place.ts'
import type { AttachedFile } from '#domain/attachment.ts'
import type { FoundProject, ProjectFile } from '#domain/project.ts'
import type { History } from '../base/database.ts'
import { filesIn, filesOfMessage, filesOfProject, type NamedFileRow, namedFilesQuery } from './attachments.ts'
import { isMemoryOff, rememberedLines } from './memory-sql.ts'
import { ownedConversation, pathUpFrom } from './paths.ts'
import { storedBytesQuery } from './stored-bytes.ts'

/** SQL: the works of a card as `ToldWork`, as a JSON array. */
const worksOfMessage = (message: string): string => `
  (select json_group_array(json(object)) from (
    select json_object('id', job.id, 'kind', job.kind, 'step', job.step, 'files', json(job.files),
      'isDeleted', json(iif(job.deleted_at is null, 'false', 'true')),
      'request', (select substr(content, 1, 1000) from messages where id = ${message}.parent_id)) as object
    from json_each(${message}.works) as item join jobs as job on job.user_id = ?2 and job.operation_id = item.value
    order by item.key))`

/** Only as many of the newest messages of the path as the model may be sent. */
const contextQuery = (start: string) => `
  with recursive ${pathUpFrom(start, contextMessagesMax)}
  select id, role, content, operationId, proposals, case role when 'user' then ${filesOfMessage('context.id')} end as files,
    case when works is not null then ${worksOfMessage('context')} end as works from (
    select message.id, message.parent_id, role, content, works, proposals, operation_id as operationId, place,
      sum(length(content)) over (order by place) - length(content) as length_above
    from path join messages as message on message.id = path.id) as context
  where length_above <= ${contextLengthMax} order by place desc`

const continued = contextQuery(`(${ownedConversation})`)
const afterMessage = contextQuery('?3')
const beforeQuestion = contextQuery('(select parent_id from messages where id = ?3)')

const askedConversation = `
  select leaf_id, (select instruction from instructions where conversation_id = id) as instruction,
    ${isMemoryOff('chat')} as isMemoryOff,
    (select instruction from projects where folder_id = chat.folder_id) as project,
    case when folder_id is not null then ${filesOfProject('chat.folder_id')} end as projectFiles
  from conversations as chat where id = ?1 and user_id = ?2`

const accountQuery = `select (${storedBytesQuery}) as total, ${rememberedLines} as memory`

const namedQuery = `
  select role, content, ${filesOfMessage('messages.id')} as files, null as works, null as proposals from messages where id = ?3 and conversation_id = ?1 and exists (${ownedConversation})`

interface ContextRow {
  id: number
  role: Turn['role']
  content: string
  operationId: string | null
  files: string | null
  /** Of a card. */
  works: string | null
  proposals: string | null
}

export interface Asking {
  userId: string
  /** Whether to count what the user stores, and to read what is remembered. */
  countsBytes: boolean
  /** Undefined: there is none, or its turns are known already. */
  conversationId: number | undefined
  /** Undefined: after the message that is shown last. */
  place: TurnPlace | undefined
  /** Ids of the files of the question. */
  attachments?: readonly string[]
}

export interface FoundPath {
  /** Oldest first. */
  turns: Turn[]
  /** Cards among them are told as their works are now, which soon may be otherwise. */
  hasCards: boolean
  /** Of these turns. */
  ids: ReadonlySet<number>
  operationIds: ReadonlySet<string | null>
  /** The last message of the path that is shown. */
  leafId: number
  /** Of the conversation; empty: none. */
  instruction: string
  /** The user wants no memory here. */
  isMemoryOff: boolean
  /** Of its folder; null: it has none, or nothing is in it. */
  project: FoundProject | null
  /** The message that the place names; null when the conversation has no such message, or the place names none. */
  named: Turn | null
}

/** A file of the question that the user has. */
export interface NamedFile {
  file: AttachedFile
  state: NamedFileRow['state']
  /** When it is deleted; null once a question has it. */
  expiresAt: number | null
}

export interface FoundForAsking {
  /** The files that the user has. */
  files: NamedFile[]
  /** Undefined: the caller did not ask for it. */
  storedBytes: number | undefined
  /** The lines of the user's memory, one a line, oldest first; null: it is off. Undefined as the bytes. */
  memory: string | null | undefined
  /** Null: the user has no such conversation. Undefined: the caller did not ask for it. */
  path: FoundPath | null | undefined
}

function turnOf({ role, content, files, works, proposals }: Omit<ContextRow, 'id' | 'operationId'>): Turn {
  if (works !== null) {
    const told = JSON.parse(works) as ToldWork[]
    return { role, text: toldCard(told), files: picturesOf(told) }
  }
  const attached = filesIn(files)
  const text = proposals === null ? content : toldAnswer(content, JSON.parse(proposals) as WorkProposal[])
  return { role, text, ...(attached.length > 0 && { files: attached }) }
}

interface OwnedRow {
  leaf_id: number | null
  instruction: string | null
  isMemoryOff: number
  /** The instruction of the project. */
  project: string | null
  projectFiles: string | null
}

function projectOf({ project, projectFiles }: Pick<OwnedRow, 'project' | 'projectFiles'>): FoundProject | null {
  const files = projectFiles === null ? [] : (JSON.parse(projectFiles) as ProjectFile[])
  return project || files.length > 0 ? { instruction: project ?? '', files } : null
}

const namedFileOf = ({ file, state, expiresAt }: NamedFileRow): NamedFile => ({
  file: JSON.parse(file) as AttachedFile,
  state,
  expiresAt
})

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
  const { userId, countsBytes, conversationId, attachments = [] } = asking
  const bytes = countsBytes ? [$client.prepare(accountQuery).bind(userId)] : []
  const named =
    attachments.length === 0 ? [] : [$client.prepare(namedFilesQuery).bind(userId, JSON.stringify(attachments))]
  const results = await $client.batch([...bytes, ...named, ...statementsOf(history, asking)])
  const rows = results.map((result) => result.results)
  const [counted] = (countsBytes ? rows.shift() : undefined) ?? []
  const files = ((named.length > 0 ? rows.shift() : undefined) ?? []).map((row) => namedFileOf(row as NamedFileRow))
  const [[owned] = [], messages = [], [anchor] = []] = rows
  const { total: storedBytes, memory } = (counted ?? {}) as { total?: number; memory?: string | null }
  const account = { storedBytes, memory, files }
  if (conversationId === undefined) return { ...account, path: undefined }
  if (owned === undefined) return { ...account, path: null }
  const found = messages as ContextRow[]
  const { leaf_id: leafId, ...settings } = owned as OwnedRow
  return {
    ...account,
    path: {
      turns: found.map(turnOf),
      hasCards: found.some(({ works }) => works !== null),
      ids: new Set(found.map(({ id }) => id)),
      operationIds: new Set(found.map(({ operationId }) => operationId)),
      leafId: leafId ?? beforeTheFirst,
      instruction: settings.instruction ?? '',
      isMemoryOff: settings.isMemoryOff === 1,
      project: projectOf(settings),
      named: anchor === undefined ? null : turnOf(anchor as ContextRow)
    }
  }
}
