// The rate limits of one subject: a user or an address. Kept apart from the wallet, so that a flood of requests never
// delays money. Buckets are rows, so they survive a restart; full buckets are deleted.
import { DurableObject } from 'cloudflare:workers'
import { type Bucket, type BucketRule, fullAt, isBucketRule, takeFromBuckets, type TakeResult } from '#domain/bucket.ts'
import type { LimiterCalls } from './calls.ts'

export class Limiter extends DurableObject<Env> implements LimiterCalls {
  async take(rules: BucketRule[], operationId?: string): Promise<TakeResult> {
    if (!rules.every(isBucketRule)) throw new RangeError('A limit must be a key, a count and a window in milliseconds')
    const now = Date.now()
    const result = this.ctx.storage.transactionSync(() => {
      this.#prepare()
      const asked = operationId === undefined ? rules : this.#sortOut(rules, operationId, now)
      const { result: decided, buckets } = takeFromBuckets(asked, (rule) => this.#read(rule), now)
      for (const { rule, bucket } of buckets) this.#write(rule, bucket)
      if (operationId !== undefined && decided.allowed) this.#admit(rules, operationId, now)
      return decided
    })
    // One alarm is enough: its handler sets the next one.
    if (result.allowed && (await this.ctx.storage.getAlarm()) === null) await this.#arm()
    return result
  }

  override async alarm() {
    this.#prepare()
    this.ctx.storage.sql.exec('delete from buckets where full_at <= ?', Date.now())
    const left = this.ctx.storage.sql.exec('select 1 from buckets limit 1').toArray().length > 0
    if (left) await this.#arm()
    // An object without rows takes no storage, and there is an object for every address that ever called.
    else await this.ctx.storage.deleteAll()
  }

  /** Sets the alarm to the time when all buckets are full: one alarm per bucket would cost more than its row does. */
  async #arm() {
    this.#prepare()
    const { last } = this.ctx.storage.sql
      .exec<{ last: number | null }>('select max(full_at) as last from buckets')
      .one()
    if (last !== null) await this.ctx.storage.setAlarm(last)
  }

  /**
   * Creates the tables on every use, because `deleteAll` drops them while the object stays in memory. The check
   * constraint stops a bucket below empty or above full, which would let through more than its limit.
   */
  #prepare() {
    this.ctx.storage.sql.exec(`create table if not exists buckets (
      key text not null, max_count integer not null, window_ms integer not null,
      level_parts integer not null check (level_parts between 0 and max_count * window_ms),
      at integer not null, full_at integer not null,
      primary key (key, max_count, window_ms)) without rowid`)
    this.ctx.storage.sql.exec(`create table if not exists admissions (
      operation_id text not null, key text not null, until integer not null,
      primary key (operation_id, key)) without rowid`)
  }

  /** Replaces rules that have already let this operation through by their separate budget for repetitions. */
  #sortOut(rules: BucketRule[], operationId: string, now: number): BucketRule[] {
    this.ctx.storage.sql.exec('delete from admissions where until <= ?', now)
    const known = this.ctx.storage.sql
      .exec<{ key: string }>('select key from admissions where operation_id = ?', operationId)
      .toArray()
      .map(({ key }) => key)
    return rules.map((rule) => (known.includes(rule.key) ? { ...rule, key: `${rule.key} again` } : rule))
  }

  /** Remembers what was let through until the window ends. A repetition does not extend that time. */
  #admit(rules: BucketRule[], operationId: string, now: number) {
    for (const { key, windowMs } of rules)
      this.ctx.storage.sql.exec('insert or ignore into admissions values (?, ?, ?)', operationId, key, now + windowMs)
  }

  #read({ key, limit, windowMs }: BucketRule): Bucket | null {
    const [row] = this.ctx.storage.sql
      .exec<{ level_parts: number; at: number }>(
        'select level_parts, at from buckets where key = ? and max_count = ? and window_ms = ?',
        key,
        limit,
        windowMs
      )
      .toArray()
    return row ? { levelParts: row.level_parts, at: row.at } : null
  }

  #write(rule: BucketRule, bucket: Bucket) {
    this.ctx.storage.sql.exec(
      'insert or replace into buckets (key, max_count, window_ms, level_parts, at, full_at) values (?, ?, ?, ?, ?, ?)',
      rule.key,
      rule.limit,
      rule.windowMs,
      bucket.levelParts,
      bucket.at,
      fullAt(bucket, rule)
    )
  }
}
