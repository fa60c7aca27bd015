import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { createShare, listShares, readShare, revokeShare, type Share } from '#contract/shares.ts'
import { sharedKey, sharesKey } from '../../base/http/query-keys.ts'
import { ApiError, call } from '../../base/session/client.ts'

export const sharesQuery = (conversationId: number) =>
  queryOptions({
    queryKey: [...sharesKey, conversationId],
    queryFn: async ({ signal }) => (await call(listShares, { conversationId }, { signal })).items
  })

/** @param operationId the same for a repetition of one request */
export async function share(queries: QueryClient, conversationId: number, operationId: string): Promise<Share> {
  const made = await call(createShare, { id: conversationId }, { headers: { 'idempotency-key': operationId } })
  await queries.invalidateQueries({ queryKey: sharesKey })
  return made.share
}

/** A link that the server no longer has counts as revoked. */
export async function revoke(queries: QueryClient, { id }: Share): Promise<void> {
  await call(revokeShare, { id }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
  await queries.invalidateQueries({ queryKey: sharesKey })
}

export const sharedQuery = (token: string | null) =>
  queryOptions({
    queryKey: [...sharedKey, token],
    queryFn: ({ signal }) => call(readShare, { token: token ?? '' }, { signal }),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY
  })
