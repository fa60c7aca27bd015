// Sums and parts of the journal, each by an index of its own.
import type { GivenLine } from '#domain/advance.ts'

/** What was charged since then, in tokens. */
export const chargedSince = (sql: SqlStorage, since: number): number =>
  sql
    .exec<{ tokens: number }>(
      'select coalesce(sum(charged_tokens), 0) as tokens from journal where charged_tokens > 0 and at >= ?',
      since
    )
    .one().tokens

/** The prices that the plan has covered since then, of operations that have ended. */
export const planTokensSince = (sql: SqlStorage, since: number): number =>
  sql
    .exec<{ tokens: number }>(
      `select coalesce(sum(plan_tokens), 0) as tokens from journal
        where plan_tokens > 0 and at >= ? and kind <> 'reserve'`,
      since
    )
    .one().tokens

export interface GivenTokens {
  lines: GivenLine[]
  isFrozen: boolean
}

/** The lines that gave tokens, or took them away without work, in the order of the journal. */
export const givenTokens = (sql: SqlStorage): GivenTokens => ({
  lines: sql
    .exec<Record<string, string | number> & GivenLine>(
      `select operation_id as id, kind, balance_delta as tokens from journal
        where kind in ('credit', 'debit', 'correct') order by seq`
    )
    .toArray(),
  isFrozen: sql.exec('select 1 from wallet where frozen_at is not null').toArray().length > 0
})
