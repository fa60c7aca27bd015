// What a failed provider call means for a job, and how long to wait. Pure: random numbers are passed in.
import type { JobFailureCode } from '#contract/job-failures.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

/** How often a start is tried before a refusal is final. A busy provider is tried for longer. */
export const startsMax = 5
/** Failed checks in a row after which the user sees «Выясняем». */
export const failedChecksShown = 3

/** Doubles from `firstMs` to at most `maxMs`; `random` (0 to 1) shortens it by up to half, so that jobs spread out. */
function backOff(times: number, firstMs: number, maxMs: number, random: number): number {
  const wholeMs = Math.min(firstMs * 2 ** (times - 1), maxMs)
  return Math.ceil(wholeMs * (1 - random / 2))
}

/** @param failed number of failures in a row, from 1 */
export const pauseAfterFailedCheckMs = (failed: number, random: number): number =>
  backOff(failed, 2 * secondMs, minuteMs, random)

/** A job is woken when a place becomes free, so the longer it has waited, the longer it may pause. */
export const pauseForPlaceMs = (waitedMs: number, random: number): number =>
  Math.ceil(Math.min(Math.max(waitedMs, 4 * secondMs), 30 * secondMs) * (1 - random / 2))

/**
 * Pause after a step that threw. A hundred such pauses end before the job's time in the queue does, so a job that
 * always throws ends with the right failure.
 * @param attempts deliveries of the message, from 1
 */
export const pauseAfterBreakdownMs = (attempts: number, random: number): number =>
  backOff(attempts, secondMs, 15 * secondMs, random)

/** How a call failed, in the terms of providers/http/failure.ts. */
export interface CallFailure {
  kind:
    | 'busy'
    | 'rejected'
    | 'unauthorized'
    | 'unpaid'
    | 'model-gone'
    | 'timeout'
    | 'network'
    | 'cut'
    | 'malformed'
    | 'too-large'
    | 'server'
  retryAfterSeconds: number | null
  /** The provider may have begun the work despite the failure. */
  acceptanceUnknown: boolean
  /** The result is lost even if the work has begun: it could only come in this response. */
  resultLost: boolean
  /** Status 408 or 503: gateways send them also after they have called the maker, so only the same account is asked again. */
  isUnproven?: boolean
  /** A reseller refused an order that was put into its words: another account may take the order, as nothing has begun. */
  isOfWording?: boolean
}

/**
 * unknown: the provider may have started, so never start again. again: the provider refused and has started nothing.
 */
export type StartVerdict =
  | { kind: 'unknown' }
  | { kind: 'again'; dueAt: number }
  | { kind: 'fail'; failure: JobFailureCode }

export interface StartAttempt {
  /** The number of attempts, including this one. */
  attempts: number
  /** When the job stops waiting in the queue. */
  queueDeadlineAt: number
  /** When the job stops retrying a busy provider. */
  busyDeadlineAt: number
  now: number
  random: number
}

const refusedFor: Record<CallFailure['kind'], JobFailureCode> = {
  busy: 'PROVIDER_BUSY',
  rejected: 'REJECTED',
  unauthorized: 'PROVIDER_UNAVAILABLE',
  unpaid: 'PROVIDER_UNAVAILABLE',
  'model-gone': 'PROVIDER_UNAVAILABLE',
  timeout: 'PROVIDER_BUSY',
  network: 'PROVIDER_UNAVAILABLE',
  cut: 'PROVIDER_UNAVAILABLE',
  malformed: 'PROVIDER_FAILED',
  'too-large': 'RESULT_TOO_LARGE',
  server: 'PROVIDER_FAILED'
}
const retryableKinds: readonly CallFailure['kind'][] = ['busy', 'timeout', 'network']

/** Kinds that concern the order: no account would take it, unless only its wording was at fault. */
const ofTheOrder: readonly CallFailure['kind'][] = ['rejected', 'too-large']

/** Whether another account may be asked: the failure proves that nothing has begun, and is not the order's own. */
export const mayPassOn = ({ kind, acceptanceUnknown, isUnproven = false, isOfWording = false }: CallFailure): boolean =>
  !acceptanceUnknown && !isUnproven && (isOfWording || !ofTheOrder.includes(kind))

/** Of the failures of all accounts that were asked, the one that decides: waiting helps where one of them only has no room. */
export function decisiveOf(failures: readonly [CallFailure, ...CallFailure[]]): CallFailure {
  const last = failures.at(-1) ?? failures[0]
  if (!mayPassOn(last)) return last
  const passing = failures.filter(({ kind }) => retryableKinds.includes(kind))
  const waitOf = ({ retryAfterSeconds }: CallFailure) => retryAfterSeconds ?? 0
  return passing.toSorted((one, other) => waitOf(one) - waitOf(other))[0] ?? last
}

/** A refusal is final at once when the next try would come after the queue deadline. */
export function startVerdict(failure: CallFailure, attempt: StartAttempt): StartVerdict {
  if (failure.acceptanceUnknown)
    return failure.resultLost ? { kind: 'fail', failure: 'PROVIDER_FAILED' } : { kind: 'unknown' }
  const refused = { kind: 'fail', failure: refusedFor[failure.kind] } as const
  if (!retryableKinds.includes(failure.kind)) return refused
  const { attempts, queueDeadlineAt, busyDeadlineAt, now, random } = attempt
  const pauseMs = backOff(attempts, 4 * secondMs, minuteMs, random)
  const dueAt = now + Math.max(pauseMs, (failure.retryAfterSeconds ?? 0) * secondMs)
  const isPatient = attempts < startsMax || (failure.kind === 'busy' && dueAt < busyDeadlineAt)
  return isPatient && dueAt < queueDeadlineAt ? { kind: 'again', dueAt } : refused
}

/** Failures that waiting does not change, although the call may be repeated safely. */
const permanentKinds: readonly CallFailure['kind'][] = ['rejected', 'unauthorized', 'unpaid', 'model-gone']

/** Of the failures of all that were asked for a translation, the one that decides: waiting helps while one of them may pass. */
export function passingOf(failures: readonly [CallFailure, ...CallFailure[]]): CallFailure {
  const waitOf = ({ retryAfterSeconds }: CallFailure) => retryAfterSeconds ?? 0
  const passing = failures.filter(({ kind }) => !permanentKinds.includes(kind))
  return passing.toSorted((one, other) => waitOf(one) - waitOf(other))[0] ?? failures[0]
}

/**
 * When a failed translation is tried again; null when it is not. A repeated translation costs the user nothing, so
 * every failure that may pass is retried.
 */
export function translateAgainAt({ kind, retryAfterSeconds }: CallFailure, attempt: StartAttempt): number | null {
  const passing = kind === 'busy' || permanentKinds.includes(kind) ? kind : 'network'
  const failure = { kind: passing, retryAfterSeconds, acceptanceUnknown: false, resultLost: false }
  const verdict = startVerdict(failure, attempt)
  return verdict.kind === 'again' ? verdict.dueAt : null
}

/** Why a job ended without a result, in the terms of providers/media/media.ts. */
export type EndReason = 'moderated' | 'rejected' | 'gone' | 'source-gone' | 'unpaid' | 'too-large' | 'failed'

const endedFor: Record<EndReason, JobFailureCode> = {
  moderated: 'MODERATED',
  rejected: 'REJECTED',
  gone: 'RESULT_LOST',
  'source-gone': 'SOURCE_GONE',
  unpaid: 'PROVIDER_UNAVAILABLE',
  'too-large': 'RESULT_TOO_LARGE',
  failed: 'PROVIDER_FAILED'
}

export const failureOfEnd = (reason: EndReason): JobFailureCode => endedFor[reason]
