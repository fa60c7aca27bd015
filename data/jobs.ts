// The rows of jobs. Each change is a single statement that compares the row with what the caller has read, so that of
// several deliveries, a cancellation and a sweep exactly one succeeds; the others get `undefined`.
// While work is left, `dueAt` says when it is due: the sweeper finds every overdue row by it alone.
import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type JobStep, queueDeadlineOf, runDeadlineOf, type StoredFile, stepsAtProvider } from '#domain/job.ts'
import type { Database } from './database.ts'
import type { JobRow } from './job-view.ts'
import { jobs } from './schema.ts'

export type { JobRow } from './job-view.ts'

/** The columns that a submission fills; the queue steps fill the others. */
export type NewJob = Pick<
  JobRow,
  | 'id'
  | 'userId'
  | 'operationId'
  | 'fingerprint'
  | 'kind'
  | 'service'
  | 'model'
  | 'provider'
  | 'upstreamModel'
  | 'parameters'
  | 'options'
  | 'language'
  | 'uploads'
  | 'priceTokens'
  | 'createdAt'
>

/** Inserts a waiting job, or finds the one with this id; the caller compares the fingerprints. */
export async function insertJob(database: Database, job: NewJob): Promise<{ row: JobRow; isNew: boolean }> {
  const [inserted] = await database
    .insert(jobs)
    .values({ ...job, step: 'queued', files: [], dueAt: job.createdAt, deadlineAt: queueDeadlineOf(job) })
    .onConflictDoNothing()
    .returning()
  if (inserted) return { row: inserted, isNew: true }
  const row = await findJob(database, job.id)
  if (!row) throw new Error('A job was neither inserted nor found')
  return { row, isNew: false }
}

export async function findJob(database: Database, id: string): Promise<JobRow | undefined> {
  const [row] = await database.select().from(jobs).where(eq(jobs.id, id))
  return row
}

export async function findUserJob(
  database: Database,
  userId: string,
  operationId: string
): Promise<JobRow | undefined> {
  const [row] = await database
    .select()
    .from(jobs)
    .where(and(eq(jobs.userId, userId), eq(jobs.operationId, operationId)))
  return row
}

/** Nullable columns are compared with `is`, because in SQL nothing equals null. */
const unchanged = ({ id, step, dueAt, leaseUntil }: Found) =>
  and(eq(jobs.id, id), eq(jobs.step, step), sql`${jobs.dueAt} is ${dueAt}`, sql`${jobs.leaseUntil} is ${leaseUntil}`)

/** The columns as they were read; a row that has changed since is not changed again. */
export type Found = Pick<JobRow, 'id' | 'step' | 'dueAt' | 'leaseUntil'>

type ChangedField =
  | 'step'
  | 'parameters'
  | 'options'
  | 'translations'
  | 'progress'
  | 'checks'
  | 'failedChecks'
  | ChangedTime
type ChangedTime = 'dueAt' | 'leaseUntil' | 'deadlineAt' | 'startedAt'

export type JobChange = Partial<Pick<JobRow, ChangedField>>

async function update(
  database: Database,
  change: Partial<typeof jobs.$inferInsert> | Record<string, unknown>,
  where: SQL | undefined
): Promise<JobRow | undefined> {
  const [row] = await database.update(jobs).set(change).where(where).returning()
  return row
}

/** Changes a row unless it has changed since it was read. */
export const changeJob = (database: Database, found: Found, change: JobChange): Promise<JobRow | undefined> =>
  update(database, change, unchanged(found))

/** Leases a row for one step: until then other deliveries leave it alone, after that they may take it over. */
export const leaseJob = (database: Database, found: Found, leaseUntil: number): Promise<JobRow | undefined> =>
  update(database, { leaseUntil, dueAt: leaseUntil }, unchanged(found))

const isEndedRow = inArray(jobs.step, ['completed', 'failed', 'cancelled'])
const atProvider = inArray(jobs.step, [...stepsAtProvider])

export interface Place {
  /** How many jobs one provider may run at once. */
  jobsMax: number
  now: number
  leaseUntil: number
}

/**
 * Takes one of the provider's places for a waiting job. Counting and changing are one statement, so that two deliveries
 * cannot both take the last place.
 */
export const claimPlace = (database: Database, found: JobRow, place: Place): Promise<JobRow | undefined> =>
  update(
    database,
    {
      step: 'submitting',
      attempts: sql`${jobs.attempts} + 1`,
      leaseUntil: place.leaseUntil,
      dueAt: place.leaseUntil,
      deadlineAt: runDeadlineOf(found.kind, place.now),
      startedAt: place.now
    },
    and(
      unchanged(found),
      eq(jobs.step, 'queued'),
      isNull(jobs.cancelRequestedAt),
      sql`(select count(*) from jobs as taken where taken.provider = ${found.provider}
        and taken.step in ('submitting', 'running', 'checking')) < ${place.jobsMax}`
    )
  )

/** Makes the job that has waited longest for this provider due now, except jobs that the provider has put off. */
export const wakeWaiting = (
  database: Database,
  provider: JobRow['provider'],
  now: number
): Promise<JobRow | undefined> =>
  update(
    database,
    { dueAt: now },
    sql`${jobs.id} = (select id from jobs as waiting where waiting.provider = ${provider} and waiting.step = 'queued'
      and waiting.due_at > ${now} and waiting.lease_until is null order by waiting.created_at limit 1)`
  )

/** Stores the provider's ticket. Only one start of a job can be running at a time, so its ticket is never outdated. */
export const setTicket = (
  database: Database,
  id: string,
  ticket: string,
  change: { dueAt: number; deadlineAt: number }
): Promise<JobRow | undefined> =>
  update(
    database,
    { ...change, ticket, step: 'running', leaseUntil: null },
    and(eq(jobs.id, id), inArray(jobs.step, ['submitting', 'checking']), isNull(jobs.ticket))
  )

export type JobEnd =
  | { step: 'completed'; files: StoredFile[] }
  | { step: 'failed'; failure: string }
  | { step: 'cancelled' }

const notEnded = ['queued', ...stepsAtProvider] as const

/**
 * Ends a job, only once. It stays due, because its money and the user's notice are still to do.
 * @param from the steps in which the job may be ended
 */
export const endJob = (
  database: Database,
  id: string,
  end: JobEnd,
  { now, from = end.step === 'completed' ? stepsAtProvider : notEnded }: { now: number; from?: readonly JobStep[] }
): Promise<JobRow | undefined> =>
  update(
    database,
    { ...end, leaseUntil: null, dueAt: now, finishedAt: now },
    and(eq(jobs.id, id), inArray(jobs.step, [...from]))
  )

/** Gives up a job that no step is working on. */
export const giveUpJob = (
  database: Database,
  found: Found,
  failure: string,
  now: number
): Promise<JobRow | undefined> =>
  update(
    database,
    { step: 'failed', failure, leaseUntil: null, dueAt: now, finishedAt: now },
    and(unchanged(found), inArray(jobs.step, [...notEnded]))
  )

/** Stores the late result of a job that was given up; its tokens were released, so it stays free. */
export const completeLate = (
  database: Database,
  id: string,
  files: StoredFile[],
  now: number
): Promise<JobRow | undefined> =>
  update(
    database,
    { step: 'completed', failure: null, files, leaseUntil: null, dueAt: null, finishedAt: now },
    and(eq(jobs.id, id), eq(jobs.step, 'failed'), eq(jobs.chargedTokens, 0), isNull(jobs.deletedAt))
  )

/** Stores the charge of an ended job. `dueAt`: when to check for a late result; null when nothing is left to do. */
export const closeJob = (
  database: Database,
  id: string,
  { chargedTokens, dueAt }: { chargedTokens: number; dueAt: number | null }
): Promise<JobRow | undefined> =>
  update(
    database,
    // A deleted job stays due until its files are removed.
    { chargedTokens, dueAt: sql`iif(${jobs.deletedAt} is null, ${dueAt}, ${jobs.dueAt})` },
    and(eq(jobs.id, id), isEndedRow, isNull(jobs.chargedTokens))
  )

/** Stores the user's request to cancel a job that the provider may be working on. */
export const requestCancel = (database: Database, id: string, now: number): Promise<JobRow | undefined> =>
  update(
    database,
    { cancelRequestedAt: sql`coalesce(${jobs.cancelRequestedAt}, ${now})` },
    and(eq(jobs.id, id), atProvider)
  )

/** Marks an ended job as deleted and due, so that its files are removed. */
export const markDeleted = (database: Database, id: string, now: number): Promise<JobRow | undefined> =>
  update(
    database,
    { deletedAt: sql`coalesce(${jobs.deletedAt}, ${now})`, dueAt: now },
    and(eq(jobs.id, id), isEndedRow)
  )

/** Takes overdue rows and makes them due from `now` on, so that a concurrent sweep does not find them. */
export async function takeOverdueJobs(
  database: Database,
  { before, now, limit }: { before: number; now: number; limit: number }
): Promise<JobRow[]> {
  const forgotten = database
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(lte(jobs.dueAt, before), or(isNull(jobs.leaseUntil), lte(jobs.leaseUntil, before))))
    .orderBy(jobs.dueAt)
    .limit(limit)
  return database.update(jobs).set({ dueAt: now }).where(inArray(jobs.id, forgotten)).returning()
}
