// The rules of a generation: its steps, how long each may take, and what money follows. Pure.
import { type JobOutcome, jobChargeRules } from '#contract/catalogue/charge-rules.ts'
import type { JobFailureCode } from '#contract/job-failures.ts'
import type { StudioKind } from '#contract/catalogue/entry.ts'
import type { JobState } from '#contract/jobs.ts'

/**
 * queued: waiting for a free place at the provider. submitting: the provider is being asked to start; without a ticket
 * nobody knows whether it has. running: it has, and the ticket says what. checking: the outcome is unknown.
 */
export type JobStep = 'queued' | 'submitting' | 'running' | 'checking' | 'completed' | 'failed' | 'cancelled'

/** A result in R2; its key follows from the job and `index`. */
export interface StoredFile {
  index: number
  /** Told by the bytes. */
  type: string
  sizeBytes: number
  width: number | null
  height: number | null
  durationSeconds: number | null
}

const states: Record<JobStep, JobState> = {
  queued: 'queued',
  submitting: 'running',
  running: 'running',
  checking: 'checking',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled'
}

/** What the user is told about a step. */
export const stateOf = (step: JobStep): JobState => states[step]

export type EndedStep = 'completed' | 'failed' | 'cancelled'

export const isEnded = (step: JobStep): step is EndedStep =>
  step === 'completed' || step === 'failed' || step === 'cancelled'

/** Steps in which the provider may be working on it: what a place at the provider is counted by. */
export const stepsAtProvider = ['submitting', 'running', 'checking'] as const satisfies readonly JobStep[]

const secondMs = 1000
const minuteMs = 60 * secondMs

/** How long a job waits for a place, counted from its submission however often it came back to the queue. */
export const queueWaitMaxMs = 30 * minuteMs
const runMaxMs: Record<StudioKind, number> = {
  image: 10 * minuteMs,
  'image-tool': 10 * minuteMs,
  audio: 5 * minuteMs,
  video: 30 * minuteMs
}
/** How long a provider that is busy is asked again, counted like the wait for a place and never longer. */
const busyWaitMaxMs: Record<StudioKind, number> = {
  image: 15 * minuteMs,
  'image-tool': 15 * minuteMs,
  audio: 15 * minuteMs,
  video: queueWaitMaxMs
}
/** How much longer an unknown outcome is asked for. */
export const checkingMaxMs = 10 * minuteMs
/** How long, and how often, the result of a job that was given up is looked for: it is kept, and free. */
export const lateLookMaxMs = 120 * minuteMs
export const lateLookPaceMs = 2 * minuteMs
/** Sweeps, slow queues and clocks that differ, before the wallet decides without the job. */
const marginMs = 30 * minuteMs

/** How long a job's tokens stay reserved at most: longer than every way through its steps. */
export const reservationLifetimeMs = (kind: StudioKind): number =>
  queueWaitMaxMs + runMaxMs[kind] + checkingMaxMs + marginMs

export const queueDeadlineOf = ({ createdAt }: { createdAt: number }): number => createdAt + queueWaitMaxMs

export const busyDeadlineOf = ({ kind, createdAt }: { kind: StudioKind; createdAt: number }): number =>
  createdAt + busyWaitMaxMs[kind]

export const runDeadlineOf = (kind: StudioKind, startedAt: number): number => startedAt + runMaxMs[kind]

/**
 * When an unknown outcome is given up. With a ticket the provider is asked as long as it might be running and a while
 * longer; without one nobody can be asked, so the while begins `now`.
 */
export function checkingDeadlineOf(
  { kind, startedAt, ticket }: { kind: StudioKind; startedAt: number | null; ticket: string | null },
  now: number
): number {
  const runDeadlineAt = runDeadlineOf(kind, startedAt ?? now)
  return (ticket === null ? Math.min(now, runDeadlineAt) : runDeadlineAt) + checkingMaxMs
}

/** How a job that ran out of time failed, by the step in which it did. */
export function timedOutFailure(step: Exclude<JobStep, EndedStep>): JobFailureCode {
  switch (step) {
    case 'queued':
      return 'QUEUE_TOO_LONG'
    case 'running':
      return 'TOO_SLOW'
    case 'submitting':
    case 'checking':
      return 'OUTCOME_UNKNOWN'
    default:
      return step satisfies never
  }
}

/** Failures by which we gave a job up while the provider had not: its result may still come, and is kept for free. */
const givenUp: readonly (string | null)[] = ['TOO_SLOW', 'OUTCOME_UNKNOWN', 'INTERNAL'] satisfies JobFailureCode[]

export const mayDeliverLate = ({ step, failure }: { step: JobStep; failure: string | null }): boolean =>
  step === 'failed' && givenUp.includes(failure)

/** When a job that was given up is looked at next; null when it no longer is. */
export function nextLateLookAt(
  job: { step: JobStep; failure: string | null; ticket: string | null; finishedAt: number | null },
  now: number
): number | null {
  if (!mayDeliverLate(job) || job.ticket === null || job.finishedAt === null) return null
  const next = now + lateLookPaceMs
  return next > job.finishedAt + lateLookMaxMs ? null : next
}

/** Money's view of an ended job. Late deliveries never come here: they were released before. */
export function outcomeOf({ step, failure }: { step: JobStep; failure: string | null }): JobOutcome {
  if (step === 'completed') return 'delivered'
  if (step === 'cancelled') return 'cancelled'
  return failure === 'OUTCOME_UNKNOWN' ? 'unknown' : 'failed'
}

export const chargeOfJob = (outcome: JobOutcome, priceTokens: number): number =>
  jobChargeRules[outcome].share === 'whole' ? priceTokens : 0

/** Smaller steps of progress are not worth a message. */
const progressStep = 0.05

/** The progress to tell: the known one until it changed enough. */
export const progressToTell = (known: number | null, seen: number | null): number | null =>
  known === null || seen === null || Math.abs(seen - known) >= progressStep ? seen : known
