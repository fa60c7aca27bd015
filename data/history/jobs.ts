// The rows of jobs. Each change is a single statement that compares the row with what the caller has read, so that of
// several deliveries, a cancellation and a sweep exactly one succeeds; the others get `undefined`.
// While work is left, `dueAt` says when it is due: the sweeper finds every overdue row by it alone.
import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type JobStep, queueDeadlineOf, runDeadlineOf, type StoredFile, stepsAtProvider } from '#domain/job.ts'
import { type Backlog, countDue } from '../base/backlog.ts'
import type { History } from '../base/database.ts'
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
> &
  Partial<Pick<JobRow, 'batch' | 'madeFrom' | 'redoOf' | 'supply' | 'unaskedIn'>>

/** The row of a job that waits. */
export const waiting = (job: NewJob): typeof jobs.$inferInsert => ({
  ...job,
  step: 'queued',
  files: [],
  dueAt: job.createdAt,
  deadlineAt: queueDeadlineOf(job)
})

/** Inserts a waiting job, unless its id is taken. */
export const insertion = (history: History, job: NewJob) =>
  history.insert(jobs).values(waiting(job)).onConflictDoNothing().returning()

/** Inserts a waiting job, or finds the one with this id; the caller compares the fingerprints. */
export async function insertJob(history: History, job: NewJob): Promise<{ row: JobRow; isNew: boolean }> {
  const [inserted] = await insertion(history, job)
  if (inserted) return { row: inserted, isNew: true }
  const row = await findJob(history, job.id)
  if (!row) throw new Error('A job was neither inserted nor found')
  return { row, isNew: false }
}

export const findJob = (history: History, id: string): Promise<JobRow | undefined> =>
  history.select().from(jobs).where(eq(jobs.id, id)).get()

export const findUserJob = (history: History, userId: string, operationId: string): Promise<JobRow | undefined> =>
  history
    .select()
    .from(jobs)
    .where(and(eq(jobs.userId, userId), eq(jobs.operationId, operationId)))
    .get()

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
  | 'supply'
  | 'refusals'
  | ChangedTime
type ChangedTime = 'dueAt' | 'leaseUntil' | 'deadlineAt' | 'startedAt'

export type JobChange = Partial<Pick<JobRow, ChangedField>>

const update = (
  history: History,
  change: Partial<typeof jobs.$inferInsert> | Record<string, unknown>,
  where: SQL | undefined
): Promise<JobRow | undefined> =>
  history
    .update(jobs)
    .set({ stepError: null, ...change })
    .where(where)
    .returning()
    .get()

/** Changes a row unless it has changed since it was read. */
export const changeJob = (history: History, found: Found, change: JobChange): Promise<JobRow | undefined> =>
  update(history, change, unchanged(found))

/** Leases a row for one step: until then other deliveries leave it alone, after that they may take it over. */
export const leaseJob = (history: History, found: Found, leaseUntil: number): Promise<JobRow | undefined> =>
  update(history, { leaseUntil, dueAt: leaseUntil }, unchanged(found))

const isEndedRow = inArray(jobs.step, ['completed', 'failed', 'cancelled'])
const atProvider = inArray(jobs.step, [...stepsAtProvider])

/** Hands a waiting job to its provider; the caller has taken a place there. @param supply who is asked first */
export const beginStart = (
  history: History,
  found: JobRow,
  { now, leaseUntil, supply }: { now: number; leaseUntil: number; supply: JobRow['supply'] }
): Promise<JobRow | undefined> =>
  update(
    history,
    {
      step: 'submitting',
      attempts: sql`${jobs.attempts} + 1`,
      supply,
      leaseUntil,
      dueAt: leaseUntil,
      deadlineAt: runDeadlineOf(found.kind, now),
      startedAt: now
    },
    and(unchanged(found), eq(jobs.step, 'queued'), isNull(jobs.cancelRequestedAt))
  )

/** Makes a waiting job due now, unless it is due already or its provider has put it off. */
export const wakeJob = (history: History, id: string, now: number): Promise<JobRow | undefined> =>
  update(
    history,
    { dueAt: now },
    and(eq(jobs.id, id), eq(jobs.step, 'queued'), gt(jobs.dueAt, now), isNull(jobs.leaseUntil))
  )

/** Stores the provider's ticket. Only one start of a job can be running at a time, so its ticket is never outdated. */
export const setTicket = (
  history: History,
  id: string,
  ticket: string,
  change: { dueAt: number; deadlineAt: number }
): Promise<JobRow | undefined> =>
  update(
    history,
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
  history: History,
  id: string,
  end: JobEnd,
  { now, from = end.step === 'completed' ? stepsAtProvider : notEnded }: { now: number; from?: readonly JobStep[] }
): Promise<JobRow | undefined> =>
  update(
    history,
    { ...end, leaseUntil: null, dueAt: now, finishedAt: now },
    and(eq(jobs.id, id), inArray(jobs.step, [...from]))
  )

/** Gives up a job that no step is working on. */
export const giveUpJob = (history: History, found: Found, failure: string, now: number): Promise<JobRow | undefined> =>
  update(
    history,
    { step: 'failed', failure, leaseUntil: null, dueAt: now, finishedAt: now },
    and(unchanged(found), inArray(jobs.step, [...notEnded]))
  )

/** Stores the late result of a job that was given up; its tokens were released, so it stays free. */
export const completeLate = (
  history: History,
  id: string,
  { files, keptSources }: { files: StoredFile[]; keptSources: string[] },
  now: number
): Promise<JobRow | undefined> =>
  update(
    history,
    { step: 'completed', failure: null, files, keptSources, leaseUntil: null, dueAt: null, finishedAt: now },
    and(eq(jobs.id, id), eq(jobs.step, 'failed'), eq(jobs.chargedTokens, 0), isNull(jobs.deletedAt))
  )

/** Stores the charge of an ended job. `dueAt`: when to check for a late result; null when nothing is left to do. */
export const closeJob = (
  history: History,
  id: string,
  {
    chargedTokens,
    dueAt,
    keptSources = null
  }: { chargedTokens: number; dueAt: number | null; keptSources?: string[] | null }
): Promise<JobRow | undefined> =>
  update(
    history,
    // A deleted job stays due until its files are removed.
    { chargedTokens, keptSources, dueAt: sql`iif(${jobs.deletedAt} is null, ${dueAt}, ${jobs.dueAt})` },
    and(eq(jobs.id, id), isEndedRow, isNull(jobs.chargedTokens))
  )

/** Stores the user's request to cancel a job that the provider may be working on. */
export const requestCancel = (history: History, id: string, now: number): Promise<JobRow | undefined> =>
  update(
    history,
    { cancelRequestedAt: sql`coalesce(${jobs.cancelRequestedAt}, ${now})` },
    and(eq(jobs.id, id), atProvider)
  )

/** Marks an ended job as deleted and due, so that its files are removed. */
export const markDeleted = (history: History, id: string, now: number): Promise<JobRow | undefined> =>
  update(history, { deletedAt: sql`coalesce(${jobs.deletedAt}, ${now})`, dueAt: now }, and(eq(jobs.id, id), isEndedRow))

/** Notes why a step ended early. The next change of the row forgets it. */
export async function noteStepError(history: History, id: string, error: string): Promise<void> {
  await history.update(jobs).set({ stepError: error }).where(eq(jobs.id, id))
}

/** Takes overdue rows and makes them due from `now` on, so that a concurrent sweep does not find them. */
export async function takeOverdueJobs(
  history: History,
  { before, now, limit }: { before: number; now: number; limit: number }
): Promise<JobRow[]> {
  const forgotten = history
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(lte(jobs.dueAt, before), or(isNull(jobs.leaseUntil), lte(jobs.leaseUntil, before))))
    .orderBy(jobs.dueAt)
    .limit(limit)
  return history.update(jobs).set({ dueAt: now }).where(inArray(jobs.id, forgotten)).returning()
}

/** How many jobs are due. */
export const jobBacklog = (history: History, dueBefore: number): Promise<Backlog> =>
  countDue(history, { table: jobs, due: jobs.dueAt }, dueBefore)
