import { addConfirmation } from '#data/directory/email-links.ts'
import { findRegistered } from '#data/directory/users.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import { repeatedLink } from '#domain/pending-registration.ts'
import type { AppContext } from '../http/context.ts'
import { alreadyRegisteredMail } from './mails/already-registered.ts'
import { confirmationMail } from './mails/confirm-email.ts'
import { type AddressedMail, sendLater } from '../mails/send-later.ts'
import { limitMail } from '../http/limit.ts'
import { hashToken, newLinkToken } from '../crypto/link-token.ts'
import { identityOf } from './confirm-email.ts'
import { confirmationLifetimeHours, confirmationLifetimeMs } from './register.ts'

/** A repeated confirmation mail; for a verified account, a reminder that it exists. Null for an unknown address. */
export async function composeRepeated(
  c: AppContext,
  typed: string,
  address: string,
  nonce?: string
): Promise<AddressedMail | null> {
  const { directory, environment } = c.var
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = environment
  const found = await findRegistered(directory, address)
  if (!found) return null
  const { user, registrations } = found
  if (user.verifiedAt !== null) return { to: user.email, ...alreadyRegisteredMail({ product, siteOrigin }) }

  const { email, passwordHash, inviteCode, identity, isUndisputed } = repeatedLink(registrations, typed, user.email)
  const token = newLinkToken(nonce)
  const now = Date.now()
  const link = { tokenHash: hashToken(token), userId: user.id, email, passwordHash, inviteCode, identity }
  const added = await addConfirmation(directory, { ...link, now, expiresAt: now + confirmationLifetimeMs })
  if (!added) return null
  const lifetimeHours = confirmationLifetimeHours
  const via = identity === null ? null : identityOf(identity).provider
  return {
    to: email,
    ...confirmationMail({ product, siteOrigin, token, email, lifetimeHours, confirmsPassword: isUndisputed, via })
  }
}

/**
 * All work after the rate limits is done after the response, which is the same for every address.
 * @throws RATE_LIMITED
 */
export async function resendConfirmation(c: AppContext, email: string, nonce?: string): Promise<void> {
  const address = canonicalEmail(email)
  await limitMail(c, 'resend', address)
  sendLater(c, 'resend', () => composeRepeated(c, email, address, nonce))
}
