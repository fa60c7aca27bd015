// The nightly backup of the wallets, and a restore of this stack.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/** A wallet whose journal goes into several files, as far as it is stored. A journal only grows, so they fit together. */
export interface BegunWallet {
  user: string
  /** Of the moment at which the wallet was begun. */
  lines: number
  owed: number
  /** The last line that is stored. */
  storedSeq: number
  bytes: number
  /** SHA-256 of the files, in their order. */
  files: string[]
}

/** One row per night; `cursor` is the bookmark: a backup that was interrupted goes on from there. */
export const backups = sqliteTable('backups', {
  /** See domain/backup.ts. */
  night: integer().primaryKey(),
  /** wallets: from user to user. again: those that failed. done: closed, complete when no wallet failed. */
  stage: text({ enum: ['wallets', 'again', 'done'] }).notNull(),
  /** The last user whose wallet was read; empty before the first. */
  cursor: text().notNull(),
  users: integer().notNull().default(0),
  lines: integer().notNull().default(0),
  bytes: integer().notNull().default(0),
  /** Free and reserved tokens less debts, of all wallets. */
  balanceTokens: integer('balance_tokens').notNull().default(0),
  /** Lists of what was stored, in R2. */
  parts: integer().notNull().default(0),
  /** Over the checksums of all lists, in their order. */
  digest: text().notNull().default(''),
  /** Users whose wallets could not be stored yet: so many as `domain/backup.ts` keeps by name. */
  failed: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  /** How many others could not be stored. */
  failedMore: integer('failed_more').notNull().default(0),
  /** The wallet behind `cursor`, while its files are being stored. */
  longWallet: text('long_wallet', { mode: 'json' }).$type<BegunWallet>(),
  startedAt: instant('started_at').notNull(),
  movedAt: instant('moved_at').notNull(),
  /** A portion is being stored until then. */
  leaseUntil: instant('lease_until').notNull().default(0),
  finishedAt: instant('finished_at'),
  /** Null: the old nights, which are deleted once this one is closed, are not deleted yet. */
  deletedAt: instant('deleted_at')
})

/** The restore that has filled this stack, or is filling it. */
export const restores = sqliteTable('restores', {
  /** Of the backup. */
  id: text().primaryKey(),
  /** whole: into an empty stack. wallets: only the wallets, the databases are as they were. */
  scope: text({ enum: ['whole', 'wallets'] }).notNull(),
  operator: text().notNull(),
  reason: text().notNull(),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at')
})
