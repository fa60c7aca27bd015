// What operators only look at: whether the clock runs, how full the databases are, what the nightly check found.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const night = z.object({
  night: z.number().int(),
  /** What is checked at the moment. */
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
  method: 'GET',
  path: '/operator/reconciliation',
  access: 'operator',
  permission: 'system.read',
  input: z.object({ night: z.coerce.number().int().optional() }),
  output: z.object({ late: z.boolean(), nights: z.array(night), differences: z.array(difference) })
})

const duty = z.object({
  duty: z.string(),
  /** Null: never yet. A duty on rows has succeeded when the messages for its rows were queued. */
  ran_at: z.number().nullable(),
  succeeded_at: z.number().nullable(),
  /** Rows that were due when the cron last ran, counted up to 10,000; null for duties that are not on rows. */
  backlog: z.number().int().nullable(),
  oldest_due_at: z.number().nullable(),
  behind: z.boolean()
})

/** Whether the cron runs, and what each of its duties did last and has before it. */
export const openClock = endpoint({
  method: 'GET',
  path: '/operator/clock',
  access: 'operator',
  permission: 'system.read',
  input: z.object({}),
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
  method: 'GET',
  path: '/operator/databases',
  access: 'operator',
  permission: 'system.read',
  input: z.object({}),
  output: z.object({ max_bytes: z.number().int(), databases: z.array(database) })
})
