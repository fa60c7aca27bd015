import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The jobs of all users at the accounts of suppliers, and those that wait for a place there: an account's limit is one for all. */
export const providerPlaces = sqliteTable(
  'provider_places',
  {
    jobId: text('job_id').notNull(),
    /** The id of the supplier whose account it is. A job waits at each that it may ask, and has a place at one. */
    provider: text().notNull(),
    /** Milliseconds since the epoch. The job that has waited longest is next. */
    waitsSince: integer('waits_since').notNull(),
    /** When the place becomes free even if the job's end does not free it. Null: the job waits. */
    takenUntil: integer('taken_until'),
    /** A place that became free was offered to this waiting job. */
    calledAt: integer('called_at')
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.provider] }),
    index('provider_places_taken').on(table.provider, table.takenUntil),
    index('provider_places_waiting').on(table.provider, table.waitsSince)
  ]
)
