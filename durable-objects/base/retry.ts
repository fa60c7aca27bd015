// Repeats a call that failed, for idempotent calls only. The pauses are short, because a Worker must not sleep: a longer
// wait belongs to a queue or an alarm.

export interface RetryRules {
  /** The first attempt counts. */
  attemptsMax: number
  /** Doubles with every attempt. A random part is added, so that calls that failed together are not repeated together. */
  firstPauseMs: number
  pauseMaxMs?: number
  /** Whether another attempt may succeed after this error. By default it may after any. */
  isPassing?: (error: unknown) => boolean
}

/**
 * @param work gets the number of the attempt, from 1
 * @throws what the last attempt threw
 */
export async function retried<Result>(
  work: (attempt: number) => Promise<Result>,
  { attemptsMax, firstPauseMs, pauseMaxMs = Infinity, isPassing = () => true }: RetryRules
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      if (attempt >= attemptsMax || !isPassing(error)) throw error
      const pauseMs = Math.min(firstPauseMs * 2 ** (attempt - 1), pauseMaxMs)
      await scheduler.wait(pauseMs * (1 + Math.random()))
    }
  }
}
