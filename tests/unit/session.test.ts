import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  graceMs,
  idleMaxMs,
  isActiveSession,
  refreshVerdict,
  type RotatingSession,
  sessionLifetimeMs
} from '#domain/session.ts'

const start = 1_700_000_000_000
const dayMs = 86_400_000
const session: RotatingSession = {
  refreshHash: 'current',
  previousRefreshHash: 'previous',
  rotatedAt: start,
  lastSeenAt: start,
  expiresAt: start + sessionLifetimeMs,
  endedAt: null
}

test('a session lasts 90 days, or 30 days without use', () => {
  expect([sessionLifetimeMs, idleMaxMs]).toEqual([90 * dayMs, 30 * dayMs])
  expect(isActiveSession(session, start + idleMaxMs - 1)).toBe(true)
  expect(isActiveSession(session, start + idleMaxMs)).toBe(false)
  const busy = { ...session, lastSeenAt: session.expiresAt - 1 }
  expect(isActiveSession(busy, session.expiresAt - 1)).toBe(true)
  expect(isActiveSession(busy, session.expiresAt)).toBe(false)
})

describe('the verdict on a refresh token', () => {
  const cases: [name: string, hash: string, at: number, verdict: string][] = [
    ['the current one is rotated', 'current', start + dayMs, 'rotate'],
    ['the one before repeats the current pair for 30 seconds', 'previous', start + graceMs, 'repeat'],
    ['the one before is reuse after that', 'previous', start + graceMs + 1, 'reuse'],
    ['an older one is reuse at once', 'older', start, 'reuse'],
    ['the current one of an idle session is over', 'current', start + idleMaxMs, 'over']
  ]
  test.each(cases)('%s', (_, hash, at, verdict) => {
    expect(refreshVerdict(session, hash, at)).toBe(verdict)
  })

  test('an ended session is never revived', () => {
    const hash = fc.constantFrom('current', 'previous', 'older')
    fc.assert(
      fc.property(hash, fc.integer({ min: 0, max: 200 * dayMs }), (presented, laterMs) => {
        expect(refreshVerdict({ ...session, endedAt: start }, presented, start + laterMs)).toBe('over')
      })
    )
  })
})
