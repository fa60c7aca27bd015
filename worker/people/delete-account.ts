import { erasureMailId, requestDeletion } from '#data/directory/erasure.ts'
import { findSubscription } from '#data/directory/subscriptions.ts'
import { deletionGraceMs } from '#domain/account-deletion.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../http/context.ts'
import { log } from '#notices/report.ts'
import { sendOutgoingMail } from '../operator/send-outgoing-mail.ts'
import { callerAccount } from '../http/session.ts'
import { checkPassword } from './change-password.ts'
import { signOutPages } from './sign-out-pages.ts'

/** Stores the wish, ends the sessions and mails the owner. @returns when the account will be erased */
export async function beginDeletion(c: AppContext, userId: string): Promise<number> {
  const { directory } = c.var
  const now = Date.now()
  const erasedAt = now + deletionGraceMs
  const [{ availableTokens, reservedTokens }, subscription] = await Promise.all([
    userOf(c.env, userId).view(),
    findSubscription(directory, userId)
  ])
  const facts = {
    kind: 'erasure' as const,
    erasedAt,
    leftTokens: availableTokens + reservedTokens,
    hasPremium: subscription !== null && subscription.state !== 'ended'
  }
  await signOutPages(c, userId, await requestDeletion(directory, { userId, facts, now }))
  // At once; what fails is sent by the clock.
  const sending = sendOutgoingMail(c.env, { id: erasureMailId(userId, now), until: now }, now)
  c.executionCtx.waitUntil(
    sending.catch(() => log({ event: 'mail-failed', requestId: c.var.requestId, kind: 'account-deletion' }))
  )
  return erasedAt
}

/** @returns when the account will be erased @throws AppError RATE_LIMITED, VALIDATION_FAILED */
export async function deleteAccount(c: AppContext, currentPassword: string): Promise<number> {
  const { id } = callerAccount(c)
  await checkPassword(c, currentPassword)
  return beginDeletion(c, id)
}
