import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { runningJobsQuery } from '../../media/job/job-calls.ts'
import { jobsKey, walletKey } from '../../base/http/query-keys.ts'
import { refreshBalance } from '../../base/session/session-store.ts'
import { useSession } from '../../base/session/session.tsx'
import { useIsLiveOpen, useLiveMessages, useLiveOpen } from '../../base/live/use-live.ts'
import { forgetJobs, learnJobs, onJobEnd } from '../../media/job/job-store.ts'
import { pollPauseMs } from './poll-pause.ts'
import { useRunningJobs } from '../../media/job/use-running-jobs.ts'

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
