import { QueryClient } from '@tanstack/react-query'
import { isBlip } from './retry.ts'

/** The server state of the page. Reads are retried twice after network and server errors, never after refusals. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && isBlip(error) }
  }
})
