import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { queueWaitMaxMs } from '#domain/job.ts'
import {
  type CallFailure,
  failureOfEnd,
  pauseAfterBreakdownMs,
  pauseAfterFailedCheckMs,
  pauseForPlaceMs,
  startsMax,
  startVerdict,
  translateAgainAt
} from '#domain/job-failure.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const kinds: CallFailure['kind'][] = [
  'busy',
  'rejected',
  'unauthorized',
  'unpaid',
  'model-gone',
  'timeout',
  'network',
  'cut',
  'malformed',
  'server'
]

describe('pauses', () => {
  test.each([
    ['a failed check', pauseAfterFailedCheckMs, 60_000],
    ['a breakdown', pauseAfterBreakdownMs, 15_000]
  ] as const)('after %s grow up to a limit, and chance shortens them by at most half', (_, pauseMs, maxMs) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), random, (times, chance) => {
        const wholeMs = pauseMs(times, 0)
        expect(wholeMs).toBeLessThanOrEqual(maxMs)
        expect(pauseMs(times + 1, 0)).toBeGreaterThanOrEqual(wholeMs)
        const ms = pauseMs(times, chance)
        expect(ms).toBeLessThanOrEqual(wholeMs)
        expect(ms).toBeGreaterThanOrEqual(wholeMs / 2)
      })
    )
    expect(pauseMs(200, 0)).toBe(maxMs)
  })

  test('a hundred breakdowns take less time than a job may wait in the queue', () => {
    let passedMs = 0
    for (let attempts = 1; attempts <= 100; attempts++) passedMs += pauseAfterBreakdownMs(attempts, 0)
    expect(passedMs).toBeLessThan(queueWaitMaxMs)
  })

  test('a job that waits for a place asks again every 2 to 30 seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: queueWaitMaxMs }), random, (waitedMs, chance) => {
        const ms = pauseForPlaceMs(waitedMs, chance)
        expect(ms).toBeGreaterThanOrEqual(2000)
        expect(ms).toBeLessThanOrEqual(30_000)
      })
    )
  })
})

const failure = (kind: CallFailure['kind'], more: Partial<CallFailure> = {}): CallFailure => ({
  kind,
  retryAfterSeconds: null,
  acceptanceUnknown: false,
  resultLost: false,
  ...more
})

describe('a start that failed', () => {
  const attempt = { attempts: 1, queueDeadlineAt: 1_000_000, busyDeadlineAt: 500_000, now: 0, random: 0 }
  test.each(kinds)('%s, when the provider may have begun, leads to an unknown outcome and no repeat', (kind) => {
    for (let attempts = 1; attempts <= startsMax; attempts++)
      expect(startVerdict(failure(kind, { acceptanceUnknown: true }), { ...attempt, attempts })).toEqual({
        kind: 'unknown'
      })
  })

  test.each(kinds)('%s, when its result can no longer arrive, is final and never repeated', (kind) => {
    const lost = failure(kind, { acceptanceUnknown: true, resultLost: true })
    expect(startVerdict(lost, attempt)).toEqual({ kind: 'fail', failure: 'PROVIDER_FAILED' })
  })

  test.each([
    ['rejected', 'REJECTED'],
    ['unauthorized', 'PROVIDER_UNAVAILABLE'],
    ['unpaid', 'PROVIDER_UNAVAILABLE'],
    ['model-gone', 'PROVIDER_UNAVAILABLE'],
    ['cut', 'PROVIDER_UNAVAILABLE'],
    ['malformed', 'PROVIDER_FAILED'],
    ['server', 'PROVIDER_FAILED']
  ] as const)('by a refusal that waiting does not cure (%s) is final: %s', (kind, code) => {
    expect(startVerdict(failure(kind), attempt)).toEqual({ kind: 'fail', failure: code })
  })

  test.each([
    ['timeout', 'PROVIDER_BUSY'],
    ['network', 'PROVIDER_UNAVAILABLE']
  ] as const)('by %s is repeated, five starts in all', (kind, code) => {
    const verdicts = [1, 2, 3, 4, 5].map((attempts) => startVerdict(failure(kind), { ...attempt, attempts }))
    expect(verdicts).toEqual([
      { kind: 'again', dueAt: 4000 },
      { kind: 'again', dueAt: 8000 },
      { kind: 'again', dueAt: 16_000 },
      { kind: 'again', dueAt: 32_000 },
      { kind: 'fail', failure: code }
    ])
  })

  test('by a busy provider is repeated at least once a minute until the busy deadline', () => {
    for (let now = 0, attempts = 1; now < 600_000; attempts++) {
      const verdict = startVerdict(failure('busy'), { ...attempt, attempts, now })
      if (verdict.kind !== 'again') {
        expect(verdict).toEqual({ kind: 'fail', failure: 'PROVIDER_BUSY' })
        expect(now).toBeGreaterThanOrEqual(attempt.busyDeadlineAt - 60_000)
        break
      }
      expect(verdict.dueAt - now).toBeLessThanOrEqual(60_000)
      expect(verdict.dueAt).toBeLessThan(attempt.busyDeadlineAt)
      now = verdict.dueAt
    }
  })

  test('by a busy provider is repeated four times when the job waited long for its place', () => {
    const late = { ...attempt, now: 700_000 }
    const verdicts = [1, 4, 5].map((attempts) => startVerdict(failure('busy'), { ...late, attempts }).kind)
    expect(verdicts).toEqual(['again', 'again', 'fail'])
  })

  test('is repeated after the seconds that the provider asks for', () => {
    expect(startVerdict(failure('busy', { retryAfterSeconds: 90 }), attempt)).toEqual({ kind: 'again', dueAt: 90_000 })
    expect(startVerdict(failure('busy', { retryAfterSeconds: 1 }), attempt)).toEqual({ kind: 'again', dueAt: 4000 })
  })

  test('is final when the provider asks for a wait beyond the queue deadline', () => {
    expect(startVerdict(failure('busy', { retryAfterSeconds: 1000 }), attempt)).toEqual({
      kind: 'fail',
      failure: 'PROVIDER_BUSY'
    })
  })
})

describe('a translation that failed', () => {
  const attempt = { attempts: 1, queueDeadlineAt: 1_000_000, busyDeadlineAt: 500_000, now: 0, random: 0 }
  const again = (failed: CallFailure, more = {}) => translateAgainAt(failed, { ...attempt, ...more })

  test.each(['timeout', 'network', 'cut', 'malformed', 'server'] as const)(
    'by %s is repeated up to five attempts, even when the model may have answered',
    (kind) => {
      const failed = failure(kind, { acceptanceUnknown: true })
      const times = [1, 2, 3, 4, 5].map((attempts) => again(failed, { attempts }))
      expect(times).toEqual([4000, 8000, 16_000, 32_000, null])
    }
  )

  test('by a busy model is repeated until the busy deadline', () => {
    expect(again(failure('busy'), { attempts: 20, now: 400_000 })).toBe(460_000)
    expect(again(failure('busy'), { attempts: 20, now: 499_000 })).toBeNull()
  })

  test.each(['rejected', 'unauthorized', 'unpaid', 'model-gone'] as const)('by %s is final', (kind) => {
    expect(again(failure(kind))).toBeNull()
  })

  test('is repeated after the seconds that the model asks for, unless the queue deadline is sooner', () => {
    expect(again(failure('busy', { retryAfterSeconds: 90 }))).toBe(90_000)
    expect(again(failure('busy', { retryAfterSeconds: 1000 }))).toBeNull()
  })
})

test.each([
  ['moderated', 'MODERATED'],
  ['rejected', 'REJECTED'],
  ['gone', 'RESULT_LOST'],
  ['unpaid', 'PROVIDER_UNAVAILABLE'],
  ['failed', 'PROVIDER_FAILED']
] as const)('a provider that says %s: %s', (reason, code) => {
  expect(failureOfEnd(reason)).toBe(code)
})
