import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Breaker,
  closedBreaker,
  failed,
  mayTry,
  routesToTry,
  succeeded,
  tried,
  untold
} from '#domain/models/breaker.ts'

const second = 1000
const minute = 60 * second
const failure = (kind: string, retryAfterSeconds: number | null = null) => ({ kind, retryAfterSeconds })
const server = failure('server')

/** Fails as often as it takes to open. */
const opened = (now: number): Breaker => failed(closedBreaker, failure('timeout'), now)

/** How long it is open when the supplier asks to wait. */
function pauseAsked(seconds: number): number {
  const twice = failed(failed(closedBreaker, server, 0), server, 0)
  return failed(twice, failure('busy', seconds), 0).openUntil
}

/** A route that has just answered, after the failures of these users. */
const after = (kind: string, ...users: string[]) =>
  users.reduce((breaker, by) => failed(breaker, failure(kind), second, by), succeeded(closedBreaker, 0))

describe('the breaker of a route', () => {
  test.each([
    ['server', 3],
    ['network', 3],
    ['busy', 3],
    ['cut', 3],
    ['malformed', 3],
    ['unauthorized', 3],
    ['unpaid', 3],
    ['timeout', 1],
    ['model-gone', 1],
    ['rejected', Infinity],
    ['too-large', Infinity]
  ])('opens after failures in a row: %s takes %s', (kind, count) => {
    let breaker = closedBreaker
    for (let failures = 1; failures <= 5; failures++) {
      breaker = failed(breaker, failure(kind), 0)
      expect(mayTry(breaker, 0), `${failures}`).toBe(failures < count)
    }
  })

  test('counts failures in a row alone: a success in between makes them weather', () => {
    let breaker = closedBreaker
    for (let round = 0; round < 10; round++)
      breaker = succeeded(failed(failed(breaker, server, round), server, round), round)
    expect(mayTry(breaker, 10)).toBe(true)
  })

  test('stays open for 30 seconds, then for twice as long each time, at most 10 minutes', () => {
    let breaker = opened(0)
    let now = 0
    for (const seconds of [30, 60, 120, 240, 480, 600, 600]) {
      expect(mayTry(breaker, now + seconds * second - 1)).toBe(false)
      now += seconds * second
      expect(mayTry(breaker, now)).toBe(true)
      breaker = failed(tried(breaker, now), server, now)
    }
  })

  test('waits as long as the supplier asks, within the same bound', () => {
    expect([pauseAsked(5), pauseAsked(90), pauseAsked(86_400)]).toEqual([30 * second, 90 * second, 10 * minute])
  })

  test('lets one try through afterwards, and closes when it answers', () => {
    const now = 30 * second
    const half = tried(opened(0), now)
    expect(mayTry(half, now)).toBe(false)
    const closed = succeeded(half, now + second)
    expect(mayTry(closed, now + second)).toBe(true)
    expect(closed.changedAt).toBe(now + second)
    // Begins anew.
    expect(mayTry(failed(closed, server, now), now)).toBe(true)
  })

  test('lets the next one try when a try told nothing, or was never heard of again', () => {
    const now = 30 * second
    const half = tried(opened(0), now)
    expect(mayTry(untold(half), now)).toBe(true)
    expect(mayTry(failed(half, failure('rejected'), now), now)).toBe(true)
    expect(mayTry(half, now + 3 * minute)).toBe(true)
  })

  test('is not held open by calls that had begun before', () => {
    const breaker = opened(0)
    expect(failed(breaker, server, 10 * second)).toEqual(breaker)
  })

  test('is closed by a call that had begun before and answers', () => {
    expect(mayTry(succeeded(opened(0), 5 * second), 5 * second)).toBe(true)
  })

  test.each<[kind: string, users: string[], opens: boolean]>([
    ['server', ['a', 'a', 'a', 'a', 'a'], false],
    ['timeout', ['a', 'a', 'a'], false],
    ['server', ['a', 'a', 'a', 'b', 'b', 'b'], false],
    ['server', ['a', 'b', 'a'], true],
    ['timeout', ['a', 'b'], true],
    ['model-gone', ['a'], true]
  ])('while the route answers, failures of one user are one: %s of %j', (kind, users, opens) => {
    expect(mayTry(after(kind, ...users), second)).toBe(!opens)
  })

  test.each(['server', 'timeout'])('forgets whose request failed when it answers: %s', (kind) => {
    const answered = succeeded(after(kind, 'a'), second)
    expect(mayTry(failed(answered, failure(kind), second, 'b'), second)).toBe(true)
  })

  test('a failing user alone opens a route that has answered nobody for a minute', () => {
    const quiet = after('server', 'a', 'a')
    const later = (breaker: Breaker) => failed(breaker, server, minute, 'a')
    expect(mayTry(later(quiet), minute)).toBe(true)
    expect(mayTry(later(later(quiet)), minute)).toBe(false)
    expect(mayTry(failed(succeeded(closedBreaker, 0), failure('timeout'), minute, 'a'), minute)).toBe(false)
  })

  test('lets others try first: the request that opened it may be the one that fails', () => {
    const breaker = failed(closedBreaker, failure('timeout'), 0, 'a')
    const now = 30 * second
    expect([mayTry(breaker, now, 'a'), mayTry(breaker, now, 'b'), mayTry(breaker, now)]).toEqual([false, true, true])
    expect(tried(breaker, now, 'a')).toEqual(breaker)
    // It was asked because all routes are left out.
    expect(failed(breaker, server, now, 'a')).toEqual(breaker)
    expect(mayTry(breaker, 2 * now, 'a')).toBe(true)
  })

  type Step = 'fails' | 'hangs' | 'answers' | 'is tried' | 'tells nothing' | number
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.constantFrom<Step>('fails', 'hangs', 'answers', 'is tried', 'tells nothing'),
    fc.integer({ min: 1, max: 20 * minute })
  )
  const stepped = (breaker: Breaker, one: Exclude<Step, number>, now: number): Breaker => {
    if (one === 'fails') return failed(breaker, server, now)
    if (one === 'hangs') return failed(breaker, failure('timeout'), now)
    if (one === 'answers') return succeeded(breaker, now)
    return one === 'is tried' ? tried(breaker, now) : untold(breaker)
  }

  test('never leaves a route out for longer than ten minutes, nor once it has answered', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let breaker = closedBreaker
        let now = 0
        for (const one of steps) {
          if (typeof one === 'number') now += one
          else breaker = stepped(breaker, one, now)
          if (one === 'answers') expect(mayTry(breaker, now)).toBe(true)
          expect(mayTry(breaker, now + 10 * minute)).toBe(true)
          expect(breaker.openUntil - now).toBeLessThanOrEqual(10 * minute)
        }
      })
    )
  })

  test('lets no second try begin while one is under way', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let breaker = opened(0)
        let now = 0
        for (const one of steps) {
          if (typeof one === 'number') now += one
          else breaker = stepped(breaker, one, now)
          if (breaker.opened === 0 || !mayTry(breaker, now)) continue
          expect(mayTry(tried(breaker, now), now)).toBe(false)
        }
      })
    )
  })
})

describe('the routes that a request tries', () => {
  const routes = ['a', 'b', 'c'].map((supplier) => ({ supplier, model: 'm' }))
  const names = (breakers: Partial<Record<string, Breaker>>, now: number) =>
    routesToTry(routes, ({ supplier }) => breakers[supplier] ?? closedBreaker, now).map(({ supplier }) => supplier)

  test('are those that are not left out, in their order', () => {
    expect(names({}, 0)).toEqual(['a', 'b', 'c'])
    expect(names({ a: opened(0) }, second)).toEqual(['b', 'c'])
    expect(names({ a: opened(0) }, 30 * second)).toEqual(['a', 'b', 'c'])
  })

  test('are the one whose pause ends first, when all are left out', () => {
    expect(names({ a: opened(2), b: opened(1), c: opened(3) }, second)).toEqual(['b'])
  })
})
