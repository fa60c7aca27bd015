// Proves a balance: adds the journal up anew, line by line, and holds the sums against what the wallet says. Pure. Trusts
// no stored balance: only what the lines moved counts.
import {
  accountViolations,
  type JournalLine,
  lineViolations,
  type OpenReservation,
  reservationViolations
} from './ledger-invariants.ts'
import type { Account } from './ledger.ts'

/** What the lines up to `seq` moved, in tokens. */
export interface LedgerSums {
  seq: number
  /** Credits of purchases, and all others. */
  purchasedTokens: number
  grantedTokens: number
  /** Taken back with money that was refunded. */
  takenBackTokens: number
  chargedTokens: number
  /** Held less what was let go. */
  reservedTokens: number
  /** Credits, debits and reservations that ended. */
  operations: number
}

export const noSums: LedgerSums = {
  seq: 0,
  purchasedTokens: 0,
  grantedTokens: 0,
  takenBackTokens: 0,
  chargedTokens: 0,
  reservedTokens: 0,
  operations: 0
}

/** A line, and whether it is about a purchase. */
export type AuditedLine = JournalLine & { isPurchase: boolean }

function add(sums: LedgerSums, { kind, balanceDelta, reservedDelta, chargedTokens, seq, isPurchase }: AuditedLine) {
  const credit = kind === 'credit' ? balanceDelta : 0
  return {
    seq,
    purchasedTokens: sums.purchasedTokens + (isPurchase ? credit : 0),
    grantedTokens: sums.grantedTokens + (isPurchase ? 0 : credit),
    takenBackTokens: sums.takenBackTokens - (kind === 'debit' ? balanceDelta : 0),
    chargedTokens: sums.chargedTokens + chargedTokens,
    reservedTokens: sums.reservedTokens + reservedDelta,
    operations: sums.operations + (kind === 'reserve' ? 0 : 1)
  }
}

/**
 * Goes on with a sum. @param previous the line of `sums.seq`, null before the first
 * @returns the sums behind the last of the lines, and what does not hold of these lines
 */
export function addLines(
  sums: LedgerSums,
  previous: JournalLine | null,
  lines: readonly AuditedLine[]
): { sums: LedgerSums; violations: string[] } {
  const violations: string[] = []
  let [sum, before] = [sums, previous]
  for (const line of lines) {
    violations.push(...lineViolations(before, line).map((text) => `entry ${line.seq}: ${text}`))
    sum = add(sum, line)
    before = line
  }
  return { sums: sum, violations }
}

/** Opening balance (none) plus credits, less what was taken back, charged and is held: what may be spent, or is owed. */
export const freeTokensOf = (sums: LedgerSums): number =>
  sums.purchasedTokens + sums.grantedTokens - sums.takenBackTokens - sums.chargedTokens - sums.reservedTokens

/** Holds the sums of the whole journal against the account, and the account against what is open. */
export function auditViolations(sums: LedgerSums, account: Account, open: readonly OpenReservation[]): string[] {
  const violations = [...accountViolations(account), ...reservationViolations(account, open)]
  if (freeTokensOf(sums) !== account.availableTokens - account.debtTokens)
    violations.push('the journal does not add up to what is available')
  if (sums.reservedTokens !== account.reservedTokens) violations.push('the journal does not add up to what is reserved')
  if (sums.chargedTokens !== account.usedTokens) violations.push('the journal does not add up to what is used')
  return violations
}
