import { useState } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { Job } from '#contract/jobs.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { submitJob } from './submit-job.ts'
import { setBalance } from '../../base/session/session-store.ts'
import { findJob, learnJobs } from '../../media/job/job-store.ts'

/**
 * Submits jobs of an entry. `operationId` is the id of the intent: the same again is the same job, charged once.
 * The job is known everywhere on the page when `submit` resolves; it throws `ApiError`.
 */
export function useSubmitJob(entry: StudioEntry) {
  const [running, setRunning] = useState(0)

  async function submit(parameters: ParameterValues, operationId: string): Promise<Job> {
    setRunning((count) => count + 1)
    try {
      const { job, balance } = await submitJob(entry, parameters, operationId)
      learnJobs([job])
      if (balance !== null) setBalance(balance)
      // The live channel may have told more already.
      return findJob(job.id) ?? job
    } finally {
      setRunning((count) => count - 1)
    }
  }

  return { submit, isSubmitting: running > 0 }
}
