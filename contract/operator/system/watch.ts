// The read-only pages of the console: the clock, the databases, the bucket, the nightly checks and backups.
import { z } from 'zod'
import { dutyNames } from '../../duties.ts'
import { endpoint } from '../../endpoint.ts'
import { numberInText } from '../../validation.ts'

const night = z.object({
  night: z.number().int(),
  /** What the nightly check is checking now. */
  stage: z.enum(['users', 'files', 'done']),
  users: z.number().int(),
  jobs: z.number().int(),
  differences: z.number().int(),
  started_at: z.number(),
  moved_at: z.number(),
  /** Null: not finished, or the night of the installation, which is not checked. */
  finished_at: z.number().nullable()
})

const difference = z.object({
  kind: z.string(),
  /** The id of the user, payment, job, operation or file. */
  subject: z.string(),
  /** Null where no user is known. */
  user_id: z.string().nullable(),
  detail: z.string(),
  found_at: z.number()
})

/** The nightly checks, newest first, and what one of them found: the newest, unless another is named. */
export const openReconciliation = endpoint({
  call: 'GET /operator/reconciliation',
  permission: 'system.read',
  input: z.object({ night: numberInText(z.number().int()).optional() }),
  output: z.object({ late: z.boolean(), nights: z.array(night), differences: z.array(difference) })
})

const duty = z.object({
  duty: z.enum(dutyNames),
  /** Null: never yet. A duty on rows has succeeded when the messages for its rows were queued. */
  ran_at: z.number().nullable(),
  succeeded_at: z.number().nullable(),
  /** Rows that were due when the cron last ran, counted up to 10,000; null for duties that are not on rows. */
  backlog: z.number().int().nullable(),
  oldest_due_at: z.number().nullable(),
  behind: z.boolean()
})

/** Whether the cron runs, and the last result and the waiting rows of each duty. */
export const openClock = endpoint({
  call: 'GET /operator/clock',
  permission: 'system.read',
  /** `ran_at`: null before the first run. */
  output: z.object({ late: z.boolean(), ran_at: z.number().nullable(), duties: z.array(duty) })
})

const database = z.object({
  /** The binding in `wrangler.toml`. */
  name: z.string(),
  /** Null: it did not answer. */
  bytes: z.number().int().nullable(),
  /** Whether new accounts go into it. */
  open: z.boolean(),
  /** Whether an operator must act: see "Databases" in docs/operator.md. */
  too_large: z.boolean()
})

/** How full the databases are. */
export const openDatabases = endpoint({
  call: 'GET /operator/databases',
  permission: 'system.read',
  output: z.object({ max_bytes: z.number().int(), databases: z.array(database) })
})

/** How large the bucket of files is, by its last daily measure. */
export const openStorage = endpoint({
  call: 'GET /operator/storage',
  permission: 'system.read',
  output: z.object({
    /** `LIMIT_MEDIA_GIGABYTES`: the planned size; R2 itself has no limit. */
    planned_bytes: z.number(),
    /** Null before the first measure, as are the next two. */
    bytes: z.number().int().nullable(),
    files: z.number().int().nullable(),
    measured_at: z.number().nullable(),
    large: z.boolean()
  })
})

/** Names of users whose wallets a night lacks; the others are only counted. */
export const shownFailedMax = 20

const backupNight = z.object({
  night: z.number().int(),
  /** again: wallets that failed are tried once more. */
  stage: z.enum(['wallets', 'again', 'done']),
  users: z.number().int(),
  bytes: z.number().int(),
  /** The sum that all these wallets owe their users. */
  owed_tokens: z.number().int(),
  failed: z.array(z.string()).max(shownFailedMax),
  failed_count: z.number().int(),
  started_at: z.number(),
  /** Null: not closed. */
  finished_at: z.number().nullable()
})

const restore = z.object({
  id: z.string(),
  scope: z.enum(['whole', 'wallets']),
  operator: z.string(),
  reason: z.string(),
  started_at: z.number(),
  finished_at: z.number().nullable()
})

/** The nightly backups of the wallets, newest first, and what was restored into this stack. */
export const openBackups = endpoint({
  call: 'GET /operator/backups',
  permission: 'system.read',
  /** `late`: no night was closed with every wallet for too long. */
  output: z.object({ late: z.boolean(), nights: z.array(backupNight), restores: z.array(restore) })
})
