import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { EndCause, SubscriptionState } from '#domain/subscription.ts'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/** One row per user who ever had Premium: the state machine of domain/subscription.ts. */
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
    /** The provider's id of the saved card: whoever has it and our key may charge it. Null as soon as it is detached. */
    methodId: text('method_id'),
    methodTitle: text('method_title'),
    remindedAt: instant('reminded_at'),
    attempts: integer().notNull(),
    declineReason: text('decline_reason'),
    retryAt: instant('retry_at'),
    /** Another one after every change: whoever changes the row names the one that it was read with. */
    changeId: text('change_id').notNull(),
    /** When the clock looks at it next; null when it has ended. */
    nextActionAt: instant('next_action_at')
  },
  (table) => [
    index('subscriptions_due')
      .on(table.nextActionAt)
      .where(sql`${table.nextActionAt} is not null`)
  ]
)

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** One row per month that was paid for, by its payment: what makes a payment count once. */
export const subscriptionPeriods = sqliteTable(
  'subscription_periods',
  {
    paymentId: text('payment_id').primaryKey(),
    userId: text('user_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** All of its money went back. */
    refundedAt: instant('refunded_at')
  },
  (table) => [index('subscription_periods_user').on(table.userId)]
)

/** What a mail tells; times in milliseconds since the epoch. */
export type SubscriptionMailFacts =
  | { kind: 'begun'; periodEnd: number; renewsAt: number | null; priceKopecks: number; methodTitle: string | null }
  | { kind: 'reminder'; subscriptionId: string; periodEnd: number }
  | { kind: 'renewed'; periodEnd: number; renewsAt: number | null; paidKopecks: number; methodTitle: string | null }
  /** `decidedAt`: when the card is tried again, or the plan ends. */
  | { kind: 'declined'; reason: string; retryAt: number | null; decidedAt: number }
  | { kind: 'ended'; cause: EndCause; reason: string | null }
  /** Money of a purchase went back, of tokens or of Premium. `debtTokens`: what is owed since. */
  | { kind: 'refund'; amountKopecks: number; tokens: number; debtTokens: number }

/** Mails to be sent: written together with what they tell, so that no crash loses one and no repetition makes two. */
export const subscriptionMails = sqliteTable(
  'subscription_mails',
  {
    /** Made from what it is about. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    facts: text({ mode: 'json' }).$type<SubscriptionMailFacts>().notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer().notNull().default(0),
    /** When it is tried next; null when it was sent, or given up. */
    sendAt: instant('send_at'),
    sentAt: instant('sent_at')
  },
  (table) => [
    index('subscription_mails_user').on(table.userId),
    index('subscription_mails_due')
      .on(table.sendAt)
      .where(sql`${table.sendAt} is not null`)
  ]
)
