// An operation as the journal has it: the line that opened it, and the one that ended it.
import { notBegun } from '#domain/ledger-attempts.ts'
import type { EntryKind, OpeningKind } from '#domain/ledger.ts'
import type { ReservationOwner } from './calls.ts'
import { ownerIn } from './reservations.ts'

/** An operation in the journal. `tokens` is the price of a reservation or the amount of a credit or debit. */
export interface StoredOperation {
  kind: OpeningKind
  /** Null: not a reservation. */
  owner: ReservationOwner | null
  fingerprint: string
  tokens: number
  /** The price of a reservation that a plan covers (nothing is reserved for it); otherwise 0. */
  planTokens: number
  ending: (EndedReservation & { outcome: string }) | null
}

/** How a reservation ended; `at` in milliseconds since the epoch. */
export interface EndedReservation {
  chargedTokens: number
  at: number
}

export function findOperation(sql: SqlStorage, operationId: string): StoredOperation | null {
  const [row] = sql
    .exec<{
      kind: OpeningKind
      fingerprint: string
      tokens: number
      plan_tokens: number
      ended: EntryKind | null
      charged_tokens: number
      outcome: string
      ended_at: number | null
    }>(
      `select opening.kind, opening.fingerprint, abs(opening.balance_delta + opening.reserved_delta) as tokens,
          opening.plan_tokens,
          ending.kind as ended, coalesce(ending.charged_tokens, 0) as charged_tokens,
          coalesce(ending.outcome, '') as outcome, ending.at as ended_at
        from journal opening
        left join journal ending on ending.operation_id = opening.operation_id
          and ending.kind in ('settle', 'release', 'expire')
        where opening.operation_id = ? and opening.kind in ('credit', 'debit', 'reserve', 'correct')`,
      operationId
    )
    .toArray()
  if (!row) return null
  const {
    kind,
    fingerprint,
    tokens,
    plan_tokens: planTokens,
    ended,
    charged_tokens: chargedTokens,
    outcome,
    ended_at: at
  } = row
  const ending = ended === null || at === null ? null : { chargedTokens, outcome, at }
  return { kind, owner: ownerIn(kind, fingerprint), fingerprint, tokens, planTokens, ending }
}

/** Null: there is none, or its work never began, so that it may be reserved. */
export const standingOf = (stored: StoredOperation | null): 'open' | EndedReservation | null =>
  stored && stored.ending?.outcome !== notBegun ? (stored.ending ?? 'open') : null
