// A user who has just used a reset link gets a pass to sign in although others have exhausted the limit of the address.
// It only proves that its bearer could read the mailbox; the password is still required.
import { randomBytes } from 'node:crypto'
import type { KeyringSettings } from './keyring.ts'
import { newStamp, readStamp, type StampUse } from './stamp.ts'

const lifetimeMs = 15 * 60_000

const useFor = (canonicalEmail: string): StampUse => ({ purpose: 'sign-in pass', boundTo: canonicalEmail })

export const newSignInPass = (settings: KeyringSettings, canonicalEmail: string, now: number): string =>
  newStamp(settings, useFor(canonicalEmail), randomBytes(16).toString('base64url'), now + lifetimeMs)

/** The id of a pass that we made for this address and that has not expired; null for any other. */
export const readSignInPass = (
  settings: KeyringSettings,
  pass: string,
  canonicalEmail: string,
  now: number
): string | null => readStamp(settings, useFor(canonicalEmail), pass, now)
