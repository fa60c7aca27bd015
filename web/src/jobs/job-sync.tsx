import { useEffect, useEffectEvent } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Job } from '#contract/jobs.ts'
import { runningJobsQuery } from '../media/job/job-calls.ts'
import { jobsKey, walletKey } from '../base/http/query-keys.ts'
import { refreshBalance } from '../base/session/session-store.ts'
import { useSession } from '../base/session/session.tsx'
import { useIsLiveOpen, useLiveMessages, useLiveOpen } from '../base/live/live-bus.ts'
import { forgetJobs, learnJobs, onJobEnd } from '../media/job/job-store.ts'
import { useRunningJobs } from '../media/job/use-jobs.ts'
import { jobPath } from '../base/links.ts'
import { notify } from '../base/ui/notify.ts'
import { claimAnnouncement } from '../media/job/told-ends.ts'

/** Keeps the user's jobs up to date on every page and shows a toast when one ends. Mounted once; renders nothing. */
export function JobSync() {
  useLiveJobs()
  useEndToasts()
  return null
}

/** Several jobs often end at once: one request for the balance is enough. */
const balanceDelayMs = 250

/** Updates the job store from live messages, and by polling while the live channel is closed. */
export function useLiveJobs(): void {
  const { user } = useSession()
  const queries = useQueryClient()
  const anyRunning = useRunningJobs().length > 0
  const live = useIsLiveOpen()

  useLiveMessages((message) => {
    if (message.type === 'job') learnJobs([message.job])
    if (message.type === 'work-deleted') forgetJobs([message.id])
    if (message.type === 'works-deleted') forgetJobs(message.ids)
  })
  useLiveOpen(() => void queries.invalidateQueries({ queryKey: jobsKey }))

  useQuery({
    ...runningJobsQuery,
    enabled: user !== null,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) =>
      anyRunning && pollPauseMs({ live, hidden: document.hidden, failures: state.fetchFailureCount })
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onJobEnd(() => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        void refreshBalance()
        void queries.invalidateQueries({ queryKey: walletKey })
      }, balanceDelayMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queries])
}

const secondMs = 1000

interface Situation {
  /** The live channel is open. */
  live: boolean
  /** The tab is in the background. */
  hidden: boolean
  /** Polls that failed in a row. */
  failures: number
}

/** How long to wait before the next poll for running jobs. */
export function pollPauseMs({ live, hidden, failures }: Situation): number {
  // A message may get lost although the channel stays open.
  if (live) return 30 * secondMs
  const pause = hidden ? 15 * secondMs : 3 * secondMs
  return Math.min(60 * secondMs, pause * 2 ** failures)
}

/** Shows a toast when a job ends, in one tab only; with a link to the job unless the user is on its page. */
function useEndToasts(): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()

  const tell = useEffectEvent(async (job: Job) => {
    if (!(await claimAnnouncement(`${job.id}:${job.state}`))) return
    const { endToast, isPageOf } = await import('../media/job/end-toast.ts')
    const toast = endToast(job)
    if (!toast) return
    const way = { label: 'Открыть', onClick: () => void navigate(jobPath(job.id)) }
    notify[toast.kind](toast.text, isPageOf(job, pathname) || job.state === 'cancelled' ? undefined : way)
  })

  useEffect(() => onJobEnd((job) => void tell(job).catch(() => undefined)), [])
}
