// The runs of `npm test`, in two files because two processes run them at the same time.
import { expect } from 'vitest'
import { describe, total } from './report.ts'
import { type Ran, simulate } from './run.ts'

/** Of one file. */
export const seeds = 500
/**
 * What the product imports late is loaded by these, whose outcome says nothing: while a module is loaded for the first time, time passes that
 * the simulator does not know, and an object that was killed meanwhile goes on.
 */
async function loadLateModules(): Promise<void> {
  for (let seed = 1; seed <= 20; seed++) await simulate(seed)
}

/**
 * All invariants hold in the runs from `first` on, and everything that can go wrong has gone wrong in one of them.
 * @returns these runs, in their order
 */
export async function expectSound(first: number): Promise<readonly Ran[]> {
  await loadLateModules()
  const runs: Ran[] = []
  for (let seed = first; seed < first + seeds; seed++) {
    const ran = await simulate(seed)
    expect(ran.failure, describe(ran)).toBeNull()
    runs.push(ran)
  }
  expect(total(runs).missing).toEqual([])
  return runs
}

/** Only bounds what hangs. */
export const timeoutMs = 10 * 60_000
