import type { ComponentType, ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../base/http/query-client.ts'
import { SessionProvider } from '../base/session/session.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { LiveConnection } from '../base/live/live-connection.tsx'
import { Router } from './router.tsx'

interface AppProps {
  /** Knows the address: of the browser, or of the page that the build renders. */
  Routing: ComponentType<{ children: ReactNode }>
}

export const App = ({ Routing }: AppProps) => (
  <ErrorBoundary>
    <QueryClientProvider client={queryClient}>
      <Routing>
        <SessionProvider>
          <LiveConnection />
          <Router />
        </SessionProvider>
      </Routing>
    </QueryClientProvider>
  </ErrorBoundary>
)
