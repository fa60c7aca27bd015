// The open reservations of one wallet: who works on each, and until when. Money moves in the journal only; a row here
// exists exactly as long as its reservation is open.
import type { OpenReservation } from '#domain/ledger-invariants.ts'
import type { OpeningKind } from '#domain/ledger.ts'
import type { ReservationOwner } from './calls.ts'

export interface Reservation extends OpenReservation {
  owner: ReservationOwner
  /** The price that a plan covers; nothing is reserved for it. */
  planTokens: number
  dispatched: boolean
  /** How often its owner was asked since the deadline passed. */
  asked: number
}

/** What a reservation needs besides its command. */
export interface Opening {
  owner: ReservationOwner
  dueAt: number
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

  open(reservation: {
    operationId: string
    owner: ReservationOwner
    priceTokens: number
    planTokens: number
    dueAt: number
    /** Null: the provider is not called yet. */
    dispatchedAt: number | null
  }) {
    this.#sql.exec(
      'insert into reservations (operation_id, owner, price_tokens, plan_tokens, due_at, dispatched_at) values (?, ?, ?, ?, ?, ?)',
      reservation.operationId,
      reservation.owner,
      reservation.priceTokens,
      reservation.planTokens,
      reservation.dueAt,
      reservation.dispatchedAt
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

  /** Asks the owner again at `dueAt`. Does nothing when the reservation has ended meanwhile. */
  postpone(operationId: string, dueAt: number) {
    this.#sql.exec('update reservations set due_at = ?, asked = asked + 1 where operation_id = ?', dueAt, operationId)
  }
}
