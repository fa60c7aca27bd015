// One user's money, a part of the user's object: the only writer of a balance. Rules are in domain/ledger.ts, rows in journal.ts. All
// that moves money is synchronous: nothing can happen between reading and writing a balance, and one commit may join other writes.
import { excessRefund } from '#contract/wallet-freezing.ts'
import type { History } from '#data/base/database.ts'
import { notBegun } from '#domain/ledger-attempts.ts'
import { accountViolations, assertHolds, InvariantViolation } from '#domain/ledger-invariants.ts'
import { type Account, type Command, type Decision, isAmount } from '#domain/ledger.ts'
import type {
  CreditCommand,
  CreditResult,
  DebitResult,
  EndResult,
  HistoryPage,
  OperationSteps,
  ReleaseCommand,
  ReserveCommand,
  ReserveResult,
  SettleCommand,
  WalletHistory,
  WalletView
} from './calls.ts'
import { copyDue, type LedgerCopy, markCopied, uncopiedLedger } from './copy.ts'
import { endResultOf } from './end-result.ts'
import { endedOperations, operationSteps, runningOperations } from './history.ts'
import { WalletJournal } from './journal.ts'
import { type LineDetails, noDetails } from './line.ts'
import type { Opening } from './reservations.ts'
import { endOverdue, overdueEffects, type AskOwner } from './overdue.ts'
import { report } from '#notices/report.ts'
import type { WalletInside } from './inside.ts'
import { reserveResultOf } from './reserve-result.ts'
import { firstRefusal, reservingOf } from './reserving.ts'
import { prepareWallet } from './schema.ts'
import { type EndedReservation, standingOf } from './stored-operation.ts'

/** How long lines are gathered, so that one batch copies those of several answers. */
const gatheringMs = 2000

type ReservationCommand = Extract<Command, { kind: 'reserve' | 'settle' | 'release' }>

export interface WalletSurroundings {
  storage: DurableObjectStorage
  userId: () => string
  /** Called after every change. @param seq of the journal line that made it */
  onChange: (account: Account, seq: number) => void
  onFrozen: (violation: string) => void
  /** What else must agree with the wallet: the violations found there. */
  beside: () => string[]
}

export class Wallet {
  readonly budgets = () => this.#journal.budgets
  /** Nothing is reserved or taken then, until an operator has thawed it. */
  readonly isFrozen = (): boolean => this.#journal.freezing.isFrozen()
  readonly #journal: WalletJournal
  readonly #storage: DurableObjectStorage
  readonly #userId: () => string
  readonly #told = { view: () => this.view(), budget: () => this.budgets().tightest(Date.now()) }
  readonly #around: Pick<WalletSurroundings, 'onChange' | 'onFrozen' | 'beside'>

  constructor({ storage, userId, ...around }: WalletSurroundings) {
    prepareWallet(storage.sql, Date.now())
    this.#journal = new WalletJournal(storage)
    this.#storage = storage
    this.#userId = userId
    this.#around = around
  }

  /** What the upkeep of the wallet works on: backups and repairs, which are loaded late. */
  inside = (): WalletInside => ({
    storage: this.#storage,
    journal: this.#journal,
    beside: this.#around.beside,
    freeze: (violation) => this.#freeze(violation),
    view: (account) => this.#unchecked(account),
    onCorrected: (account) => this.#around.onChange(account, this.#journal.lastSeq())
  })

  /** @throws RangeError when the amount is not a positive whole number */
  credit(command: CreditCommand): CreditResult {
    return this.#book<CreditResult['state']>('credit', 'credited', command, () => {
      throw new RangeError('A credit was refused: invalid')
    })
  }

  /** @throws RangeError when the amount is not a positive whole number */
  debit(command: CreditCommand): DebitResult {
    return this.#book<DebitResult['state']>('debit', 'debited', command, () => {
      this.#freeze(excessRefund)
      return 'excess'
    })
  }

  /** @throws RangeError on a bad amount or lifetime */
  reserve(command: ReserveCommand): ReserveResult {
    const result = this.#reserve(command)
    // A repeated call may find its reservation overdue. It is treated as expired, because the alarm is about to end it.
    const isLate = command.dispatches === true && result.state === 'known' && !this.markDispatched(command.id)
    return isLate ? { state: 'closed', outcome: 'expired', chargedTokens: 0 } : result
  }

  /** All or none: no other call comes between the check and the writes, which are one commit. @throws RangeError */
  reserveAll(commands: readonly ReserveCommand[]): ReserveResult[] {
    const refusal = this.#guard(() => firstRefusal(this.#journal, commands, Date.now()))
    if (!refusal) return commands.map((command) => this.reserve(command))
    return [reserveResultOf(refusal, { ...this.#told, stored: null, isOnPlan: commands.some(({ plan }) => plan) })]
  }

  /** @throws RangeError on a negative charge */
  settle({ id, chargedTokens, outcome, upstreamModel, attempts }: SettleCommand): EndResult {
    const details = { ...noDetails, outcome, upstreamModel, attempts }
    return this.#end({ kind: 'settle', id, costTokens: chargedTokens }, details)
  }

  release({ id, outcome }: ReleaseCommand): EndResult {
    return this.#end({ kind: 'release', id }, { ...noDetails, outcome })
  }

  history(page: HistoryPage): WalletHistory {
    const { sql } = this.#storage
    return { ended: endedOperations(sql, page), running: runningOperations(sql), account: this.view() }
  }

  operation = (id: string): OperationSteps | null => operationSteps(this.#storage.sql, id)
  openPrice = (id: string): number | null => this.#journal.openPrice(id)
  lastSeq = (): number => this.#journal.lastSeq()

  /** How the newest attempt at an operation stands. Null: there is none, or its work never began, so that it may be reserved. */
  standingOf = (id: string): 'open' | EndedReservation | null => standingOf(this.#journal.newest(id).stored)

  /** Whether an answer has used this id at any time, also one whose text is deleted. */
  knowsAnswer(id: string): boolean {
    return this.#journal.find(id)?.owner === 'answer'
  }

  /** When the alarm must run next; null: nothing is due. */
  nextDueAt = (): number | null => this.#journal.nextDueAt()

  /** Ends overdue reservations and copies lines to D1. May run late or twice; a failed step has stored its next time. */
  async performDue(history: () => History, askOwner: AskOwner): Promise<void> {
    const commit = (command: Command, details: LineDetails) => this.#commit(command, details)
    await endOverdue(askOwner, overdueEffects(this.#userId(), this.#journal.reservations, commit))
    await copyDue(this.#storage.sql, history, this.#userId())
  }

  /** The lines that D1 does not have yet, for a caller that writes to D1 anyway. */
  uncopied = (): LedgerCopy => uncopiedLedger(this.#storage.sql, this.#userId())

  /** Lets the alarm copy soon what the caller will not copy itself. */
  copySoon = (): void => this.#journal.copyBy(Date.now() + gatheringMs)

  /** Notes that D1 has confirmed these lines. */
  markCopied = (copy: LedgerCopy): void => markCopied(this.#storage.sql, copy)

  /** False means that the provider must not be called. */
  markDispatched(id: string): boolean {
    return this.#storage.transactionSync(() => {
      const { reservations } = this.#journal
      const reservation = reservations.find(id) ?? reservations.find(this.#journal.newest(id).id)
      if (!reservation || this.#journal.freezing.isFrozen()) return false
      // An overdue reservation is treated as expired, unless an earlier call has already marked it as dispatched.
      if (!reservation.dispatched && reservation.deadlineAt <= Date.now()) return false
      reservations.markDispatched(reservation.operationId, Date.now())
      return true
    })
  }

  /** Credits and debits have one line each. @param outcome of that line, and of this call if it adds the line */
  #book<State extends string>(
    kind: 'credit' | 'debit',
    outcome: State,
    { id, amountTokens, service, action }: CreditCommand,
    refused: () => State
  ): { state: State | 'known' | 'conflict'; account: WalletView } {
    if (!isAmount(amountTokens)) throw new RangeError(`A ${kind} was refused: invalid`)
    const fingerprint = JSON.stringify([service, amountTokens, action])
    const details = { ...noDetails, fingerprint, service, action, outcome }
    const { state } = this.#commit({ kind, id, fingerprint, amountTokens }, details)
    const known = state === 'known' || state === 'conflict' ? state : null
    return { state: state === 'applied' ? outcome : (known ?? refused()), account: this.view() }
  }

  #reserve(command: ReserveCommand): ReserveResult {
    const { command: reserving, details, opening } = reservingOf(command, Date.now())
    const known = this.#commitNewest(reserving, details, opening)
    const { decision, stored } = known
    if (decision.state === 'known' && !stored?.ending) this.#journal.reservations.askLater(known.attemptId, Date.now())
    return reserveResultOf(decision, { ...this.#told, stored, isOnPlan: command.plan !== undefined })
  }

  /** Several steps in one commit. A broken invariant undoes all of them and freezes the account. */
  atomically = <Result>(work: () => Result): Result => this.#guard(() => this.#storage.transactionSync(work))

  view(): WalletView {
    const account = this.#journal.account()
    this.#guard(() => assertHolds(accountViolations(account)))
    return this.#unchecked(account)
  }

  #unchecked(account: Account): WalletView {
    const { availableTokens, reservedTokens, usedTokens, debtTokens } = account
    return { availableTokens, reservedTokens, usedTokens, debtTokens, createdAt: this.#journal.createdAt() }
  }

  #commit(command: Command, details: LineDetails, reservation?: Opening): Decision {
    return this.#commitKnowing(command, details, reservation).decision
  }

  /** @returns also the operation as it was stored before */
  #commitKnowing(command: Command, details: LineDetails, reservation?: Opening) {
    const { decision, stored } = this.#guard(() => this.#journal.commit(command, details, Date.now(), reservation))
    if (decision.state !== 'applied') return { decision, stored }
    const { lossTokens } = decision.entry
    if (lossTokens > 0) report(this.#userId(), { event: 'wallet-platform-loss', operationId: command.id, lossTokens })
    this.#around.onChange(decision.account, this.#journal.lastSeq())
    return { decision, stored }
  }

  /** Commits for the newest attempt at an operation; an operation that never began is reserved again as the next one. */
  #commitNewest(command: ReservationCommand, details: LineDetails, reservation?: Opening) {
    const first = { ...this.#commitKnowing(command, details, reservation), attemptId: command.id }
    if (first.decision.state !== 'known' || first.stored?.ending?.outcome !== notBegun) return first
    const newest = this.#journal.newest(command.id)
    const beginsAgain = command.kind === 'reserve' && newest.stored?.ending?.outcome === notBegun
    const attemptId = beginsAgain ? newest.nextId : newest.id
    if (attemptId === command.id) return first
    return { ...this.#commitKnowing({ ...command, id: attemptId }, details, reservation), attemptId }
  }

  /** Runs `work`; a broken invariant freezes the account: no new reservations until an operator thaws it. */
  #guard<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      this.#journal.reread()
      if (error instanceof InvariantViolation) this.#freeze(error.message)
      throw error
    }
  }

  #freeze(violation: string) {
    if (this.#journal.freezing.freeze(Date.now(), violation)) this.#around.onFrozen(violation)
  }

  #end(command: Extract<Command, { kind: 'settle' | 'release' }>, details: LineDetails): EndResult {
    const { decision, stored } = this.#commitNewest(command, details)
    if (decision.state === 'invalid') throw new RangeError('A charge must be a whole number from zero up')
    return endResultOf(decision, { stored, outcome: details.outcome, account: this.view() })
  }
}
