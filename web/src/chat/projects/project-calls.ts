// The changes of a project. Each is read again by everything that shows the project.
import type { QueryClient } from '@tanstack/react-query'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { chatFolders, placeConversation } from '#contract/chats.ts'
import * as projects from '#contract/projects.ts'
import type { Project } from '#contract/projects.ts'
import { conversationsKey, projectsKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { createConversation } from '../conversations/conversations.ts'
import { hasSomething } from './project-words.ts'

/** Reads a project again, and the list of chats when the mark of its folder comes or goes. */
async function reread(queries: QueryClient, id: number): Promise<void> {
  const queryKey = [...projectsKey, id]
  const isMarked = () => queries.getQueriesData<Project>({ queryKey }).some(([, known]) => known && hasSomething(known))
  const wasMarked = isMarked()
  await queries.invalidateQueries({ queryKey })
  if (isMarked() !== wasMarked) await queries.invalidateQueries({ queryKey: conversationsKey })
}

interface Written {
  name: string
  instruction: string
}

/** @throws ApiError what the call throws; the name may be saved then */
export async function saveProject(queries: QueryClient, id: number, before: Written, after: Written): Promise<void> {
  try {
    if (after.name !== before.name) await call(chatFolders.rename, { id, name: after.name })
    if (after.instruction !== before.instruction)
      await call(projects.changeProject, { id, instruction: after.instruction })
  } finally {
    await Promise.all([reread(queries, id), queries.invalidateQueries({ queryKey: conversationsKey })])
  }
}

export async function switchMemory(queries: QueryClient, id: number, memory: boolean): Promise<void> {
  await call(projects.changeProject, { id, memory })
  await reread(queries, id)
}

/** @param attachment id of a file that was attached */
export async function addFile(queries: QueryClient, id: number, attachment: string): Promise<void> {
  await call(projects.addProjectFile, { id, attachment })
  await reread(queries, id)
}

export async function removeFile(queries: QueryClient, id: number, file: string): Promise<void> {
  await call(projects.removeProjectFile, { id, file })
  await reread(queries, id)
}

/** @returns the id of a new chat that lies in the folder */
export async function beginChat(
  queries: QueryClient,
  folderId: number,
  { service }: Pick<ChatPage, 'service'>,
  model: string
): Promise<number> {
  const { id } = await createConversation(queries, { service, model }, false)
  try {
    await call(placeConversation, { id, folderId })
  } finally {
    await queries.invalidateQueries({ queryKey: conversationsKey })
  }
  return id
}
