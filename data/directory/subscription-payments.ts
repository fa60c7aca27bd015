// Payments for Premium. A unique index allows at most one open payment per user.
import { and, eq, inArray } from 'drizzle-orm'
import { premiumPackageId } from '#contract/catalogue/plans.ts'
import type { Directory } from '../base/database.ts'
import type { NewPayment, PaymentRow } from './payments.ts'
import { payments } from './schema-payments.ts'
import { users } from './schema.ts'

export type PremiumPayment = Omit<NewPayment, 'packageId' | 'tokens' | 'bonusTokens' | 'totalTokens'>

export const findByOperation = (
  directory: Directory,
  userId: string,
  operationId: string
): Promise<PaymentRow | undefined> =>
  directory
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), eq(payments.operationId, operationId)))
    .get()

export const openPremiumPayment = (directory: Directory, userId: string): Promise<PaymentRow | undefined> =>
  directory
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.packageId, premiumPackageId),
        inArray(payments.status, ['created', 'pending'])
      )
    )
    .get()

/**
 * Inserts an order for one month, or finds the one with this operation id.
 * @returns undefined while another payment for Premium is open
 */
export async function insertPremiumPayment(
  directory: Directory,
  payment: PremiumPayment
): Promise<PaymentRow | undefined> {
  const [inserted] = await directory
    .insert(payments)
    .values({
      ...payment,
      packageId: premiumPackageId,
      tokens: 0,
      bonusTokens: 0,
      totalTokens: 0,
      status: 'created',
      updatedAt: payment.createdAt
    })
    .onConflictDoNothing()
    .returning()
  return inserted ?? findByOperation(directory, payment.userId, payment.operationId)
}

/** The address for receipts and reminders; undefined for an account that is erased or about to be. */
export async function chargeableOwner(directory: Directory, userId: string): Promise<{ email: string } | undefined> {
  const [found] = await directory
    .select({ email: users.email, deletionRequestedAt: users.deletionRequestedAt, blockedAt: users.blockedAt })
    .from(users)
    .where(eq(users.id, userId))
  const isCharged = found?.deletionRequestedAt === null && found.blockedAt === null
  return isCharged ? { email: found.email } : undefined
}
