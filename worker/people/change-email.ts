// Changes the address of an account. Both mailboxes must confirm: the old one, so that a stolen session cannot take
// over the account; the new one, so that its owner can be reached.
import { agreeToEmailChange, addEmailChange, applyEmailChange } from '#data/directory/email-changes.ts'
import { claimBonus } from '#data/directory/bonus-grants.ts'
import { findRegistered } from '#data/directory/users.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { emailChangedMail, newAddressMail, oldAddressMail, takenAddressMail } from './mails/email-change.ts'
import { sendLater } from '../mails/send-later.ts'
import { limitMail, limitResetLinks } from '../http/limit.ts'
import { callerAccount } from '../http/session.ts'
import { expectProven } from './expect-fresh.ts'
import { hashBonusAddress } from './confirm-email.ts'
import { hashToken, newLinkToken } from '../crypto/link-token.ts'

const lifetimeMs = 24 * 60 * 60 * 1000

/**
 * Takes the same time and gives the same response whether or not the new address has an account.
 * @throws AppError FRESH_SIGN_IN_REQUIRED, RATE_LIMITED, VALIDATION_FAILED
 */
export async function requestEmailChange(
  c: AppContext,
  { newEmail, currentPassword }: { newEmail: string; currentPassword?: string | undefined }
): Promise<void> {
  const { directory, environment, caller } = c.var
  const { email: oldEmail } = callerAccount(c)
  const newCanonicalEmail = canonicalEmail(newEmail)
  await expectProven(c, currentPassword)
  await limitMail(c, 'change', newCanonicalEmail)
  const [oldToken, newToken] = [newLinkToken(), newLinkToken()]
  const now = Date.now()
  await addEmailChange(directory, {
    id: crypto.randomUUID(),
    userId: caller.userId,
    newEmail,
    newCanonicalEmail,
    oldTokenHash: hashToken(oldToken),
    newTokenHash: hashToken(newToken),
    now,
    expiresAt: now + lifetimeMs
  })
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = environment
  const mail = { product, siteOrigin, newEmail }
  sendLater(c, 'email-change', async () => ({ to: oldEmail, ...oldAddressMail({ ...mail, token: oldToken }) }))
  sendLater(c, 'email-change', async () => {
    const found = await findRegistered(directory, newCanonicalEmail)
    const isTaken = found && found.user.verifiedAt !== null && found.user.id !== caller.userId
    return isTaken
      ? { to: found.user.email, ...takenAddressMail(mail) }
      : { to: newEmail, ...newAddressMail({ ...mail, token: newToken }) }
  })
}

/** @throws AppError RATE_LIMITED, INVALID_VERIFICATION_TOKEN */
export async function confirmEmailChange(c: AppContext, token: string): Promise<'waiting' | 'changed'> {
  const { directory, environment } = c.var
  await limitResetLinks(c)
  const agree = () => agreeToEmailChange(directory, hashToken(token), Date.now())
  const found = await agree()
  if (!found) throw new AppError('INVALID_VERIFICATION_TOKEN')
  const { change, oldEmail } = found
  // The link of one mailbox is opened again, after that of the other.
  if (change.closedAt !== null) return 'changed'
  c.set('addressChangedOf', change.userId)
  if (change.oldAgreedAt === null || change.newAgreedAt === null) return 'waiting'

  // Claimed before the change, because it may be repeated without harm. The new mailbox counts as having had its bonus,
  // so that it cannot claim a second one.
  const addressHash = await hashBonusAddress(change.newCanonicalEmail)
  await claimBonus(directory, { addressHash, userId: change.userId, now: Date.now() })
  if (!(await applyEmailChange(directory, change, Date.now()))) {
    // A call at the same time may have changed it, and sends the letters.
    if ((await agree())?.change.closedAt) return 'changed'
    throw new AppError('INVALID_VERIFICATION_TOKEN')
  }
  const { MAIL_FROM_NAME: product, SUPPORT_EMAIL: support } = environment
  const mail = emailChangedMail({ product, newEmail: change.newEmail, support })
  for (const to of [oldEmail, change.newEmail]) sendLater(c, 'email-changed', async () => ({ to, ...mail }))
  return 'changed'
}
