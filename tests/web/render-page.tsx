// Renders a component as a page at a path, with the providers that pages need.
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { type Location, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { CurrentQueryClient, queryClient as product } from '#web/src/base/http/query-client.ts'
import { SessionProvider } from '#web/src/base/session/session.tsx'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'

const Address = () => {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

export const address = () => screen.getByLabelText('address').textContent

/** On a page that was just loaded: memory is reset, storage is kept. */
export function renderAt(place: string | Partial<Location>, page: ReactNode) {
  beginNewPage()
  return renderHere(place, page)
}

/** On the current page, with its memory. */
export function renderHere(place: string | Partial<Location>, page: ReactNode) {
  const ofProduct = product.getDefaultOptions()
  const queryClient = new CurrentQueryClient({
    defaultOptions: { ...ofProduct, queries: { ...ofProduct.queries, retry: false } }
  })
  const rendered = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[place]}>
        <SessionProvider>
          {page}
          <Address />
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>
  )
  return { ...rendered, queries: queryClient }
}

/** Opens an address of these pages. Every other address shows «another page». */
export function openPages(at: string, pages: Record<string, ReactNode>) {
  const rendered = renderAt(
    at,
    <Routes>
      {Object.entries(pages).map(([path, page]) => (
        <Route key={path} path={path} element={page} />
      ))}
      <Route path="*" element={<p>another page</p>} />
    </Routes>
  )
  return { ...rendered, user: userEvent.setup() }
}
