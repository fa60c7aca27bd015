import { useEndToasts } from './use-end-toasts.ts'
import { useLiveJobs } from './use-live-jobs.ts'

/** Keeps the user's jobs up to date on every page and tells when one ends. Shows nothing itself; mounted once. */
export function JobSync() {
  useLiveJobs()
  useEndToasts()
  return null
}
