// Erases what a user has made, in portions that are bounded in rows and bytes, so that a user with much does not block
// other queries: a run may end after any of them. The copy of the ledger stays for accounting.
import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { History } from '../base/database.ts'
import { firstThatFit } from './message-pages.ts'
import { jobShares } from './schema-job-shares.ts'
import { projectFiles, projects } from './schema-projects.ts'
import { roles } from './schema-roles.ts'
import { conversationCounts, conversations, folders, jobs, messages, storedBytes } from './schema.ts'

/** Some jobs of a user with their uploads; empty once all jobs are deleted. */
export const jobsToErase = (history: History, userId: string, limit: number) =>
  history.select({ id: jobs.id, uploads: jobs.uploads }).from(jobs).where(eq(jobs.userId, userId)).limit(limit)

export async function deleteJobs(history: History, ids: string[]): Promise<void> {
  await history.delete(jobs).where(inArray(jobs.id, ids))
}

/**
 * Deletes some messages of a user's first conversations, and those conversations that have none.
 * @returns how many rows; 0 once all are deleted
 */
export async function deleteChats(history: History, userId: string, conversationsMax: number): Promise<number> {
  const first = history
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.userId, userId))
    .limit(conversationsMax)
  const isEmpty = notExists(
    history.select({ id: messages.id }).from(messages).where(eq(messages.conversationId, conversations.id))
  )
  // Counted by rows: D1's own figure includes what the triggers change.
  const [texts, emptied] = await history.batch([
    history
      .delete(messages)
      .where(sql`${messages.id} in (${firstThatFit(sql`conversation_id in ${first}`)})`)
      .returning({ id: messages.id }),
    history
      .delete(conversations)
      .where(and(inArray(conversations.id, first), isEmpty))
      .returning({ id: conversations.id })
  ])
  return texts.length + emptied.length
}

/** Deletes the user's roles, projects and folders, the links to jobs, and the counts of stored bytes, once chats and jobs are deleted. */
export async function deleteCounts(history: History, userId: string): Promise<void> {
  await history.batch([
    history.delete(roles).where(eq(roles.userId, userId)),
    history.delete(jobShares).where(eq(jobShares.userId, userId)),
    history.delete(projectFiles).where(eq(projectFiles.userId, userId)),
    history.delete(projects).where(eq(projects.userId, userId)),
    history.delete(folders).where(eq(folders.userId, userId)),
    history.delete(conversationCounts).where(eq(conversationCounts.userId, userId)),
    history.delete(storedBytes).where(eq(storedBytes.userId, userId))
  ])
}
