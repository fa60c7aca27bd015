// The rate limits of one subject: a user, an address. A class apart from the wallet, so that a flood never queues
// behind money. Buckets are rows, so a restart forgives nothing; full ones are forgotten.
import { DurableObject } from 'cloudflare:workers'
import { type Bucket, type BucketRule, fullAt, isBucketRule, takeAll, type TakeResult } from '#domain/bucket.ts'
import type { LimiterCalls } from './calls.ts'

export class Limiter extends DurableObject<Env> implements LimiterCalls {
  async take(rules: BucketRule[], operationId?: string): Promise<TakeResult> {
    if (!rules.every(isBucketRule)) throw new RangeError('A limit must be a key, a count and a window in milliseconds')
    const now = Date.now()
    const result = this.ctx.storage.transactionSync(() => {
      this.#prepare()
      const asked = operationId === undefined ? rules : this.#sortOut(rules, operationId, now)
      const { result: decided, buckets } = takeAll(asked, (rule) => this.#read(rule), now)
      for (const { rule, bucket } of buckets) this.#write(rule, bucket)
      if (operationId !== undefined && decided.allowed) this.#admit(rules, operationId, now)
      return decided
    })
    // One alarm at a time is enough: it looks for its successor itself.
    if (result.allowed && (await this.ctx.storage.getAlarm()) === null) await this.#arm()
    return result
  }

  override async alarm() {
    this.#prepare()
    this.ctx.storage.sql.exec('delete from buckets where full_at <= ?', Date.now())
    const left = this.ctx.storage.sql.exec('select 1 from buckets limit 1').toArray().length > 0
    if (left) await this.#arm()
    // An object without rows is not stored at all: there is one for every address that ever called.
    else await this.ctx.storage.deleteAll()
  }

  /** For the time when all buckets are full: waking for each of them would cost more than the rows do. */
  async #arm() {
    this.#prepare()
    const { last } = this.ctx.storage.sql
      .exec<{ last: number | null }>('select max(full_at) as last from buckets')
      .one()
    if (last !== null) await this.ctx.storage.setAlarm(last)
  }

  /**
   * On every use, because `deleteAll` takes the table away from an object that stays in memory. A bucket below empty or
   * above full would let through more than its limit: the table refuses it, and the take with it.
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

  /** What this operation has been let through for already is a repetition. */
  #sortOut(rules: BucketRule[], operationId: string, now: number): BucketRule[] {
    this.ctx.storage.sql.exec('delete from admissions where until <= ?', now)
    const known = this.ctx.storage.sql
      .exec<{ key: string }>('select key from admissions where operation_id = ?', operationId)
      .toArray()
      .map(({ key }) => key)
    return rules.map((rule) => (known.includes(rule.key) ? { ...rule, key: `${rule.key} again` } : rule))
  }

  /** Repeating does not make it last longer. */
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
