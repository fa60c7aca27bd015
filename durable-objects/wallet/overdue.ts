// Ends reservations that are due: their owner (answer or job) is asked for the state of the work. A reservation that has changed meanwhile,
// because it was dispatched, ended or requested again, is left alone: its owner may have looked too early.
import { notBegun, operationIdOf } from '#domain/ledger-attempts.ts'
import {
  type ExpiryReason,
  type OwnerOutcome,
  type OwnerReply,
  overdueVerdict,
  undispatchedVerdict
} from '#domain/ledger-overdue.ts'
import type { Command, Decision } from '#domain/ledger.ts'
import { nameOf, report } from '#notices/report.ts'
import { type LineDetails, noDetails } from './line.ts'
import type { Reservation, WalletReservations } from './reservations.ts'

const reservationsPerAlarm = 20
const replyTimeoutMs = 10_000
const failedPauseMs = 5 * 60_000

export interface OverdueEffects {
  overdue(now: number, limit: number): Reservation[]
  find(id: string): Reservation | null
  settle(id: string, end: { costTokens: number; outcome: string; upstreamModel: string | null }): void
  expire(id: string, reason: ExpiryReason): void
  postpone(id: string, dueAt: number): void
  failed(id: string, error: unknown): void
}

/** Cancels its timer: a pending one would keep the object in memory. */
async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const done = new AbortController()
  const timeout = scheduler.wait(replyTimeoutMs, { signal: done.signal }).then(() => {
    throw new Error('The owner does not answer')
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    done.abort()
  }
}

/** The work that a reservation is for, by the id that its owner knows it by. */
export type ReservedOperation = Pick<Reservation, 'owner' | 'operationId'>

/** Asks the owner of a reservation (answer or job) how its work ended. */
export type AskOwner = (work: ReservedOperation) => Promise<OwnerOutcome>

async function replyOf(askOwner: AskOwner, reservation: Reservation): Promise<OwnerReply> {
  try {
    const { owner, operationId } = reservation
    return await withTimeout(askOwner({ owner, operationId: operationIdOf(operationId) }))
  } catch {
    return { state: 'unreachable' }
  }
}

const isUnchanged = (before: Reservation, now: Reservation | null) =>
  now?.dispatched === before.dispatched && now.dueAt === before.dueAt

async function endOne(askOwner: AskOwner, reservation: Reservation, effects: OverdueEffects): Promise<void> {
  const { operationId, dispatched, deadlineAt, asked } = reservation
  const reply = await replyOf(askOwner, reservation)
  if (!isUnchanged(reservation, effects.find(operationId))) return
  const now = Date.now()
  const verdict = dispatched ? overdueVerdict(reply, asked + 1, now) : undispatchedVerdict(reply, deadlineAt, now)
  switch (verdict.kind) {
    case 'settle':
      return effects.settle(operationId, verdict)
    case 'expire':
      return effects.expire(operationId, verdict.reason)
    case 'ask-again':
      return effects.postpone(operationId, verdict.dueAt)
    default:
      return verdict satisfies never
  }
}

/** Never throws: a reservation that cannot be ended now is retried after a pause. */
export async function endOverdue(askOwner: AskOwner, effects: OverdueEffects): Promise<void> {
  const overdue = effects.overdue(Date.now(), reservationsPerAlarm)
  await Promise.all(
    overdue.map((reservation) =>
      endOne(askOwner, reservation, effects).catch((error: unknown) => {
        effects.failed(reservation.operationId, error)
        effects.postpone(reservation.operationId, Date.now() + failedPauseMs)
      })
    )
  )
}

/** The wallet's side of `endOverdue`. @param commit runs a command and writes its line with these details */
export const overdueEffects = (
  userId: string,
  reservations: WalletReservations,
  commit: (command: Command, details: LineDetails) => Decision
): OverdueEffects => ({
  overdue: (now, limit) => reservations.overdue(now, limit),
  find: (id) => reservations.find(id),
  settle: (id, { costTokens, outcome, upstreamModel }) => {
    const details = { ...noDetails, outcome, upstreamModel, attempts: 1 }
    commit({ kind: 'settle', id, costTokens }, details)
  },
  expire: (id, reason) => {
    const { state } = commit(
      { kind: 'expire', id },
      { ...noDetails, outcome: reason === 'not-begun' ? notBegun : 'expired', reason }
    )
    if (state === 'applied') report(userId, { event: 'wallet-reservation-expired', operationId: id, reason })
  },
  postpone: (id, dueAt) => reservations.postpone(id, dueAt),
  failed: (operationId, error) => report(userId, { event: 'wallet-overdue-failed', operationId, error: nameOf(error) })
})
