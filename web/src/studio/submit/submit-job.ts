// Submitting jobs. Apart from jobs.ts, because the contract of submitting brings the whole catalogue along.
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { generationCalls, type Generated } from '#contract/generation.ts'
import { readJob, type Job } from '#contract/jobs.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { ApiError, call } from '../../base/session/client.ts'
import { retryingBlips } from '../../base/http/retry.ts'

/** An upload of 20 MB over a slow line. */
const uploadTimeoutMs = 5 * 60_000

export interface Submitted {
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
