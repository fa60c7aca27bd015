import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../base/http/query-client.ts'
import { SessionProvider, useSession } from '../base/session/session.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { LiveConnection } from '../base/live/live-connection.tsx'
import { Router } from './router.tsx'

const Nothing = () => null
// If a deploy has removed this chunk, the user only misses news of jobs: the pages work without it.
const JobSync = lazy(() =>
  import('../jobs/job-sync.tsx').then(
    ({ JobSync: Sync }) => ({ default: Sync }),
    () => ({ default: Nothing })
  )
)

const ForUser = () =>
  useSession().user && (
    <Suspense>
      <JobSync />
    </Suspense>
  )

interface AppProps {
  /** The router: the browser's, or a static one for the page that the build renders. */
  Routing: ComponentType<{ children: ReactNode }>
}

export const App = ({ Routing }: AppProps) => (
  <ErrorBoundary>
    <QueryClientProvider client={queryClient}>
      <Routing>
        <SessionProvider>
          <LiveConnection />
          <ForUser />
          <Router />
        </SessionProvider>
      </Routing>
    </QueryClientProvider>
  </ErrorBoundary>
)
