// Asks a provider how far a job is, and fetches finished results. A failed check says nothing about the job: the
// provider is asked again until the deadline.
import { changeJob, type JobRow, leaseJob } from '#data/history/jobs.ts'
import { checkingDeadlineOf, nextLateCheckAt, progressToPublish, runDeadlineOf } from '#domain/job.ts'
import { failedChecksShown, pauseAfterFailedCheckMs } from '#domain/job-failure.ts'
import { report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { MediaCheck, MediaOutput, MediaProvider } from '#providers/media/media.ts'
import { stopUpstream } from './cancel.ts'
import { type JobContext, type NextStep, nextStepOf, providerOf, quickCallMs } from '../base/context.ts'
import { complete, deliver, deliveryMaxMs } from './deliver.ts'
import { detailOf } from '../base/detail.ts'
import { findResults } from './files.ts'
import { end, failUpstream, publishJob } from './finish.ts'
import { isSpokenInParts, speakOn } from './speak.ts'

/** Time for two quick calls, and the writes around them. */
const checkLeaseMs = 2 * quickCallMs + 20_000

/** The provider could not be asked, and may have named a pause. */
interface Unanswered {
  state: 'unanswered'
  retryAfterSeconds: number | null
}

async function ask(provider: MediaProvider, { id, userId, ticket }: JobRow): Promise<MediaCheck | Unanswered> {
  if (ticket === null || !provider.check) return { state: 'unanswered', retryAfterSeconds: null }
  try {
    return await provider.check(ticket, AbortSignal.timeout(quickCallMs))
  } catch (error) {
    report(userId, { event: 'job-call-failed', jobId: id, call: 'check', failure: detailOf(error) })
    const retryAfterSeconds = error instanceof ProviderFailure ? error.retryAfterSeconds : null
    return { state: 'unanswered', retryAfterSeconds }
  }
}

/** Results that an earlier step stored before it was interrupted. */
async function storedResults({ env }: JobContext, row: JobRow) {
  const isInterrupted = row.leaseUntil !== null
  return isInterrupted || row.ticket === null ? findResults(env, row) : null
}

/** The next step of a job that the provider has accepted, or whose outcome is unknown. */
export async function checkJob(context: JobContext, row: JobRow): Promise<NextStep> {
  if (isSpokenInParts(row)) return speakOn(context, row)
  const held = await leaseJob(context.history, row, Date.now() + checkLeaseMs)
  if (!held) return null
  const files = await storedResults(context, row)
  if (files) return complete(context, held, files)
  if (held.cancelRequestedAt !== null && (await stopUpstream(context, held)))
    return end(context, held.id, { step: 'cancelled' })
  const provider = await providerOf(context, held)
  const seen = await ask(provider, held)
  switch (seen.state) {
    case 'unanswered':
      return checkFailed(context, held, seen.retryAfterSeconds ?? 0)
    case 'running':
      return stillRunning(context, held, provider, seen.progress)
    case 'finished':
      return deliverResults(context, held, seen.outputs)
    case 'failed':
      return failUpstream(context, held, seen)
    default:
      return seen satisfies never
  }
}

async function stillRunning(
  { history, ...context }: JobContext,
  held: JobRow,
  provider: MediaProvider,
  seenProgress: number | null
): Promise<NextStep> {
  const now = Date.now()
  const checks = held.checks + 1
  const deadlineAt = runDeadlineOf(held.kind, held.startedAt ?? now)
  const progress = progressToPublish(held.progress, seenProgress)
  const running = await changeJob(history, held, {
    step: 'running',
    progress,
    checks,
    failedChecks: 0,
    leaseUntil: null,
    deadlineAt,
    dueAt: Math.min(now + (provider.secondsBeforeCheck?.(checks + 1) ?? 1) * 1000, deadlineAt)
  })
  if (running && (held.step !== 'running' || held.progress !== progress))
    await publishJob({ history, ...context }, running)
  return nextStepOf(running)
}

/** Schedules another check; after several failures in a row the user sees «Выясняем» (step `checking`). */
async function checkFailed(context: JobContext, held: JobRow, retryAfterSeconds = 0): Promise<NextStep> {
  const now = Date.now()
  const failedChecks = held.failedChecks + 1
  const isShown = failedChecks >= failedChecksShown
  const deadlineAt = isShown ? checkingDeadlineOf(held, now) : held.deadlineAt
  const pauseMs = Math.max(pauseAfterFailedCheckMs(failedChecks, Math.random()), retryAfterSeconds * 1000)
  const changed = await changeJob(context.history, held, {
    step: isShown ? 'checking' : held.step,
    checks: held.checks + 1,
    failedChecks,
    leaseUntil: null,
    deadlineAt,
    dueAt: Math.min(now + pauseMs, deadlineAt)
  })
  if (changed && changed.step !== held.step) await publishJob(context, changed)
  return nextStepOf(changed)
}

async function deliverResults(context: JobContext, held: JobRow, outputs: readonly MediaOutput[]): Promise<NextStep> {
  const delivering = await leaseJob(context.history, held, Date.now() + deliveryMaxMs(held.kind))
  if (!delivering) return null
  const next = await deliver(context, delivering, outputs)
  return next === 'not-now' ? checkFailed(context, delivering) : next
}

/**
 * Handles a job that was given up: first tries to stop it, then checks for a while whether its result arrives after
 * all. The user knows of the failure and has the tokens back, so a late result is free.
 */
export async function checkLateResult(context: JobContext, row: JobRow): Promise<NextStep> {
  const { history } = context
  const held = await leaseJob(history, row, Date.now() + checkLeaseMs + deliveryMaxMs(row.kind))
  if (!held) return null
  const files = await storedResults(context, row)
  if (files) return complete(context, held, files)
  const seen = await ask(await providerOf(context, held), held)
  const now = Date.now()
  let dueAt = nextLateCheckAt(held, now)
  if (seen.state === 'finished') {
    if ((await deliver(context, held, seen.outputs)) !== 'not-now') dueAt = null
  } else if (seen.state === 'failed' || (await stopUpstream(context, held))) dueAt = null
  // `changeJob` does nothing when the delivery above has changed the row.
  return nextStepOf(await changeJob(history, held, { dueAt, leaseUntil: null }))
}
