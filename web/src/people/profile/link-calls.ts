// The links that a user has made to chats and to works, as one list.
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { listShares, revokeShare } from '#contract/shares.ts'
import { listWorkShares, revokeWorkShare } from '#contract/work-shares.ts'
import { sharesKey } from '../../base/http/query-keys.ts'
import { ApiError, call } from '../../base/session/client.ts'

export interface LinkOfUser {
  kind: 'chat' | 'work'
  id: string
  title: string
  url: string | null
  createdAt: number
  /** Null: it works until it is revoked. */
  expiresAt: number | null
}

/** Newest first. */
export const linksQuery = queryOptions({
  queryKey: [...sharesKey, 'all'],
  queryFn: async ({ signal }): Promise<LinkOfUser[]> => {
    const [chats, works] = await Promise.all([call(listShares, {}, { signal }), call(listWorkShares, {}, { signal })])
    const ofChats = chats.items.map(({ id, title, url, created_at: createdAt }) => ({
      kind: 'chat' as const,
      id,
      title,
      url,
      createdAt,
      expiresAt: null
    }))
    const ofWorks = works.items.map(({ id, title, url, created_at: createdAt, expires_at: expiresAt }) => ({
      kind: 'work' as const,
      id,
      title,
      url,
      createdAt,
      expiresAt
    }))
    return [...ofChats, ...ofWorks].toSorted((one, other) => other.createdAt - one.createdAt)
  }
})

/** A link that the server no longer has counts as revoked. */
export async function revokeLink(queries: QueryClient, { kind, id }: LinkOfUser): Promise<void> {
  await (kind === 'chat' ? call(revokeShare, { id }) : call(revokeWorkShare, { id })).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
  await queries.invalidateQueries({ queryKey: sharesKey })
}
