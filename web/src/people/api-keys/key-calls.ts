// The keys of the API, as the pages know them: never a secret, which only the dialog that has made it holds.
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { type ApiKey, endApiKey, listApiKeys, readApiUsage } from '#contract/api-keys.ts'
import { isNotFound } from '../../base/http/api-error.ts'
import { accountKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'

export const apiKeysQuery = {
  queryKey: [...accountKey, 'api-keys'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(listApiKeys, {}, { signal })).items,
  staleTime: 0
}

/**
 * What the keys have used; of another period too, until this one is read. A part of the keys' own query: it names them.
 * @param today with which the period ends: at midnight it is another one
 */
export const apiUsageQuery = (days: number, today: string) => ({
  queryKey: [...apiKeysQuery.queryKey, 'usage', days, today],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(readApiUsage, { days }, { signal }),
  placeholderData: keepPreviousData,
  staleTime: 0
})

/** Shows what the server has told of a key, and reads the list again. */
export function keepApiKey(queries: QueryClient, apiKey: ApiKey): void {
  queries.setQueryData(apiKeysQuery.queryKey, (known: ApiKey[] = []) =>
    known.some(({ id }) => id === apiKey.id)
      ? known.map((one) => (one.id === apiKey.id ? apiKey : one))
      : [apiKey, ...known]
  )
  rereadApiKeys(queries)
}

export const rereadApiKeys = (queries: QueryClient): void =>
  void queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey })

/** A key that the server no longer has counts as deleted. */
export async function deleteApiKey(queries: QueryClient, id: string): Promise<void> {
  await call(endApiKey, { id }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })
  queries.setQueryData(apiKeysQuery.queryKey, (known: ApiKey[] = []) => known.filter((one) => one.id !== id))
  rereadApiKeys(queries)
}
