// One user's money: the only writer of a balance. Rules are in domain/ledger.ts, rows in journal.ts; this object turns
// calls into commands and keeps the one alarm that ends overdue reservations and copies the journal to D1. Must never
// await anything between reading and writing money.
import { DurableObject } from 'cloudflare:workers'
import { openDatabase } from '#data/database.ts'
import { accountViolations, assertHolds, InvariantViolation } from '#domain/ledger-invariants.ts'
import { type Command, type Decision, isAmount } from '#domain/ledger.ts'
import type {
  CreditCommand,
  CreditResult,
  DebitResult,
  EndResult,
  HistoryPage,
  OperationSteps,
  ReleaseCommand,
  ReservationOwner,
  ReserveCommand,
  ReserveResult,
  SettleCommand,
  WalletAudit,
  WalletCalls,
  WalletHistory,
  WalletView
} from './calls.ts'
import { auditJournal } from './audit.ts'
import { copyDue } from './copy.ts'
import { endedOperations, operationSteps, runningOperations } from './history.ts'
import { type LineDetails, noDetails, WalletJournal } from './journal.ts'
import { endOverdue, overdueEffects } from './overdue.ts'
import { publishBalance } from '../publish.ts'
import { nameOf, report } from '#notices/report.ts'
import { prepareWallet } from './schema.ts'

const lifetimeMaxMs = 7 * 24 * 60 * 60 * 1000
const alarmPauseMs = 60_000

export class Wallet extends DurableObject<Env> implements WalletCalls {
  readonly #journal: WalletJournal

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    prepareWallet(ctx.storage.sql, Date.now())
    this.#journal = new WalletJournal(ctx.storage)
  }

  async credit(command: CreditCommand): Promise<CreditResult> {
    return this.#armAndReturn(this.#book('credit', 'credited', command))
  }

  async debit(command: CreditCommand): Promise<DebitResult> {
    return this.#armAndReturn(this.#book('debit', 'debited', command))
  }

  async reserve(command: ReserveCommand): Promise<ReserveResult> {
    const result = this.#reserve(command)
    const isOpen = result.state === 'reserved' || result.state === 'known'
    // A repeated call may find its reservation overdue. It is treated as expired, because the alarm is about to end it.
    const isLate = command.dispatches === true && isOpen && !this.#dispatch(command.id)
    return this.#armAndReturn(isLate ? { state: 'closed', outcome: 'expired', chargedTokens: 0 } : result)
  }

  async markDispatched(id: string): Promise<boolean> {
    return this.#dispatch(id)
  }

  async settle({ id, chargedTokens, outcome, upstreamModel, attempts }: SettleCommand): Promise<EndResult> {
    const details = { ...noDetails, outcome, reason: outcome, upstreamModel, attempts }
    return this.#armAndReturn(this.#end({ kind: 'settle', id, costTokens: chargedTokens }, details))
  }

  async release({ id, outcome }: ReleaseCommand): Promise<EndResult> {
    return this.#armAndReturn(this.#end({ kind: 'release', id }, { ...noDetails, outcome, reason: outcome }))
  }

  async view(): Promise<WalletView> {
    return this.#view()
  }

  async history(page: HistoryPage): Promise<WalletHistory> {
    const { sql } = this.ctx.storage
    return { ended: endedOperations(sql, page), running: runningOperations(sql), account: this.#view() }
  }

  async operation(id: string): Promise<OperationSteps | null> {
    return operationSteps(this.ctx.storage.sql, id)
  }

  async audit(): Promise<WalletAudit> {
    const { state, sums, violations } = auditJournal(this.ctx.storage.sql, this.#journal)
    if (violations.length > 0) this.#freeze(violations.join('; '))
    return { state, sums, account: this.#unchecked() }
  }

  /** Alarms may run late or twice, so every step may be repeated; a failed step has stored its next time. */
  override async alarm() {
    try {
      const commit = (command: Command, details: LineDetails) => this.#commit(command, details)
      await endOverdue(this.env, this.#userId, overdueEffects(this.#userId, this.#journal.reservations, commit))
      await copyDue(this.ctx.storage.sql, openDatabase(this.env.DB), this.#userId)
      await this.#arm()
    } catch (error) {
      report(this.#userId, { event: 'wallet-alarm-failed', error: nameOf(error) })
      // The platform stops retrying an alarm after six failures; setting a new one keeps it going.
      await this.ctx.storage.setAlarm(Date.now() + alarmPauseMs)
    }
  }

  get #userId(): string {
    const { name } = this.ctx.id
    if (name === undefined) throw new Error('A wallet object must be named after its user')
    return name
  }

  #dispatch(id: string): boolean {
    return this.ctx.storage.transactionSync(() => {
      const reservation = this.#journal.reservations.find(id)
      if (!reservation || this.#journal.isFrozen()) return false
      // An overdue reservation is treated as expired, unless an earlier call has already marked it as dispatched.
      if (!reservation.dispatched && reservation.dueAt <= Date.now()) return false
      this.#journal.reservations.markDispatched(id, Date.now())
      return true
    })
  }

  /** Credits and debits have one line each. @param outcome of that line, and of this call if it adds the line */
  #book<Outcome extends string>(
    kind: 'credit' | 'debit',
    outcome: Outcome,
    { id, amountTokens, service, action, reason }: CreditCommand
  ): { state: Outcome | 'known' | 'conflict'; account: WalletView } {
    // The texts are left out: a reworded text must not turn the retry of a payment into a conflict.
    const fingerprint = JSON.stringify([service, amountTokens])
    const decision = this.#commit(
      { kind, id, fingerprint, amountTokens },
      { ...noDetails, fingerprint, service, action, outcome, reason }
    )
    if (decision.state === 'applied') return { state: outcome, account: this.#view() }
    if (decision.state === 'known' || decision.state === 'conflict')
      return { state: decision.state, account: this.#view() }
    throw new RangeError(`A ${kind} was refused: ${decision.state}`)
  }

  #reserve(command: ReserveCommand): ReserveResult {
    const { id, priceTokens, owner, operation, lifetimeMs, runningMax, plan } = command
    if (!isAmount(lifetimeMs) || lifetimeMs > lifetimeMaxMs) throw new RangeError('A reservation needs a lifetime')
    const fingerprint = JSON.stringify([owner, operation.service, command.fingerprint])
    const decision = this.#commit(
      { kind: 'reserve', id, fingerprint, priceTokens, runningMax, ...(plan ? { planMaxTokens: plan.maxTokens } : {}) },
      { ...noDetails, ...operation, fingerprint, outcome: 'reserved', reason: operation.action },
      { owner, dueAt: Date.now() + lifetimeMs, planSince: plan?.since }
    )
    switch (decision.state) {
      case 'applied':
        return { state: 'reserved', account: this.#view(), ...(plan ? { isOnPlan: true } : {}) }
      case 'known': {
        const known = this.#journal.find(id)
        if (known?.ending) return { state: 'closed', ...known.ending }
        return { state: 'known', status: 'open', ...(known && known.planTokens > 0 ? { isOnPlan: true } : {}) }
      }
      case 'insufficient':
        return { state: 'insufficient', availableTokens: this.#view().availableTokens }
      case 'conflict':
      case 'too-many-running':
      case 'plan-exhausted':
      case 'frozen':
        return { state: decision.state }
      case 'invalid':
      case 'missing':
        throw new RangeError(`A reservation was refused: ${decision.state}`)
      default:
        return decision satisfies never
    }
  }

  #view(): WalletView {
    this.#guard(() => assertHolds(accountViolations(this.#journal.account())))
    return this.#unchecked()
  }

  #unchecked(): WalletView {
    const { availableTokens, reservedTokens, usedTokens, debtTokens } = this.#journal.account()
    return { availableTokens, reservedTokens, usedTokens, debtTokens, createdAt: this.#journal.createdAt() }
  }

  #commit(
    command: Command,
    details: LineDetails,
    reservation?: { owner: ReservationOwner; dueAt: number; planSince?: number | undefined }
  ): Decision {
    const decision = this.#guard(() => this.#journal.commit(command, details, Date.now(), reservation))
    if (decision.state !== 'applied') return decision
    const { lossTokens } = decision.entry
    if (lossTokens > 0) report(this.#userId, { event: 'wallet-platform-loss', operationId: command.id, lossTokens })
    // Tells the user's open pages the new balance, without waiting for them.
    this.ctx.waitUntil(publishBalance(this.env, this.#userId, decision.account, this.#journal.lastSeq()))
    return decision
  }

  /** Runs `work`; a broken invariant freezes the account: no new reservations until an operator has looked at it. */
  #guard<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      if (error instanceof InvariantViolation) this.#freeze(error.message)
      throw error
    }
  }

  #freeze(violation: string) {
    this.#journal.freeze(Date.now())
    report(this.#userId, { event: 'wallet-frozen', violation })
  }

  #end(command: Extract<Command, { kind: 'settle' | 'release' }>, details: LineDetails): EndResult {
    const decision = this.#commit(command, details)
    if (decision.state === 'invalid') throw new RangeError('A charge must be a whole number from zero up')
    const state = decision.state === 'applied' ? 'ended' : decision.state === 'known' ? 'known' : 'missing'
    const balanceTokens = this.#view().availableTokens
    const stored = state === 'missing' ? null : this.#journal.find(command.id)
    const heldTokens = stored?.tokens ?? 0
    const chargedTokens = stored?.ending?.chargedTokens ?? 0
    return {
      state,
      outcome: stored?.ending?.outcome ?? 'missing',
      priceTokens: Math.max(heldTokens, stored?.planTokens ?? 0),
      chargedTokens,
      returnedTokens: heldTokens - chargedTokens,
      balanceTokens
    }
  }

  /** `result` is read before the first await, so that it shows the state right after the call's own change. */
  async #armAndReturn<Result>(result: Result): Promise<Result> {
    await this.#arm()
    return result
  }

  /** There is one alarm for everything, set to the earliest due time. Called after every write. */
  async #arm() {
    const dueAt = this.#journal.nextDueAt()
    if (dueAt !== null) await this.ctx.storage.setAlarm(dueAt)
  }
}
