// What must be true after every step, whatever has happened: in one table, each with its name. They are written from what was
// promised, not from the code that keeps the promise.
import { answerInvariants } from './invariants/answers.ts'
import { endInvariants } from './invariants/end.ts'
import { jobInvariants } from './invariants/jobs.ts'
import { paymentInvariants } from './invariants/payments.ts'
import { walletInvariants } from './invariants/wallet.ts'
import type { Changes, Check, Facts } from './world/facts.ts'

/** After every step. */
export const invariants: Record<string, Check> = {
  ...walletInvariants,
  ...paymentInvariants,
  ...jobInvariants,
  ...answerInvariants
}

/** Once the faults are over and all work has had its time. */
export const invariantsAtTheEnd: Record<string, Check> = endInvariants

export class Violation extends Error {
  readonly invariant: string

  constructor(invariant: string, problem: string) {
    super(`${invariant}: ${problem}`)
    this.invariant = invariant
  }
}

/** @throws Violation */
export function demand(checks: readonly (readonly [string, Check])[], facts: Facts, changes: Changes): void {
  for (const [name, check] of checks) {
    const problem = check(facts, changes)
    if (problem !== null) throw new Violation(name, problem)
  }
}
