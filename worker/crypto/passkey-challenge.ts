// Challenges that passkeys sign (WebAuthn): signed by us instead of stored, and bound to one use and, where it is known, one user.
import { randomBytes } from 'node:crypto'
import type { KeyringSettings } from './keyring.ts'
import { newStamp, readStamp, type StampUse } from './stamp.ts'

/** Enough to find the phone; the single use of a challenge is remembered as long. */
export const challengeLifetimeMs = 5 * 60_000

const useFor = (boundTo: string): StampUse => ({ purpose: 'passkey challenge', boundTo })

/** @param boundTo what it is for and who may use it @returns the challenge, and the ticket that comes back with the signature */
export function newPasskeyChallenge(settings: KeyringSettings, boundTo: string, now: number) {
  const challenge = randomBytes(32).toString('base64url')
  return { challenge, ticket: newStamp(settings, useFor(boundTo), challenge, now + challengeLifetimeMs) }
}

/** The challenge of a ticket; null when it is not ours, is for something or somebody else, or has expired. */
export const readPasskeyChallenge = (
  settings: KeyringSettings,
  boundTo: string,
  ticket: string,
  now: number
): string | null => readStamp(settings, useFor(boundTo), ticket, now)
