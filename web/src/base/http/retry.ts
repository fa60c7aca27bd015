// The only retry loop of the browser's code. Queries use the loop of their library (`query-client.ts`), which retries the same
// errors.
import { ApiError } from './api-error.ts'

const blipPausesMs = [400, 1200]

/** The operation id is used up: the same request can never succeed. */
const finalCode = 'JOB_NOT_SUBMITTED'

/** Whether the error is temporary: the same request may succeed a moment later. */
export const isBlip = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== finalCode && (error.status === 0 || error.status >= 500)

/** How long to wait after a failure (0 is the first) before the next attempt; null: the failure is final. */
export type PauseOf = (failures: number, error: unknown) => number | null

/** Two more attempts, after short pauses, for network and server errors; refusals are final. */
export const blipPauseMs: PauseOf = (failures, error) => (isBlip(error) ? (blipPausesMs[failures] ?? null) : null)

/** Retries until `pauseOf` returns null, then throws the last error. Throws the signal's reason when aborted. */
export async function retried<Result>(
  attempt: () => Promise<Result>,
  pauseOf: PauseOf,
  signal?: AbortSignal
): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt()
    } catch (error) {
      const ms = pauseOf(failures, error)
      if (ms === null) throw error
      await pause(ms, signal)
    }
  }
}

/** Rejects when aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  return new Promise<void>((resolve, reject) => {
    signal?.throwIfAborted()
    timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { signal: over.signal })
  }).finally(() => {
    clearTimeout(timer)
    over.abort()
  })
}

export const retryingBlips = <Result>(attempt: () => Promise<Result>): Promise<Result> => retried(attempt, blipPauseMs)
