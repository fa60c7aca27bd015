// How long a session of the console lives. Pure.

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Whatever the operator does: a working day. */
export const operatorSessionMs = 8 * hourMs
/** Without a call. */
const idleMs = 30 * minuteMs
/** When it was last used is written at most so often. */
const seenEveryMs = minuteMs
/** How long a new operator may take to connect an authenticator: a password that leaks later must not do. */
export const enrolmentMs = 24 * hourMs

export interface OperatorSessionTimes {
  seenAt: number
  expiresAt: number
  endedAt: number | null
}

export const isOperatorSessionAlive = ({ seenAt, expiresAt, endedAt }: OperatorSessionTimes, now: number): boolean =>
  endedAt === null && now < expiresAt && now - seenAt < idleMs

export const isSeenStale = ({ seenAt }: OperatorSessionTimes, now: number): boolean => now - seenAt >= seenEveryMs
