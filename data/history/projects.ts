// Folders of chats as projects: what a user puts in, and takes out. Every query names the owner: another user's id behaves like an
// unknown one.
import { and, asc, eq, sql } from 'drizzle-orm'
import { projectFilesMax } from '#contract/projects.ts'
import type { History } from '../base/database.ts'
import type { AttachmentRow } from './attachments.ts'
import { attachments } from './schema-attachments.ts'
import { projectFiles, projects } from './schema-projects.ts'
import { folders } from './schema.ts'

export interface ProjectRow {
  folderId: number
  instruction: string
  isMemoryOff: boolean
  /** In the order in which they were added, as models get them. */
  files: AttachmentRow[]
  /** Of all files of the user. */
  fileBytes: number
}

/** @returns undefined when the user has no such folder of chats */
export async function findProject(history: History, userId: string, folderId: number): Promise<ProjectRow | undefined> {
  const [[found], files] = await history.batch([
    history
      .select({
        folderId: folders.id,
        instruction: sql<string>`coalesce(${projects.instruction}, '')`,
        isMemoryOff: sql<number>`coalesce(${projects.isMemoryOff}, 0)`,
        fileBytes: sql<number>`(select coalesce(sum(size_bytes), 0) from attachments where user_id = ${userId})`
      })
      .from(folders)
      .leftJoin(projects, eq(projects.folderId, folders.id))
      .where(and(eq(folders.id, folderId), eq(folders.userId, userId), eq(folders.kind, 'chat'))),
    history
      .select({ file: attachments })
      .from(projectFiles)
      .innerJoin(attachments, eq(attachments.id, projectFiles.attachmentId))
      .where(and(eq(projectFiles.folderId, folderId), eq(projectFiles.userId, userId)))
      .orderBy(asc(projectFiles.createdAt), asc(projectFiles.attachmentId))
  ])
  if (!found) return undefined
  return { ...found, isMemoryOff: found.isMemoryOff === 1, files: files.map(({ file }) => file) }
}

const setProject = `
  insert into projects (folder_id, user_id, instruction, is_memory_off)
  select id, user_id, coalesce(?3, ''), coalesce(?4, 0) from folders where id = ?1 and user_id = ?2 and kind = 'chat'
  on conflict do update set instruction = coalesce(?3, instruction), is_memory_off = coalesce(?4, is_memory_off)
  returning folder_id`

/** What is undefined stays. @returns whether the user has such a folder of chats */
export async function changeProject(
  { $client }: History,
  userId: string,
  folderId: number,
  { instruction, isMemoryOff }: { instruction?: string | undefined; isMemoryOff?: boolean | undefined }
): Promise<boolean> {
  const off = isMemoryOff === undefined ? null : Number(isMemoryOff)
  const { results } = await $client
    .prepare(setProject)
    .bind(folderId, userId, instruction ?? null, off)
    .all()
  return results.length > 0
}

interface ProjectFile {
  userId: string
  folderId: number
  fileId: string
}

// A picture is no file of a project, and neither is one whose day without a question is over.
const addFile = `
  insert into project_files (folder_id, attachment_id, user_id, created_at)
  select ?1, file.id, ?3, ?4 from attachments as file
  where file.id = ?2 and file.user_id = ?3 and file.kind <> 'picture' and file.state <> 'failed'
    and (file.expires_at is null or file.expires_at > ?4)
    and exists (select 1 from folders where id = ?1 and user_id = ?3 and kind = 'chat')
    and (select count(*) from project_files where folder_id = ?1) < ${projectFilesMax}
  on conflict do nothing`

/** Adds a file, once; nothing when the folder is full, or when there is no such folder or file of the user. */
export async function addProjectFile(
  { $client }: History,
  { userId, folderId, fileId }: ProjectFile,
  now: number
): Promise<void> {
  await $client.prepare(addFile).bind(folderId, fileId, userId, now).run()
}

/** @returns whether the project had this file */
export async function removeProjectFile(history: History, { userId, folderId, fileId }: ProjectFile): Promise<boolean> {
  const removed = await history
    .delete(projectFiles)
    .where(
      and(eq(projectFiles.folderId, folderId), eq(projectFiles.attachmentId, fileId), eq(projectFiles.userId, userId))
    )
    .returning({ id: projectFiles.attachmentId })
  return removed.length > 0
}

/** The files of a folder, whatever their state. */
export async function fileIdsOf(history: History, userId: string, folderId: number): Promise<string[]> {
  const rows = await history
    .select({ id: projectFiles.attachmentId })
    .from(projectFiles)
    .where(and(eq(projectFiles.folderId, folderId), eq(projectFiles.userId, userId)))
  return rows.map(({ id }) => id)
}

/** All projects of a user, for the archive: at most a hundred. */
export async function projectsToShow(history: History, userId: string) {
  const rows = await history
    .select({
      folderId: folders.id,
      instruction: projects.instruction,
      isMemoryOff: projects.isMemoryOff,
      files: sql<string>`(select json_group_array(attachment_id) from ${projectFiles} where folder_id = ${folders.id})`
    })
    .from(folders)
    .leftJoin(projects, eq(projects.folderId, folders.id))
    .where(
      and(
        eq(folders.userId, userId),
        eq(folders.kind, 'chat'),
        sql`(${projects.folderId} is not null or exists (select 1 from ${projectFiles} where folder_id = ${folders.id}))`
      )
    )
    .orderBy(asc(folders.id))
  return rows.map(({ files, ...row }) => ({ ...row, files: JSON.parse(files) as string[] }))
}
