import { QueryClient } from '@tanstack/react-query'
import { isBlip } from './retry.ts'

/** Server state of the whole page. Reads that stumbled are tried twice again; refusals are final. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && isBlip(error) }
  }
})
