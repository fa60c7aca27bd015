// The one loop on the server that tries again, for calls that may be made twice. It bridges a moment's trouble within one
// request or message: what takes longer belongs to a queue or an alarm, because a Worker must not sleep.

export interface RetryRules {
  /** The first attempt counts. */
  attemptsMax: number
  /** Doubles with every attempt; up to twice as long by chance, so that what failed together does not return together. */
  firstPauseMs: number
  pauseMaxMs?: number
  /** Whether another attempt may succeed where this error was thrown. By default any may. */
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
