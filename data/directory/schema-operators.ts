// Who is an operator, and the sessions of the console.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { OperatorRole } from '#contract/permissions.ts'

/** The row stays when the role ends, so that a name of the record never becomes another person's. */
export const operators = sqliteTable(
  'operators',
  {
    userId: text('user_id').primaryKey(),
    /** The short name that stands in the record. */
    name: text().notNull(),
    role: text().$type<OperatorRole>().notNull(),
    grantedAt: integer('granted_at').notNull(),
    grantedBy: text('granted_by').notNull(),
    /** The secret of the authenticator, encrypted; null: none was created yet. */
    factor: text(),
    /** Null: the authenticator has not shown a code yet, or there is none. */
    factorSince: integer('factor_since'),
    /** The time step of the newest accepted code: no code is accepted twice. */
    factorStep: integer('factor_step'),
    /** Until when an authenticator may be connected. */
    enrolUntil: integer('enrol_until').notNull(),
    endedAt: integer('ended_at')
  },
  (table) => [uniqueIndex('operators_name').on(table.name)]
)

export const operatorSessions = sqliteTable(
  'operator_sessions',
  {
    /** SHA-256 of the cookie's value. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    /** The session of the account in which the factor was proven: when it ends, this one has ended. */
    sessionId: text('session_id').notNull(),
    createdAt: integer('created_at').notNull(),
    seenAt: integer('seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    endedAt: integer('ended_at')
  },
  (table) => [
    index('operator_sessions_user').on(table.userId),
    index('operator_sessions_over').on(sql`coalesce(${table.endedAt}, ${table.expiresAt})`)
  ]
)
