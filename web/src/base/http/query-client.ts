import { QueryClient, type QueryKey, type RefetchOptions, type RefetchQueryFilters } from '@tanstack/react-query'
import { onNewPage } from '../storage/page-store.ts'
import { isBlip } from './retry.ts'

/**
 * The library's client, which takes up no answer that is older than the change after which something is read again. The library
 * begins a read anew only if an earlier one has been answered: the answer of a first read that is in flight, which the server may
 * have made before the change, would count as new.
 */
export class CurrentQueryClient extends QueryClient {
  // `invalidateQueries` calls this too.
  override refetchQueries<Key extends QueryKey = QueryKey>(
    filters: RefetchQueryFilters<Key> = {},
    options?: RefetchOptions
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
      // Whoever waits for the one that is cancelled gets the answer of the next.
      if (query.state.data === undefined && !query.isDisabled()) void query.cancel({ silent: true })
    return super.refetchQueries(filters, options)
  }
}

/** The server state of the page. Reads are retried twice after network and server errors, never after refusals. */
export const queryClient = new CurrentQueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && isBlip(error) }
  }
})

onNewPage(() => queryClient.clear())

// Listens to the browser's focus and network, as the library's provider would, for as long as the page lives.
queryClient.mount()
