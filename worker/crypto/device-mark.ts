// A browser that has signed in to an account keeps a mark of it. While password hashing queues, its next sign-in to the
// same account comes before strangers. The mark alone is no way in: the password is still required.
import type { KeyringSettings } from './keyring.ts'
import { newStamp, readStamp, type StampUse } from './stamp.ts'

/** A year: within what the legal texts say about permanent cookies, and below the 400 days that browsers allow. */
export const markLifetimeSeconds = 365 * 24 * 60 * 60

// The address too, so that a mark can be checked before the account is looked up.
const useFor = (canonicalEmail: string): StampUse => ({ purpose: 'known device', boundTo: canonicalEmail })

export interface MarkedAccount {
  userId: string
  canonicalEmail: string
}

export const newDeviceMark = (
  settings: KeyringSettings,
  { userId, canonicalEmail }: MarkedAccount,
  now: number
): string => newStamp(settings, useFor(canonicalEmail), userId, now + markLifetimeSeconds * 1000)

/** The user who signed in with this address on the device; null for a mark of another address, or none of ours. */
export const readDeviceMark = (
  settings: KeyringSettings,
  mark: string,
  canonicalEmail: string,
  now: number
): string | null => readStamp(settings, useFor(canonicalEmail), mark, now)
