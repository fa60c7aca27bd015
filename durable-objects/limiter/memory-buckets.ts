// Limits of calls that are too cheap for a row. They are kept in memory alone: an object that leaves memory forgets them, which lets
// through at most another full bucket, after seconds without a request.
import { type Bucket, type BucketRule, refill, takeFromBuckets, type TakeResult } from '#domain/bucket.ts'

/** The buckets used longest ago are forgotten first. */
const bucketsMax = 10_000

const nameOf = ({ key, limit, windowMs }: BucketRule): string => `${key} ${limit} ${windowMs}`

export class MemoryBuckets {
  readonly #buckets = new Map<string, Bucket>()

  /** The result that `take` would give, without taking anything. */
  ask(rule: BucketRule, now: number): TakeResult {
    return this.#takenFrom(rule, now).result
  }

  take(rule: BucketRule, now: number): TakeResult {
    const { name, result, buckets } = this.#takenFrom(rule, now)
    for (const { bucket } of buckets) {
      this.#buckets.delete(name)
      this.#buckets.set(name, bucket)
    }
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > bucketsMax && oldest !== undefined) this.#buckets.delete(oldest)
    return result
  }

  /** How many tokens the bucket of a rule holds now. */
  left(rule: BucketRule, now: number): number {
    const bucket = this.#buckets.get(nameOf(rule)) ?? null
    return Math.floor(refill(bucket, rule, now).levelParts / rule.windowMs)
  }

  #takenFrom(rule: BucketRule, now: number) {
    const name = nameOf(rule)
    return { name, ...takeFromBuckets([rule], () => this.#buckets.get(name) ?? null, now) }
  }
}
