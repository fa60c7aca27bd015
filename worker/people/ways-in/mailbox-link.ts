import { addMailboxLink } from '#data/directory/email-links.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import { hashToken, newLinkToken } from '../../crypto/link-token.ts'
import type { AppContext } from '../../http/context.ts'
import { limitMailbox } from '../../http/limit.ts'
import { callerAccount } from '../../http/session.ts'
import { sendLater } from '../../mails/send-later.ts'
import { mailboxMail } from '../mails/confirm-email.ts'

const lifetimeHours = 24

/**
 * Mails the caller a link that proves the mailbox, if only a provider has named it.
 * @returns whether it is on its way
 * @throws AppError RATE_LIMITED
 */
export async function mailMailboxLink(c: AppContext): Promise<boolean> {
  const { directory, environment } = c.var
  const { id: userId, email } = callerAccount(c)
  const token = newLinkToken()
  const now = Date.now()
  const link = { tokenHash: hashToken(token), userId, now, expiresAt: now + lifetimeHours * 60 * 60_000 }
  const provider = await addMailboxLink(directory, link)
  if (provider === null) return false
  await limitMailbox(c, 'resend', canonicalEmail(email))
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = environment
  sendLater(c, 'mailbox', async () => ({
    to: email,
    ...mailboxMail({ product, siteOrigin, token, email, lifetimeHours, provider })
  }))
  return true
}
