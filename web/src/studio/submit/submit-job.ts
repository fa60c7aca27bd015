import { useState } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { type Job, readJob } from '#contract/jobs.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { generationCalls, type Generated } from '#contract/generation.ts'
import { setBalance } from '../../base/session/session-store.ts'
import { findJob, learnJobs } from '../../media/job/job-store.ts'
import { ApiError, call } from '../../base/session/client.ts'
import { retryingBlips } from '../../base/http/retry.ts'

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

/** An upload of 20 MB over a slow line. */
const uploadTimeoutMs = 5 * 60_000

interface Submitted {
  job: Job
  /** Spendable tokens afterwards; null when it is not known. */
  balance: Generated['balance'] | null
}

/**
 * Submits a job under the id of its intent: the same id again is the same job, so a lost answer is asked for anew.
 * Throws `ApiError`.
 */
export async function submitJob(
  entry: StudioEntry,
  parameters: ParameterValues,
  operationId: string
): Promise<Submitted> {
  const headers = { 'idempotency-key': operationId, prefer: 'respond-async' }
  const input = { ...parameters, service: entry.id }
  try {
    return await retryingBlips(() => call(generationCalls[entry.call], input, { headers, timeoutMs: uploadTimeoutMs }))
  } catch (error) {
    // Another tab is submitting the same intent, or has: its job is ours.
    if (!(error instanceof ApiError && error.code === 'OPERATION_IN_PROGRESS')) throw error
    const found = await call(readJob, { id: operationId }).catch(() => null)
    if (!found) throw error
    return { job: found.job, balance: null }
  }
}
