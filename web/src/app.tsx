import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router-dom'
import { queryClient } from './api/query-client.ts'
import { SessionProvider } from './api/session.tsx'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { LiveConnection } from './live/live-connection.tsx'
import { Router } from './router.tsx'

export const App = () => (
  <ErrorBoundary>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <SessionProvider>
          <LiveConnection />
          <Router />
        </SessionProvider>
      </BrowserRouter>
    </QueryClientProvider>
  </ErrorBoundary>
)
