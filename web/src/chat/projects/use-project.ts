// What the project of a chat adds to its next question. Its panel, and what is said of it, are loaded when they are shown.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/chats.ts'
import { readProject } from '#contract/projects.ts'
import { projectsKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { useSession } from '../../base/session/session.tsx'
import type { ProjectPrice } from '../attach/attaching.tsx'
import { conversationQuery, conversationsQuery } from '../conversations/conversations.ts'

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
 * Of a project that cannot be read, and of a chat that cannot, the page says nothing, so that the server charges nothing.
 * @param folderId null: in no project; undefined: not known yet
 */
export function useProjectPrice(folderId: number | null | undefined, asked: Asked) {
  const { data, isLoading } = useQuery({ ...projectQuery(folderId ?? 0, asked), enabled: typeof folderId === 'number' })
  return { tokens: data?.sending.tokens ?? 0, isPending: isLoading || folderId === undefined }
}

/** @param chat null: it is not known */
export function useProject(id: number | null, chat: Conversation | null, asked: Asked): ProjectPrice {
  const queries = useQueryClient()
  const { status } = useSession()
  // What is asked before the session is known waits for that.
  const isAwaited = id !== null && status !== 'loading' && !isUnreadable(queries, id)
  const folderId = chat ? chat.folder_id : isAwaited ? undefined : null
  const price = useProjectPrice(folderId, asked)
  return {
    ...price,
    folderId,
    tokensFor: (model) => {
      if (folderId === null) return 0
      if (model === asked.model && !price.isPending) return price.tokens
      return readPrice(queries, folderId ?? chatOf(queries, id), { service: asked.service, model })
    }
  }
}

const isUnreadable = (queries: QueryClient, id: number): boolean =>
  [conversationsQuery('all'), conversationQuery(id)].some(
    ({ queryKey }) => queries.getQueryState(queryKey)?.status === 'error'
  )

const chatOf = async (queries: QueryClient, id: number | null) =>
  (await queries.fetchQuery(conversationQuery(id ?? 0)))?.folder_id ?? null

/** A question waits no longer for its price. Then none is told, and the server refuses one that is dearer. */
const priceWaitMs = 5000

async function readPrice(queries: QueryClient, folder: number | Promise<number | null>, asked: Asked): Promise<number> {
  const read = async () => {
    const folderId = await folder
    if (folderId === null) return 0
    const query = { ...projectQuery(folderId, asked), retry: false, networkMode: 'always' as const }
    return (await queries.fetchQuery(query)).sending.tokens
  }
  const late = new Promise<number>((resolve) => setTimeout(resolve, priceWaitMs, 0))
  return Promise.race([read().catch(() => 0), late])
}
