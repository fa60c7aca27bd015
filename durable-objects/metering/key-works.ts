// Works (pictures, speech) that were ordered with a key of the API. They are jobs with reservations of their own in whole tokens, so the tab
// of calls has no part in them: here stands which key ordered what, for its limits and its usage. What a work has cost, and when it ended,
// is read from the journal alone, so the two cannot differ.
import { prepareOnce } from '../base/tables.ts'
import type { BudgetPeriod } from '#contract/budget-words.ts'
import { dayAround, monthAround } from '#domain/billing-calendar.ts'
import { microsPerToken } from '#domain/metering/prices.ts'
import type { EndedReservation } from '../wallet/stored-operation.ts'
import type { SpentOfKey } from './calls.ts'

// `key_works` has the works whose end was not seen yet; `key_work_days` what ended ones have cost, on the days in Moscow on which they ended.
const tables = `
  create table if not exists key_works (
    operation_id text primary key, key_id text not null, model text not null, price_tokens integer not null) without rowid;
  create table if not exists key_work_days (
    key_id text not null, day integer not null, model text not null, works integer not null, charged_tokens integer not null,
    primary key (key_id, day, model)) without rowid`

export interface KeyWork {
  operationId: string
  keyId: string
  /** As `/v1/models` names it. */
  model: string
  priceTokens: number
}

/** How the wallet has a work: null where nothing of it is or was reserved. */
type StandingOf = (operationId: string) => 'open' | EndedReservation | null

export class KeyWorks {
  readonly #sql: SqlStorage
  readonly #standingOf: StandingOf

  constructor(sql: SqlStorage, standingOf: StandingOf) {
    prepareOnce(sql, 'key works', tables)
    this.#sql = sql
    this.#standingOf = standingOf
  }

  /** Called in the commit that reserves. */
  begin({ operationId, keyId, model, priceTokens }: KeyWork): void {
    this.#sql.exec('insert or ignore into key_works values (?, ?, ?, ?)', operationId, keyId, model, priceTokens)
  }

  spentOf(keyId: string, now: number): SpentOfKey {
    this.count()
    const { day, month, total } = this.#sql
      .exec<{ day: number; month: number; total: number }>(
        `select coalesce(sum(case when day >= ?2 then charged_tokens end), 0) as day,
            coalesce(sum(case when day >= ?3 then charged_tokens end), 0) as month,
            coalesce(sum(charged_tokens), 0) as total
          from key_work_days where key_id = ?1`,
        keyId,
        dayAround(now).start,
        monthAround(now).start
      )
      .one()
    return { day: day * microsPerToken, month: month * microsPerToken, total: total * microsPerToken }
  }

  /** In µ, with what open works have reserved. */
  takenOf(keyId: string, now: number): Record<BudgetPeriod, number> {
    const { day, month, total } = this.spentOf(keyId, now)
    const { tokens } = this.#sql
      .exec<{
        tokens: number
      }>('select coalesce(sum(price_tokens), 0) as tokens from key_works where key_id = ?', keyId)
      .one()
    const held = tokens * microsPerToken
    return { day: day + held, month: month + held, total: total + held }
  }

  /** Adds the works that have ended since the last time to the sums. */
  count(): void {
    const open = this.#sql
      .exec<{ id: string; keyId: string; model: string }>(
        'select operation_id as id, key_id as keyId, model from key_works'
      )
      .toArray()
    for (const { id, keyId, model } of open) {
      const ended = this.#standingOf(id)
      if (ended === 'open') continue
      this.#sql.exec('delete from key_works where operation_id = ?', id)
      if (!ended || ended.chargedTokens === 0) continue
      this.#sql.exec(
        `insert into key_work_days values (?, ?, ?, 1, ?) on conflict do update set works = works + 1,
          charged_tokens = charged_tokens + excluded.charged_tokens`,
        keyId,
        dayAround(ended.at).start,
        model,
        ended.chargedTokens
      )
    }
  }
}
