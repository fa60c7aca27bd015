// The R2 keys of shared copies of conversations. Keys are built only here.

/** All copies of a user: an erasure finds them also when an interrupted request left one without its row. */
export const sharesPrefix = (userId: string): string => `shares/${userId}/`

export const shareKey = (userId: string, shareId: string): string => sharesPrefix(userId) + shareId

/** A file of a work in a copy. @param index its number in the copy */
export const sharedFileKey = (userId: string, shareId: string, index: number): string =>
  `${shareKey(userId, shareId)}/${index}`

/** Of all files that a copy may have. */
export const sharedFileKeys = (userId: string, shareId: string, filesMax: number): string[] =>
  Array.from({ length: filesMax }, (_, index) => sharedFileKey(userId, shareId, index))
