// How long ahead a new price must be set, so that it is charged from its first moment on and not a moment earlier: every
// isolate reads the changes to come more often than that.

const secondMs = 1000

/** After this what an isolate knows is read again, beside the request. */
export const refreshAfterMs = 20 * secondMs

/** After this a request waits until it is read again. */
export const knownUntilMs = 60 * secondMs

/** A change begins at the earliest so much later; twice as long as anything is kept, for clocks and reads that are late. */
export const noticeMs = 2 * knownUntilMs

/** Nothing is planned for later than this: who knows the list prices by then. */
export const noticeMaxMs = 90 * 24 * 60 * 60 * secondMs
