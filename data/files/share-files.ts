// The R2 keys of shared copies of conversations. Keys are built only here.

/** All copies of a user: an erasure finds them also when an interrupted request left one without its row. */
export const sharesPrefix = (userId: string): string => `shares/${userId}/`

export const shareKey = (userId: string, shareId: string): string => sharesPrefix(userId) + shareId
