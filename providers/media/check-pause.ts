const secondsMax = 30

/**
 * Whole seconds before a check of a job that takes about a minute and sometimes many: a pause that grows by a
 * sixteenth each time, to half a minute at most. With three seconds at first, a hundred checks last 40 minutes.
 */
export const growingPause =
  (firstSeconds: number) =>
  (check: number): number =>
    Math.min(secondsMax, Math.ceil(firstSeconds * (17 / 16) ** (check - 1)))
