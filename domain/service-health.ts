// The health of a service, judged by the outcomes of its last requests. Pure.
import { isJobFailureCode } from '#contract/job-failures.ts'

export interface Outcome {
  /** An answer's outcome (`complete`, `failed` and so on), or a job's step or failure code. */
  outcome: string
  /** When the user requested it. */
  startedAt: number
  finishedAt: number
}

export type ServiceState = 'up' | 'degraded' | 'down'

/** Older outcomes do not count. */
export const judgedForMs = 15 * 60_000
/** Fewer outcomes than this are not judged. */
const outcomesMin = 4
const degradedFrom = 0.3
const downFrom = 0.8
const durationsMax = 20
const durationsMin = 3

const good = new Set(['complete', 'truncated', 'stopped', 'completed'])
/** Outcomes caused by the request itself or by its user. */
const neutral = new Set(['refused', 'cancelled', 'expired', 'MODERATED', 'REJECTED'])
const bad = new Set(['failed', 'interrupted', 'empty'])

const isBad = (outcome: string) => bad.has(outcome) || (isJobFailureCode(outcome) && !neutral.has(outcome))

/** Judged by the share of failures. @param counted failures, too */
export function stateOfShare(failed: number, counted: number): ServiceState {
  if (counted < outcomesMin) return 'up'
  const share = failed / counted
  if (share < degradedFrom) return 'up'
  return share < downFrom ? 'degraded' : 'down'
}

const durationMs = ({ startedAt, finishedAt }: Outcome): number => Math.max(0, finishedAt - startedAt)

/** In seconds, to a tenth. @param sorted milliseconds, not none */
function medianSeconds(sorted: readonly number[]): number {
  const middle = sorted.length / 2
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
  return Math.round(median / 100) / 10
}

/** How many requests were judged, how many of them failed, and how long the delivered ones took; null: there were none. */
export function healthOf(outcomes: readonly Outcome[]): {
  requests: number
  failed: number
  medianSeconds: number | null
} {
  const failed = outcomes.filter(({ outcome }) => isBad(outcome)).length
  const delivered = outcomes.filter(({ outcome }) => good.has(outcome))
  const durations = delivered
    .filter(({ outcome }) => outcome !== 'stopped')
    .map(durationMs)
    .toSorted((one, other) => one - other)
  return {
    requests: failed + delivered.length,
    failed,
    medianSeconds: durations.length === 0 ? null : medianSeconds(durations)
  }
}

/** Judged by the last 15 minutes. */
export function stateOfService(outcomes: readonly Outcome[], now: number): ServiceState {
  const { failed, requests } = healthOf(outcomes.filter(({ finishedAt }) => finishedAt > now - judgedForMs))
  return stateOfShare(failed, requests)
}

/**
 * Median duration of the last delivered requests, in seconds; null while there are too few.
 * @param outcomes newest first
 */
export function typicalSeconds(outcomes: readonly Outcome[]): number | null {
  const durations = outcomes
    .filter(({ outcome }) => good.has(outcome) && outcome !== 'stopped')
    .slice(0, durationsMax)
    .map(durationMs)
    .toSorted((one, other) => one - other)
  if (durations.length < durationsMin) return null
  return medianSeconds(durations)
}
