// Shows a component as a page at an address, with everything that pages expect around them.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { vi } from 'vitest'

/** Loads the session's modules anew, so that no test inherits who is signed in. */
export async function freshSession() {
  vi.resetModules()
  const [{ SessionProvider, useSession }, store] = await Promise.all([
    import('#web/src/base/session/session.tsx'),
    import('#web/src/base/session/session-store.ts')
  ])
  return { SessionProvider, useSession, store }
}

const Address = () => {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

export function renderAt(
  address: string,
  SessionProvider: (props: { children: ReactNode }) => ReactNode,
  page: ReactNode
) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const rendered = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <SessionProvider>
          {page}
          <Address />
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>
  )
  return { ...rendered, queries: queryClient }
}
