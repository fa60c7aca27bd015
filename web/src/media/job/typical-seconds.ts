import { queryOptions } from '@tanstack/react-query'
import { call } from '../../base/session/client.ts'
import { statusKey } from '../../base/http/query-keys.ts'

/** State and typical duration of every service. Its contract brings the catalogue along: loaded when it is asked for. */
export const statusQuery = queryOptions({
  queryKey: statusKey,
  queryFn: async ({ signal }) => {
    const { readStatus } = await import('#contract/generation.ts')
    return (await call(readStatus, {}, { signal })).services
  },
  staleTime: 5 * 60_000
})
