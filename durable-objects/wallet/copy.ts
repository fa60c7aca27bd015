// Copies the journal of one Wallet to D1, in order and without gaps: a batch begins right after the last line that D1
// confirmed, and a lost confirmation only means that the same rows are sent again. D1 is the report, never the truth.
import { copyLedger, type LedgerEntryRow, type UsageRow } from '#data/ledger.ts'
import type { Database } from '#data/database.ts'
import { nameOf, report } from '#notices/report.ts'
import { balanceAfter, chainedLines, type ChainedRow, historyRowOf } from './history.ts'

const linesPerBatch = 45
const pauseMaxMs = 5 * 60_000

const entryOf = (userId: string, row: ChainedRow): LedgerEntryRow => ({
  userId,
  seq: row.seq,
  operationId: row.operation_id,
  kind: row.kind,
  balanceDelta: row.balance_delta,
  reservedDelta: row.reserved_delta,
  balanceAfter: balanceAfter(row),
  reservedAfter: row.reserved_after,
  reason: row.loss_tokens > 0 ? `${row.reason}; platform loss ${row.loss_tokens}` : row.reason,
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

/** Copies one batch. What is left, or failed, has its time in the rows when this returns. @throws what D1 threw */
async function copyJournal(sql: SqlStorage, database: Database, userId: string): Promise<void> {
  const rows = uncopied(sql)
  const last = rows.at(-1)
  if (last) {
    await copyLedger(
      database,
      rows.map((row) => entryOf(userId, row)),
      rows.filter((row) => row.kind !== 'reserve').map((row) => usageOf(userId, row))
    )
  }
  // Lines that were written while D1 worked keep the object busy: they are the next batch.
  sql.exec(
    `update wallet set copied_seq = max(copied_seq, ?1), copy_failures = 0,
      copy_at = case when (select coalesce(max(seq), 0) from journal) > max(copied_seq, ?1) then ?2 end`,
    last?.seq ?? 0,
    Date.now()
  )
}

/** Pauses copying, longer after every failure. @returns how often it failed in a row */
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

/** Copies when it is time to; a failure is reported and has its next time. */
export async function copyDue(sql: SqlStorage, database: Database, userId: string): Promise<void> {
  if (!isCopyDue(sql, Date.now())) return
  try {
    await copyJournal(sql, database, userId)
  } catch (error) {
    const failures = pauseCopying(sql, Date.now())
    report(userId, { event: 'wallet-copy-failed', failures, error: nameOf(error) })
  }
}
