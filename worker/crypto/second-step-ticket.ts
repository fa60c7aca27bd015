// Stands here until the second step is merged.
import type { KeyringSettings } from './keyring.ts'

export const newSecondStepTicket = (_: KeyringSettings, { userId }: { userId: string }, now: number): string =>
  `${userId}~~${now}`
