// The open reservations of one Wallet: who is working on what, and until when. Money moves in the journal only; a row
// here exists exactly as long as its reservation is open.
import type { OpenReservation } from '#domain/ledger-invariants.ts'
import type { ReservationOwner } from './calls.ts'

export interface Reservation extends OpenReservation {
  owner: ReservationOwner
  /** Borne by a plan, and not held. */
  planTokens: number
  dispatched: boolean
  /** How often its owner was asked since the lifetime passed. */
  asked: number
}

interface Row extends Record<string, SqlStorageValue> {
  operation_id: string
  owner: ReservationOwner
  price_tokens: number
  plan_tokens: number
  dispatched_at: number | null
  due_at: number
  asked: number
}

const reservationOf = (row: Row): Reservation => ({
  operationId: row.operation_id,
  owner: row.owner,
  // Of what is on a plan nothing is held, and the column cannot say 0.
  priceTokens: row.plan_tokens > 0 ? 0 : row.price_tokens,
  planTokens: row.plan_tokens,
  dispatched: row.dispatched_at !== null,
  dueAt: row.due_at,
  asked: row.asked
})

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

  /** Borne by a plan, of work that has not ended. */
  planTokens(): number {
    return this.#sql.exec<{ tokens: number }>('select coalesce(sum(plan_tokens), 0) as tokens from reservations').one()
      .tokens
  }

  firstDueAt(): number | null {
    return this.#sql.exec<{ first: number | null }>('select min(due_at) as first from reservations').one().first
  }

  open(reservation: {
    operationId: string
    owner: ReservationOwner
    priceTokens: number
    planTokens: number
    dueAt: number
  }) {
    this.#sql.exec(
      'insert into reservations (operation_id, owner, price_tokens, plan_tokens, due_at) values (?, ?, ?, ?, ?)',
      reservation.operationId,
      reservation.owner,
      reservation.priceTokens,
      reservation.planTokens,
      reservation.dueAt
    )
  }

  close(operationId: string) {
    this.#sql.exec('delete from reservations where operation_id = ?', operationId)
  }

  markDispatched(operationId: string, now: number) {
    this.#sql.exec(
      'update reservations set dispatched_at = coalesce(dispatched_at, ?) where operation_id = ?',
      now,
      operationId
    )
  }

  /** Waits until `dueAt` before its owner is asked again. Does nothing to a reservation that ended meanwhile. */
  postpone(operationId: string, dueAt: number) {
    this.#sql.exec('update reservations set due_at = ?, asked = asked + 1 where operation_id = ?', dueAt, operationId)
  }
}
