const secondMs = 1000

interface Situation {
  /** Hints arrive. */
  live: boolean
  /** Nobody is looking at this tab. */
  hidden: boolean
  /** How often in a row asking failed. */
  failures: number
}

/** How long to wait before running jobs are asked for again. */
export function pollPauseMs({ live, hidden, failures }: Situation): number {
  // A hint may get lost without the channel closing.
  if (live) return 30 * secondMs
  const pause = hidden ? 15 * secondMs : 3 * secondMs
  return Math.min(60 * secondMs, pause * 2 ** failures)
}
