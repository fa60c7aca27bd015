import type { BucketRule, TakeResult } from '#domain/bucket.ts'

export interface LimiterCalls {
  /**
   * Takes one token for every rule, or none at all. Retry times are whole seconds, at least 1.
   * @throws RangeError when a rule is malformed
   */
  take(rules: BucketRule[]): Promise<TakeResult>
}
