/** Only worker.ts in this folder has this call; no deployment has it. */
export const seedingPath = '/api/seeded-accounts'

export interface SeededAccount {
  email: string
  passwordHash: string
}

/** The password of every account that a test creates. */
export const password = 'Correct-Horse-1!'
