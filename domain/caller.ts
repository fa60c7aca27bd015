/** Who makes a call as a user: a session of the site, or a key of the API under `/v1`. */
export type Caller = SessionCaller | KeyCaller

export interface SessionCaller {
  kind: 'session'
  sessionId: string
}

interface KeyCaller {
  kind: 'key'
  keyId: string
}

/** What the caller of a session that has ended, or of a key that does not work, is told. */
export const deadCodeOf = ({ kind }: Caller) => (kind === 'key' ? 'INVALID_KEY' : 'UNAUTHORIZED')
