// Inserts the rows of jobs whose tokens are reserved, and tells the queue and the user's pages.
import { jobView } from '#data/history/job-view.ts'
import { insertJobs } from '#data/history/job-batches.ts'
import type { JobRow, NewJob } from '#data/history/jobs.ts'
import { insertUpscale } from '#data/history/upscales.ts'
import type { Card } from '#domain/work-in-chat.ts'
import { publish } from '#durable-objects/publish.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { nameOf, report } from '#notices/report.ts'
import { sendJob } from '#queues/base/send.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import type { PreparedJobs } from './prepare-job.ts'

interface Inserted {
  row: JobRow
  isNew: boolean
}

/** `ours`: the operations that this request has reserved. */
type Inserting = Pick<PreparedJobs, 'enlarges'> & { card?: Card | undefined; ours: readonly string[] }

/** Sends the queue message and tells the user's other pages. Not awaited: the sweeper repeats a failed send. */
export async function announce(env: Env, row: JobRow, settings: AppContext['var']['environment']): Promise<void> {
  await Promise.all([
    sendJob(env, row).catch((error: unknown) =>
      report(row.userId, { event: 'job-step-failed', jobId: row.id, error: nameOf(error) })
    ),
    publish(env, row.userId, { type: 'job', job: jobView(row, settings, Date.now()) })
  ])
}

const isWaiting = ({ step, attempts, leaseUntil }: JobRow): boolean =>
  step === 'queued' && attempts === 0 && leaseUntil === null

/** Rows that an earlier request has added, which may have died before it announced them: announced twice, a job begins once. */
export function announceWaiting(c: AppContext, rows: readonly JobRow[]): void {
  for (const row of rows) if (isWaiting(row)) c.executionCtx.waitUntil(announce(c.env, row, c.var.environment))
}

async function rowsOf(
  c: AppContext,
  jobs: readonly NewJob[],
  { enlarges, card, ours }: Inserting
): Promise<Inserted[] | 'released'> {
  const history = historyOf(c)
  if (card && jobs.length > 0) {
    const { inserted, refused } = await userOf(c.env, card.userId).addWorks({ jobs, enlarges, card, reserved: ours })
    if (refused === 'spent') throw new AppError('CHAT_BUDGET_SPENT')
    return refused ?? inserted
  }
  return enlarges ? Promise.all(jobs.map((job) => insertUpscale(history, job, enlarges))) : insertJobs(history, jobs)
}

/**
 * Inserts the rows, with their card in one commit.
 * @returns `released`: another request with these ids has given back what is reserved for them, and nothing was inserted
 * @throws AppError IDEMPOTENCY_MISMATCH, CHAT_BUDGET_SPENT
 */
export async function insert(
  c: AppContext,
  jobs: readonly NewJob[],
  inserting: Inserting
): Promise<Inserted[] | 'released'> {
  const inserted = await rowsOf(c, jobs, inserting)
  if (inserted === 'released') return inserted
  // A variant that another request has enlarged has the row of that request.
  for (const { row } of inserted)
    if (jobs.some(({ id, fingerprint }) => id === row.id && fingerprint !== row.fingerprint))
      throw new AppError('IDEMPOTENCY_MISMATCH')
  for (const { row, isNew } of inserted) if (isNew) c.executionCtx.waitUntil(announce(c.env, row, c.var.environment))
  // A call of the user's object that was repeated says of its own rows that they are not new.
  if (inserting.card)
    announceWaiting(
      c,
      inserted.flatMap(({ row, isNew }) => (isNew ? [] : [row]))
    )
  return inserted
}

/** Another request has already enlarged the variant: its job is returned, and the tokens reserved here are released. */
export async function releaseUnused(
  c: AppContext,
  { jobs: [{ id, userId, operationId }] }: PreparedJobs,
  inserted: readonly { row: JobRow }[]
) {
  if (inserted.some(({ row }) => row.id !== id))
    await userOf(c.env, userId).release({ id: operationId, outcome: 'not-begun' })
}
