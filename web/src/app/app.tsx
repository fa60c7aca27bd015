import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { helpBeside } from '../base/ui/help-button.tsx'
import { HelpSlot } from '../base/ui/help-slot.ts'
import { Queries, withQueries } from '../base/http/queries.tsx'
import { SessionProvider, useSession } from '../base/session/session.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { Router } from './router.tsx'
import { Finder, ProofAgain, WayIn } from './over-pages.tsx'

const Nothing = (): ReactNode => null
// If a deploy has removed this chunk, the user only misses live updates: the pages work without it.
const News = lazy(() =>
  withQueries(() => import('./news.tsx')).then(
    ({ News: Loaded }) => ({ default: Loaded }),
    () => ({ default: Nothing })
  )
)

const ForUser = () =>
  useSession().user && (
    <Suspense>
      <News />
    </Suspense>
  )

interface AppProps {
  /** The router: the browser's, or a static one for the page that the build renders. */
  Routing: ComponentType<{ children: ReactNode }>
}

export const App = ({ Routing }: AppProps) => (
  <HelpSlot value={helpBeside}>
    <ErrorBoundary>
      <Queries>
        <Routing>
          <SessionProvider>
            <ForUser />
            <Router />
            <WayIn />
            <ProofAgain />
            <Finder />
          </SessionProvider>
        </Routing>
      </Queries>
    </ErrorBoundary>
  </HelpSlot>
)
