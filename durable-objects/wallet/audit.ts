// «Проверить баланс»: adds the journal up in pieces, each from where the last one stopped. Old lines never change, so what
// was added up before is kept; when it does not fit, everything is counted once more from the first line before anybody
// is alarmed.
import { addLines, auditViolations, type AuditedLine, type LedgerSums, noSums } from '#domain/ledger-audit.ts'
import type { JournalLine } from '#domain/ledger-invariants.ts'
import type { WalletAudit } from './calls.ts'
import { lineOf, type LineRow, type WalletJournal } from './journal.ts'

/** A few milliseconds of work: money waits behind it. */
const linesPerCall = 2000

/** Of the credits of purchases in the journal. */
const purchaseService = 'payment'

export interface Audited {
  state: WalletAudit['state']
  sums: LedgerSums
  /** Only of a count that began at the first line. */
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

type ServiceLine = LineRow & { service: string | null }

const auditedOf = (row: ServiceLine): AuditedLine => ({ ...lineOf(row), isPurchase: row.service === purchaseService })

function previousLine(sql: SqlStorage, seq: number): JournalLine | null {
  const [row] = sql.exec<LineRow>('select * from journal where seq = ?', seq).toArray()
  return row ? lineOf(row) : null
}

/** Ends of reservations that never were, or were of another size. */
const misfits = (sql: SqlStorage, after: number, upTo: number): string[] =>
  sql
    .exec<{ seq: number }>(
      `select line.seq from journal line
        left join journal opening on opening.operation_id = line.operation_id and opening.kind = 'reserve'
        where line.seq > ? and line.seq <= ? and line.kind in ('settle', 'release', 'expire')
          and (opening.seq is null or opening.seq > line.seq or opening.reserved_delta <> 0 - line.reserved_delta)`,
      after,
      upTo
    )
    .toArray()
    .map(({ seq }) => `entry ${seq}: it ends no open reservation of its size`)

/** Adds up the next lines, and compares at the last of them. Synchronous: no line comes in between. */
export function auditJournal(sql: SqlStorage, journal: WalletJournal): Audited {
  const { sums: from, isRecounting } = keptSums(sql)
  const rows = sql
    .exec<ServiceLine>('select * from journal where seq > ? order by seq limit ?', from.seq, linesPerCall)
    .toArray()
  const counted = addLines(from, previousLine(sql, from.seq), rows.map(auditedOf))
  const isFinished = counted.sums.seq === journal.lastSeq()
  const violations = [
    ...counted.violations,
    ...misfits(sql, from.seq, counted.sums.seq),
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
