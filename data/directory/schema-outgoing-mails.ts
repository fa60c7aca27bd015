import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { BudgetPeriod } from '#contract/budget-words.ts'
import type { ReadyFacts } from '#domain/ready.ts'
import type { EndCause } from '#domain/subscription.ts'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/** The contents of a mail; times in milliseconds since the epoch. */
export type OutgoingMailFacts =
  | { kind: 'begun'; periodEnd: number; renewsAt: number | null; priceKopecks: number; methodTitle: string | null }
  | { kind: 'reminder'; subscriptionId: string; periodEnd: number }
  | { kind: 'renewed'; periodEnd: number; renewsAt: number | null; paidKopecks: number; methodTitle: string | null }
  /** `decidedAt`: when the card is charged again or the plan ends. */
  | { kind: 'declined'; reason: string; retryAt: number | null; decidedAt: number }
  | { kind: 'ended'; cause: EndCause; reason: string | null }
  /** A long job has ended while no page was open. */
  | { kind: 'ready'; ready: ReadyFacts }
  /** A refund of a purchase of tokens or of Premium. `debtTokens`: the debt after it. */
  | { kind: 'refund'; amountKopecks: number; tokens: number; debtTokens: number }
  /** A payment in review was credited. */
  | { kind: 'credit'; amountKopecks: number; tokens: number }
  /** A payment in review was closed without tokens and without a refund. */
  | { kind: 'dismissed'; amountKopecks: number }
  /** Four fifths of a limit are spent, or all of it and more, when work had begun before it was set. */
  | { kind: 'budget'; period: BudgetPeriod; limitTokens: number; spentTokens: number }
  /** The account will be erased then. `leftTokens`: with those reserved for running jobs. */
  | { kind: 'erasure'; erasedAt: number; leftTokens: number; hasPremium: boolean }

/** Mails to be sent, inserted in one batch with the change that they report: none is lost, none is doubled. */
export const outgoingMails = sqliteTable(
  'outgoing_mails',
  {
    /** Derived from the event, so that the same event never adds a second mail. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    facts: text({ mode: 'json' }).$type<OutgoingMailFacts>().notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer().notNull().default(0),
    /** When sending is tried next; null when the mail was sent or dropped. */
    sendAt: instant('send_at'),
    sentAt: instant('sent_at')
  },
  (table) => [
    index('outgoing_mails_user').on(table.userId),
    index('outgoing_mails_due')
      .on(table.sendAt)
      .where(sql`${table.sendAt} is not null`),
    index('outgoing_mails_over')
      .on(table.createdAt)
      .where(sql`${table.sendAt} is null`)
  ]
)
