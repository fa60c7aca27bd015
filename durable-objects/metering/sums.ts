// What keys have cost, by day and model, and in all. A call counts on the day in Moscow on which it ends, so what is held at midnight is a part
// of the next day's limit.
import type { BudgetPeriod } from '#contract/budget-words.ts'
import { dayAround, monthAround } from '#domain/billing-calendar.ts'
import { microsPerToken } from '#domain/metering/prices.ts'
import type { KeyUsage, SpentOfKey } from './calls.ts'
import type { KeyWorks } from './key-works.ts'

interface Ended {
  keyId: string
  model: string
  /** Tokens of input, read from a cache, written to one, and of output; and the cost in µ. */
  counts: readonly [number, number, number, number, number]
}

/** The rows of both: a call of the meter, or a work, which counts in whole tokens. */
const usageRows = `(select key_id, day, model, calls, input_tokens, cached_tokens, written_tokens, output_tokens, cost_micros from metered_days
  union all select key_id, day, model, works, 0, 0, 0, 0, charged_tokens * ${microsPerToken} from key_work_days)`

const both = <Period extends string>(one: Record<Period, number>, other: Record<Period, number>) =>
  Object.fromEntries(
    Object.entries<number>(one).map(([name, micros]) => [name, micros + other[name as Period]])
  ) as Record<Period, number>

export class MeterSums {
  readonly #sql: SqlStorage
  readonly #works: KeyWorks

  constructor(sql: SqlStorage, works: KeyWorks) {
    this.#sql = sql
    this.#works = works
  }

  add({ keyId, model, counts }: Ended, now: number): void {
    this.#sql.exec(
      `insert into metered_days values (?, ?, ?, 1, ?, ?, ?, ?, ?) on conflict do update set calls = calls + 1,
        input_tokens = input_tokens + excluded.input_tokens, cached_tokens = cached_tokens + excluded.cached_tokens,
        written_tokens = written_tokens + excluded.written_tokens, output_tokens = output_tokens + excluded.output_tokens,
        cost_micros = cost_micros + excluded.cost_micros`,
      keyId,
      dayAround(now).start,
      model,
      ...counts
    )
    this.#sql.exec(
      `insert into metered_keys values (?, ?) on conflict do update set cost_micros = cost_micros + excluded.cost_micros`,
      keyId,
      counts[4]
    )
  }

  /** For calls and works together. */
  spentOf = (keyId: string, now: number): SpentOfKey =>
    both(this.#spentByCalls(keyId, now), this.#works.spentOf(keyId, now))

  #spentByCalls(keyId: string, now: number): Record<BudgetPeriod, number> {
    const { day, month } = this.#sql
      .exec<{ day: number; month: number }>(
        `select coalesce(sum(case when day >= ?2 then cost_micros end), 0) as day, coalesce(sum(cost_micros), 0) as month
          from metered_days where key_id = ?1 and day >= ?3`,
        keyId,
        dayAround(now).start,
        monthAround(now).start
      )
      .one()
    const [ever] = this.#sql
      .exec<{ micros: number }>('select cost_micros as micros from metered_keys where key_id = ?', keyId)
      .toArray()
    return { day, month, total: ever?.micros ?? 0 }
  }

  /** What the key's calls and works have cost in each period, with what open ones hold. */
  takenOf(keyId: string, now: number): Record<BudgetPeriod, number> {
    const { day, month, total } = this.#spentByCalls(keyId, now)
    const { held } = this.#sql
      .exec<{ held: number }>(
        'select coalesce(sum(hold_micros), 0) as held from metered_calls where ended_at is null and key_id = ?',
        keyId
      )
      .one()
    return both({ day: day + held, month: month + held, total: total + held }, this.#works.takenOf(keyId, now))
  }

  usageOfKeys(since: number, limit: number): KeyUsage[] {
    return this.#usage('day >= ? order by day, key_id, model limit ?', since, limit)
  }

  /** The newest days first. Reads the rows of these days alone: the table has every day that there ever was. */
  newestUsage(since: number, limit: number): KeyUsage[] {
    const keys = 'select key_id from metered_keys union select key_id from key_work_days'
    const ofDays = `key_id in (${keys}) and day >= ?`
    return this.#usage(`${ofDays} order by day desc, key_id, model limit ?`, since, limit)
  }

  #usage(condition: string, since: number, limit: number): KeyUsage[] {
    this.#works.count()
    return this.#sql
      .exec<Record<string, number> & { keyId: string; model: string }>(
        `select key_id as keyId, model, day, calls, input_tokens as inputTokens, cached_tokens as cachedInputTokens,
            written_tokens as cacheWriteTokens, output_tokens as outputTokens, cost_micros as costMicros
          from ${usageRows} where ${condition}`,
        dayAround(since).start,
        limit
      )
      .toArray() as unknown as KeyUsage[]
  }

  /** The sums of all days, in µ. */
  ofDays = (): number =>
    this.#sql.exec<{ sum: number }>('select coalesce(sum(cost_micros), 0) as sum from metered_days').one().sum
}
