// Several reservations that are made together or not at all. Pure.
import { type Account, applyCommand, type Command, type Decision, type Known } from './ledger.ts'

/** A reservation that is to be made, with what the journal holds about it before any of them is made. */
export interface Reserving {
  command: Extract<Command, { kind: 'reserve' }>
  known: Known
}

/** The first refusal if these reservations were made one after another; null when all can be made, or are made already. */
export function refusalOfAll(before: Account, reserving: readonly Reserving[]): Decision | null {
  let account = before
  let [running, planTokens] = [0, 0]
  for (const { command, known } of reserving) {
    const ahead = { running: known.running + running, planTokens: (known.planTokens ?? 0) + planTokens }
    const decision = applyCommand(account, command, { ...known, ...ahead })
    if (decision.state === 'known') continue
    if (decision.state !== 'applied') return decision
    account = decision.account
    running += 1
    planTokens += decision.entry.planTokens ?? 0
  }
  return null
}
