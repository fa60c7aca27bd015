import type { ReactNode } from 'react'
import { LiveConnection } from '../base/live/live-connection.tsx'
import { JobSync } from '../jobs/job-sync.tsx'

/** Keeps what a signed-in user sees up to date, on every page. Renders nothing. */
export const News = (): ReactNode => (
  <>
    <LiveConnection />
    <JobSync />
  </>
)
