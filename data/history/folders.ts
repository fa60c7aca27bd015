// Folders of chats and of jobs, and where in the list a conversation stands. Every query names the owner: another user's id
// behaves like an unknown one.
import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Conversation } from '#contract/chats.ts'
import { foldersMax, pinnedMax } from '#contract/chat-limits.ts'
import type { Folder } from '#contract/folders.ts'
import type { ChatService } from '#contract/catalogue/chat.ts'
import type { History } from '../base/database.ts'
import { conversationCounts, conversations, folders, jobs } from './schema.ts'
import { areOwnConversations, shownConversation } from './shown-conversation.ts'

/** The kind of things in a folder: an id of one kind is never a folder of the other. */
export type FolderKind = (typeof folders.$inferSelect)['kind']

/** The generated column's name for the chats of a folder. */
export const sectionOfFolder = (id: number): string => `folder ${id}`

const totalOf = {
  chat: (userId: string, service: ChatService | undefined) => sql<number>`(select coalesce(sum(total), 0)
    from ${conversationCounts} as counts where counts.user_id = ${userId} and counts.section = 'folder ' || folders.id
    and ${service === undefined ? sql`true` : sql`counts.service = ${service}`})`,
  library: (userId: string) => sql<number>`(select count(*) from ${jobs} as work
    where work.user_id = ${userId} and work.folder_id is not null and work.folder_id = folders.id
    and work.deleted_at is null and work.step = 'completed')`
}

const isProject = {
  chat: sql`(exists (select 1 from project_files as files where files.folder_id = folders.id)
    or exists (select 1 from projects where projects.folder_id = folders.id and projects.instruction <> ''))`,
  library: sql`false`
}

/** In the order in which they were made. `total` of chats is of one service, or of all. */
export const foldersOf = (history: History, userId: string, kind: FolderKind, service?: ChatService) =>
  history
    .select({
      id: folders.id,
      name: folders.name,
      created_at: folders.createdAt,
      total: totalOf[kind](userId, service),
      is_project: isProject[kind].mapWith((found) => Boolean(found) || undefined)
    })
    .from(folders)
    .where(and(eq(folders.userId, userId), eq(folders.kind, kind)))
    .orderBy(asc(folders.id))

/** @returns undefined when the user has as many of this kind as allowed */
export async function addFolder(
  { $client }: History,
  { userId, kind, name, now }: { userId: string; kind: FolderKind; name: string; now: number }
): Promise<Folder | undefined> {
  const added = await $client
    .prepare(
      `insert into folders (user_id, kind, name, created_at)
      select ?1, ?2, ?3, ?4 where (select count(*) from folders where user_id = ?1 and kind = ?2) < ${foldersMax}
      returning id, name, created_at, 0 as total`
    )
    .bind(userId, kind, name, now)
    .first<Folder>()
  return added ?? undefined
}

interface OwnFolder {
  userId: string
  kind: FolderKind
  id: number
}

const isOwn = ({ userId, kind, id }: OwnFolder) =>
  and(eq(folders.id, id), eq(folders.userId, userId), eq(folders.kind, kind))

/** Whether the user has this folder, as a condition of a query on other tables. */
export const folderExists = (folder: OwnFolder): SQL => sql`exists (select 1 from ${folders} where ${isOwn(folder)})`

export async function hasFolder(history: History, folder: OwnFolder): Promise<boolean> {
  const found = await history.select({ id: folders.id }).from(folders).where(isOwn(folder))
  return found.length > 0
}

/** @returns whether the user has such a folder */
export async function renameFolder(history: History, folder: OwnFolder, name: string): Promise<boolean> {
  const changed = await history.update(folders).set({ name }).where(isOwn(folder)).returning({ id: folders.id })
  return changed.length > 0
}

/** Takes out what is in it, also pinned and archived chats, and deletes it. @returns whether the user had such a folder */
export async function removeFolder(history: History, folder: OwnFolder): Promise<boolean> {
  const { userId, kind, id } = folder
  const emptied =
    kind === 'chat'
      ? history
          .update(conversations)
          .set({ folderId: null })
          .where(and(eq(conversations.userId, userId), eq(conversations.folderId, id)))
      : history
          .update(jobs)
          .set({ folderId: null })
          .where(and(eq(jobs.userId, userId), isNotNull(jobs.folderId), eq(jobs.folderId, id)))
  const [, removed] = await history.batch([
    emptied,
    history.delete(folders).where(isOwn(folder)).returning({ id: folders.id })
  ])
  return removed.length > 0
}

/** Undefined fields stay. */
export interface ConversationPlace {
  pinned?: boolean | undefined
  archived?: boolean | undefined
  folderId?: number | null | undefined
}

const timeOf = (column: typeof conversations.pinnedAt | typeof conversations.archivedAt, isSet: boolean, now: number) =>
  isSet ? sql`coalesce(${column}, ${now})` : null

function changeOf({ pinned, archived, folderId }: ConversationPlace, now: number) {
  const isPinned = archived ? false : pinned
  const isArchived = pinned ? false : archived
  return {
    ...(isPinned !== undefined && { pinnedAt: timeOf(conversations.pinnedAt, isPinned, now) }),
    ...(isArchived !== undefined && { archivedAt: timeOf(conversations.archivedAt, isArchived, now) }),
    ...(folderId !== undefined && { folderId })
  }
}

/**
 * Places conversations: all that the user has of these, or none.
 * @returns them; undefined when the user has no such folder; null when too many would be pinned
 */
export async function placeConversations(
  history: History,
  userId: string,
  { ids, now, ...place }: ConversationPlace & { ids: readonly number[]; now: number }
): Promise<Conversation[] | null | undefined> {
  const { folderId, pinned } = place
  const own = areOwnConversations(userId, ids)
  const isThere = typeof folderId === 'number' ? folderExists({ userId, kind: 'chat', id: folderId }) : sql`true`
  // Read once, before the first row changes. Triggers count the pinned ones of each service.
  const fits = pinned
    ? sql`not exists (select 1 from ${conversations} where ${own} and ${conversations.pinnedAt} is null
        group by ${conversations.service} having count(*) + coalesce((select total from conversation_counts as counts
          where counts.user_id = ${userId} and counts.service = ${conversations.service} and section = 'pinned'), 0)
        > ${pinnedMax})`
    : sql`true`
  // One transaction: the first statement says why the second has changed nothing.
  const [[allowed], changed] = await history.batch([
    // With names: D1 would give two columns of the same text as one.
    history
      .select({ isThere: sql<number>`${isThere}`.as('is_there'), fits: sql<number>`${fits}`.as('fits') })
      .from(sql`(select 1)`),
    history
      .update(conversations)
      .set(changeOf(place, now))
      .where(and(own, isThere, fits))
      .returning(shownConversation)
  ])
  if (!allowed?.isThere) return undefined
  return allowed.fits ? changed : null
}
