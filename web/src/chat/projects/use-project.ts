// What the project of a chat adds to its next question. Its panel, and what is said of it, are loaded when they are shown.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Conversation } from '#contract/chats.ts'
import { readProject } from '#contract/projects.ts'
import { projectsKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import type { ProjectPrice } from '../attach/attaching.tsx'

/** To whom a question would go. */
export interface Asked {
  service: string
  model: string
}

/** While the text of a file is being read. */
const pollMs = 1500

export const projectQuery = (id: number, asked?: Asked) =>
  queryOptions({
    queryKey: [...projectsKey, id, asked?.model],
    queryFn: async ({ signal }) => (await call(readProject, { id, ...asked }, { signal })).project,
    refetchInterval: ({ state }) => (state.data?.files.some((file) => file.state === 'waiting') ? pollMs : false)
  })

/**
 * Of a chat that is not known yet, and of a project that cannot be read, the page says nothing, so that the server charges nothing.
 * @param chat null: it is not known
 */
export function useProject(id: number | null, chat: Conversation | null, asked: Asked): ProjectPrice {
  const folderId = chat?.folder_id ?? null
  const { data, isLoading } = useQuery({ ...projectQuery(folderId ?? 0, asked), enabled: folderId !== null })
  const isOutside = id === null || chat?.folder_id === null
  return { tokens: isOutside ? undefined : (data?.sending.tokens ?? 0), isPending: isLoading }
}
