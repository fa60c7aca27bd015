// Rows with a time at which something must be done. The cron leases those that are due and sends a message for each; the
// message claims its row. The due time of the row is the lease: any change of the row meanwhile makes the message void.
import { sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Backlog, countDue } from '../base/backlog.ts'
import type { Directory } from '../base/database.ts'
import { outgoingMails } from './schema-outgoing-mails.ts'
import { payments } from './schema-payments.ts'
import { readyMessages } from './schema-ready.ts'
import { refunds } from './schema-refunds.ts'
import { subscriptions } from './schema-subscriptions.ts'
import { users } from './schema.ts'

interface DueRows {
  table: SQLiteTable
  id: SQLiteColumn
  /** Indexed; null when nothing is left to do. */
  due: SQLiteColumn
}

const leased = {
  payments: { table: payments, id: payments.id, due: payments.nextCheckAt },
  advances: { table: payments, id: payments.id, due: payments.advanceDueAt },
  refunds: { table: refunds, id: refunds.id, due: refunds.nextCheckAt },
  subscriptions: { table: subscriptions, id: subscriptions.userId, due: subscriptions.nextActionAt },
  'outgoing-mails': { table: outgoingMails, id: outgoingMails.id, due: outgoingMails.sendAt },
  'ready-messages': { table: readyMessages, id: readyMessages.id, due: readyMessages.sendAt }
} satisfies Record<string, DueRows>

export type Leased = keyof typeof leased

const counted = {
  ...leased,
  erasures: { table: users, id: users.id, due: users.deletionRequestedAt }
} satisfies Record<string, DueRows>

export type Counted = keyof typeof counted

/** A row that the cron has put off for a message. */
export interface Lease {
  id: string
  /** The time to which the cron has put it off. A message that finds another time at the row does nothing. */
  until: number
}

/** Puts off rows that are due, the longest due first. @returns the leases; concurrent callers share none */
export async function leaseDue(
  directory: Directory,
  kind: Leased,
  { now, limit, until }: { now: number; limit: number; until: number }
): Promise<Lease[]> {
  const { table, id, due } = leased[kind]
  const taken = await directory.all<{ id: string }>(
    sql`update ${table} set ${sql.identifier(due.name)} = ${until}
      where ${id} in (select ${id} from ${table} where ${due} <= ${now} order by ${due} limit ${limit})
      returning ${sql.identifier(id.name)} as id`
  )
  return taken.map((row) => ({ id: row.id, until }))
}

/** Until when a row is claimed. Never the lease itself, even on a clock that stands still: a second message would fit. */
export const claimedUntil = (lease: Lease, now: number, pauseMs: number): number =>
  Math.max(now + pauseMs, lease.until + 1)

/** How many rows are due. */
export const backlogOf = (directory: Directory, kind: Counted, dueBefore: number): Promise<Backlog> =>
  countDue(directory, counted[kind], dueBefore)
