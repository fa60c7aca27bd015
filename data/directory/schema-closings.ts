import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ClosingFigures, ClosingNight } from '#contract/operator/money/closing.ts'

/** A row per month that was closed: the figures that the accountant has are not counted again. */
export const closings = sqliteTable('closings', {
  /** Like `2026-11`, of Moscow. */
  month: text().primaryKey(),
  figures: text({ mode: 'json' }).$type<ClosingFigures>().notNull(),
  closedAt: integer('closed_at').notNull(),
  closedBy: text('closed_by').notNull(),
  /** The first complete nightly backup behind the month's end; null: there was none yet. */
  night: text({ mode: 'json' }).$type<ClosingNight>()
})
