/** The sandbox's source of time; a test may pass a fake one. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Rejects with the signal's reason if the signal is aborted before the time is up. */
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
  /** Waits until `durationMs` (divided by the current speed) has passed since the end of the previous wait. */
  wait(durationMs: number): Promise<void>
}

/**
 * Schedules each wait by its due time instead of sleeping between words. Timers fire a millisecond or more late, so
 * sleeps would add up, and at a high speed most waits are shorter than a timer can measure.
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

export function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
