// Links under which others see a job.
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

const instant = (name: string) => integer(name)

/** Links to jobs. There is no copy: a link shows the files of the job as long as the job has them. */
export const jobShares = sqliteTable(
  'job_shares',
  {
    /** Derived from user, work and request, so that a repeated request makes no second link. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    /** A row of `jobs`. */
    jobId: text('job_id').notNull(),
    /** The token itself is not stored: a reader of the database cannot open the links. */
    tokenDigest: text('token_digest').notNull(),
    withPrompt: integer('with_prompt', { mode: 'boolean' }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null: it works until it is revoked. */
    expiresAt: instant('expires_at')
  },
  (table) => [
    uniqueIndex('job_shares_token').on(table.tokenDigest),
    index('job_shares_recent').on(table.userId, table.createdAt),
    index('job_shares_of_job').on(table.jobId)
  ]
)
