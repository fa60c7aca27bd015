// Decides which caller may ask the payment provider about an order now, and schedules the cron's later check.
import { and, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { payments } from './schema-payments.ts'

/**
 * Stores that the caller asks the provider now, unless another caller asked less than `pauseMs` ago. Of concurrent callers only
 * one gets true. A stored time ahead of the clock is ignored.
 */
export async function claimCheck(directory: Directory, id: string, now: number, pauseMs: number): Promise<boolean> {
  const { checkedAt } = payments
  const isLongAgo = or(isNull(checkedAt), lte(checkedAt, now - pauseMs), gt(checkedAt, now))
  const claimed = await directory
    .update(payments)
    .set({ checkedAt: now })
    .where(and(eq(payments.id, id), isLongAgo))
    .returning({ id: payments.id })
  return claimed.length > 0
}

/** Not for an order that was given up before it had a payment: the clock would check it for ever. */
const canBeAsked = or(eq(payments.status, 'created'), isNotNull(payments.providerPaymentId))

/**
 * Has the cron ask when the pause since the last check is over. The time does not depend on the caller's clock, so that
 * repeated calls cannot put it off; and a check under way leaves it, see `storeCheck`.
 */
export async function scheduleCheck(directory: Directory, id: string, pauseMs: number): Promise<void> {
  await directory
    .update(payments)
    .set({ nextCheckAt: sql`${payments.checkedAt} + ${pauseMs}` })
    .where(and(eq(payments.id, id), canBeAsked))
}

/** Has the clock take back at once the tokens that a frozen wallet could not give. */
export async function wakeTakingBack(directory: Directory, userId: string, now: number): Promise<void> {
  await directory
    .update(payments)
    .set({ nextCheckAt: now })
    .where(and(eq(payments.userId, userId), isNotNull(payments.refundingKopecks)))
}
