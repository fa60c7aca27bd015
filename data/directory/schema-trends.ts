// The daily figures of the business. They are sums and reveal nothing about a person.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { TrendFigure } from '#contract/operator/system/trends.ts'

export const dailyFigures = sqliteTable(
  'daily_figures',
  {
    /** Like `2026-11-24`, in Moscow. */
    day: text().notNull(),
    figure: text().$type<TrendFigure>().notNull(),
    /** Empty for figures that are about no service. */
    service: text().notNull(),
    value: integer().notNull()
  },
  (table) => [primaryKey({ columns: [table.day, table.figure, table.service] })]
)

export const countedDays = sqliteTable('counted_days', {
  day: text().primaryKey(),
  countedAt: integer('counted_at').notNull()
})
