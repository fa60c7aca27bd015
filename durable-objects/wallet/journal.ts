// The journal of one wallet: knows the account from its last line and adds lines. Every method is synchronous, and only
// `commit` moves money: rules, rows and invariant checks run in one transaction that is kept whole or rolled back. The
// object is the only writer, so the last line stays in memory once it was read; should storing fail, the object restarts.
import { newestAttempt } from '#domain/ledger-attempts.ts'
import { correctionOf } from '#domain/ledger-correction.ts'
import { assertHolds, type JournalLine, lineViolations, reservationViolations } from '#domain/ledger-invariants.ts'
import { type Account, applyCommand, type Command, type Decision, emptyAccount, type Known } from '#domain/ledger.ts'
import type { CorrectResult } from './calls.ts'
import { copyDelayMs } from './copy-delay.ts'
import { WalletBudgets } from './budgets.ts'
import { WalletFreezing } from './freezing.ts'
import { planTokensSince } from './journal-sums.ts'
import { type LineDetails, lineOf, type LineRow } from './line.ts'
import { movementTotals, openInJournal } from './open-operations.ts'
import { type Opening, WalletReservations } from './reservations.ts'
import { openPriceOf } from './reserve-result.ts'
import { findOperation, type StoredOperation } from './stored-operation.ts'

const lastLine = `select seq, at, operation_id, kind, balance_delta, reserved_delta, charged_tokens, loss_tokens, plan_tokens,
    credited_after, available_after, reserved_after, used_after, debt_after
  from journal order by seq desc limit 1`

export class WalletJournal {
  readonly reservations: WalletReservations
  readonly freezing: WalletFreezing
  readonly budgets: WalletBudgets
  readonly #storage: DurableObjectStorage
  #createdAt: number | null = null
  /** The newest line; null: the journal is empty; undefined: not read yet. */
  #last: JournalLine | null | undefined
  /** What was asked for last, as of which line: the answer is the same until another one is added. */
  #price: { id: string; asOf: JournalLine | null; tokens: number | null } | undefined

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.reservations = new WalletReservations(storage.sql)
    this.freezing = new WalletFreezing(storage.sql)
    this.budgets = new WalletBudgets(storage.sql, () => this.account())
  }

  account(): Account {
    return this.#lastLine()?.after ?? emptyAccount
  }

  /** Sequence number of the newest line; 0 for an empty journal. */
  lastSeq(): number {
    return this.#lastLine()?.seq ?? 0
  }

  reread() {
    this.#last = undefined
    this.#createdAt = null
    this.freezing.reread()
    this.budgets.reread()
  }

  find = (operationId: string): StoredOperation | null => findOperation(this.#storage.sql, operationId)

  /** What an operation has reserved now; null: nothing. */
  openPrice(id: string): number | null {
    const asOf = this.#lastLine()
    if (this.#price?.id === id && this.#price.asOf === asOf) return this.#price.tokens
    const tokens = openPriceOf(this.newest(id).stored)
    this.#price = { id, asOf, tokens }
    return tokens
  }

  /** The newest attempt at an operation. */
  newest = (operationId: string) => newestAttempt(operationId, this.find)

  /**
   * Decides a command and writes its changes.
   * @param reservation with a `reserve` command
   * @returns also the operation as it was stored before
   * @throws InvariantViolation, and then nothing was written
   */
  commit(
    command: Command,
    details: LineDetails,
    now: number,
    reservation?: Opening
  ): { decision: Decision; stored: StoredOperation | null } {
    const { added, ...result } = this.#storage.transactionSync(() => {
      const previous = this.#lastLine()
      const stored = this.find(command.id)
      const decision = applyCommand(previous?.after ?? emptyAccount, command, this.knownOf(stored, now, reservation))
      if (decision.state !== 'applied') return { decision, stored, added: null }
      const { entry, account } = decision
      const owner = stored?.owner ?? reservation?.owner ?? null
      if (reservation) {
        const { planTokens = 0 } = entry
        const priceTokens = entry.reservedDelta + planTokens
        this.reservations.open({ ...reservation, operationId: command.id, priceTokens, planTokens }, now)
      } else this.reservations.close(command.id)
      const line = { ...entry, seq: (previous?.seq ?? 0) + 1, after: account }
      assertHolds([...lineViolations(previous, line), ...reservationViolations(account, this.reservations.all())])
      this.#append(line, details, now)
      if (entry.chargedTokens > 0) this.budgets.noteCharge(account, now)
      this.copyBy(now + copyDelayMs(entry.kind, owner))
      return { decision, stored, added: line }
    })
    if (added) this.#last = added
    return result
  }

  /** The facts that decide a command, besides the account. @param stored the operation of the command */
  knownOf(stored: StoredOperation | null, now: number, reservation?: Opening): Known {
    const { planSince } = reservation ?? {}
    return {
      operation: stored && {
        kind: stored.kind,
        fingerprint: stored.fingerprint,
        priceTokens: Math.max(stored.tokens, stored.planTokens),
        ended: stored.ending !== null,
        isOnPlan: stored.planTokens > 0
      },
      running: reservation ? this.reservations.runningOf(reservation.owner) : 0,
      // Of ended operations, and of all that are running.
      planTokens:
        planSince === undefined ? 0 : planTokensSince(this.#storage.sql, planSince) + this.reservations.planTokens(),
      ...(reservation && { budgetTokens: this.budgets.room(now) }),
      frozen: this.freezing.isFrozen()
    }
  }

  /**
   * Writes the line after which `freeTokens` are free, and restores the reservations that the lines show as open.
   * @throws InvariantViolation, and then nothing was written
   */
  correct(
    { id, freeTokens, seq }: { id: string; freeTokens: number; seq: number },
    details: LineDetails,
    now: number
  ): CorrectResult['state'] {
    const corrected = this.#storage.transactionSync(() => {
      if (this.find(id)) return 'known'
      if (!this.freezing.isFrozen()) return 'not-frozen'
      const previous = this.#lastLine()
      if ((previous?.seq ?? 0) !== seq) return 'changed'
      const open = openInJournal(this.#storage.sql)
      const held = open.reduce((sum, { priceTokens }) => sum + priceTokens, 0)
      const made = correctionOf(freeTokens, held, movementTotals(this.#storage.sql))
      if (!made) return 'impossible'
      this.reservations.restore(open, now)
      const { movement, after } = made
      const line = { ...movement, kind: 'correct' as const, operationId: id, lossTokens: 0, seq: seq + 1, after }
      assertHolds([...lineViolations(previous, line), ...reservationViolations(after, this.reservations.all())])
      this.#append(line, details, now)
      this.budgets.recount(after.usedTokens)
      this.copyBy(now)
      return line
    })
    if (typeof corrected === 'string') return corrected
    this.#last = corrected
    return 'corrected'
  }

  createdAt(): number {
    this.#createdAt ??= this.#storage.sql.exec<{ created_at: number }>('select created_at from wallet').one().created_at
    return this.#createdAt
  }

  /** The earliest time at which something is due, or null. The alarm is always set to it. */
  nextDueAt(): number | null {
    return this.#storage.sql
      .exec<{ due_at: number | null }>(
        `select min(at) as due_at from
          (select copy_at as at from wallet union all select min(due_at) from reservations
            union all select min(tell_at) from budgets)`
      )
      .one().due_at
  }

  #lastLine(): JournalLine | null {
    if (this.#last !== undefined) return this.#last
    const [row] = this.#storage.sql.exec<LineRow>(lastLine).toArray()
    this.#last = row ? lineOf(row) : null
    return this.#last
  }

  /** Schedules a copy. After a failed copy its retry pause stays, however many lines are added meanwhile. */
  copyBy(at: number) {
    this.#storage.sql.exec(
      `update wallet set copy_at =
        case when copy_at is null then ?1 when copy_failures > 0 then copy_at else min(copy_at, ?1) end`,
      at
    )
  }

  #append(line: JournalLine, details: LineDetails, at: number) {
    this.#storage.sql.exec(
      `insert into journal (seq, at, operation_id, kind, balance_delta, reserved_delta, charged_tokens, loss_tokens,
          plan_tokens, credited_after, available_after, reserved_after, used_after, debt_after, fingerprint, service, action, model, outcome,
          reason, upstream_model, attempts)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      line.seq,
      at,
      line.operationId,
      line.kind,
      line.balanceDelta,
      line.reservedDelta,
      line.chargedTokens,
      line.lossTokens,
      line.planTokens ?? 0,
      line.after.creditedTokens,
      line.after.availableTokens,
      line.after.reservedTokens,
      line.after.usedTokens,
      line.after.debtTokens,
      details.fingerprint,
      details.service,
      details.action && JSON.stringify(details.action),
      details.model,
      details.outcome,
      details.reason,
      details.upstreamModel,
      details.attempts
    )
  }
}
