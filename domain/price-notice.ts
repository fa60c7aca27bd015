// How long ahead a new price must be set, so that it is charged from its first moment on and not a moment earlier: every
// isolate reads the changes to come more often than that.

const secondMs = 1000

/** After this time an isolate reads the prices again, in the background of a request. */
export const refreshAfterMs = 20 * secondMs

/** After this time a request waits for the new read. */
export const knownUntilMs = 60 * secondMs

/** A change begins at the earliest so much later; twice as long as anything is kept, for clocks and reads that are late. */
export const noticeMs = 2 * knownUntilMs

/** The farthest start of a planned change: list prices of that time are not known yet. */
export const noticeMaxMs = 90 * 24 * 60 * 60 * secondMs
