import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Job } from '#contract/jobs.ts'
import { jobPath } from '../../base/paths.ts'
import { notify } from '../../base/ui/notify.ts'
import { onJobEnd } from '../../media/job/job-store.ts'
import { claimTelling } from '../../media/job/told-ends.ts'

/** Says that a job ended: once, in one tab, with the way to the work for who is not on its page. */
export function useEndToasts(): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()

  const tell = useEffectEvent(async (job: Job) => {
    if (!(await claimTelling(`${job.id}:${job.state}`))) return
    const { endToast, isPageOf } = await import('../../media/job/end-toast.ts')
    const toast = endToast(job)
    if (!toast) return
    const way = { label: 'Открыть', onClick: () => void navigate(jobPath(job.id)) }
    notify[toast.kind](toast.text, isPageOf(job, pathname) || job.state === 'cancelled' ? undefined : way)
  })

  useEffect(() => onJobEnd((job) => void tell(job).catch(() => undefined)), [])
}
