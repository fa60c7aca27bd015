import { changePasswordHash, passwordHashOf } from '#data/directory/users.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { passwordChangedMail } from './mails/password-changed.ts'
import { sendLater } from '../mails/send-later.ts'
import { limitPasswordChecks } from '../http/limit.ts'
import { callerAccount } from '../http/session.ts'
import { signOutPages } from './sign-out-pages.ts'
import { hashLike, hashPassword, isSameHash } from '../crypto/passwords.ts'

const wrong = () =>
  new AppError('VALIDATION_FAILED', { details: [{ path: 'currentPassword', msg: 'Неверный текущий пароль' }] })

/**
 * Checks the password of the signed-in user, so that a stranger at an unlocked computer cannot take over the account.
 * @returns the stored hash that it matches
 * @throws AppError RATE_LIMITED, VALIDATION_FAILED
 */
export async function checkPassword(c: AppContext, typed: string): Promise<string> {
  await limitPasswordChecks(c)
  const stored = await passwordHashOf(c.var.directory, c.var.caller.userId)
  if (stored === undefined || !isSameHash(await hashLike(typed, stored), stored)) throw wrong()
  return stored
}

/** Mails the owner. @param endedWaysIn all other ways in ended with it */
export function tellPasswordChanged(c: AppContext, userId: string, to: string, endedWaysIn = false): void {
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = c.var.environment
  sendLater(c, 'password-changed', async () => {
    const hasApiKeys = (await userOf(c.env, userId).viewKeys()).length > 0
    return { to, ...passwordChangedMail({ product, siteOrigin, hasApiKeys, endedWaysIn }) }
  })
}

/** @throws AppError RATE_LIMITED, VALIDATION_FAILED */
export async function changePassword(
  c: AppContext,
  { currentPassword, newPassword }: Record<'currentPassword' | 'newPassword', string>
) {
  const { caller, directory } = c.var
  const from = await checkPassword(c, currentPassword)
  const to = await hashPassword(newPassword)
  const { userId, sessionId: keptSessionId } = caller
  const ended = await changePasswordHash(directory, { userId, from, to, keptSessionId, now: Date.now() })
  if (!ended) throw wrong()
  await signOutPages(c, userId, ended)
  const { email } = callerAccount(c)
  tellPasswordChanged(c, userId, email)
}
