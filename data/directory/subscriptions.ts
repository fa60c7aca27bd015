// The rows of Premium subscriptions. A change compares the change id that was read, and is written in one batch with
// the paid period and the mail about it: all of them or none.
import { and, eq, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { dueAt, type Subscription } from '#domain/subscription.ts'
import type { Directory } from '../base/database.ts'
import type { Lease } from './due-rows.ts'
import { type OutgoingMailFacts, outgoingMails } from './schema-outgoing-mails.ts'
import { premiumGifts, subscriptionPeriods, type SubscriptionRow, subscriptions } from './schema-subscriptions.ts'
import { users } from './schema.ts'

export type { SubscriptionRow } from './schema-subscriptions.ts'

export async function findSubscription(directory: Directory, userId: string): Promise<SubscriptionRow | null> {
  const [row] = await directory.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  return row ?? null
}

export async function findPeriod(directory: Directory, paymentId: string) {
  const [row] = await directory.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.paymentId, paymentId))
  return row ?? null
}

export async function hasGift(directory: Directory, actionId: string): Promise<boolean> {
  const found = await directory
    .select({ at: premiumGifts.givenAt })
    .from(premiumGifts)
    .where(eq(premiumGifts.actionId, actionId))
  return found.length > 0
}

export interface PremiumGift {
  actionId: string
  days: number
}

export interface SubscriptionChange {
  userId: string
  after: Subscription
  /** The month that this payment paid for; a payment never pays for a second one. */
  period?: { paymentId: string; startsAt: number; endsAt: number }
  /** The days that an operator gives; an action never gives twice. */
  gift?: PremiumGift | undefined
  /** The payment that was fully refunded. */
  refundedPaymentId?: string
  mail?: { id: string; facts: OutgoingMailFacts }
  now: number
}

/** The statements that accompany a change; they have an effect only if the change with this id succeeded. */
function consequences(
  directory: Directory,
  { userId, after, period, gift, refundedPaymentId, mail, now }: SubscriptionChange,
  changeId: string
) {
  const isOurs = sql`exists (select 1 from subscriptions where user_id = ${userId} and change_id = ${changeId})`
  return [
    ...(period
      ? [
          // All columns, in the order of the table.
          directory
            .insert(subscriptionPeriods)
            .select(
              sql`select ${period.paymentId}, ${userId}, ${after.id}, ${period.startsAt}, ${period.endsAt}, null where ${isOurs}`
            ),
          directory
            .update(users)
            .set({ firstPurchaseAt: now })
            .where(and(eq(users.id, userId), isNull(users.firstPurchaseAt), isOurs))
        ]
      : []),
    ...(gift
      ? [
          directory
            .insert(premiumGifts)
            .select(sql`select ${gift.actionId}, ${userId}, ${gift.days}, ${now} where ${isOurs}`)
        ]
      : []),
    ...(refundedPaymentId === undefined
      ? []
      : [
          directory
            .update(subscriptionPeriods)
            .set({ refundedAt: now })
            .where(and(eq(subscriptionPeriods.paymentId, refundedPaymentId), isOurs))
        ]),
    ...(mail
      ? [
          directory
            .insert(outgoingMails)
            .select(
              sql`select ${mail.id}, ${userId}, ${JSON.stringify(mail.facts)}, ${now}, 0, ${now}, null where ${isOurs}`
            )
            .onConflictDoNothing()
        ]
      : [])
  ]
}

/**
 * @param before null when the user never had Premium
 * @returns the row; undefined when another caller changed it first, this payment has already paid for its month,
 * or these days were given
 */
export async function changeSubscription(
  directory: Directory,
  before: SubscriptionRow | null,
  change: SubscriptionChange
): Promise<SubscriptionRow | undefined> {
  const { userId, after, period, gift } = change
  const changeId = crypto.randomUUID()
  const row = { ...after, userId, changeId, nextActionAt: dueAt(after) }
  const isUnpaid =
    period &&
    notExists(directory.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.paymentId, period.paymentId)))
  const isUngiven =
    gift && notExists(directory.select().from(premiumGifts).where(eq(premiumGifts.actionId, gift.actionId)))
  const write = before
    ? directory
        .update(subscriptions)
        .set(row)
        .where(and(eq(subscriptions.userId, userId), eq(subscriptions.changeId, before.changeId), isUnpaid, isUngiven))
        .returning()
    : directory.insert(subscriptions).values(row).onConflictDoNothing().returning()
  const [[changed]] = await directory.batch([write, ...consequences(directory, change, changeId)])
  return changed
}

/** Schedules the cron's next look at a plan, unless the plan was changed meanwhile. */
export async function lookAgainAt(
  directory: Directory,
  { userId, changeId }: SubscriptionRow,
  nextActionAt: number | null
): Promise<void> {
  await directory
    .update(subscriptions)
    .set({ nextActionAt })
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.changeId, changeId)))
}

/** Claims a plan that is due. Postponed, so that a failing one does not block the others. */
export const claimDueSubscription = (
  directory: Directory,
  lease: Lease,
  nextActionAt: number
): Promise<SubscriptionRow | undefined> =>
  directory
    .update(subscriptions)
    .set({ nextActionAt })
    .where(and(eq(subscriptions.userId, lease.id), eq(subscriptions.nextActionAt, lease.until)))
    .returning()
    .get()

/** Part of a deletion request's batch: removes the card at once and lets the paid period run out. @param only under this condition */
export const stopRenewal = (directory: Directory, userId: string, now: number, only?: SQL) =>
  directory
    .update(subscriptions)
    .set({
      state: sql`case ${subscriptions.state} when 'ended' then 'ended' else 'cancelled' end`,
      methodId: null,
      methodTitle: null,
      retryAt: null,
      accessUntil: sql`min(${subscriptions.accessUntil}, max(${subscriptions.periodEnd}, ${now}))`,
      nextActionAt: sql`case ${subscriptions.state} when 'ended' then null else ${subscriptions.periodEnd} end`,
      changeId: crypto.randomUUID()
    })
    .where(and(eq(subscriptions.userId, userId), only))
