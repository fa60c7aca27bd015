// What a user has made, for the archive. Read in pages, because many chats do not fit into memory at once.
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { History } from '../base/database.ts'
import { firstThatFit } from './message-pages.ts'
import { attachments, messageAttachments } from './schema-attachments.ts'
import { instructions } from './schema-roles.ts'
import { conversations, folders, jobs, messages } from './schema.ts'

const rowsPerPage = 200
/** Fewer, because each may hold a long text. */
const jobsPerPage = 50

/** One page of conversations with ids above `afterId`. */
export const conversationsAfter = (history: History, userId: string, afterId: number) =>
  history
    .select({
      id: conversations.id,
      title: conversations.title,
      service: conversations.service,
      model: conversations.model,
      leafId: conversations.leafId,
      pinnedAt: conversations.pinnedAt,
      archivedAt: conversations.archivedAt,
      folderId: conversations.folderId,
      importId: conversations.importId,
      createdAt: conversations.createdAt,
      updatedAt: conversations.updatedAt,
      role: instructions.role,
      instruction: instructions.instruction
    })
    .from(conversations)
    .leftJoin(instructions, eq(instructions.conversationId, conversations.id))
    .where(and(eq(conversations.userId, userId), gt(conversations.id, afterId)))
    .orderBy(asc(conversations.id))
    .limit(rowsPerPage)

/** All of chats: a user has at most a hundred. */
export const foldersToShow = (history: History, userId: string) =>
  history
    .select({ id: folders.id, name: folders.name, createdAt: folders.createdAt })
    .from(folders)
    .where(and(eq(folders.userId, userId), eq(folders.kind, 'chat')))
    .orderBy(asc(folders.id))

/**
 * One page of a conversation's messages with ids above `afterId`: fewer when they are long, but at least one. The caller
 * has checked the owner.
 */
export const messagesAfter = (history: History, conversationId: number, afterId: number) =>
  history
    .select({
      id: messages.id,
      parentId: messages.parentId,
      role: messages.role,
      content: messages.content,
      model: messages.model,
      thinking: messages.thinking,
      sources: messages.sources,
      /** Ids of the works that an answer is, as in the names of their files. */
      works: messages.works,
      /** Places in the project's files that the model was shown. */
      read: messages.read,
      outcome: messages.outcome,
      chargedTokens: messages.chargedTokens,
      createdAt: messages.createdAt,
      /** Ids of the files of a request. */
      attachments: sql<string | null>`(select nullif(json_group_array(attachment_id), '[]') from ${messageAttachments}
        where message_id = ${messages.id})`
    })
    .from(messages)
    .where(sql`${messages.id} in (${firstThatFit(sql`conversation_id = ${conversationId} and id > ${afterId}`)})`)
    .orderBy(asc(messages.id))

/** One page of attached files with ids above `afterId`. */
export const attachmentsAfter = (history: History, userId: string, afterId: string) =>
  history
    .select({
      id: attachments.id,
      name: attachments.name,
      kind: attachments.kind,
      mediaType: attachments.mediaType,
      sizeBytes: attachments.sizeBytes,
      createdAt: attachments.createdAt
    })
    .from(attachments)
    .where(and(eq(attachments.userId, userId), gt(attachments.id, afterId)))
    .orderBy(asc(attachments.id))
    .limit(rowsPerPage)

/** One page of jobs with row ids above `afterId`, without the columns that only the queues need. */
export const jobsAfter = (history: History, userId: string, afterId: string) =>
  history
    .select({
      id: jobs.id,
      operationId: jobs.operationId,
      service: jobs.service,
      model: jobs.model,
      parameters: jobs.parameters,
      step: jobs.step,
      priceTokens: jobs.priceTokens,
      chargedTokens: jobs.chargedTokens,
      files: jobs.files,
      madeFrom: jobs.madeFrom,
      keptSources: jobs.keptSources,
      redoOf: jobs.redoOf,
      favouriteAt: jobs.favouriteAt,
      folderId: jobs.folderId,
      createdAt: jobs.createdAt
    })
    .from(jobs)
    .where(and(eq(jobs.userId, userId), gt(jobs.id, afterId)))
    .orderBy(asc(jobs.id))
    .limit(jobsPerPage)
