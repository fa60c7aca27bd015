// What a browser keeps of a sign-in with a provider that it has begun: encrypted, so that nothing in it can be read or changed, and
// nothing is stored here until the provider has named the person.
import type { IdentityProvider } from '#contract/identities.ts'
import { parsedJson } from '#providers/http/fields.ts'
import type { IdentityAttempt } from '#providers/identity/identity.ts'
import type { KeyringSettings } from './keyring.ts'
import { type Seal, sealed, unsealed } from './sealed.ts'

/** As long as the person may stay at the provider's page. */
export const attemptLifetimeMs = 10 * 60_000

export interface BegunAttempt extends IdentityAttempt {
  provider: IdentityProvider
  /** `sign-in` of a visitor; `link` and `prove` of a signed-in user. */
  intent: 'sign-in' | 'link' | 'prove'
  returnTo: string
  /** With `link` and `prove`: whose account, and in which session. */
  userId: string | null
  sessionId: string | null
  /** Milliseconds since the epoch. */
  expiresAt: number
}

const sealOf = (secret: string): Seal => ({ sealedWith: secret, purpose: 'attempt to sign in', owner: 'identity' })

export const sealAttempt = (settings: KeyringSettings, attempt: BegunAttempt): Promise<string> =>
  sealed(JSON.stringify(attempt), sealOf(settings.JWT_SECRET))

/** Null for a text that we did not seal, and for an attempt that has expired. */
export async function openAttempt(settings: KeyringSettings, text: string, now: number): Promise<BegunAttempt | null> {
  for (const secret of [settings.JWT_SECRET, settings.JWT_SECRET_PREVIOUS]) {
    const opened = secret === undefined ? null : await unsealed(text, sealOf(secret))
    if (opened === null) continue
    const attempt = parsedJson(opened) as BegunAttempt
    return attempt.expiresAt > now ? attempt : null
  }
  return null
}
