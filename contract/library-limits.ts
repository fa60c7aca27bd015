/** A search finds the newest of these. */
export const foundJobsMax = 2000
