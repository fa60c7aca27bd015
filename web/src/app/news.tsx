import type { ReactNode } from 'react'
import { LiveConnection } from '../base/live/live-connection.tsx'
import { Announcements } from './announcements.tsx'
import { JobSync } from '../jobs/job-sync.tsx'

/** Keeps what a signed-in user sees up to date, on every page, and shows what the site announces. */
export const News = (): ReactNode => (
  <>
    <LiveConnection />
    <JobSync />
    <Announcements />
  </>
)
