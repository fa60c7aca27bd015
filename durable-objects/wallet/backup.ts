// A wallet as it goes into a backup, and how it comes back. Restoring adds lines of the journal as they were written and
// compares those that are there already: it never changes or removes one, and may be repeated after any interruption.
import type { LedgerSums } from '#domain/ledger-audit.ts'
import type { WalletAccount, WalletHead, WalletPage, WalletRow, RestoredWallet } from './backup-calls.ts'
import { auditJournal } from './audit.ts'
import { insertRow } from './insert-row.ts'
import type { WalletJournal } from './journal.ts'

/** Of one call: about a megabyte. */
const linesPerPage = 2000

const isSameRow = (one: WalletRow, other: WalletRow): boolean =>
  Object.entries(one).every(([column, value]) => other[column] === value)

const isSameAccount = (one: WalletAccount, other: WalletAccount): boolean =>
  one.available === other.available &&
  one.reserved === other.reserved &&
  one.used === other.used &&
  one.debt === other.debt

export class WalletBackup {
  readonly #storage: DurableObjectStorage
  readonly #journal: WalletJournal

  constructor(storage: DurableObjectStorage, journal: WalletJournal) {
    this.#storage = storage
    this.#journal = journal
  }

  /** The wallet of this moment, without its lines. */
  head(): WalletHead {
    const { sql } = this.#storage
    return {
      lastSeq: this.#journal.lastSeq(),
      createdAt: this.#journal.createdAt(),
      ...this.#journal.freezing.state(),
      account: this.#account(),
      reservations: sql.exec<WalletRow>('select * from reservations order by operation_id').toArray(),
      budgets: this.#journal.budgets.rows()
    }
  }

  /** The next lines behind `after`, none behind `upTo`. */
  lines(after: number, upTo: number): WalletPage {
    const lines = this.#storage.sql
      .exec<WalletRow>(
        'select * from journal where seq > ? and seq <= ? order by seq limit ?',
        after,
        upTo,
        linesPerPage
      )
      .toArray()
    return { lines, isLast: lines.length < linesPerPage }
  }

  /**
   * Adds lines that are missing.
   * @returns the first existing line that differs; null: none
   */
  addLines(lines: readonly WalletRow[]): number | null {
    const { sql } = this.#storage
    return this.#storage.transactionSync(() => {
      const { last } = sql.exec<{ last: number }>('select coalesce(max(seq), 0) as last from journal').one()
      for (const line of lines) {
        const seq = Number(line['seq'])
        if (seq > last) insertRow(sql, 'journal', line)
        else if (!isSameRow(line, sql.exec<WalletRow>('select * from journal where seq = ?', seq).one())) return seq
      }
      this.#journal.reread()
      return null
    })
  }

  /**
   * Writes the rows beside the lines, counts the whole journal and compares the account with what it was.
   * @param copiedSeq the last line that D1 has: what follows is copied again
   */
  finish(head: WalletHead, copiedSeq: number): RestoredWallet {
    const { sql } = this.#storage
    if (this.#journal.lastSeq() !== head.lastSeq) return { state: 'other-lines', violations: [] }
    if (copiedSeq > head.lastSeq) return { state: 'database-ahead', violations: [] }
    this.#storage.transactionSync(() => {
      sql.exec(
        `update wallet set created_at = ?, frozen_at = ?, frozen_because = ?, copied_seq = ?, copy_failures = 0, copy_at = ?`,
        head.createdAt,
        head.frozenAt,
        head.frozenBecause,
        copiedSeq,
        copiedSeq < head.lastSeq ? Date.now() : null
      )
      sql.exec('delete from reservations')
      for (const row of head.reservations) insertRow(sql, 'reservations', row)
      if (head.budgets) sql.exec('delete from budgets')
      for (const row of head.budgets ?? []) insertRow(sql, 'budgets', row)
      this.#journal.reread()
    })
    const violations = this.#violations()
    // A frozen wallet may disagree: it is restored as it was, for an operator to correct.
    const isWhole = head.frozenAt !== null || violations.length === 0
    return { state: isWhole && isSameAccount(this.#account(), head.account) ? 'restored' : 'differs', violations }
  }

  #account(): WalletAccount {
    const { availableTokens, reservedTokens, usedTokens, debtTokens } = this.#journal.account()
    return { available: availableTokens, reserved: reservedTokens, used: usedTokens, debt: debtTokens }
  }

  #violations(): string[] {
    const { sql } = this.#storage
    let audited = auditJournal(sql, this.#journal, true)
    let counted: LedgerSums['seq'] = -1
    while (audited.state === 'unfinished' && audited.sums.seq > counted) {
      counted = audited.sums.seq
      audited = auditJournal(sql, this.#journal, false)
    }
    return audited.state === 'agrees' ? [] : [...audited.violations, audited.state]
  }
}
