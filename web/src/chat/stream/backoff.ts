const firstPauseMs = 500
const longestPauseMs = 8000

/** Reconnecting is given up after this many attempts that brought nothing. */
export const attemptsMax = 9

/** Doubles with every attempt (0 is the first) up to eight seconds; spread, so that tabs do not return as one. */
export const pauseMs = (attempt: number, random = Math.random()): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** attempt) * (0.75 + random / 2)
