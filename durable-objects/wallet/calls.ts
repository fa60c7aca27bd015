// The calls about one user's money: what goes in, what comes out. Every call may be repeated safely with the same arguments.
import type { SpentBudget } from '#contract/budget-words.ts'
import type { Settlement } from '#contract/answers.ts'
import type { OperationAction } from '#contract/operation-actions.ts'
import type { LedgerSums } from '#domain/ledger-audit.ts'
import type { EntryKind } from '#domain/ledger.ts'
import type { LedgerCopy } from './copy.ts'

/** Site tokens; `createdAt` in milliseconds since the epoch. */
export interface WalletView {
  availableTokens: number
  reservedTokens: number
  usedTokens: number
  /** Tokens taken back after they had been spent; while there is debt, nothing is available. */
  debtTokens: number
  createdAt: number
}

export interface CreditCommand {
  /** The id of the payment or grant, never chosen by a client. An id that was used for a reservation is refused. */
  id: string
  amountTokens: number
  service: string
  action: OperationAction
}

export interface CreditResult {
  state: 'credited' | 'known' | 'conflict'
  account: WalletView
}

/** excess: more would be taken back than was ever credited, so nothing is, and the wallet is frozen. */
export interface DebitResult {
  state: 'debited' | 'known' | 'conflict' | 'excess'
  account: WalletView
}

/** Who does the work. When the reservation is overdue, the wallet asks about the outcome: the answers, the job's row, or the tab of calls. */
export type ReservationOwner = 'answer' | 'job' | 'api'

export interface ReserveCommand {
  id: string
  /** Fingerprint of the client's request: the same id with another fingerprint, owner or service is refused. */
  fingerprint: string
  /** Stored with the reservation: later price changes do not affect it. */
  priceTokens: number
  owner: ReservationOwner
  /** `model`: null where the service has no choice of models. */
  operation: { service: string; model: string | null; action: OperationAction }
  /**
   * Longer than the work can take; at most a week. The owner of what is not dispatched is asked much earlier, so its
   * record of the work (the job's row) must exist within a minute of this call.
   */
  lifetimeMs: number
  /** How many open reservations of this owner kind the user may have, including this one. */
  runningMax: number
  /** True when the provider is called right after this call: reservation and dispatch are then one commit. */
  dispatches?: boolean
  /**
   * The plan that covers the price: nothing is reserved or charged, until the prices covered since `since` reach
   * `maxTokens`. A later change of the plan does not affect an operation that has begun.
   */
  plan?: { since: number; maxTokens: number } | undefined
}

export type ReserveResult =
  /** `isOnPlan`: a plan covers it, and nothing was reserved. */
  | { state: 'reserved'; account: WalletView; isOnPlan?: boolean }
  /** The same request is already running, at the price that it was reserved with. */
  | { state: 'known'; status: 'open'; priceTokens: number; isOnPlan?: boolean }
  | { state: 'closed'; outcome: string; chargedTokens: number }
  | { state: 'conflict' }
  | { state: 'insufficient'; availableTokens: number }
  | { state: 'too-many-running' }
  /** Fair use: the plan covers nothing more until its next day. */
  | { state: 'plan-exhausted' }
  /** A limit of the user's own stops it: the tightest one. */
  | { state: 'over-budget'; budget: SpentBudget }
  | { state: 'frozen' }

export interface SettleCommand {
  id: string
  /** 0 is allowed. The part above the reserved amount is the platform's loss. */
  chargedTokens: number
  outcome: string
  upstreamModel: string | null
  /** How often the provider was called. */
  attempts: number
}

export interface ReleaseCommand {
  id: string
  outcome: string
}

/**
 * ended: this call ended it. known: an earlier call did; `outcome` and the charge are those of that call. missing: no
 * such reservation was ever opened, and all amounts are 0.
 */
export type EndResult = Settlement & { state: 'ended' | 'known' | 'missing'; outcome: string }

/** One line of the history, as it is copied to D1. Times in milliseconds since the epoch. */
export interface HistoryRow {
  operationId: string
  /** Sequence number of the line that ended the operation; for an open reservation, of the line that opened it. */
  seq: number
  service: string
  action: OperationAction
  model: string | null
  upstreamModel: string | null
  outcome: string
  priceTokens: number
  reservedTokens: number
  /** How much the balance decreased; negative for a credit. */
  costTokens: number
  returnedTokens: number
  /** What it would have cost without the plan that covered it; otherwise 0. */
  planTokens: number
  attempts: number
  balanceAfter: number
  createdAt: number
  finishedAt: number
}

export interface HistoryPage {
  limit: number
  /** The `seq` of the oldest row that the caller has: the page holds older ones. */
  beforeSeq?: number
}

/** One consistent snapshot. `ended`: newest first. `running`: the operations that hold `account.reservedTokens`. */
export interface WalletHistory {
  ended: HistoryRow[]
  running: HistoryRow[]
  account: WalletView
}

interface OperationStep {
  kind: EntryKind
  at: number
  balanceDelta: number
  reservedDelta: number
  availableAfter: number
  reservedAfter: number
  debtAfter: number
}

export interface OperationSteps {
  row: HistoryRow
  steps: OperationStep[]
}

/**
 * unfinished: more lines are left than one call reads; the next call continues. agrees, disagrees: the result for the
 * whole journal; an account that disagrees has been frozen.
 */
export interface WalletAudit {
  state: 'agrees' | 'disagrees' | 'unfinished'
  sums: LedgerSums
  violations: string[]
  /** As the newest line has it, also when that is impossible. */
  account: WalletView
}

/** Up to the last line that D1 has. */
export interface Reckoning {
  /** From the newest correction on. */
  balanceSum: number
  /** After that line; null when the wallet has no such line. */
  lastBalance: number | null
  /** The last line that D1 has confirmed. */
  copiedSeq: number
  /** When the oldest line was written that D1 has not confirmed. */
  uncopiedSince: number | null
  /** The open ones. */
  reservations: { operationId: string; owner: ReservationOwner; createdAt: number }[]
}

/** What an operator sees. `counted`: the sums of all movements; free tokens are a debt when negative. */
export interface WalletInspection extends WalletAudit {
  frozenAt: number | null
  frozenBecause: string | null
  /** Sequence number of the newest line; 0 for an empty journal. */
  seq: number
  counted: { freeTokens: number; reservedTokens: number; usedTokens: number }
  openReservations: number
  /** Only when the caller asked for it. */
  reckoning: Reckoning | null
}

/** `unfinished`: as for an audit; the next call continues. */
export interface ThawResult {
  state: 'thawed' | 'not-frozen' | 'disagrees' | 'unfinished'
  violations: string[]
}

export interface CorrectCommand {
  /** The id of the operator's action. */
  id: string
  /** Available tokens afterwards, or the debt when negative. */
  freeTokens: number
  /** The newest line that the operator has seen. */
  seq: number
  /** As the operator typed it; never shown to the user. */
  reason: string
}

/** changed: lines were added after `seq`. impossible: no account has so large a debt. */
export interface CorrectResult {
  state: 'corrected' | 'known' | 'not-frozen' | 'changed' | 'impossible'
}

export interface WalletCalls {
  /** @throws RangeError when the amount is not a positive whole number */
  credit(command: CreditCommand): Promise<CreditResult>
  /** Takes back credited tokens; spent ones become a debt. @throws RangeError when the amount is not a positive whole number */
  debit(command: CreditCommand): Promise<DebitResult>
  /**
   * A refusal stores nothing: the same id may succeed after a top-up. An id whose work never began may be reserved again.
   * @throws RangeError on a bad amount or lifetime
   */
  reserve(command: ReserveCommand): Promise<ReserveResult>
  /** Reserves for several operations, in their order; or for none, and the only result is the refusal. @throws RangeError */
  reserveAll(commands: readonly ReserveCommand[]): Promise<ReserveResult[]>
  /** The price of an open reservation, also of one that a plan covers; null: there is none with this id. */
  openPrice(id: string): Promise<number | null>
  /** Called right before the provider; false means that the provider must not be called. */
  markDispatched(id: string): Promise<boolean>
  /** A reservation ends once; later calls get the first outcome. @throws RangeError on a negative charge */
  settle(command: SettleCommand): Promise<EndResult>
  release(command: ReleaseCommand): Promise<EndResult>
  view(): Promise<WalletView>
  history(page: HistoryPage): Promise<WalletHistory>
  operation(id: string): Promise<OperationSteps | null>
  /** These lines of the journal as they were copied to D1. */
  linesBetween(firstSeq: number, lastSeq: number): Promise<LedgerCopy>
  /** Sums the journal again and compares it with the balance, a bounded number of lines per call. */
  audit(): Promise<WalletAudit>
  /**
   * The same with all facts for an operator or the nightly check.
   * @param isFresh begins at the first line
   * @param copiedSeq the last line that D1 has, for a reckoning
   */
  inspect(isFresh: boolean, copiedSeq?: number): Promise<WalletInspection>
  /** Thaws a frozen wallet once the whole journal has been counted and agrees. @param isFresh for the first call */
  thaw(isFresh: boolean): Promise<ThawResult>
  /** Adds the line of a correction to a frozen wallet, once for one id. */
  correct(command: CorrectCommand): Promise<CorrectResult>
}
