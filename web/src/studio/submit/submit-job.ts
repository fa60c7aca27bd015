import { useState } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { batchPriceOf } from '#contract/catalogue/batch.ts'
import { type Job, readJob } from '#contract/jobs.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { type Generated, generationCalls } from '#contract/generation.ts'
import { learnSubmitted } from '../../media/job/job-calls.ts'
import { findJob } from '../../media/job/job-store.ts'
import { ApiError, call } from '../../base/session/client.ts'
import { refreshPrices, shownPrice } from '../../base/session/prices.ts'
import { retryingBlips } from '../../base/http/retry.ts'

/**
 * Submits the job of a request, or the jobs of a batch. The same `operationId` again means the same job, charged once.
 * The jobs are in the store when `submit` resolves. It throws `ApiError`.
 */
export function useSubmitJob(entry: StudioEntry) {
  const [running, setRunning] = useState(0)

  async function submit(parameters: ParameterValues, operationId: string): Promise<Job> {
    setRunning((count) => count + 1)
    try {
      const { job, jobs, balance } = await submitJob(entry, parameters, operationId)
      learnSubmitted(jobs, balance)
      // A live message may have updated the job already.
      return findJob(job.id) ?? job
    } finally {
      setRunning((count) => count - 1)
    }
  }

  return { submit, isSubmitting: running > 0 }
}

/** Enough for an upload of 20 MB over a slow connection. */
const uploadTimeoutMs = 5 * 60_000

interface Submitted {
  /** The first one of a batch. */
  job: Job
  /** All of a batch. */
  jobs: readonly Job[]
  /** Spendable tokens afterwards; null when unknown. */
  balance: Generated['balance'] | null
}

/**
 * Submits a job. The same id again means the same job, so a request whose answer was lost is repeated.
 * Throws `ApiError`.
 */
export async function submitJob(
  entry: StudioEntry,
  parameters: ParameterValues,
  operationId: string
): Promise<Submitted> {
  const shown = shownPrice(batchPriceOf(entry, parameters))
  const headers = { 'idempotency-key': operationId, prefer: 'respond-async', ...shown }
  const input = { ...parameters, service: entry.id }
  try {
    return await retryingBlips(() => call(generationCalls[entry.call], input, { headers, timeoutMs: uploadTimeoutMs }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PRICE_CHANGED') refreshPrices()
    // Another tab submits the same request: both get the same job.
    if (!(error instanceof ApiError && error.code === 'OPERATION_IN_PROGRESS')) throw error
    const found = await call(readJob, { id: operationId }).catch(() => null)
    if (!found) throw error
    return { job: found.job, jobs: [found.job], balance: null }
  }
}
