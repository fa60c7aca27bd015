// Keeps what a provider accepted. Its ticket is the only way to work that somebody is paid for, so it is kept even when
// the database is away for longer than one delivery lasts: the queue carries it then.
import { findJob, type JobRow, noteTicket } from '#data/jobs.ts'
import { runDeadlineOf } from '#domain/job.ts'
import { nameOf, report } from '#notices/report.ts'
import type { MediaProvider } from '#providers/media/media.ts'
import { type JobContext, type NextStep, nextStepOf, persist, providerOf } from './context.ts'
import { sendJob } from './send.ts'

/** About half a minute. */
const triesMax = 14
const carriedSeconds = 10

/** @returns undefined when the job is somebody else's by now */
async function note(
  { database }: JobContext,
  { id, kind, startedAt, provider: name, userId }: JobRow,
  provider: MediaProvider,
  ticket: string
): Promise<JobRow | undefined> {
  const now = Date.now()
  const change = {
    dueAt: now + (provider.secondsBeforeCheck?.(1) ?? 1) * 1000,
    deadlineAt: runDeadlineOf(kind, startedAt ?? now)
  }
  const running = await noteTicket(database, id, ticket, change)
  if (running) return running
  const row = await findJob(database, id)
  // Noted by a write whose answer was lost.
  if (row?.ticket === ticket) return row
  report(userId, { event: 'job-orphaned', jobId: id, provider: name })
  return undefined
}

/** Notes the ticket of a start, or gives it to the queue. @throws when neither takes it */
export async function keepTicket(
  context: JobContext,
  held: JobRow,
  provider: MediaProvider,
  ticket: string
): Promise<NextStep> {
  try {
    return nextStepOf(await persist(() => note(context, held, provider, ticket), triesMax))
  } catch (error) {
    report(held.userId, { event: 'job-step-failed', jobId: held.id, error: nameOf(error) })
    await sendJob(context.env, held, carriedSeconds, ticket)
    return null
  }
}

/** A ticket that the queue has carried. The job goes on with a message of its own. @throws when the row is still away */
export async function bringTicket(context: JobContext, jobId: string, ticket: string): Promise<void> {
  const row = await findJob(context.database, jobId)
  const noted = row && (await note(context, row, providerOf(context, row), ticket))
  if (noted?.dueAt == null) return
  // Not before it is due: a message that comes too early is taken for one too many.
  await sendJob(context.env, noted, Math.max(0, Math.ceil((noted.dueAt - Date.now()) / 1000)))
}
