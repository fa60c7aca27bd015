// A new person whose provider gave no address types one, and a letter has to confirm it, as with a typed password
// (worker/people/register.ts). The link of the letter then also links the identity.
import { addRegistration, findRegistered } from '#data/directory/users.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import { inviteCodeIn } from '#domain/invite-code.ts'
import { newUserId } from '#domain/shard.ts'
import { type IdentityTicket, ticketLifetimeMs } from '../crypto/identity-ticket.ts'
import { hashToken, newLinkToken } from '../crypto/link-token.ts'
import { noPasswordHash, withoutPassword } from '../crypto/passwords.ts'
import { clientAddress } from '../http/client-address.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { limitMail } from '../http/limit.ts'
import { confirmationLifetimeMs, consentsNow, mailRegistered } from '../people/register.ts'
import { takeOnce } from './attempt-cookie.ts'

/**
 * Takes the same time and gives the same response whether the address is free, waits for confirmation or has an account.
 * @throws AppError RATE_LIMITED; IDENTITY_EXPIRED for a ticket that was used
 */
export async function registerTyped(
  c: AppContext,
  { provider, subject, jti }: IdentityTicket,
  { email, nonce, invite }: { email: string; nonce: string | undefined; invite: string }
): Promise<void> {
  const { directory, environment } = c.var
  const address = canonicalEmail(email)
  await limitMail(c, 'sign-up', address)
  if (!(await takeOnce(c, `ticket ${jti}`, ticketLifetimeMs))) throw new AppError('IDENTITY_EXPIRED')
  const known = await findRegistered(directory, address)
  const token = newLinkToken(nonce)
  const now = Date.now()
  // The same for every identity of a registration: a repeated link can tell that none was typed.
  const passwordHash = known ? withoutPassword(known.user.passwordHash) : noPasswordHash()
  const identity = `${provider}:${subject}`
  const isUndisputed =
    known?.registrations.every((one) => one.identity === identity && one.passwordHash === passwordHash) ?? true
  const state = await addRegistration(directory, {
    userId: newUserId(environment.HISTORY_OPEN, crypto.randomUUID()),
    email,
    canonicalEmail: address,
    passwordHash,
    inviteCode: inviteCodeIn(invite),
    identity,
    registerId: c.var.registerId ?? null,
    tokenHash: hashToken(token),
    linkExpiresAt: now + confirmationLifetimeMs,
    consents: consentsNow(),
    ip: clientAddress(c),
    now
  })
  mailRegistered(c, {
    state,
    email,
    accountEmail: known?.user.email ?? email,
    token,
    isUndisputed,
    via: isUndisputed ? provider : null
  })
}
