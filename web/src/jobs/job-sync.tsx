import { useEffect, useEffectEvent } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Job } from '#contract/jobs.ts'
import { runningJobsQuery } from '../media/job/job-calls.ts'
import { jobsKey, walletKey } from '../base/http/query-keys.ts'
import { refreshBalance } from '../base/session/session-store.ts'
import { useSession } from '../base/session/session.tsx'
import { useIsLiveOpen, useLiveMessages, useLiveOpen } from '../base/live/use-live.ts'
import { forgetJobs, learnJobs, onJobEnd } from '../media/job/job-store.ts'
import { useRunningJobs } from '../media/job/use-jobs.ts'
import { jobPath } from '../base/paths.ts'
import { notify } from '../base/ui/notify.ts'
import { claimTelling } from '../media/job/told-ends.ts'

/** Keeps the user's jobs up to date on every page and tells when one ends. Shows nothing itself; mounted once. */
export function JobSync() {
  useLiveJobs()
  useEndToasts()
  return null
}

/** Jobs often end together; their balance is asked for once. */
const balanceDelayMs = 250

/** Keeps what the page knows of jobs true: by hints while they arrive, by asking while they do not. For one place. */
export function useLiveJobs(): void {
  const { user } = useSession()
  const queries = useQueryClient()
  const anyRunning = useRunningJobs().length > 0
  const live = useIsLiveOpen()

  useLiveMessages((message) => {
    if (message.type === 'job') learnJobs([message.job])
    if (message.type === 'work-deleted') forgetJobs([message.id])
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
  /** Hints arrive. */
  live: boolean
  /** Nobody is looking at this tab. */
  hidden: boolean
  /** How often in a row asking failed. */
  failures: number
}

/** How long to wait before running jobs are asked for again. */
export function pollPauseMs({ live, hidden, failures }: Situation): number {
  // A hint may get lost without the channel closing.
  if (live) return 30 * secondMs
  const pause = hidden ? 15 * secondMs : 3 * secondMs
  return Math.min(60 * secondMs, pause * 2 ** failures)
}

/** Says that a job ended: once, in one tab, with the way to the work for who is not on its page. */
function useEndToasts(): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()

  const tell = useEffectEvent(async (job: Job) => {
    if (!(await claimTelling(`${job.id}:${job.state}`))) return
    const { endToast, isPageOf } = await import('../media/job/end-toast.ts')
    const toast = endToast(job)
    if (!toast) return
    const way = { label: 'Открыть', onClick: () => void navigate(jobPath(job.id)) }
    notify[toast.kind](toast.text, isPageOf(job, pathname) || job.state === 'cancelled' ? undefined : way)
  })

  useEffect(() => onJobEnd((job) => void tell(job).catch(() => undefined)), [])
}
