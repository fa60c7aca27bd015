// Gives components the query client. It is loaded by the first part of the page that reads from the server, because the public
// pages do not, and it is a tenth of the code that they would begin with.
import { useSyncExternalStore, type ReactNode } from 'react'
import { QueryClientContext, type QueryClient } from '@tanstack/react-query'
import { pageStore } from '../storage/page-store.ts'

/** Once loaded, the code stays loaded. */
let loaded: QueryClient | undefined
const client = pageStore(() => loaded)

/** A component with queries may be rendered below `Queries` when this has resolved. */
async function loadQueries(): Promise<void> {
  const { queryClient } = await import('./query-client.ts')
  loaded = queryClient
  client.setState(loaded, true)
}

/** Loads a module whose components have queries. */
export async function withQueries<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), loadQueries()])
  return module
}

// A prerendered page that asks the server is rendered, and taken over, with what was loaded for it before.
export const Queries = ({ children }: { children: ReactNode }) => (
  <QueryClientContext value={useSyncExternalStore(client.subscribe, client.getState, client.getState)}>
    {children}
  </QueryClientContext>
)
