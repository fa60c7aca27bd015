// The calls of a Wallet: what goes in, what comes out. Every call may be repeated safely with the same arguments.
import type { Settlement } from '#contract/answers.ts'
import type { LedgerSums } from '#domain/ledger-audit.ts'
import type { EntryKind } from '#domain/ledger.ts'

/** Site tokens; `createdAt` in milliseconds since the epoch. */
export interface WalletView {
  availableTokens: number
  reservedTokens: number
  usedTokens: number
  /** Taken back after they were used; nothing is available meanwhile. */
  debtTokens: number
  createdAt: number
}

export interface CreditCommand {
  /** The payment or grant. Not a client's choice: an id that was used for a reservation is refused. */
  id: string
  amountTokens: number
  service: string
  /** What the history says. */
  action: string
  /** What the ledger says; never shown to a user. */
  reason: string
}

export interface CreditResult {
  state: 'credited' | 'known' | 'conflict'
  account: WalletView
}

export interface DebitResult {
  state: 'debited' | 'known' | 'conflict'
  account: WalletView
}

/** Who does the work and is asked about it when the reservation outlives its time. */
export type ReservationOwner = 'answer' | 'job'

export interface ReserveCommand {
  id: string
  /** Of the client's request: the same id with another fingerprint, owner or service is refused. */
  fingerprint: string
  /** Kept with the reservation: a later price changes nothing. */
  priceTokens: number
  owner: ReservationOwner
  /** `model`: null where the service has no choice of models. */
  operation: { service: string; model: string | null; action: string }
  /** Longer than the work can take; at most a week. */
  lifetimeMs: number
  /** Open reservations of this owner kind that the user may have, this one included. */
  runningMax: number
  /** The provider is called as soon as this is granted: saves the call of `markDispatched` on the way to an answer. */
  dispatches?: boolean
  /**
   * The plan that bears the price: nothing is held or charged, up to `maxTokens` of all that it bears since `since`. An
   * operation stays as it was begun, whatever the plan is later.
   */
  plan?: { since: number; maxTokens: number } | undefined
}

export type ReserveResult =
  /** `isOnPlan`: a plan bears it, and nothing was reserved. */
  | { state: 'reserved'; account: WalletView; isOnPlan?: boolean }
  /** The same request is running. */
  | { state: 'known'; status: 'open'; isOnPlan?: boolean }
  | { state: 'closed'; outcome: string; chargedTokens: number }
  | { state: 'conflict' }
  | { state: 'insufficient'; availableTokens: number }
  | { state: 'too-many-running' }
  /** Fair use: the plan bears no more until its next day. */
  | { state: 'plan-exhausted' }
  | { state: 'frozen' }

export interface SettleCommand {
  id: string
  /** 0 is allowed. What is above the reservation is the platform's loss. */
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
 * ended: by this call. known: by an earlier one, whose outcome and charge these are. missing: there never was such a
 * reservation, and all amounts are 0.
 */
export type EndResult = Settlement & { state: 'ended' | 'known' | 'missing'; outcome: string }

/** One line of the history, as it is copied to D1. Times in milliseconds since the epoch. */
export interface HistoryRow {
  operationId: string
  /** Of the line that ended it; of an open reservation, of the one that opened it. */
  seq: number
  service: string
  action: string
  model: string | null
  upstreamModel: string | null
  outcome: string
  priceTokens: number
  reservedTokens: number
  /** What the balance lost; negative for a credit. */
  costTokens: number
  returnedTokens: number
  /** What it would have cost without the plan under which it was free. */
  planTokens: number
  attempts: number
  balanceAfter: number
  createdAt: number
  finishedAt: number
}

export interface HistoryPage {
  limit: number
  /** The `seq` of the last row that is known: older ones are asked for. */
  beforeSeq?: number
}

/** All of one moment: `ended` newest first, `running` what holds `account.reservedTokens`. */
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
 * unfinished: more lines are left than one call reads; the next call goes on. agrees, disagrees: of the whole journal;
 * an account that disagrees has been frozen.
 */
export interface WalletAudit {
  state: 'agrees' | 'disagrees' | 'unfinished'
  sums: LedgerSums
  account: WalletView
}

export interface WalletCalls {
  /** @throws RangeError when the amount is not a positive whole number */
  credit(command: CreditCommand): Promise<CreditResult>
  /** A refusal leaves no trace: the same id may succeed after a top-up. @throws RangeError on a bad amount or time */
  /** Takes back what was credited; what is spent already becomes a debt. @throws RangeError above all that was credited */
  debit(command: CreditCommand): Promise<DebitResult>
  reserve(command: ReserveCommand): Promise<ReserveResult>
  /** To be called right before the provider is: false means that the provider must not be called. */
  markDispatched(id: string): Promise<boolean>
  /** A reservation ends once; later attempts are told the first outcome. @throws RangeError on a negative charge */
  settle(command: SettleCommand): Promise<EndResult>
  release(command: ReleaseCommand): Promise<EndResult>
  view(): Promise<WalletView>
  history(page: HistoryPage): Promise<WalletHistory>
  operation(id: string): Promise<OperationSteps | null>
  /** Adds the journal up anew and holds it against the balance, a bounded number of lines a call. */
  audit(): Promise<WalletAudit>
}
