// Links an identity to the caller's account and unlinks it. Both ask for a fresh sign-in and are told to the owner.
import type { IdentityProvider } from '#contract/identities.ts'
import { claimBonus } from '#data/directory/bonus-grants.ts'
import { addIdentity, removeIdentity } from '#data/directory/identities.ts'
import { readIdentityTicket, ticketLifetimeMs } from '../crypto/identity-ticket.ts'
import type { AppContext } from '../http/context.ts'
import { AppError, conflict } from '../http/errors.ts'
import { callerAccount } from '../http/session.ts'
import { sendLater } from '../mails/send-later.ts'
import { hashBonusIdentity } from '../people/confirm-email.ts'
import { expectFresh } from '../people/expect-fresh.ts'
import { limitWaysIn } from '../people/ways-in/limits.ts'
import { takeOnce } from './attempt-cookie.ts'
import { identityLinkedMail, identityUnlinkedMail } from '../people/mails/identity.ts'

type Told = typeof identityLinkedMail

function tellOwner(c: AppContext, mail: Told, provider: IdentityProvider): void {
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = c.var.environment
  const { email: to } = callerAccount(c)
  sendLater(c, 'identity', async () => ({ to, ...mail({ product, siteOrigin, provider }) }))
}

/** Each change is a letter. @throws AppError FRESH_SIGN_IN_REQUIRED, RATE_LIMITED */
async function expectChange(c: AppContext): Promise<void> {
  await expectFresh(c)
  await limitWaysIn(c)
}

/** @throws AppError FRESH_SIGN_IN_REQUIRED, IDENTITY_EXPIRED, IDENTITY_TAKEN; CONFLICT when the account has another of this provider */
export async function linkIdentity(c: AppContext, text: string): Promise<void> {
  const { directory, environment, caller } = c.var
  await expectChange(c)
  const now = Date.now()
  const ticket = readIdentityTicket(environment, text, now)
  if (ticket?.userId !== caller.userId) throw new AppError('IDENTITY_EXPIRED')
  // It waits for its turn and may be refused one: before anything has changed, and the session may have ended meanwhile.
  const addressHash = await hashBonusIdentity(ticket)
  await expectFresh(c)
  if (!(await takeOnce(c, `ticket ${ticket.jti}`, ticketLifetimeMs))) throw new AppError('IDENTITY_EXPIRED')
  const { provider, subject } = ticket
  const { userId } = caller
  const added = await addIdentity(directory, { provider, subject, userId, now })
  if (added === 'taken') throw new AppError('IDENTITY_TAKEN')
  if (added === 'other-linked')
    throw conflict('К аккаунту уже привязан другой вход этого сервиса. Сначала отвяжите его')
  if (added === 'linked') tellOwner(c, identityLinkedMail, provider)
  // Who has an account has had the bonus: the identity brings no second one after it is unlinked.
  await claimBonus(directory, { addressHash, userId, now })
}

/** @throws AppError FRESH_SIGN_IN_REQUIRED, LAST_WAY_IN, NOT_FOUND */
export async function unlinkIdentity(c: AppContext, provider: IdentityProvider): Promise<void> {
  await expectChange(c)
  const removed = await removeIdentity(c.var.directory, c.var.caller.userId, provider)
  if (removed === 'none') throw new AppError('NOT_FOUND')
  if (removed === 'last') throw new AppError('LAST_WAY_IN')
  tellOwner(c, identityUnlinkedMail, provider)
}
