import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  idleMaxMs,
  isActiveSession,
  type PresentedToken,
  type RefreshableSession,
  refreshVerdict,
  sessionLifetimeMs
} from '#domain/session.ts'

const start = 1_700_000_000_000
const dayMs = 86_400_000
const session: RefreshableSession = {
  refreshHash: 'newest',
  previousRefreshHash: 'used-and-more',
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
  const newest = { hash: 'newest', parent: 'used' }
  const used = { hash: 'used-and-more', parent: 'before' }
  const cases: [name: string, token: PresentedToken, afterMs: number, verdict: string][] = [
    ['the newest one works', newest, dayMs, 'issue'],
    ['the newest one works when its secret is no longer known', { ...newest, parent: null }, dayMs, 'issue'],
    ['the one used last works again at once', used, 0, 'issue'],
    ['the one used last works again after 33 seconds', used, 33_000, 'issue'],
    ['the one used last works again after 29 days', used, 29 * dayMs, 'issue'],
    ['another child of the one used last works', { hash: 'sister', parent: 'used' }, dayMs, 'issue'],
    ['a sister of the one used last was overtaken', { hash: 'aunt', parent: 'before' }, 0, 'reuse'],
    ['the one before was overtaken', { hash: 'before', parent: 'long ago' }, 0, 'reuse'],
    ['one of which nothing is known was overtaken', { hash: 'unknown', parent: null }, 0, 'reuse'],
    ['the newest one of an idle session is over', newest, idleMaxMs, 'over'],
    ['the one used last of an idle session is over', used, idleMaxMs, 'over']
  ]
  test.each(cases)('%s', (_, token, afterMs, verdict) => {
    expect(refreshVerdict(session, token, start + afterMs)).toBe(verdict)
  })

  test('before the first use only the first one works', () => {
    const unused = { ...session, previousRefreshHash: null }
    expect(refreshVerdict(unused, newest, start)).toBe('issue')
    expect(refreshVerdict(unused, { hash: 'sister', parent: 'used' }, start)).toBe('reuse')
  })

  test('an ended session is never revived', () => {
    const token = fc.constantFrom(newest, used, { hash: 'aunt', parent: 'before' })
    fc.assert(
      fc.property(token, fc.integer({ min: 0, max: 200 * dayMs }), (presented, laterMs) => {
        expect(refreshVerdict({ ...session, endedAt: start }, presented, start + laterMs)).toBe('over')
      })
    )
  })
})

interface IssuedToken extends PresentedToken {
  age: number
}

/** A session, everybody who holds its tokens, and what happens when one is presented. */
function playedSession() {
  let row: RefreshableSession = { ...session, refreshHash: 'token-0.', previousRefreshHash: null }
  const issued: IssuedToken[] = [{ hash: 'token-0.', parent: 'none', age: 0 }]
  return {
    issued,
    isEnded: () => row.endedAt !== null,
    /** @returns the child, or null when the session has ended */
    present: (token: IssuedToken): IssuedToken | null => {
      const verdict = refreshVerdict(row, token, start)
      if (verdict === 'reuse') row = { ...row, endedAt: start }
      if (verdict !== 'issue') return null
      const child = { hash: `token-${issued.length}.`, parent: token.hash, age: token.age + 1 }
      issued.push(child)
      row = { ...row, refreshHash: child.hash, previousRefreshHash: token.hash }
      return child
    }
  }
}

/** One request of a holder of a token; `isLost`: the answer never arrives. */
const requests = (holders: number) =>
  fc.array(fc.record({ holder: fc.nat(holders - 1), isLost: fc.boolean() }), { minLength: 1, maxLength: 40 })

describe('who holds a refresh token', () => {
  test('alone may lose as many answers as it likes', () => {
    fc.assert(
      fc.property(requests(1), (asked) => {
        const played = playedSession()
        let held = played.issued[0]!
        for (const { isLost } of asked) {
          const child = played.present(held)
          expect(child).not.toBeNull()
          if (!isLost) held = child!
        }
      })
    )
  })

  test('is refused, and the session ended, exactly when a sister or a descendant of the token was used', () => {
    fc.assert(
      fc.property(requests(2), (asked) => {
        const played = playedSession()
        const held = [played.issued[0]!, played.issued[0]!]
        const used: IssuedToken[] = []
        for (const { holder, isLost } of asked) {
          const token = held[holder]!
          const isOvertaken = used.some(({ hash, age }) => hash !== token.hash && age >= token.age)
          const child = played.present(token)
          expect([child === null, played.isEnded()]).toEqual([isOvertaken, isOvertaken])
          if (!child) return
          used.push(token)
          if (!isLost) held[holder] = child
        }
      })
    )
  })

  test('does not live on beside a second holder: when both have used what they got, the session has ended', () => {
    const turns = fc.array(fc.nat(1)).map((between) => [...between, 0, 1, 0, 1])
    fc.assert(
      fc.property(turns, (holders) => {
        const played = playedSession()
        const held = [played.issued[0]!, played.issued[0]!]
        for (const holder of holders) held[holder] = played.present(held[holder]!) ?? held[holder]!
        expect(played.isEnded()).toBe(true)
      })
    )
  })
})
