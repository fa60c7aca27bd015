// How long a session of the console lives. Pure.

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The longest session, used or not: a working day. */
export const operatorSessionMs = 8 * hourMs
/** The longest pause between two calls. */
const idleMs = 30 * minuteMs
/** The time of the last use is stored at most so often. */
const seenEveryMs = minuteMs
/** How long a new operator may take to connect an authenticator: so that a password which leaks later is not enough. */
export const enrolmentMs = 24 * hourMs

export interface OperatorSessionTimes {
  seenAt: number
  expiresAt: number
  endedAt: number | null
}

export const isOperatorSessionAlive = ({ seenAt, expiresAt, endedAt }: OperatorSessionTimes, now: number): boolean =>
  endedAt === null && now < expiresAt && now - seenAt < idleMs

export const isSeenStale = ({ seenAt }: OperatorSessionTimes, now: number): boolean => now - seenAt >= seenEveryMs
