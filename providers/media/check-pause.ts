const secondsMax = 30

/**
 * Whole seconds before a check of a job that usually takes a minute and sometimes many. The pause grows by a sixteenth
 * each time, up to half a minute. Beginning with three seconds, a hundred checks last 40 minutes.
 */
export const growingPause =
  (firstSeconds: number) =>
  (check: number): number =>
    Math.min(secondsMax, Math.ceil(firstSeconds * (17 / 16) ** (check - 1)))
