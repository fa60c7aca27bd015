import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { SubscriptionState } from '#domain/subscription.ts'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/** One row per user who ever had Premium; its states are those of domain/subscription.ts. */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    userId: text('user_id').primaryKey(),
    id: text().notNull(),
    state: text().$type<SubscriptionState>().notNull(),
    priceKopecks: integer('price_kopecks').notNull(),
    anchorAt: instant('anchor_at').notNull(),
    months: integer().notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    accessUntil: instant('access_until').notNull(),
    /** The provider's id of the saved card, enough to charge it with our key. Null as soon as the card is detached. */
    methodId: text('method_id'),
    methodTitle: text('method_title'),
    remindedAt: instant('reminded_at'),
    attempts: integer().notNull(),
    declineReason: text('decline_reason'),
    retryAt: instant('retry_at'),
    /** New after every change and named by the next one, so that concurrent changes do not overwrite each other. */
    changeId: text('change_id').notNull(),
    /** When the cron acts on the subscription next; null when it has ended. */
    nextActionAt: instant('next_action_at')
  },
  (table) => [
    index('subscriptions_due')
      .on(table.nextActionAt)
      .where(sql`${table.nextActionAt} is not null`)
  ]
)

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** One row per paid month. Its key is the payment, so that a payment counts only once. */
export const subscriptionPeriods = sqliteTable(
  'subscription_periods',
  {
    paymentId: text('payment_id').primaryKey(),
    userId: text('user_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Set when the payment was fully refunded. */
    refundedAt: instant('refunded_at')
  },
  (table) => [index('subscription_periods_user').on(table.userId)]
)

/** Days that an operator gave. Their key is the action, which is written with the plan that it changes: it counts only once. */
export const premiumGifts = sqliteTable(
  'premium_gifts',
  {
    actionId: text('action_id').primaryKey(),
    userId: text('user_id').notNull(),
    days: integer().notNull(),
    givenAt: instant('given_at').notNull()
  },
  (table) => [index('premium_gifts_user').on(table.userId)]
)
