import { requestDeletion } from '#data/directory/erasure.ts'
import { findSubscription } from '#data/directory/subscriptions.ts'
import { deletionGraceMs } from '#domain/account-deletion.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../http/context.ts'
import { accountDeletionMail } from './mails/account-deletion.ts'
import { sendLater } from '../mails/send-later.ts'
import { callerAccount } from '../http/session.ts'
import { checkPassword } from './change-password.ts'
import { signOutPages } from './sign-out-pages.ts'

/** Stores the wish, ends the sessions and mails the owner. @returns when the account will be erased */
export async function beginDeletion(c: AppContext, userId: string, email: string): Promise<number> {
  const { directory, environment } = c.var
  const now = Date.now()
  const erasedAt = now + deletionGraceMs
  await signOutPages(c, userId, await requestDeletion(directory, userId, now))
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = environment
  sendLater(c, 'account-deletion', async () => {
    const { availableTokens, reservedTokens } = await userOf(c.env, userId).view()
    const subscription = await findSubscription(directory, userId)
    const mail = {
      product,
      siteOrigin,
      erasedAt,
      leftTokens: availableTokens + reservedTokens,
      hasPremium: subscription !== null && subscription.state !== 'ended'
    }
    return { to: email, ...accountDeletionMail(mail) }
  })
  return erasedAt
}

/** @returns when the account will be erased @throws AppError RATE_LIMITED, VALIDATION_FAILED */
export async function deleteAccount(c: AppContext, currentPassword: string): Promise<number> {
  const { id, email } = callerAccount(c)
  await checkPassword(c, currentPassword)
  return beginDeletion(c, id, email)
}
