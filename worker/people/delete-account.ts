import { type ErasureFacts, erasureMailId, requestDeletion } from '#data/directory/erasure.ts'
import { claimDueMail, closeMail } from '#data/directory/outgoing-mails.ts'
import { findSubscription } from '#data/directory/subscriptions.ts'
import { deletionGraceMs } from '#domain/account-deletion.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../http/context.ts'
import { log } from '#notices/report.ts'
import { mailerOf } from '#providers/mail/mail.ts'
import { accountDeletionMail } from './mails/account-deletion.ts'
import { AppError } from '../http/errors.ts'
import { callerAccount } from '../http/session.ts'
import { expectProven } from './expect-fresh.ts'
import { shutOut } from './sign-out-pages.ts'

/** Longer than sending takes. */
const claimMs = 5 * 60_000

/** Sends the stored mail; one that fails is left to the clock. */
async function sendAtOnce(
  c: AppContext,
  { id, to, facts, now }: { id: string; to: string; facts: ErasureFacts; now: number }
): Promise<void> {
  const { directory, environment } = c.var
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = environment
  if (!(await claimDueMail(directory, { id, until: now }, now + claimMs))) return
  const mail = accountDeletionMail({ product, siteOrigin, ...facts })
  await mailerOf(environment, c.env.EMAIL).send({ to, ...mail })
  await closeMail(directory, id, now)
}

/**
 * Stores the wish, ends the sessions and mails the owner.
 * @returns when the account will be erased
 * @throws AppError LAST_OWNER
 */
export async function beginDeletion(c: AppContext, userId: string, email: string): Promise<number> {
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
  const ended = await requestDeletion(directory, { userId, facts, now })
  if (ended === null) throw new AppError('LAST_OWNER')
  await shutOut(c, userId, ended)
  const sending = sendAtOnce(c, { id: erasureMailId(userId, now), to: email, facts, now })
  c.executionCtx.waitUntil(
    sending.catch(() => log({ event: 'mail-failed', requestId: c.var.requestId, kind: 'account-deletion' }))
  )
  return erasedAt
}

/** @returns when the account will be erased @throws AppError FRESH_SIGN_IN_REQUIRED, RATE_LIMITED, VALIDATION_FAILED, LAST_OWNER */
export async function deleteAccount(c: AppContext, currentPassword: string | undefined): Promise<number> {
  const { id, email } = callerAccount(c)
  await expectProven(c, currentPassword)
  return beginDeletion(c, id, email)
}
