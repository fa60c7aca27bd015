/** A search finds the newest of these. */
export const foundWorksMax = 2000
