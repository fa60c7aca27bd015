import { Suspense, useEffect, useState } from 'react'
import { longJobSeconds } from '#contract/ready.ts'
import type { Job } from '#contract/jobs.ts'
import { late } from '../../base/page/late.ts'
import { atServerTime } from '../../base/session/server-timer.ts'
import { isEnded } from '../job/job-order.ts'
import { useTypicalSeconds } from '../service-status.ts'

const ReadyQuestion = late(async () => (await import('./ready-question.tsx')).ReadyQuestion)

/** Offers to tell the user when a long job has ended, once the first one has begun. Most pages never load the question. */
export function ReadyOffer({ service, jobs }: { service: string; jobs: readonly Job[] }) {
  return useHasLongJob(service, jobs) ? (
    <Suspense>
      <ReadyQuestion />
    </Suspense>
  ) : null
}

/** Whether a job runs that is long by its kind, by the measured time of its service, or by now. */
function useHasLongJob(service: string, jobs: readonly Job[]): boolean {
  const typical = useTypicalSeconds(service)
  const running = jobs.filter((job) => !isEnded(job) && !job.cancelling)
  const oldestAt = Math.min(...running.map(({ createdAt }) => createdAt))
  const isExpected = running.some(({ kind }) => (typical ?? (kind === 'video' ? Infinity : 0)) >= longJobSeconds)
  const longAt = oldestAt + longJobSeconds * 1000
  const [reached, setReached] = useState(0)
  useEffect(() => {
    if (longAt === Infinity) return undefined
    return atServerTime(longAt, () => setReached(longAt))
  }, [longAt])
  return isExpected || reached >= longAt
}
