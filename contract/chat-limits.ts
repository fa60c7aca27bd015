/** At most so many conversations of a service are pinned. */
export const pinnedMax = 50
/** Folders of one user: so many for chats, and as many for jobs. */
export const foldersMax = 100
/** The most conversations that one call pins, archives or files, and the most that it deletes, whose messages go with them. */
export const chatsPlacedMax = 500
export const chatsDeletedMax = 50
/** Roles of one user. */
export const rolesMax = 50
/** The body of one call. */
export const importBytesMax = 2_000_000
/** Characters of thinking that are shown and kept: at most 32 KB of Russian in UTF-8. */
export const thinkingLengthMax = 16_000
/** Sources of one answer; a model that names more has the rest left out. */
export const sourcesMax = 30
export const sourceTitleLengthMax = 200
/** In characters. A longer address is left out, because it would lead elsewhere when it is cut. */
export const sourceUrlLengthMax = 1000
