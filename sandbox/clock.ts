/** Time as the sandbox sees it; a test may pass its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Rejects with the signal's reason when it is aborted first. */
  wait(durationMs: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (durationMs, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }, durationMs)
      signal.addEventListener('abort', onAbort, { once: true })
    })
}

export interface Pace {
  /** Waits so long after the previous wait ended, divided by the speed in force now. */
  wait(durationMs: number): Promise<void>
}

/**
 * Keeps a rhythm by due times instead of sleeping between words: timers are late by a millisecond or more, and at a
 * high speed most waits are shorter than any timer.
 */
export function createPace(clock: Clock, speed: () => number, signal: AbortSignal): Pace {
  let dueAt = clock.now()
  return {
    async wait(durationMs) {
      signal.throwIfAborted()
      dueAt += durationMs / speed()
      const leftMs = dueAt - clock.now()
      if (leftMs >= 1) await clock.wait(leftMs, signal)
    }
  }
}
