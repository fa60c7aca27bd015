import { lazy, type ReactNode, Suspense } from 'react'
import { LiveConnection } from '../base/live/live-connection.tsx'
import { Announcements } from './announcements.tsx'
import { whenIdle } from '../base/ui/when-idle.ts'
import { JobSync } from '../jobs/job-sync.tsx'

const Nothing = () => null
// If it cannot be loaded, the device only keeps no chats.
const Device = lazy(() =>
  new Promise<void>(whenIdle)
    .then(() => import('./device.tsx'))
    .then(
      ({ Device: Loaded }) => ({ default: Loaded }),
      () => ({ default: Nothing })
    )
)

/** Keeps what a signed-in user sees up to date, on every page, and shows what the site announces. */
export const News = (): ReactNode => (
  <>
    <LiveConnection />
    <JobSync />
    <Announcements />
    <Suspense>
      <Device />
    </Suspense>
  </>
)
