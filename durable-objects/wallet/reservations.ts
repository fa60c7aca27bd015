// The open reservations of one wallet: who works on each, and until when. Money moves in the journal only; a row here
// exists exactly as long as its reservation is open.
import type { OpenReservation } from '#domain/ledger-invariants.ts'
import { beginAskMs } from '#domain/ledger-overdue.ts'
import type { OpeningKind } from '#domain/ledger.ts'
import type { ReservationOwner } from './calls.ts'
import type { OpenOperation } from './open-operations.ts'

export interface Reservation extends OpenReservation {
  owner: ReservationOwner
  /** The price that a plan covers; nothing is reserved for it. */
  planTokens: number
  dispatched: boolean
  /** How long it may take. `dueAt` comes earlier while it is not dispatched: then its owner is asked whether it began. */
  deadlineAt: number
  /** How often its owner was asked since the deadline of the dispatched work passed. */
  asked: number
}

/** What a reservation needs besides its command. */
export interface Opening {
  owner: ReservationOwner
  deadlineAt: number
  /** True when the provider is called right after this commit. */
  dispatches: boolean
  /** Since when the plan's usage is counted; undefined: no plan covers it. */
  planSince: number | undefined
}

interface Row extends Record<string, SqlStorageValue> {
  operation_id: string
  owner: ReservationOwner
  price_tokens: number
  plan_tokens: number
  dispatched_at: number | null
  due_at: number
  deadline_at: number
  asked: number
}

const reservationOf = (row: Row): Reservation => ({
  operationId: row.operation_id,
  owner: row.owner,
  // Nothing is reserved for work that a plan covers, but the column only accepts prices above 0.
  priceTokens: row.plan_tokens > 0 ? 0 : row.price_tokens,
  planTokens: row.plan_tokens,
  dispatched: row.dispatched_at !== null,
  dueAt: row.due_at,
  deadlineAt: row.deadline_at,
  asked: row.asked
})

/** The fingerprint of a reservation: the same id for other work is refused. Its first part tells who works on it. */
export const reservationFingerprint = (owner: ReservationOwner, service: string, requested: string): string =>
  JSON.stringify([owner, service, requested])

/** The owner of the work; null for a credit or debit. */
export const ownerIn = (kind: OpeningKind, fingerprint: string): ReservationOwner | null =>
  kind === 'reserve' ? (JSON.parse(fingerprint) as [ReservationOwner])[0] : null

export class WalletReservations {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  all(): Reservation[] {
    return this.#sql.exec<Row>('select * from reservations').toArray().map(reservationOf)
  }

  overdue(now: number, limit: number): Reservation[] {
    return this.#sql
      .exec<Row>('select * from reservations where due_at <= ? order by due_at limit ?', now, limit)
      .toArray()
      .map(reservationOf)
  }

  find(operationId: string): Reservation | null {
    const [row] = this.#sql.exec<Row>('select * from reservations where operation_id = ?', operationId).toArray()
    return row ? reservationOf(row) : null
  }

  runningOf(owner: ReservationOwner): number {
    return this.#sql
      .exec<{ running: number }>('select count(*) as running from reservations where owner = ?', owner)
      .one().running
  }

  /** The prices that a plan covers for operations that are still running. */
  planTokens(): number {
    return this.#sql.exec<{ tokens: number }>('select coalesce(sum(plan_tokens), 0) as tokens from reservations').one()
      .tokens
  }

  open(
    reservation: Omit<Opening, 'planSince'> & { operationId: string; priceTokens: number; planTokens: number },
    now: number
  ) {
    const { deadlineAt, dispatches } = reservation
    this.#sql.exec(
      'insert into reservations (operation_id, owner, price_tokens, plan_tokens, due_at, deadline_at, dispatched_at) values (?, ?, ?, ?, ?, ?, ?)',
      reservation.operationId,
      reservation.owner,
      reservation.priceTokens,
      reservation.planTokens,
      dispatches ? deadlineAt : Math.min(deadlineAt, now + beginAskMs),
      deadlineAt,
      dispatches ? now : null
    )
  }

  /** The request came again: its work may begin any moment. Does nothing for a dispatched reservation. */
  askLater(operationId: string, now: number) {
    this.#sql.exec(
      'update reservations set due_at = min(deadline_at, ?) where operation_id = ? and dispatched_at is null',
      now + beginAskMs,
      operationId
    )
  }

  /**
   * Makes these the open reservations. A row that was missing counts as dispatched and is due now, so that its owner
   * decides how it ended.
   */
  restore(open: readonly OpenOperation[], now: number) {
    const known = new Map(this.all().map((row) => [row.operationId, row]))
    this.#sql.exec('delete from reservations')
    for (const operation of open) {
      const { dispatched = true, deadlineAt = now } = known.get(operation.operationId) ?? {}
      this.open(
        { ...operation, priceTokens: operation.priceTokens + operation.planTokens, deadlineAt, dispatches: dispatched },
        now
      )
    }
  }

  close(operationId: string) {
    this.#sql.exec('delete from reservations where operation_id = ?', operationId)
  }

  /** From now on only its deadline counts. Does nothing when it was dispatched before. */
  markDispatched(operationId: string, now: number) {
    this.#sql.exec(
      'update reservations set dispatched_at = ?, due_at = deadline_at where operation_id = ? and dispatched_at is null',
      now,
      operationId
    )
  }

  /** Asks the owner again at `dueAt`. Does nothing when the reservation has ended meanwhile. */
  postpone(operationId: string, dueAt: number) {
    this.#sql.exec(
      'update reservations set due_at = ?, asked = asked + (dispatched_at is not null) where operation_id = ?',
      dueAt,
      operationId
    )
  }
}
