import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Bucket,
  type BucketRule,
  fullAt,
  giveBack,
  isBucketRule,
  refill,
  takeFromBuckets
} from '#domain/bucket.ts'

const nameOf = ({ key, limit, windowMs }: BucketRule) => `${key} ${limit} ${windowMs}`

/** The smallest possible store for buckets. */
class Shelf {
  readonly buckets = new Map<string, Bucket>()

  take(rules: BucketRule[], now: number) {
    const { result, buckets } = takeFromBuckets(rules, (rule) => this.buckets.get(nameOf(rule)) ?? null, now)
    for (const { rule, bucket } of buckets) this.buckets.set(nameOf(rule), bucket)
    return result
  }
}

const text: BucketRule = { key: 'text', limit: 20, windowMs: 60_000 }

describe('one bucket', () => {
  it('allows as many requests at once as the limit, and tells when the next is allowed', () => {
    const shelf = new Shelf()
    for (let index = 0; index < 19; index++) expect(shelf.take([text], 0)).toEqual({ allowed: true })
    expect([shelf.take([text], 0), shelf.take([text], 0)]).toMatchObject([
      { allowed: true },
      { allowed: false, retryAfterSeconds: 3 }
    ])
  })

  it('refills evenly and never above the limit', () => {
    const shelf = new Shelf()
    for (let index = 0; index < 20; index++) shelf.take([text], 0)
    expect(shelf.take([text], 2999)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
    expect(shelf.take([text], 3000)).toEqual({ allowed: true })
    expect(shelf.take([text], 3000)).toMatchObject({ allowed: false, retryAfterSeconds: 3 })
    let allowed = 0
    while (shelf.take([text], 10_000_000).allowed) allowed++
    expect(allowed).toBe(20)
  })

  it('is full exactly at the time that fullAt gives, not before', () => {
    const shelf = new Shelf()
    for (let index = 0; index < 7; index++) shelf.take([text], 500)
    const bucket = shelf.buckets.get(nameOf(text)) ?? null
    const at = bucket === null ? 0 : fullAt(bucket, text)
    expect(at).toBe(21_500)
    expect(refill(bucket, text, at).levelParts).toBe(20 * 60_000)
    expect(refill(bucket, text, at - 1).levelParts).toBeLessThan(20 * 60_000)
  })

  it('gains nothing when the clock steps back', () => {
    const shelf = new Shelf()
    for (let index = 0; index < 19; index++) shelf.take([text], 100_000)
    expect(shelf.take([text], 0)).toEqual({ allowed: true })
    expect(shelf.take([text], 0)).toMatchObject({ allowed: false, retryAfterSeconds: 3 })
    expect(shelf.take([text], 102_999)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
    expect(shelf.take([text], 103_000)).toEqual({ allowed: true })
  })
})

const bytes = (count: number): BucketRule => ({ key: 'bytes', limit: 1000, windowMs: 1000, count })

it('a rule that takes many at once lets through as much as one that takes single ones', () => {
  const shelf = new Shelf()
  expect(shelf.take([bytes(600)], 0)).toEqual({ allowed: true })
  expect(shelf.take([bytes(401)], 0)).toEqual({ allowed: false, retryAfterSeconds: 1, key: 'bytes' })
  expect(shelf.take([bytes(400)], 0)).toEqual({ allowed: true })
  expect(shelf.take([bytes(1000)], 999).allowed).toBe(false)
  expect(shelf.take([bytes(1000)], 1000).allowed).toBe(true)
})

it('more at once than the limit is refused for the whole window, and takes nothing', () => {
  const shelf = new Shelf()
  for (const count of [1001, Number.MAX_SAFE_INTEGER])
    expect(shelf.take([bytes(count)], 0)).toEqual({ allowed: false, retryAfterSeconds: 1, key: 'bytes' })
  expect(shelf.take([bytes(1000)], 0)).toEqual({ allowed: true })
})

describe('several rules', () => {
  const narrow: BucketRule = { key: 'video', limit: 1, windowMs: 60_000 }

  it('take from all buckets or from none', () => {
    const shelf = new Shelf()
    expect(shelf.take([text, narrow], 0)).toEqual({ allowed: true })
    const before = new Map(shelf.buckets)
    expect(shelf.take([text, narrow], 0)).toMatchObject({ allowed: false, retryAfterSeconds: 60 })
    expect(shelf.buckets).toEqual(before)
  })

  it('answer with the longest waiting time, and whose it is', () => {
    const shelf = new Shelf()
    const wide: BucketRule = { key: 'mail', limit: 1, windowMs: 3_600_000 }
    shelf.take([narrow, wide], 0)
    expect(shelf.take([narrow, wide], 1000)).toEqual({ allowed: false, retryAfterSeconds: 3599, key: 'mail' })
  })

  it('count a rule twice when it is given twice', () => {
    const two: BucketRule = { key: 'two', limit: 2, windowMs: 1000 }
    const shelf = new Shelf()
    expect(shelf.take([two, two], 0)).toEqual({ allowed: true })
    expect(shelf.take([two], 0)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
    expect(new Shelf().take([two, two, two], 0)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
  })
})

describe('any sequence of requests', () => {
  const rules = fc
    .record({
      key: fc.constant('k'),
      limit: fc.integer({ min: 1, max: 50 }),
      windowMs: fc.integer({ min: 1, max: 100_000 }),
      count: fc.integer({ min: 1, max: 50 })
    })
    .map((rule) => ({ ...rule, count: Math.min(rule.count, rule.limit) }))
  const pauses = fc.array(fc.nat({ max: 5000 }), { minLength: 1, maxLength: 150 })

  it('lets through at most the limit plus the refill in any span of time', () => {
    fc.assert(
      fc.property(rules, pauses, (rule, steps) => {
        const shelf = new Shelf()
        const passed: number[] = []
        let now = 0
        for (const step of steps) {
          now += step
          if (shelf.take([rule], now).allowed) passed.push(now)
        }
        for (const [first, from] of passed.entries())
          for (let last = first; last < passed.length; last++) {
            const spanMs = (passed[last] ?? 0) - from
            expect(((last - first + 1) * rule.count - rule.limit) * rule.windowMs).toBeLessThanOrEqual(
              spanMs * rule.limit
            )
          }
      })
    )
  })

  it('allows a request after the announced seconds, and not a second earlier', () => {
    fc.assert(
      fc.property(rules, pauses, (rule, steps) => {
        const shelf = new Shelf()
        let now = 0
        for (const step of steps) {
          now += step
          const result = shelf.take([rule], now)
          if (result.allowed) continue
          const waited = new Shelf()
          for (const [name, bucket] of shelf.buckets) waited.buckets.set(name, bucket)
          expect(result.retryAfterSeconds).toBeGreaterThanOrEqual(1)
          expect(waited.take([rule], now + (result.retryAfterSeconds - 1) * 1000).allowed).toBe(false)
          expect(waited.take([rule], now + result.retryAfterSeconds * 1000).allowed).toBe(true)
        }
      })
    )
  })

  it('keeps whole numbers between empty and full', () => {
    fc.assert(
      fc.property(rules, pauses, (rule, steps) => {
        const shelf = new Shelf()
        let now = 0
        for (const step of steps) {
          now += step
          shelf.take([rule], now)
          const level = shelf.buckets.get(nameOf(rule))?.levelParts ?? 0
          expect(Number.isSafeInteger(level) && level >= 0 && level <= rule.limit * rule.windowMs).toBe(true)
        }
      })
    )
  })
})

it.each<[string, Partial<BucketRule>]>([
  ['a limit of nothing', { limit: 0 }],
  ['a fraction', { limit: 1.5 }],
  ['a limit beyond exact numbers', { limit: 50_000_001 }],
  ['nothing at once', { count: 0 }],
  ['no window', { windowMs: 0 }],
  ['a window of more than a day', { windowMs: 86_400_001 }],
  ['no name', { key: '' }]
])('%s makes a rule invalid', (_, wrong) => {
  expect(isBucketRule(text)).toBe(true)
  expect(isBucketRule({ ...text, ...wrong })).toBe(false)
})

describe('what is given back', () => {
  const rule = { key: 'dictation', limit: 600, windowMs: 86_400_000, count: 30 }

  it('can be taken again', () => {
    const { buckets } = takeFromBuckets([{ ...rule, count: 600 }], () => null, 0)
    const empty = buckets[0]?.bucket ?? null
    expect(takeFromBuckets([rule], () => empty, 0).result).toMatchObject({ allowed: false })
    const returned = giveBack(empty, rule, 0)
    expect(returned).toEqual({ levelParts: 30 * rule.windowMs, at: 0 })
    expect(takeFromBuckets([rule], () => returned, 0).result).toEqual({ allowed: true })
  })

  it('does not make a bucket more than full', () => {
    expect(giveBack(null, rule, 5)).toEqual({ levelParts: 600 * rule.windowMs, at: 5 })
    expect(giveBack({ levelParts: 590 * rule.windowMs, at: 0 }, rule, 0).levelParts).toBe(600 * rule.windowMs)
  })
})
