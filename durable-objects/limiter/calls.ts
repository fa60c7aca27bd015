import type { BucketRule, TakeResult } from '#domain/bucket.ts'

export interface LimiterCalls {
  /**
   * Takes the tokens of every rule, or none at all. Retry times are whole seconds, at least 1.
   * @param operationId id of a call that may be repeated: a repetition within the window of an allowed call takes from
   * a separate budget of the same size, so retries do not use up the limit for new operations
   * @throws RangeError when a rule is malformed
   */
  take(rules: BucketRule[], operationId?: string): Promise<TakeResult>
}
