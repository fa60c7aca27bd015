// Messages to users about long jobs that have ended: the browsers that get them, and the messages to be sent.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ReadyFacts } from '#domain/ready.ts'

/** A browser that the user has allowed to show messages; it belongs to the session in which the user did so. */
export const pushDevices = sqliteTable(
  'push_devices',
  {
    /** SHA-256 of the address in hexadecimal digits: a browser that subscribes again keeps its row. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    sessionId: text('session_id').notNull(),
    /** Where its push service takes messages for it. */
    endpoint: text().notNull(),
    /** The keys with which messages for it are encrypted. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: integer('created_at').notNull()
  },
  (table) => [index('push_devices_user').on(table.userId), index('push_devices_session').on(table.sessionId)]
)

/** One for each long job that has ended, inserted before the job is closed: none is lost, none is doubled. */
export const readyMessages = sqliteTable(
  'ready_messages',
  {
    /** The id of the job's row. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    facts: text({ mode: 'json' }).$type<ReadyFacts>().notNull(),
    /** The finished devices: they have the message, or do not exist any more. */
    doneDevices: text('done_devices', { mode: 'json' })
      .$type<string[]>()
      .notNull()
      .default(sql`'[]'`),
    createdAt: integer('created_at').notNull(),
    attempts: integer().notNull().default(0),
    /** When sending is tried next; null when nothing is left to do. */
    sendAt: integer('send_at'),
    /** When the first device got the message, or the mail was queued; null when neither happened. */
    sentAt: integer('sent_at')
  },
  (table) => [
    index('ready_messages_user').on(table.userId),
    index('ready_messages_due')
      .on(table.sendAt)
      .where(sql`${table.sendAt} is not null`),
    index('ready_messages_over')
      .on(table.createdAt)
      .where(sql`${table.sendAt} is null`)
  ]
)
