// Proves a balance: sums the journal again, line by line, and compares the sums with the wallet's account. Pure. Uses
// only the movements of the lines, never a stored balance.
import {
  accountViolations,
  type JournalLine,
  lineViolations,
  type OpenReservation,
  reservationViolations
} from './ledger-invariants.ts'
import type { Account } from './ledger.ts'

/** The sums of the lines up to `seq`, in tokens. */
export interface LedgerSums {
  seq: number
  /** Credits of purchases. All other credits count as granted. */
  purchasedTokens: number
  grantedTokens: number
  /** Moved by corrections of operators. */
  correctedTokens: number
  /** Taken back because of refunds. */
  takenBackTokens: number
  chargedTokens: number
  /** Reserved minus released. */
  reservedTokens: number
  /** The number of credits, debits and ended reservations. */
  operations: number
}

export const noSums: LedgerSums = {
  seq: 0,
  purchasedTokens: 0,
  grantedTokens: 0,
  correctedTokens: 0,
  takenBackTokens: 0,
  chargedTokens: 0,
  reservedTokens: 0,
  operations: 0
}

/**
 * A line, and whether it is about a purchase. `isGrowth`: a tab of calls released a reservation for a larger or smaller one, or for
 * none, so no operation has ended.
 */
export type AuditedLine = JournalLine & { isPurchase: boolean; isGrowth?: boolean }

function add(sums: LedgerSums, { kind, balanceDelta, reservedDelta, chargedTokens, seq, ...line }: AuditedLine) {
  const credit = kind === 'credit' ? balanceDelta : 0
  return {
    seq,
    purchasedTokens: sums.purchasedTokens + (line.isPurchase ? credit : 0),
    grantedTokens: sums.grantedTokens + (line.isPurchase ? 0 : credit),
    correctedTokens: sums.correctedTokens + (kind === 'correct' ? balanceDelta : 0),
    takenBackTokens: sums.takenBackTokens - (kind === 'debit' ? balanceDelta : 0),
    chargedTokens: sums.chargedTokens + chargedTokens,
    reservedTokens: sums.reservedTokens + reservedDelta,
    operations: sums.operations + (kind === 'reserve' || line.isGrowth ? 0 : 1)
  }
}

/**
 * Continues a sum.
 * @param previous the line of `sums.seq`, null before the first
 * @param correctedSeq the newest correction: violations up to it are settled; 0 when there is none
 * @returns the sums after the last line, and the violations found in these lines
 */
export function addLines(
  sums: LedgerSums,
  previous: JournalLine | null,
  lines: readonly AuditedLine[],
  correctedSeq = 0
): { sums: LedgerSums; violations: string[] } {
  const violations: string[] = []
  let [sum, before] = [sums, previous]
  for (const line of lines) {
    if (line.seq >= correctedSeq)
      violations.push(...lineViolations(before, line).map((text) => `entry ${line.seq}: ${text}`))
    sum = add(sum, line)
    before = line
  }
  return { sums: sum, violations }
}

/** Credits and corrections minus what was taken back, charged and reserved: the available tokens, or the debt when negative. */
export const freeTokensOf = (sums: LedgerSums): number =>
  sums.purchasedTokens +
  sums.grantedTokens +
  sums.correctedTokens -
  sums.takenBackTokens -
  sums.chargedTokens -
  sums.reservedTokens

/** Compares the sums of the whole journal with the account, and the account with the open reservations. */
export function auditViolations(sums: LedgerSums, account: Account, open: readonly OpenReservation[]): string[] {
  const violations = [...accountViolations(account), ...reservationViolations(account, open)]
  if (freeTokensOf(sums) !== account.availableTokens - account.debtTokens)
    violations.push('the journal does not add up to what is available')
  if (sums.reservedTokens !== account.reservedTokens) violations.push('the journal does not add up to what is reserved')
  if (sums.chargedTokens !== account.usedTokens) violations.push('the journal does not add up to what is used')
  return violations
}
