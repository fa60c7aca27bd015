/** Answered by worker.ts beside this file, and by no deployment. */
export const seedingPath = '/api/seeded-accounts'

export interface SeededAccount {
  email: string
  passwordHash: string
}

/** Of every account that a test makes. */
export const password = 'Correct-Horse-1!'
