import { QueryClient, type QueryKey, type RefetchOptions, type RefetchQueryFilters } from '@tanstack/react-query'
import { onNewPage } from '../storage/page-store.ts'
import { isBlip } from './retry.ts'

/**
 * The library's client, except that after a change the answer to a first read that was in flight is not taken for new: the server may
 * have made it before the change. It is shown, as nothing else is there yet, and the read is made once more.
 */
export class CurrentQueryClient extends QueryClient {
  // `invalidateQueries` calls this too.
  override async refetchQueries<Key extends QueryKey = QueryKey>(
    filters: RefetchQueryFilters<Key> = {},
    options: RefetchOptions = {}
  ): Promise<void> {
    const first = new Set<unknown>(
      this.getQueryCache()
        .findAll(filters)
        .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
    )
    await super.refetchQueries(filters, options)
    if (first.size > 0 && options.cancelRefetch !== false)
      await this.invalidateQueries({ predicate: (query) => first.has(query) }, options)
  }
}

/**
 * The server state of the page. Reads are retried twice after network and server errors, never after refusals. Without a network a change
 * fails at once. The library would keep it until there is one, when the user no longer waits for it: a new key would never be shown.
 */
export const queryClient = new CurrentQueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && isBlip(error) },
    mutations: { networkMode: 'always' }
  }
})

onNewPage(() => queryClient.clear())

// Listens to the browser's focus and network, as the library's provider would, for as long as the page lives.
queryClient.mount()
