import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { createWorkShare, listWorkShares, revokeWorkShare } from '#contract/work-shares.ts'
import { sharesKey } from '../../base/http/query-keys.ts'
import { isNotFound } from '../../base/http/api-error.ts'
import { call } from '../../base/session/client.ts'

const workSharesKey = [...sharesKey, 'works'] as const

export const workSharesQuery = (workId: string) =>
  queryOptions({
    queryKey: [...workSharesKey, workId],
    queryFn: async ({ signal }) => (await call(listWorkShares, { workId }, { signal })).items
  })

interface NewShare {
  workId: string
  /** Null: until it is revoked. */
  days: 1 | 7 | 30 | null
  withPrompt: boolean
  /** The same for a repetition of one request. */
  operationId: string
}

export async function shareWork(
  queries: QueryClient,
  { workId, days, withPrompt, operationId }: NewShare
): Promise<void> {
  const headers = { 'idempotency-key': operationId }
  await call(createWorkShare, { id: workId, days, withPrompt }, { headers })
  await queries.invalidateQueries({ queryKey: sharesKey })
}

/** A link that the server no longer has counts as revoked. */
export async function revokeWork(queries: QueryClient, id: string): Promise<void> {
  await call(revokeWorkShare, { id }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })
  await queries.invalidateQueries({ queryKey: sharesKey })
}
