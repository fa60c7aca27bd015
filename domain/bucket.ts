// Token buckets in exact integers. Pure: the clock is passed in. A bucket holds at most `limit` tokens and refills
// `limit` tokens evenly over a window; so a pause is followed by a burst of at most `limit`, and any span of time t
// passes at most limit + limit * t / windowMs requests.

export interface BucketRule {
  /** Names what is limited. There is one bucket for each key, limit and window. */
  key: string
  /** What passes in one window: requests, or whatever `count` counts. At most 50 million. */
  limit: number
  /** At most a day. */
  windowMs: number
  /** How much is taken at once; 1 when omitted. More than `limit` is always refused. */
  count?: number
}

/** The level is counted in parts: one token is `windowMs` parts, and `limit` parts are refilled each millisecond. */
export interface Bucket {
  levelParts: number
  /** Milliseconds since the epoch. */
  at: number
}

/** `key`: the rule with the longest wait. */
export type TakeResult = { allowed: true } | { allowed: false; retryAfterSeconds: number; key: string }

// These maxima keep 2 * limit * windowMs, the largest number here, below the largest exact integer.
const limitMax = 50_000_000
const windowMaxMs = 24 * 60 * 60 * 1000

const isCount = (value: number, max: number) => Number.isSafeInteger(value) && value >= 1 && value <= max

export const isBucketRule = ({ key, limit, windowMs, count = 1 }: BucketRule) =>
  key !== '' && isCount(limit, limitMax) && isCount(windowMs, windowMaxMs) && isCount(count, Number.MAX_SAFE_INTEGER)

/** The bucket at time `now`; one that was never used is full. A clock that steps back refills nothing. */
export function refill(bucket: Bucket | null, { limit, windowMs }: BucketRule, now: number): Bucket {
  const fullParts = limit * windowMs
  if (!bucket) return { levelParts: fullParts, at: now }
  const elapsedMs = Math.max(now - bucket.at, 0)
  // No more than a window is refilled, so that the product stays exact after any pause.
  const refilledParts = Math.min(elapsedMs, windowMs) * limit
  return { levelParts: Math.min(bucket.levelParts + refilledParts, fullParts), at: bucket.at + elapsedMs }
}

/** Puts unused tokens back into the bucket, which is never more than full. */
export function giveBack(bucket: Bucket | null, rule: BucketRule, now: number): Bucket {
  const { levelParts, at } = refill(bucket, rule, now)
  return { levelParts: Math.min(levelParts + (rule.count ?? 1) * rule.windowMs, rule.limit * rule.windowMs), at }
}

/** When the bucket is full again and its row may be deleted. */
export const fullAt = ({ levelParts, at }: Bucket, { limit, windowMs }: BucketRule) =>
  at + Math.ceil((limit * windowMs - levelParts) / limit)

/** Milliseconds until enough tokens are available; 0 when they are. For more than the bucket holds, the whole window. */
const waitMs = (bucket: Bucket, { limit, windowMs, count = 1 }: BucketRule) =>
  count > limit ? windowMs : Math.max(Math.ceil((count * windowMs - bucket.levelParts) / limit), 0)

/**
 * Takes the tokens of every rule, or none at all.
 * @param read the stored bucket of a rule, or null
 * @returns the buckets to store, in the order of the rules; for a repeated rule the last one holds. Empty if refused.
 */
export function takeFromBuckets(
  rules: readonly BucketRule[],
  read: (rule: BucketRule) => Bucket | null,
  now: number
): { result: TakeResult; buckets: { rule: BucketRule; bucket: Bucket }[] } {
  const taken = new Map<string, Bucket>()
  const buckets: { rule: BucketRule; bucket: Bucket }[] = []
  let longestMs = 0
  let key = ''
  for (const rule of rules) {
    const name = JSON.stringify([rule.key, rule.limit, rule.windowMs])
    const bucket = refill(taken.get(name) ?? read(rule), rule, now)
    const missingMs = waitMs(bucket, rule)
    if (missingMs > longestMs) {
      longestMs = missingMs
      key = rule.key
    }
    if (missingMs > 0) continue
    const less = { ...bucket, levelParts: bucket.levelParts - (rule.count ?? 1) * rule.windowMs }
    taken.set(name, less)
    buckets.push({ rule, bucket: less })
  }
  if (longestMs === 0) return { result: { allowed: true }, buckets }
  return { result: { allowed: false, retryAfterSeconds: Math.ceil(longestMs / 1000), key }, buckets: [] }
}
