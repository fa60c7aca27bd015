const firstPauseMs = 500
const longestPauseMs = 8000

/** Reconnecting is given up after this many attempts that brought nothing. */
export const attemptsMax = 9

/** Doubles with every attempt (0 is the first) up to eight seconds; spread, so that tabs do not return as one. */
export const pauseMs = (attempt: number, random = Math.random()): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** attempt) * (0.75 + random / 2)

/** Waits, but no longer than until the network is back. Rejects when aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => () => {
      clearTimeout(timer)
      window.removeEventListener('online', wake)
      signal.removeEventListener('abort', abort)
      finish()
    }
    const wake = settle(resolve)
    const abort = settle(() => reject(signal.reason as Error))
    const timer = setTimeout(wake, ms)
    window.addEventListener('online', wake)
    signal.addEventListener('abort', abort)
  })
}
