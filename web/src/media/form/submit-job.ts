// Sends an order of works, from a page of the studio or from a chat.
import { batchPriceOf } from '#contract/catalogue/batch.ts'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import type { ChatPlace } from '#contract/chat-place.ts'
import type { SubmittedJobs } from '#contract/job-orders.ts'
import { type Job, readJob } from '#contract/jobs.ts'
import { loaded } from '../../base/http/late-parts.ts'
import { retryingBlips } from '../../base/http/retry.ts'
import { ApiError, call } from '../../base/session/client.ts'
import { refreshPrices, shownPrice } from '../../base/session/prices.ts'

/** The id belongs to another request or to one that failed for good: no attempt under it can succeed. */
export const isIdSpent = (error: unknown): boolean =>
  error instanceof ApiError && ['IDEMPOTENCY_MISMATCH', 'JOB_NOT_SUBMITTED'].includes(error.code)

/** Enough for an upload of 20 MB over a slow connection. */
const uploadTimeoutMs = 5 * 60_000

export interface Submitted {
  /** The first one of a batch. */
  job: Job
  /** All of a batch. */
  jobs: readonly Job[]
  /** Spendable tokens afterwards; null when unknown. */
  balance: SubmittedJobs['balance'] | null
}

/**
 * Submits the job of a request, or the jobs of a batch. The same id again means the same job, so a request whose answer was lost is repeated.
 * @param place the chat to which the request and its card are added; absent: none. @throws ApiError
 */
export async function submitJob(
  entry: StudioEntry,
  parameters: ParameterValues,
  operationId: string,
  place?: ChatPlace
): Promise<Submitted> {
  // Only an order needs the contract's schemas.
  const { orderCalls } = await loaded(import('#contract/job-orders.ts'))
  const shown = shownPrice(batchPriceOf(entry, parameters))
  const headers = { 'idempotency-key': operationId, prefer: 'respond-async', ...shown }
  const input = { ...parameters, ...place, service: entry.id }
  try {
    return await retryingBlips(() => call(orderCalls[entry.call], input, { headers, timeoutMs: uploadTimeoutMs }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PRICE_CHANGED') refreshPrices()
    // Another tab submits the same request: both get the same job.
    if (!(error instanceof ApiError && error.code === 'OPERATION_IN_PROGRESS')) throw error
    const found = await call(readJob, { id: operationId }).catch(() => null)
    if (!found) throw error
    return { job: found.job, jobs: [found.job], balance: null }
  }
}
