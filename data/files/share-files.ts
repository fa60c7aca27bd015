// The R2 keys of shared copies of conversations. Keys are built only here.

/** All copies of a user: an erasure finds them also when an interrupted request left one without its row. */
export const sharesPrefix = (userId: string): string => `shares/${userId}/`

export const shareKey = (userId: string, shareId: string): string => sharesPrefix(userId) + shareId

/** Of all files of a copy. */
export const sharedFilesPrefix = (userId: string, shareId: string): string => `${shareKey(userId, shareId)}/`

/** A file of a work in a copy. @param index its number in the copy */
export const sharedFileKey = (userId: string, shareId: string, index: number): string =>
  `${sharedFilesPrefix(userId, shareId)}${index}`

/** Of so many files of a copy. */
export const sharedFileKeys = (userId: string, shareId: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => sharedFileKey(userId, shareId, index))
