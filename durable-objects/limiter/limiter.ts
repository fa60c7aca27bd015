// The rate limits of one network, mailbox or session: of callers who are not signed in. A user's own limits are kept by
// the user's object.
import { DurableObject } from 'cloudflare:workers'
import type { BucketRule, TakeResult } from '#domain/bucket.ts'
import { Buckets } from './buckets.ts'
import type { LimiterCalls } from './calls.ts'

export class Limiter extends DurableObject<Env> implements LimiterCalls {
  readonly #buckets = new Buckets(this.ctx.storage)

  async take(rules: BucketRule[], operationId?: string): Promise<TakeResult> {
    this.#buckets.prepare()
    const result = this.#buckets.take(rules, operationId)
    // One alarm is enough: its handler sets the next one.
    if (result.allowed && (await this.ctx.storage.getAlarm()) === null) await this.#arm()
    return result
  }

  override async alarm() {
    this.#buckets.prepare()
    this.#buckets.deleteFull(Date.now())
    // An object without rows takes no storage, and there is an object for every address that ever called.
    if (!(await this.#arm())) await this.ctx.storage.deleteAll()
  }

  /** Sets the alarm to the time when all buckets are full: one alarm per bucket would cost more than its row does. */
  async #arm(): Promise<boolean> {
    const last = this.#buckets.lastFullAt()
    if (last !== null) await this.ctx.storage.setAlarm(last)
    return last !== null
  }
}
