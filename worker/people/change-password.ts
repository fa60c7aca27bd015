import { changePasswordHash } from '#data/directory/users.ts'
import { waysFacts } from '#data/directory/ways-in.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../http/context.ts'
import { passwordChangedMail } from './mails/password-changed.ts'
import { sendLater } from '../mails/send-later.ts'
import { callerAccount } from '../http/session.ts'
import { signOutPages } from './sign-out-pages.ts'
import { hashPassword } from '../crypto/passwords.ts'
import { wrongPassword } from './check-password.ts'
import { expectProven } from './expect-fresh.ts'

/** Mails the owner. @param endedWaysIn all other ways in ended with it */
export function tellPasswordChanged(c: AppContext, userId: string, to: string, endedWaysIn = false): void {
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = c.var.environment
  sendLater(c, 'password-changed', async () => {
    const hasApiKeys = (await userOf(c.env, userId).viewKeys()).length > 0
    const { passkeys = 0, identities = [] } = (await waysFacts(c.var.directory, userId)) ?? {}
    return { to, ...passwordChangedMail({ product, siteOrigin, hasApiKeys, endedWaysIn, passkeys, identities }) }
  })
}

/** @throws AppError FRESH_SIGN_IN_REQUIRED, RATE_LIMITED, VALIDATION_FAILED */
export async function changePassword(
  c: AppContext,
  { currentPassword, newPassword }: { currentPassword?: string | undefined; newPassword: string }
) {
  const { caller, directory } = c.var
  const from = await expectProven(c, currentPassword)
  const to = await hashPassword(newPassword)
  const { userId, sessionId: keptSessionId } = caller
  const ended = await changePasswordHash(directory, { userId, from, to, keptSessionId, now: Date.now() })
  if (!ended) throw wrongPassword()
  await signOutPages(c, userId, ended)
  const { email } = callerAccount(c)
  tellPasswordChanged(c, userId, email)
}
