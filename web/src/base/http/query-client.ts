import { QueryClient } from '@tanstack/react-query'
import { onNewPage } from '../storage/page-store.ts'
import { isBlip } from './retry.ts'

/** The server state of the page. Reads are retried twice after network and server errors, never after refusals. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && isBlip(error) }
  }
})

onNewPage(() => queryClient.clear())

// Listens to the browser's focus and network, as the library's provider would, for as long as the page lives.
queryClient.mount()
