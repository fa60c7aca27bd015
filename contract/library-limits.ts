/** A search finds the newest of these. */
export const foundWorksMax = 2000
/** A user has at most so many folders of works. */
export const workFoldersMax = 100
