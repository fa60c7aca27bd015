// Stores the ticket of a job that a provider accepted. The ticket is the only way to a result that the platform pays
// for, so when the database is unavailable for longer than one delivery, a queue message carries it.
import { findJob, type JobRow, setTicket } from '#data/history/jobs.ts'
import { runDeadlineOf } from '#domain/job.ts'
import { nameOf, report } from '#notices/report.ts'
import type { MediaProvider } from '#providers/media/media.ts'
import { type JobContext, type NextStep, nextStepOf, persist, providerOf } from '../base/context.ts'
import { sendJob } from '../base/send.ts'
import { supplyOf } from '../base/supplies.ts'

/** Together the retries take about half a minute. */
const triesMax = 14
const carriedSeconds = 10

/** @returns undefined when the job no longer accepts this ticket */
async function storeInRow(
  { history }: JobContext,
  job: JobRow,
  provider: MediaProvider,
  ticket: string
): Promise<JobRow | undefined> {
  const { id, kind, startedAt, userId } = job
  const now = Date.now()
  const change = {
    dueAt: now + (provider.secondsBeforeCheck?.(1) ?? 1) * 1000,
    deadlineAt: runDeadlineOf(kind, startedAt ?? now)
  }
  const running = await setTicket(history, id, ticket, change)
  if (running) return running
  const row = await findJob(history, id)
  // An earlier write stored it, but its response was lost.
  if (row?.ticket === ticket) return row
  report(userId, { event: 'job-orphaned', jobId: id, provider: supplyOf(job).supplier })
  return undefined
}

/** Stores the ticket of a start in the row, or else in a queue message. @throws when both fail */
export async function storeTicket(
  context: JobContext,
  held: JobRow,
  provider: MediaProvider,
  ticket: string
): Promise<NextStep> {
  try {
    return nextStepOf(await persist(() => storeInRow(context, held, provider, ticket), triesMax))
  } catch (error) {
    report(held.userId, { event: 'job-step-failed', jobId: held.id, error: nameOf(error) })
    await sendJob(context.env, held, carriedSeconds, ticket)
    return null
  }
}

/**
 * Stores a ticket that a queue message carried; the job continues with a message of its own.
 * @throws when the row still cannot be written
 */
export async function storeCarriedTicket(context: JobContext, jobId: string, ticket: string): Promise<void> {
  const row = await findJob(context.history, jobId)
  const stored = row && (await storeInRow(context, row, await providerOf(context, row), ticket))
  if (stored?.dueAt == null) return
  // Delayed until it is due: a message that arrives too early is dropped as a duplicate.
  await sendJob(context.env, stored, Math.max(0, Math.ceil((stored.dueAt - Date.now()) / 1000)))
}
