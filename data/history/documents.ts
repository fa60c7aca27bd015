// Documents beside chats and their versions. Every query names the owner: another user's document behaves like an unknown one.
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ChatDocument } from '#contract/documents.ts'
import type { NewDocument } from '#domain/document.ts'
import type { History } from '../base/database.ts'
import { conversations, messages } from './schema.ts'
import { documents, documentVersions } from './schema-documents.ts'

const shownDocument = {
  id: documents.id,
  conversationId: documents.conversationId,
  messageId: documents.messageId,
  kind: documents.kind,
  title: documents.title,
  createdAt: documents.createdAt,
  updatedAt: documents.updatedAt
}

/** A version without its text, of which there may be a hundred long ones. */
export interface VersionRow {
  number: number
  hasText: boolean
  operationId: string | null
  base: number | null
  start: number | null
  end: number | null
  request: string | null
  createdAt: number
}

const versionRow = {
  number: documentVersions.number,
  hasText: sql<boolean>`${documentVersions.text} is not null`.mapWith(Boolean),
  operationId: documentVersions.operationId,
  base: documentVersions.base,
  start: documentVersions.start,
  end: documentVersions.end,
  request: documentVersions.request,
  createdAt: documentVersions.createdAt
}

export interface FoundDocument {
  document: ChatDocument
  /** By their numbers: the first one has a text. */
  versions: VersionRow[]
}

const owned = (userId: string, id: number) => and(eq(documents.id, id), eq(documents.userId, userId))

/** @returns undefined when the user has no such document */
export async function findDocument(history: History, userId: string, id: number): Promise<FoundDocument | undefined> {
  const [[document], versions] = await history.batch([
    history.select(shownDocument).from(documents).where(owned(userId, id)),
    history
      .select(versionRow)
      .from(documentVersions)
      .innerJoin(documents, and(eq(documents.id, documentVersions.documentId), owned(userId, id)))
      .where(eq(documentVersions.documentId, id))
      .orderBy(asc(documentVersions.number))
  ])
  return document && { document, versions }
}

/** The text of a version of a document whose owner was checked. @returns undefined: it has none */
export async function textOfVersion(history: History, id: number, number: number): Promise<string | undefined> {
  const found = await history
    .select({ text: documentVersions.text })
    .from(documentVersions)
    .where(
      and(eq(documentVersions.documentId, id), eq(documentVersions.number, number), isNotNull(documentVersions.text))
    )
    .get()
  return found?.text ?? undefined
}

/** Of a chat, the newest first; undefined when the user has no such chat. */
export async function documentsOfChat(
  history: History,
  userId: string,
  conversationId: number
): Promise<ChatDocument[] | undefined> {
  const [chats, found] = await history.batch([
    history
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(eq(conversations.id, conversationId), eq(conversations.userId, userId))),
    history
      .select(shownDocument)
      .from(documents)
      .where(and(eq(documents.conversationId, conversationId), eq(documents.userId, userId)))
      .orderBy(sql`${documents.id} desc`)
  ])
  return chats.length === 0 ? undefined : found
}

interface OpenedAnswer {
  conversationId: number
  content: string
  /** The document that was opened from it. */
  documentId: number | null
}

/** @returns undefined when the user has no such answer in words */
export const answerToOpen = (history: History, userId: string, messageId: number): Promise<OpenedAnswer | undefined> =>
  history
    .select({ conversationId: messages.conversationId, content: messages.content, documentId: documents.id })
    .from(messages)
    .innerJoin(conversations, and(eq(conversations.id, messages.conversationId), eq(conversations.userId, userId)))
    .leftJoin(documents, eq(documents.messageId, messages.id))
    .where(and(eq(messages.id, messageId), eq(messages.role, 'assistant'), isNull(messages.works)))
    .get()

// Written as SQL, because the query builder has no conditional insert that a batch accepts.
const insertDocument = `
  insert into documents (user_id, conversation_id, message_id, kind, title, created_at, updated_at)
  select ?1, conversation_id, messages.id, ?3, ?4, ?5, ?5
  from messages join conversations as chat on chat.id = conversation_id and chat.user_id = ?1
  where messages.id = ?2
  on conflict do nothing`

const insertFirstVersion = `
  insert into document_versions (document_id, number, text, created_at)
  select id, 1, ?3, created_at from documents where message_id = ?2 and user_id = ?1
  on conflict do nothing
  returning document_id as id`

const idOfDocument = 'select id from documents where message_id = ?2 and user_id = ?1'

/** Opens an answer as a document, once. @returns its id; undefined when the answer is gone */
export async function addDocument(
  { $client }: History,
  { userId, messageId, kind, title, text, now }: NewDocument & { userId: string; messageId: number; now: number }
): Promise<number | undefined> {
  const results = await $client.batch<{ id: number }>([
    $client.prepare(insertDocument).bind(userId, messageId, kind, title, now),
    $client.prepare(insertFirstVersion).bind(userId, messageId, text),
    $client.prepare(idOfDocument).bind(userId, messageId)
  ])
  return results.at(-1)?.results[0]?.id
}

/** A version that the user has written, or one that an answer will be. */
export interface AddedVersion {
  /** The newest one that was seen. */
  after: number
  /** Versions without a text that it takes the place of. */
  outdated?: readonly number[]
  text: string | null
  operationId?: string
  base?: number
  start?: number
  end?: number
  request?: string
}

const insertVersion = `
  insert into document_versions (document_id, number, text, operation_id, base, "start", "end", request, created_at)
  select ?1, ?3 + 1, ?4, ?5, ?6, ?7, ?8, ?9, ?10 from documents
  where id = ?1 and user_id = ?2
    and (select max(number) from document_versions where document_id = ?1) = ?3
  returning number`

const deleteOutdated = `
  delete from document_versions
  where document_id = ?1 and text is null and number in (select value from json_each(?3))
    and exists (select 1 from documents where id = ?1 and user_id = ?2)`

const touchDocument = 'update documents set updated_at = max(updated_at, ?3) where id = ?1 and user_id = ?2'

/** @returns false: another version has been added meanwhile, or the document is gone */
export async function addVersion(
  { $client }: History,
  { userId, id, now }: { userId: string; id: number; now: number },
  version: AddedVersion
): Promise<boolean> {
  const {
    after,
    outdated = [],
    text,
    operationId = null,
    base = null,
    start = null,
    end = null,
    request = null
  } = version
  const [added] = await $client.batch<{ number: number }>([
    $client.prepare(insertVersion).bind(id, userId, after, text, operationId, base, start, end, request, now),
    $client.prepare(touchDocument).bind(id, userId, now),
    ...(outdated.length === 0 ? [] : [$client.prepare(deleteOutdated).bind(id, userId, JSON.stringify(outdated))])
  ])
  return (added?.results.length ?? 0) > 0
}

/** Waits for the question of a version as if the user had asked it at this time. The document's owner was checked. */
export const waitFrom = (history: History, id: number, operationId: string, at: number): Promise<unknown> =>
  history
    .update(documentVersions)
    .set({ createdAt: at })
    .where(
      and(
        eq(documentVersions.documentId, id),
        eq(documentVersions.operationId, operationId),
        isNull(documentVersions.text)
      )
    )

/** @returns undefined when the user has no such document */
export const renameDocument = (
  history: History,
  userId: string,
  { id, title, now }: { id: number; title: string; now: number }
): Promise<ChatDocument | undefined> =>
  history.update(documents).set({ title, updatedAt: now }).where(owned(userId, id)).returning(shownDocument).get()

export async function deleteDocument(history: History, userId: string, id: number): Promise<boolean> {
  return (await history.delete(documents).where(owned(userId, id)).returning({ id: documents.id })).length > 0
}
