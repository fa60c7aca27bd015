// Shows a component as a page at an address, with everything that pages expect around them.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { SessionProvider } from '#web/src/base/session/session.tsx'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'

const Address = () => {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

/** On a page that was just loaded: nothing in memory, everything that storage keeps. */
export function renderAt(address: string, page: ReactNode) {
  beginNewPage()
  return renderHere(address, page)
}

/** On the page as it is, with what it knows already. */
export function renderHere(address: string, page: ReactNode) {
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
