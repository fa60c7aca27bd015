// The one loop in the browser that tries again. Queries have one of their own (`query-client.ts`), with the same opinion
// of what may pass.
import { ApiError } from './api-error.ts'

const blipPausesMs = [400, 1200]

/** Says that its id is used up: the same request can never succeed. */
const finalCode = 'JOB_NOT_SUBMITTED'

/** Whether the same request may well succeed a moment later. */
export const isBlip = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== finalCode && (error.status === 0 || error.status >= 500)

/** How long to wait after a failure (0 is the first) before the next attempt; null: the failure is final. */
export type PauseOf = (failures: number, error: unknown) => number | null

/** Two more attempts, after short pauses, when the network or the server stumbled; refusals are final. */
export const blipPauseMs: PauseOf = (failures, error) => (isBlip(error) ? (blipPausesMs[failures] ?? null) : null)

/** Tries for as long as failures have a pause. Throws the failure that is final; the signal's reason when aborted. */
export async function retried<Result>(
  work: () => Promise<Result>,
  pauseOf: PauseOf,
  signal?: AbortSignal
): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      const ms = pauseOf(failures, error)
      if (ms === null) throw error
      await pause(ms, signal)
    }
  }
}

/** Waits; with `orOnline` no longer than until the network is back. Rejects when aborted. */
export function pause(ms: number, signal?: AbortSignal, orOnline = false): Promise<void> {
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  return new Promise<void>((resolve, reject) => {
    signal?.throwIfAborted()
    timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { signal: over.signal })
    if (orOnline) window.addEventListener('online', () => resolve(), { signal: over.signal })
  }).finally(() => {
    clearTimeout(timer)
    over.abort()
  })
}

export const retryingBlips = <Result>(work: () => Promise<Result>): Promise<Result> => retried(work, blipPauseMs)
