import type { Job } from '#contract/jobs.ts'
import { formatAbout, formatDuration } from '../../base/format/durations.ts'
import { useNow } from './use-now.ts'
import { useTypicalSeconds } from './use-jobs.ts'

/** `12 с · обычно около 20 с`: since the provider began, or since it waits. */
export function Elapsed({ job }: { job: Job }) {
  const typical = useTypicalSeconds(job.service)
  const now = useNow()
  const seconds = (now - (job.startedAt ?? job.createdAt)) / 1000
  return (
    <span className="tabular-nums">
      {formatDuration(seconds)}
      {typical !== null &&
        job.state !== 'checking' &&
        (seconds > typical * 2 ? ' · дольше обычного' : ` · обычно около ${formatAbout(typical)}`)}
    </span>
  )
}
