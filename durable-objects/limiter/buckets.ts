// The rate limits of one subject as rows, so that they survive a restart: a part of a user's object, and of the object
// of a network or mailbox. Full buckets are deleted.
import {
  type Bucket,
  type BucketRule,
  fullAt,
  giveBack,
  isBucketRule,
  takeFromBuckets,
  type TakeResult
} from '#domain/bucket.ts'

// The check constraint stops a bucket below empty or above full, which would let through more than its limit.
export const bucketTables = `
  create table if not exists buckets (
    key text not null, max_count integer not null, window_ms integer not null,
    level_parts integer not null check (level_parts between 0 and max_count * window_ms),
    at integer not null, full_at integer not null,
    primary key (key, max_count, window_ms)) without rowid;
  create table if not exists admissions (
    operation_id text not null, key text not null, until integer not null,
    primary key (operation_id, key)) without rowid`

export class Buckets {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Creates the tables; a user's object does it by itself. Must be called again after `deleteAll`, which drops them while the object stays in memory. */
  prepare() {
    this.#storage.sql.exec(bucketTables)
  }

  /** @see LimiterCalls.take */
  take(rules: BucketRule[], operationId?: string): TakeResult {
    if (!rules.every(isBucketRule)) throw new RangeError('A limit must be a key, a count and a window in milliseconds')
    const now = Date.now()
    return this.#storage.transactionSync(() => {
      const asked = operationId === undefined ? rules : this.#sortOut(rules, operationId, now)
      const { result: decided, buckets } = takeFromBuckets(asked, (rule) => this.#read(rule), now)
      for (const { rule, bucket } of buckets) this.#write(rule, bucket)
      if (operationId !== undefined && decided.allowed) this.#admit(rules, operationId, now)
      const refused = asked.findIndex(({ key }) => !decided.allowed && key === decided.key)
      return { ...decided, ...(rules[refused] && { key: rules[refused].key }) }
    })
  }

  /**
   * Takes from the buckets of this key without asking, at most what they hold: for amounts that are known only afterwards.
   * A full bucket, which has no row, stays full.
   */
  drain(key: string, count: number) {
    const stored = this.#storage.sql
      .exec<{ max_count: number; window_ms: number; level_parts: number; at: number }>(
        'select max_count, window_ms, level_parts, at from buckets where key = ?',
        key
      )
      .toArray()
    for (const { max_count: limit, window_ms: windowMs, level_parts: levelParts, at } of stored)
      this.#write({ key, limit, windowMs }, { levelParts: Math.max(0, levelParts - count * windowMs), at })
  }

  /** Puts back what a rule has taken. */
  giveBack(rule: BucketRule) {
    if (!isBucketRule(rule)) throw new RangeError('A limit must be a key, a count and a window in milliseconds')
    this.#write(rule, giveBack(this.#read(rule), rule, Date.now()))
  }

  /** Notes something of an operation. A note that is there already keeps its end. */
  note({ operationId, key, until }: { operationId: string; key: string; until: number }, now: number) {
    this.#storage.sql.exec(
      `insert into admissions values (?1, ?2, ?3)
        on conflict do update set until = excluded.until where until <= ?4`,
      operationId,
      key,
      until,
      now
    )
  }

  hasNote(operationId: string, key: string, now: number): boolean {
    const statement = 'select 1 from admissions where operation_id = ? and key = ? and until > ?'
    return this.#storage.sql.exec(statement, operationId, key, now).toArray().length > 0
  }

  /** Deletes full buckets and expired notes, which limit no caller. */
  deleteFull(now: number) {
    this.#storage.sql.exec('delete from buckets where full_at <= ?', now)
    this.#storage.sql.exec('delete from admissions where until <= ?', now)
  }

  /** When the last bucket is full again; null when all are. */
  lastFullAt(): number | null {
    return this.#storage.sql.exec<{ last: number | null }>('select max(full_at) as last from buckets').one().last
  }

  /** Replaces rules that have already let this operation through by their separate budget for repetitions. */
  #sortOut(rules: BucketRule[], operationId: string, now: number): BucketRule[] {
    const known = this.#storage.sql
      .exec<{ key: string }>('select key from admissions where operation_id = ? and until > ?', operationId, now)
      .toArray()
      .map(({ key }) => key)
    return rules.map((rule) => (known.includes(rule.key) ? { ...rule, key: `${rule.key} again` } : rule))
  }

  /** Remembers what was let through until the window ends. A repetition within it does not extend that time. */
  #admit(rules: BucketRule[], operationId: string, now: number) {
    for (const { key, windowMs } of rules) this.note({ operationId, key, until: now + windowMs }, now)
  }

  #read({ key, limit, windowMs }: BucketRule): Bucket | null {
    const [row] = this.#storage.sql
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
    this.#storage.sql.exec(
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
