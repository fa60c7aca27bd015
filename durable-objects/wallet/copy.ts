// Copies the journal of one wallet to D1, in order and without gaps: a batch begins right after the last line that D1
// confirmed; after a lost confirmation the same rows are sent again. D1 is a copy for reports, never the authority.
import { copyLedger, type LedgerEntryRow, type UsageRow } from '#data/history/ledger.ts'
import type { History } from '#data/base/database.ts'
import { nameOf, report } from '#notices/report.ts'
import { actionOf, balanceAfter, chainedLines, type ChainedRow, historyRowOf, isShownEnd } from './history.ts'

const linesPerBatch = 45
const pauseMaxMs = 5 * 60_000

function reasonOf(row: ChainedRow): LedgerEntryRow['reason'] {
  const { kind, reason, outcome, loss_tokens: lossTokens } = row
  if (kind !== 'settle' && kind !== 'release' && kind !== 'expire') return actionOf(row)
  return { kind: reason ?? outcome, ...(lossTokens > 0 && { lossTokens }) }
}

const entryOf = (userId: string, row: ChainedRow): LedgerEntryRow => ({
  userId,
  seq: row.seq,
  operationId: row.operation_id,
  kind: row.kind,
  balanceDelta: row.balance_delta,
  reservedDelta: row.reserved_delta,
  balanceAfter: balanceAfter(row),
  reservedAfter: row.reserved_after,
  reason: reasonOf(row),
  at: row.at
})

const usageOf = (userId: string, row: ChainedRow): UsageRow => ({ userId, ...historyRowOf(row) })

function uncopied(sql: SqlStorage): ChainedRow[] {
  return sql
    .exec<ChainedRow>(
      `${chainedLines} where line.seq > (select copied_seq from wallet) order by line.seq limit ?`,
      linesPerBatch
    )
    .toArray()
}

/** Lines, oldest first, and the operations that ended with them. */
export interface LedgerCopy {
  entries: LedgerEntryRow[]
  ended: UsageRow[]
  /** Sequence number of the last line; 0 when there is none. */
  lastSeq: number
}

const copyOf = (userId: string, rows: readonly ChainedRow[]): LedgerCopy => ({
  entries: rows.map((row) => entryOf(userId, row)),
  ended: rows.filter(isShownEnd).map((row) => usageOf(userId, row)),
  lastSeq: rows.at(-1)?.seq ?? 0
})

/** The next lines that D1 does not have, a bounded number. */
export const uncopiedLedger = (sql: SqlStorage, userId: string): LedgerCopy => copyOf(userId, uncopied(sql))

/** These lines as they were copied to D1. */
export const ledgerBetween = (sql: SqlStorage, userId: string, firstSeq: number, lastSeq: number): LedgerCopy =>
  copyOf(
    userId,
    sql
      .exec<ChainedRow>(`${chainedLines} where line.seq between ? and ? order by line.seq`, firstSeq, lastSeq)
      .toArray()
  )

/** Notes that D1 confirmed these lines. If lines are left, the time of the next copy is stored. */
export function markCopied(sql: SqlStorage, { lastSeq }: LedgerCopy): void {
  // Lines added while D1 was writing are the next batch: `copy_at` is set to now.
  sql.exec(
    `update wallet set copied_seq = max(copied_seq, ?1), copy_failures = 0,
      copy_at = case when (select coalesce(max(seq), 0) from journal) > max(copied_seq, ?1) then ?2 end`,
    lastSeq,
    Date.now()
  )
}

/** Copies one batch. @throws what D1 threw */
async function copyJournal(sql: SqlStorage, history: History, userId: string): Promise<void> {
  const copy = uncopiedLedger(sql, userId)
  if (copy.entries.length > 0) await copyLedger(history, copy.entries, copy.ended)
  markCopied(sql, copy)
}

/** Pauses copying, longer after every failure. @returns the number of failures in a row */
function pauseCopying(sql: SqlStorage, now: number): number {
  const { failures } = sql
    .exec<{ failures: number }>(
      'update wallet set copy_failures = copy_failures + 1 returning copy_failures as failures'
    )
    .one()
  sql.exec('update wallet set copy_at = ?', now + Math.min(1000 * 2 ** (failures - 1), pauseMaxMs))
  return failures
}

const isCopyDue = (sql: SqlStorage, now: number) =>
  sql.exec('select 1 from wallet where copy_at <= ?', now).toArray().length > 0

/** Copies a batch if one is due. A failure is reported and retried later. */
export async function copyDue(sql: SqlStorage, history: () => History, userId: string): Promise<void> {
  if (!isCopyDue(sql, Date.now())) return
  try {
    await copyJournal(sql, history(), userId)
  } catch (error) {
    const failures = pauseCopying(sql, Date.now())
    report(userId, { event: 'wallet-copy-failed', failures, error: nameOf(error) })
  }
}
