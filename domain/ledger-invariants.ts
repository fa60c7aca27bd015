// The invariants of money, as functions: the wallet asserts them before every commit, the tests after every command.
// Each returns the violations; an empty list means that all hold.
import { type Account, balanceOf, emptyAccount, type Entry, applyMovement } from './ledger.ts'

/** A money invariant would be broken. Never shown to a user; the transaction must be rolled back. */
export class InvariantViolation extends Error {
  override name = 'InvariantViolation'
}

/** One line of the journal: an entry, its sequence number, and the account after it. */
export interface JournalLine extends Entry {
  seq: number
  after: Account
}

export interface OpenReservation {
  operationId: string
  priceTokens: number
  /** Milliseconds since the epoch. */
  dueAt: number
}

/** One row of the history a user sees. */
export interface HistoryLine {
  operationId: string
  /** How much the balance decreased; negative for a credit. */
  costTokens: number
  balanceAfter: number
}

const fields = ['creditedTokens', 'availableTokens', 'reservedTokens', 'usedTokens', 'debtTokens'] as const
const sameAccount = (one: Account, other: Account) => fields.every((field) => one[field] === other[field])

/** Tokens are neither created nor lost, and no amount is below zero. */
export function accountViolations(account: Account): string[] {
  const violations = fields
    .filter((field) => !Number.isSafeInteger(account[field]) || account[field] < 0)
    .map((field) => `${field} is not a whole number from zero up`)
  const { creditedTokens, availableTokens, reservedTokens, usedTokens, debtTokens } = account
  if (creditedTokens + debtTokens !== availableTokens + reservedTokens + usedTokens)
    violations.push('credited tokens are not what is available, reserved and used')
  if (availableTokens > 0 && debtTokens > 0) violations.push('tokens are available while there is a debt')
  return violations
}

/** A line that a plan covers must not move the balance as well. */
const isBorneTwice = ({ kind, planTokens = 0, balanceDelta, reservedDelta }: JournalLine) =>
  planTokens < 0 ||
  (planTokens > 0 && (kind === 'credit' || kind === 'debit' || balanceDelta !== 0 || reservedDelta !== 0))

const isUnequalLoss = ({ kind, balanceDelta, chargedTokens }: JournalLine) =>
  kind !== 'credit' && balanceDelta !== 0 - chargedTokens

/** The account after a correction is declared, whatever the line before it says. */
const isChargingCorrection = ({ chargedTokens, lossTokens, planTokens = 0 }: JournalLine) =>
  chargedTokens !== 0 || lossTokens !== 0 || planTokens !== 0

/** A line continues the one before: no gap, the account moved as the entry says, no charge above its reservation. */
export function lineViolations(previous: JournalLine | null, line: JournalLine): string[] {
  const violations = accountViolations(line.after)
  if (line.seq !== (previous?.seq ?? 0) + 1) violations.push('the journal has a gap')
  if (line.kind === 'correct')
    return isChargingCorrection(line) ? [...violations, 'a correction charges or loses tokens'] : violations
  if (!sameAccount(applyMovement(previous?.after ?? emptyAccount, line), line.after))
    violations.push('the account is not its predecessor plus the entry')
  if (line.chargedTokens < 0 || line.lossTokens < 0) violations.push('a charge or a loss is negative')
  const opens = line.kind === 'credit' || line.kind === 'debit' || line.kind === 'reserve'
  if (line.chargedTokens > (opens ? 0 : -line.reservedDelta)) violations.push('a charge is above its reservation')
  if (line.kind === 'debit' ? line.balanceDelta >= 0 || line.reservedDelta !== 0 : isUnequalLoss(line))
    violations.push('the balance did not change by the charge')
  if (isBorneTwice(line)) violations.push('a plan and the balance both cover the price')
  return violations
}

/** The reserved tokens are exactly the open reservations, and each of them has a deadline. */
export function reservationViolations(account: Account, open: readonly OpenReservation[]): string[] {
  const violations: string[] = []
  const sum = open.reduce((total, { priceTokens }) => total + priceTokens, 0)
  if (sum !== account.reservedTokens) violations.push('reserved tokens are not the sum of open reservations')
  if (open.some(({ dueAt }) => !Number.isSafeInteger(dueAt) || dueAt <= 0))
    violations.push('an open reservation has no deadline')
  return violations
}

/** The whole journal: every line continues the one before, an id opens once, and a reservation ends at most once. */
export function journalViolations(lines: readonly JournalLine[]): string[] {
  let violations: string[] = []
  const held = new Map<string, number>()
  const begun = new Set<string>()
  let previous: JournalLine | null = null
  for (const line of lines) {
    // A correction settles all violations before it.
    if (line.kind === 'correct') violations = []
    violations.push(...lineViolations(previous, line).map((text) => `entry ${line.seq}: ${text}`))
    const { kind, operationId } = line
    if (kind === 'correct' || kind === 'credit' || kind === 'debit' || kind === 'reserve') {
      if (begun.has(operationId)) violations.push(`entry ${line.seq}: its id has begun before`)
      begun.add(operationId)
      if (kind === 'reserve') held.set(operationId, line.reservedDelta)
    } else {
      if (held.get(operationId) !== 0 - line.reservedDelta)
        violations.push(`entry ${line.seq}: it ends no open reservation of its size`)
      held.delete(operationId)
    }
    previous = line
  }
  return violations
}

/** The history, oldest first, adds up: row by row to each balance, and in total to the current one. */
export function historyViolations(rows: readonly HistoryLine[], account: Account): string[] {
  const violations: string[] = []
  let balance = 0
  for (const row of rows) {
    balance -= row.costTokens
    if (balance !== row.balanceAfter) violations.push(`history of ${row.operationId} does not add up`)
  }
  if (balance !== balanceOf(account)) violations.push('the history does not sum to the balance')
  return violations
}

/** @throws InvariantViolation naming everything that does not hold. */
export function assertHolds(violations: readonly string[]): void {
  if (violations.length > 0) throw new InvariantViolation(violations.join('; '))
}
