import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { jobChargeRules, type JobOutcome } from '#contract/catalogue/charge-rules.ts'
import { jobFailures } from '#contract/job-failures.ts'
import { jobState, studioKind } from '#contract/jobs.ts'
import {
  busyDeadlineOf,
  chargeOfJob,
  checkingDeadlineOf,
  checkingMaxMs,
  isEnded,
  type JobStep,
  lateCheckMaxMs,
  lateCheckPauseMs,
  mayDeliverLate,
  nextLateCheckAt,
  outcomeOf,
  progressToPublish,
  queueDeadlineOf,
  queueWaitMaxMs,
  reservationLifetimeMs,
  runDeadlineOf,
  stateOf,
  stepsAtProvider,
  timedOutFailure
} from '#domain/job.ts'

const minute = 60_000
const steps: JobStep[] = ['queued', 'submitting', 'running', 'checking', 'completed', 'failed', 'cancelled']

describe('times', () => {
  test('a job may wait in the queue for half an hour after its submission', () => {
    expect(queueDeadlineOf({ createdAt: 1000 })).toBe(1000 + 30 * minute)
  })

  test.each([
    ['image', 15],
    ['image-tool', 15],
    ['audio', 15],
    ['video', 30]
  ] as const)(
    'a job for a busy provider of %s is retried for %i minutes, counted from its submission',
    (kind, minutes) => {
      expect(busyDeadlineOf({ kind, createdAt: 1000 })).toBe(1000 + minutes * minute)
    }
  )

  test.each([
    ['image', 10],
    ['image-tool', 10],
    ['audio', 20],
    ['video', 30]
  ] as const)('%s may run for %i minutes', (kind, minutes) => {
    expect(runDeadlineOf(kind, 1000)).toBe(1000 + minutes * minute)
  })

  test('with a ticket an unknown outcome is checked until ten minutes after the run deadline', () => {
    const job = { kind: 'video', startedAt: 1000, ticket: 'x' } as const
    expect(checkingDeadlineOf(job, 2000)).toBe(1000 + 40 * minute)
    expect(checkingDeadlineOf(job, 1000 + 35 * minute)).toBe(1000 + 40 * minute)
  })

  test('without a ticket it is waited for ten minutes from now, and never longer than with a ticket', () => {
    const job = { kind: 'image', startedAt: 1000, ticket: null } as const
    expect(checkingDeadlineOf(job, 5000)).toBe(5000 + 10 * minute)
    expect(checkingDeadlineOf(job, 1000 + 30 * minute)).toBe(1000 + 20 * minute)
  })

  test.each(studioKind.options)('the tokens of %s stay reserved longer than queue, run and checks take', (kind) => {
    const longestMs = queueWaitMaxMs + runDeadlineOf(kind, 0) + checkingMaxMs
    expect(reservationLifetimeMs(kind)).toBeGreaterThanOrEqual(longestMs + 10 * minute)
    // The wallet refuses reservations of more than a week.
    expect(reservationLifetimeMs(kind)).toBeLessThan(7 * 24 * 60 * minute)
  })
})

describe('steps', () => {
  test('each maps to a state of the public API', () => {
    for (const step of steps) expect(jobState.options).toContain(stateOf(step))
    expect(steps.filter(isEnded)).toEqual(['completed', 'failed', 'cancelled'])
    expect(steps.filter((step) => stateOf(step) === 'running')).toEqual(['submitting', 'running'])
  })

  test('every step between queued and ended takes a place at the provider', () => {
    expect(stepsAtProvider).toEqual(steps.filter((step) => step !== 'queued' && !isEnded(step)))
  })

  test.each([
    ['queued', 'QUEUE_TOO_LONG'],
    ['submitting', 'OUTCOME_UNKNOWN'],
    ['running', 'TOO_SLOW'],
    ['checking', 'OUTCOME_UNKNOWN']
  ] as const)('out of time while %s is %s', (step, failure) => {
    expect(timedOutFailure(step)).toBe(failure)
  })
})

const failed = (failure: string) => ({ step: 'failed' as const, failure })

describe('late results', () => {
  test('are kept for jobs that we gave up, and for no others', () => {
    const givenUp = Object.keys(jobFailures).filter((failure) => mayDeliverLate(failed(failure)))
    expect(givenUp).toEqual(['OUTCOME_UNKNOWN', 'TOO_SLOW', 'INTERNAL'])
    for (const step of steps.filter((each) => each !== 'failed'))
      expect(mayDeliverLate({ step, failure: null })).toBe(false)
  })

  const job = { ...failed('TOO_SLOW'), ticket: 'x', finishedAt: 1000 }

  test('are looked for every two minutes, for two hours', () => {
    expect(nextLateCheckAt(job, 1000)).toBe(1000 + lateCheckPauseMs)
    const last = 1000 + lateCheckMaxMs - lateCheckPauseMs
    expect(nextLateCheckAt(job, last)).toBe(1000 + lateCheckMaxMs)
    expect(nextLateCheckAt(job, last + 1)).toBeNull()
    expect([lateCheckPauseMs, lateCheckMaxMs]).toEqual([2 * minute, 120 * minute])
  })

  test('are not looked for without a ticket, or when none can come', () => {
    expect(nextLateCheckAt({ ...job, ticket: null }, 1000)).toBeNull()
    expect(nextLateCheckAt({ ...job, ...failed('MODERATED') }, 1000)).toBeNull()
    expect(nextLateCheckAt({ ...job, step: 'cancelled', failure: null }, 1000)).toBeNull()
  })
})

describe('money', () => {
  test.each<[{ step: JobStep; failure: string | null }, JobOutcome]>([
    [{ step: 'completed', failure: null }, 'delivered'],
    [{ step: 'cancelled', failure: null }, 'cancelled'],
    [{ step: 'failed', failure: 'OUTCOME_UNKNOWN' }, 'unknown'],
    [{ step: 'failed', failure: 'TOO_SLOW' }, 'failed'],
    [{ step: 'failed', failure: 'MODERATED' }, 'failed'],
    [{ step: 'failed', failure: 'something newer' }, 'failed']
  ])('%o is %s', (row, outcome) => {
    expect(outcomeOf(row)).toBe(outcome)
  })

  test('the price is charged for a result delivered in time and for no other outcome', () => {
    const outcomes = Object.keys(jobChargeRules) as JobOutcome[]
    expect(Object.fromEntries(outcomes.map((outcome) => [outcome, chargeOfJob(outcome, 7)]))).toEqual({
      delivered: 7,
      late: 0,
      failed: 0,
      unknown: 0,
      cancelled: 0
    })
  })
})

describe('progress', () => {
  test('is reported after enough change, however small its steps are', () => {
    const told: (number | null)[] = []
    let known: number | null = null
    for (let seen = 0; seen <= 1; seen += 0.01) {
      const next = progressToPublish(known, seen)
      if (next !== known) told.push(next)
      known = next
    }
    expect(told.length).toBeGreaterThan(15)
    expect(told.length).toBeLessThan(25)
  })

  test('never differs from the provider’s progress by more than a step', () => {
    const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
    fc.assert(
      fc.property(share, share, (known, seen) => {
        const told = progressToPublish(known, seen)
        if (seen === null || told === null) expect(told).toBe(seen)
        else expect(Math.abs(told - seen)).toBeLessThan(0.05)
      })
    )
  })
})
