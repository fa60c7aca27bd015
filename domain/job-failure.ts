// What a failed call to a provider means for a job, and how long to wait before the next one. Pure: chance comes from
// outside.
import type { JobFailureCode } from '#contract/job-failures.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

/** How often the provider is asked to start before its refusals are final; one that is busy is asked for longer. */
export const startsMax = 5
/** Failed checks in a row after which the user is told that we are finding out. */
export const failedChecksShown = 3

/** Doubles from `firstMs` to at most `maxMs`; `random` (0 to 1) takes away up to half of it, so that jobs spread out. */
function backOff(times: number, firstMs: number, maxMs: number, random: number): number {
  const wholeMs = Math.min(firstMs * 2 ** (times - 1), maxMs)
  return Math.ceil(wholeMs * (1 - random / 2))
}

/** @param failed how often in a row, from 1 */
export const pauseAfterFailedCheckMs = (failed: number, random: number): number =>
  backOff(failed, 2 * secondMs, minuteMs, random)

/** Who waited long is woken when a place is free, so asking often wins nothing. */
export const pauseForPlaceMs = (waitedMs: number, random: number): number =>
  Math.ceil(Math.min(Math.max(waitedMs, 4 * secondMs), 30 * secondMs) * (1 - random / 2))

/**
 * A hundred of them are over before the queue's patience is, so that what never works ends for what it is.
 * @param attempts of the message, from 1, when its step threw
 */
export const pauseAfterBreakdownMs = (attempts: number, random: number): number =>
  backOff(attempts, secondMs, 15 * secondMs, random)

/** How a call failed, in the words of providers/http/failure.ts. */
export interface CallFailure {
  kind: 'busy' | 'rejected' | 'unauthorized' | 'model-gone' | 'timeout' | 'network' | 'cut' | 'malformed' | 'server'
  retryAfterSeconds: number | null
  /** The work may have begun all the same. */
  acceptanceUnknown: boolean
  /** Whatever has begun, its result cannot reach us any more: the answer came, and it was the only way to one. */
  resultLost: boolean
}

/** unknown: never start again, nobody knows. again: the provider refused and has begun nothing. */
export type StartVerdict =
  | { kind: 'unknown' }
  | { kind: 'again'; dueAt: number }
  | { kind: 'fail'; failure: JobFailureCode }

export interface StartAttempt {
  /** This one included. */
  attempts: number
  /** When waiting in the queue is given up. */
  queueDeadlineAt: number
  /** When waiting for a provider that is busy is given up. */
  busyDeadlineAt: number
  now: number
  random: number
}

const refusedFor: Record<CallFailure['kind'], JobFailureCode> = {
  busy: 'PROVIDER_BUSY',
  rejected: 'REJECTED',
  unauthorized: 'PROVIDER_UNAVAILABLE',
  'model-gone': 'PROVIDER_UNAVAILABLE',
  timeout: 'PROVIDER_BUSY',
  network: 'PROVIDER_UNAVAILABLE',
  cut: 'PROVIDER_UNAVAILABLE',
  malformed: 'PROVIDER_FAILED',
  server: 'PROVIDER_FAILED'
}
const worthRepeating: readonly CallFailure['kind'][] = ['busy', 'timeout', 'network']

/** Waiting for longer than the queue allows is no use, so such a refusal is final at once. */
export function startVerdict(failure: CallFailure, attempt: StartAttempt): StartVerdict {
  if (failure.acceptanceUnknown)
    return failure.resultLost ? { kind: 'fail', failure: 'PROVIDER_FAILED' } : { kind: 'unknown' }
  const refused = { kind: 'fail', failure: refusedFor[failure.kind] } as const
  if (!worthRepeating.includes(failure.kind)) return refused
  const { attempts, queueDeadlineAt, busyDeadlineAt, now, random } = attempt
  const pauseMs = backOff(attempts, 4 * secondMs, minuteMs, random)
  const dueAt = now + Math.max(pauseMs, (failure.retryAfterSeconds ?? 0) * secondMs)
  const isPatient = attempts < startsMax || (failure.kind === 'busy' && dueAt < busyDeadlineAt)
  return isPatient && dueAt < queueDeadlineAt ? { kind: 'again', dueAt } : refused
}

/** What no waiting cures, although the call may be repeated as often as one likes. */
const hopeless: readonly CallFailure['kind'][] = ['rejected', 'unauthorized', 'model-gone']

/**
 * When words that could not be translated are translated again; null when never. Asking twice costs a user nothing, so
 * whatever may pass is asked for again.
 */
export function translateAgainAt({ kind, retryAfterSeconds }: CallFailure, attempt: StartAttempt): number | null {
  const passing = kind === 'busy' || hopeless.includes(kind) ? kind : 'network'
  const failure = { kind: passing, retryAfterSeconds, acceptanceUnknown: false, resultLost: false }
  const verdict = startVerdict(failure, attempt)
  return verdict.kind === 'again' ? verdict.dueAt : null
}

/** What the provider says about a job that ended without a result, in the words of providers/media/media.ts. */
export type EndReason = 'moderated' | 'rejected' | 'gone' | 'failed'

const endedFor: Record<EndReason, JobFailureCode> = {
  moderated: 'MODERATED',
  rejected: 'REJECTED',
  gone: 'RESULT_LOST',
  failed: 'PROVIDER_FAILED'
}

export const failureOfEnd = (reason: EndReason): JobFailureCode => endedFor[reason]
