// The figures of the wallet for the nightly check, which compares them with D1. Reads only.
import type { Reckoning, ReservationOwner } from './calls.ts'

/**
 * @param upToSeq the last line that D1 has: the sums end there. They begin with the newest correction, because D1 still has
 * the lines before it as they were before they were damaged
 */
export function reckoningOf(sql: SqlStorage, upToSeq: number): Reckoning {
  const { sum } = sql
    .exec<{ sum: number }>(
      `select coalesce(sum(balance_delta), 0) as sum from journal where seq <= ?1
        and seq >= (select coalesce(max(seq), 0) from journal where kind = 'correct' and seq <= ?1)`,
      upToSeq
    )
    .one()
  const [last] = sql
    .exec<{ balance: number }>(
      'select available_after + reserved_after - debt_after as balance from journal where seq = ?',
      upToSeq
    )
    .toArray()
  const { copied, since } = sql
    .exec<{ copied: number; since: number | null }>(
      `select copied_seq as copied, (select at from journal where seq = copied_seq + 1) as since from wallet`
    )
    .one()
  const reservations = sql
    .exec<{ operationId: string; owner: ReservationOwner; createdAt: number }>(
      `select operation_id as operationId, owner, at as createdAt from reservations cross join journal using (operation_id)
        where kind in ('credit', 'debit', 'reserve', 'correct')`
    )
    .toArray()
  return { balanceSum: sum, lastBalance: last?.balance ?? null, copiedSeq: copied, uncopiedSince: since, reservations }
}
