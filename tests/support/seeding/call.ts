/** Only worker.ts in this folder has these calls; no deployment has them. */
export const seedingPath = '/api/seeded-accounts'
export const agingPath = '/api/aged-jobs'

export const damagePath = '/api/frozen-wallets'
/** Makes all sessions of a user so old that dangerous calls ask who is there. */
export const staleSessionsPath = '/api/stale-sessions'

/** What an account can be by its plan: one that has bought something has every setting open. */
export type AccountKind = 'free' | 'paid'

export interface SeededAccount {
  email: string
  passwordHash: string
  kind: AccountKind
}

/** A job that shall seem to have been submitted earlier, so that no test has to wait as long as a user does. */
export interface AgedJob {
  userId: string
  operationId: string
  seconds: number
}

/** The password of every account that a test creates. */
export const password = 'Correct-Horse-1!'
