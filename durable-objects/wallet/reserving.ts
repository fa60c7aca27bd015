// What a call to reserve means for the journal.
import { newestAttempt, notBegun } from '#domain/ledger-attempts.ts'
import { refusalOfAll } from '#domain/ledger-batch.ts'
import { type Command, type Decision, isAmount } from '#domain/ledger.ts'
import type { ReserveCommand } from './calls.ts'
import type { WalletJournal } from './journal.ts'
import { type LineDetails, noDetails } from './line.ts'
import { type Opening, reservationFingerprint } from './reservations.ts'

const lifetimeMaxMs = 7 * 24 * 60 * 60 * 1000

interface Reserving {
  command: Extract<Command, { kind: 'reserve' }>
  details: LineDetails
  opening: Opening
}

/** @throws RangeError on a bad lifetime */
export function reservingOf(asked: ReserveCommand, now: number): Reserving {
  const { id, priceTokens, owner, operation, lifetimeMs, runningMax, plan } = asked
  if (!isAmount(lifetimeMs) || lifetimeMs > lifetimeMaxMs) throw new RangeError('A reservation needs a lifetime')
  const fingerprint = reservationFingerprint(owner, operation.service, asked.fingerprint)
  const planMax = plan ? { planMaxTokens: plan.maxTokens } : {}
  return {
    command: { kind: 'reserve', id, fingerprint, priceTokens, runningMax, ...planMax },
    details: { ...noDetails, ...operation, fingerprint, outcome: 'reserved' },
    opening: { owner, deadlineAt: now + lifetimeMs, dispatches: asked.dispatches === true, planSince: plan?.since }
  }
}

/** The first refusal if all were reserved now; null when all can be. Writes nothing. @throws RangeError */
export function firstRefusal(journal: WalletJournal, asked: readonly ReserveCommand[], now: number): Decision | null {
  const find = (id: string) => journal.find(id)
  const reserving = asked.map((one) => {
    const { command, opening } = reservingOf(one, now)
    const { stored } = newestAttempt(command.id, find)
    // An operation that never began is reserved again, as a new attempt.
    return { command, known: journal.knownOf(stored?.ending?.outcome === notBegun ? null : stored, now, opening) }
  })
  return refusalOfAll(journal.account(), reserving)
}
