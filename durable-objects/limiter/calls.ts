import type { BucketRule, TakeResult } from '#domain/bucket.ts'

export interface LimiterCalls {
  /**
   * Takes one token for every rule, or none at all. Retry times are whole seconds, at least 1.
   * @param operationId of a call that may be repeated: who asks again for what was let through within the window takes
   * from a budget of the same size for repetitions, and nothing from what is left for others
   * @throws RangeError when a rule is malformed
   */
  take(rules: BucketRule[], operationId?: string): Promise<TakeResult>
}
