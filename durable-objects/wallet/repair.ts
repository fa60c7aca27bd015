// What freezes a wallet, and how an operator ends that: a count of the whole journal, a thaw when it agrees, a correction
// by one line. Must never thaw a wallet that disagrees, and never correct one that is not frozen.
import { auditJournal } from './audit.ts'
import type { CorrectCommand, CorrectResult, ThawResult, WalletAudit, WalletInspection } from './calls.ts'
import { noDetails } from './line.ts'
import { movementTotals } from './open-operations.ts'
import { reckoningOf } from './reckoning.ts'
import type { WalletInside } from './inside.ts'

const correctionService = 'correction'

export class WalletRepair {
  readonly #around: WalletInside

  constructor(around: WalletInside) {
    this.#around = around
  }

  audit(isFresh = false): WalletAudit {
    const { storage, journal, freeze, view, beside } = this.#around
    const audited = auditJournal(storage.sql, journal, isFresh)
    const others = audited.state === 'agrees' ? beside() : []
    const violations = [...audited.violations, ...others]
    const { sums } = audited
    const state = others.length > 0 ? 'disagrees' : audited.state
    if (violations.length > 0) freeze(violations.join('; '))
    return { state, sums, violations, account: view(journal.account()) }
  }

  inspect(isFresh: boolean, copiedSeq?: number): WalletInspection {
    const { journal, storage } = this.#around
    const { sql } = storage
    const audit = this.audit(isFresh)
    const { balanceTokens, reservedTokens, chargedTokens: usedTokens } = movementTotals(sql)
    const counted = { freeTokens: balanceTokens - reservedTokens, reservedTokens, usedTokens }
    const openReservations = journal.reservations.all().length
    const reckoning = copiedSeq === undefined || audit.state === 'unfinished' ? null : reckoningOf(sql, copiedSeq)
    return { ...audit, ...journal.freezing.state(), seq: journal.lastSeq(), counted, openReservations, reckoning }
  }

  thaw(isFresh: boolean): ThawResult {
    const { journal } = this.#around
    if (!journal.freezing.isFrozen()) return { state: 'not-frozen', violations: [] }
    const { state, violations } = this.audit(isFresh)
    if (state !== 'agrees') return { state, violations }
    journal.freezing.thaw()
    return { state: 'thawed', violations }
  }

  correct({ id, freeTokens, seq, reason }: CorrectCommand): CorrectResult {
    const { journal, onCorrected } = this.#around
    const details = {
      ...noDetails,
      fingerprint: JSON.stringify([correctionService, freeTokens]),
      service: correctionService,
      action: { kind: 'correction', reason } as const,
      outcome: 'corrected'
    }
    const result = journal.correct({ id, freeTokens, seq }, details, Date.now())
    if (result === 'corrected') onCorrected(journal.account())
    return { state: result }
  }
}
