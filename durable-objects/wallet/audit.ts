// «Проверить баланс»: sums the journal in portions, each continuing from where the last one stopped. Journal lines
// never change, so stored sums stay valid. When the sums disagree with the balance, everything is summed once more from
// the first line before the account is frozen.
import { addLines, auditViolations, type AuditedLine, type LedgerSums, noSums } from '#domain/ledger-audit.ts'
import { grown } from '#domain/ledger-attempts.ts'
import type { JournalLine } from '#domain/ledger-invariants.ts'
import type { WalletAudit } from './calls.ts'
import type { WalletJournal } from './journal.ts'
import { lineOf, type LineRow } from './line.ts'

/** Takes a few milliseconds; calls that move money wait that long. */
const linesPerCall = 2000

/** The service name of journal lines that credit a purchase. */
const purchaseService = 'payment'

export interface Audited {
  state: WalletAudit['state']
  sums: LedgerSums
  /** Reported only after a count that began at the first line. */
  violations: string[]
}

interface Kept extends Record<string, SqlStorageValue> {
  sums: string
  recounting: number
}

function keptSums(sql: SqlStorage): { sums: LedgerSums; isRecounting: boolean } {
  const [kept] = sql.exec<Kept>('select sums, recounting from audit').toArray()
  return kept
    ? { sums: { ...noSums, ...JSON.parse(kept.sums) }, isRecounting: kept.recounting === 1 }
    : { sums: noSums, isRecounting: false }
}

const keep = (sql: SqlStorage, sums: LedgerSums, isRecounting: boolean) =>
  sql.exec(
    'insert or replace into audit (id, sums, recounting) values (1, ?, ?)',
    JSON.stringify(sums),
    Number(isRecounting)
  )

type ServiceLine = LineRow & { service: string | null; outcome: string }

const auditedOf = (row: ServiceLine): AuditedLine => ({
  ...lineOf(row),
  isPurchase: row.service === purchaseService,
  isGrowth: row.outcome === grown
})

function previousLine(sql: SqlStorage, seq: number): JournalLine | null {
  const [row] = sql.exec<LineRow>('select * from journal where seq = ?', seq).toArray()
  return row ? lineOf(row) : null
}

/**
 * Lines that end a reservation which was never opened or had another size. The join repeats the condition of the index
 * `journal_first`, which is otherwise not used: each portion would then read the whole journal.
 */
const unmatchedEnds = (sql: SqlStorage, after: number, upTo: number): string[] =>
  sql
    .exec<{ seq: number }>(
      `select line.seq from journal line
        left join journal opening on opening.operation_id = line.operation_id
          and opening.kind in ('credit', 'debit', 'reserve', 'correct')
        where line.seq > ? and line.seq <= ? and line.kind in ('settle', 'release', 'expire')
          and (opening.seq is null or opening.kind <> 'reserve' or opening.seq > line.seq
            or opening.reserved_delta <> 0 - line.reserved_delta)`,
      after,
      upTo
    )
    .toArray()
    .map(({ seq }) => `entry ${seq}: it ends no open reservation of its size`)

/** The newest line of an operator's correction; 0 when there is none. */
const correctedSeqOf = (sql: SqlStorage): number =>
  sql.exec<{ seq: number }>("select coalesce(max(seq), 0) as seq from journal where kind = 'correct'").one().seq

/**
 * Sums the next lines and, after the last one, compares with the balance. Synchronous: no line is added meanwhile.
 * @param isFresh begins at the first line, whatever has been counted before
 */
export function auditJournal(sql: SqlStorage, journal: WalletJournal, isFresh: boolean): Audited {
  const { sums: from, isRecounting } = isFresh ? { sums: noSums, isRecounting: true } : keptSums(sql)
  const correctedSeq = correctedSeqOf(sql)
  const rows = sql
    .exec<ServiceLine>('select * from journal where seq > ? order by seq limit ?', from.seq, linesPerCall)
    .toArray()
  const counted = addLines(from, previousLine(sql, from.seq), rows.map(auditedOf), correctedSeq)
  const isFinished = counted.sums.seq === journal.lastSeq()
  const violations = [
    ...counted.violations,
    ...unmatchedEnds(sql, Math.max(from.seq, correctedSeq), counted.sums.seq),
    ...(isFinished ? auditViolations(counted.sums, journal.account(), journal.reservations.all()) : [])
  ]
  const isWhole = isRecounting || from.seq === 0
  if (violations.length > 0 && !isWhole) {
    keep(sql, noSums, true)
    return { state: 'unfinished', sums: noSums, violations: [] }
  }
  if (violations.length > 0) return { state: 'disagrees', sums: counted.sums, violations }
  keep(sql, counted.sums, isRecounting && !isFinished)
  return { state: isFinished ? 'agrees' : 'unfinished', sums: counted.sums, violations }
}
