// The rules of a job: its steps, how long each may take, and what is charged. Pure.
import type { OwnerOutcome } from './ledger-overdue.ts'
import { type JobOutcome, jobChargeRules } from '#contract/catalogue/charge-rules.ts'
import type { JobFailureCode } from '#contract/job-failures.ts'
import type { StudioKind } from '#contract/catalogue/entry.ts'
import type { JobState } from '#contract/jobs.ts'

/**
 * queued: waiting for a free place at the provider. submitting: the provider is being asked to start; until there is a
 * ticket, it is unknown whether it has. running: the provider has accepted and given a ticket. checking: the outcome is
 * unknown.
 */
export type JobStep = 'queued' | 'submitting' | 'running' | 'checking' | 'completed' | 'failed' | 'cancelled'

/** A result in R2; its key follows from the job and `index`. */
export interface StoredFile {
  index: number
  /** Media type, detected from the bytes. */
  type: string
  sizeBytes: number
  width: number | null
  height: number | null
  durationSeconds: number | null
  /** A recording has subtitles, which are a file of their own. */
  subtitles?: true
}

/** A file that a job got from another job of its user. */
export interface MadeFrom {
  parameter: string
  /** The other job's id in the API. */
  job: string
  /** The number of its result. */
  file: number
  /** The browser made this file from the result: it is not in the other job, so this job keeps it like an upload. */
  derived?: true
}

/** In place of a provider's ticket: the recording is made in parts, of which at least one is stored. */
export const partsTicket = 'parts'

const states: Record<JobStep, JobState> = {
  queued: 'queued',
  submitting: 'running',
  running: 'running',
  checking: 'checking',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled'
}

/** The state that the user sees for a step. */
export const stateOf = (step: JobStep): JobState => states[step]

export type EndedStep = 'completed' | 'failed' | 'cancelled'

export const isEnded = (step: JobStep): step is EndedStep =>
  step === 'completed' || step === 'failed' || step === 'cancelled'

/** Steps in which the provider may be working on the job. A job in one of them occupies a place there. */
export const stepsAtProvider = ['submitting', 'running', 'checking'] as const satisfies readonly JobStep[]

const secondMs = 1000
const minuteMs = 60 * secondMs

/** How long a job waits for a place, counted from its submission however often it came back to the queue. */
export const queueWaitMaxMs = 30 * minuteMs
const runMaxMs: Record<StudioKind, number> = {
  image: 10 * minuteMs,
  'image-tool': 10 * minuteMs,
  // A long text is read in some twenty parts, one after the other.
  audio: 20 * minuteMs,
  video: 30 * minuteMs
}
/** How long a busy provider is retried, counted like the wait for a place and never longer. */
const busyWaitMaxMs: Record<StudioKind, number> = {
  image: 15 * minuteMs,
  'image-tool': 15 * minuteMs,
  audio: 15 * minuteMs,
  video: queueWaitMaxMs
}
/** How much longer a job with an unknown outcome is checked. */
export const checkingMaxMs = 10 * minuteMs
/** How long, and how often, a job that was given up is checked for a late result, which the user gets for free. */
export const lateCheckMaxMs = 120 * minuteMs
export const lateCheckPauseMs = 2 * minuteMs
/** Allows for sweeps, slow queues and clock differences, before the wallet ends the reservation on its own. */
const marginMs = 30 * minuteMs

/** The longest time a job's tokens stay reserved: longer than any path through its steps. */
export const reservationLifetimeMs = (kind: StudioKind): number =>
  queueWaitMaxMs + runMaxMs[kind] + checkingMaxMs + marginMs

export const queueDeadlineOf = ({ createdAt }: { createdAt: number }): number => createdAt + queueWaitMaxMs

export const busyDeadlineOf = ({ kind, createdAt }: { kind: StudioKind; createdAt: number }): number =>
  createdAt + busyWaitMaxMs[kind]

export const runDeadlineOf = (kind: StudioKind, startedAt: number): number => startedAt + runMaxMs[kind]

/**
 * When a job with an unknown outcome is given up. With a ticket the provider is asked until the job's run time is over
 * and a while longer; without one nothing can be asked, so the while begins `now`.
 */
export function checkingDeadlineOf(
  { kind, startedAt, ticket }: { kind: StudioKind; startedAt: number | null; ticket: string | null },
  now: number
): number {
  const runDeadlineAt = runDeadlineOf(kind, startedAt ?? now)
  return (ticket === null ? Math.min(now, runDeadlineAt) : runDeadlineAt) + checkingMaxMs
}

/** When a job that begins now has certainly left its provider, even if its row does not say so. */
export const placeTakenUntil = (kind: StudioKind, now: number): number =>
  runDeadlineOf(kind, now) + checkingMaxMs + marginMs

/** The failure of a job that ran out of time in this step. */
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

/** Failures with which we gave a job up although the provider may still deliver. A late result is kept for free. */
const givenUp: readonly (string | null)[] = ['TOO_SLOW', 'OUTCOME_UNKNOWN', 'INTERNAL'] satisfies JobFailureCode[]

export const mayDeliverLate = ({ step, failure }: { step: JobStep; failure: string | null }): boolean =>
  step === 'failed' && givenUp.includes(failure)

/** When a job that was given up is checked next; null when it is no longer checked. */
export function nextLateCheckAt(
  job: { step: JobStep; failure: string | null; ticket: string | null; finishedAt: number | null },
  now: number
): number | null {
  if (!mayDeliverLate(job) || job.ticket === null || job.finishedAt === null) return null
  // Its parts are only made while the job runs.
  if (job.ticket === partsTicket) return null
  const next = now + lateCheckPauseMs
  return next > job.finishedAt + lateCheckMaxMs ? null : next
}

/** The outcome that decides the charge of an ended job. Jobs delivered late were released before and stay free. */
export function outcomeOf({ step, failure }: { step: JobStep; failure: string | null }): JobOutcome {
  if (step === 'completed') return 'delivered'
  if (step === 'cancelled') return 'cancelled'
  return failure === 'OUTCOME_UNKNOWN' ? 'unknown' : 'failed'
}

export const chargeOfJob = (outcome: JobOutcome, priceTokens: number): number =>
  jobChargeRules[outcome].share === 'whole' ? priceTokens : 0

/** What the wallet learns about a job whose reservation is overdue. @param job undefined: it has no row */
export function ownerOutcomeOf(
  job:
    | {
        step: JobStep
        failure: string | null
        chargedTokens: number | null
        priceTokens: number
        upstreamModel: string | null
      }
    | undefined
): OwnerOutcome {
  if (!job) return { state: 'unknown' }
  if (!isEnded(job.step)) return { state: 'running' }
  const outcome = outcomeOf(job)
  const chargedTokens = job.chargedTokens ?? chargeOfJob(outcome, job.priceTokens)
  return { state: 'ended', chargedTokens, outcome, upstreamModel: job.upstreamModel }
}

export const redoDayMs = 24 * 60 * 60 * 1000
/** How often a broken job is begun for the same result: a job that fails delivers nothing, so it may be begun again. */
export const redoAttemptsMax = 3

/** Smaller changes of progress are not sent to the browser. */
const progressStep = 0.05

/** The progress to send: the last one sent until it has changed enough. */
export const progressToPublish = (known: number | null, seen: number | null): number | null =>
  known === null || seen === null || Math.abs(seen - known) >= progressStep ? seen : known

/** The service name of tokens that operators returned for jobs. Not the jobs' own service: its lines measure its health. */
export const returnService = 'job-return'

/** The wallet's operation that gives back what a job has cost. Contains a colon, which ids from clients cannot. */
export const returnIdOf = ({ operationId }: { operationId: string }): string => `${returnService}:${operationId}`
