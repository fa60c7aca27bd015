// A deployment is a list of steps. Each looks first, says what it would do, and does only that: so a second run changes
// nothing, an interrupted one is continued, and a dry run is the same run without the doing.
import { SetupProblem } from '../setup-problem.ts'

/** What a step found. */
export type Seen =
  /** Nothing is to be done. */
  | { is: 'there'; found: string }
  /** `make` does what `plan` says. */
  | { is: 'missing'; plan: string[]; make: () => Promise<void> }
  /** Only a person can do it. */
  | { is: 'yours'; todo: string[] }

export interface Step {
  /** A few words: what must be there after it. */
  name: string
  look: () => Promise<Seen>
}

/** What was put before users does not answer well. */
export class Ill extends SetupProblem {}

/** Takes back what a step put before users. @returns what was done, in words */
export type Undo = () => Promise<string>

export const there = (found: string): Seen => ({ is: 'there', found })
export const missing = (plan: string[], make: () => Promise<void>): Seen => ({ is: 'missing', plan, make })
export const yours = (...todo: string[]): Seen => ({ is: 'yours', todo })

export interface Outcome {
  made: number
  /** Steps that wait for a person. */
  waiting: number
}

/** @throws SetupProblem with what is ill and what was taken back, the newest first */
async function takeBack(undoing: Undo[], ill: Ill): Promise<never> {
  const done: string[] = []
  for (const undo of undoing.toReversed()) done.push(await undo())
  const ends = done.length === 0 ? 'There is nothing before it to return to.' : done.join('; ')
  throw new SetupProblem(`${ill.message}\n${ends}`)
}

/**
 * Goes through the steps in order. What is ill is taken back, with what earlier steps of this run put before users.
 * @param undoing the steps add to it what takes them back
 * @param dry says what each would do, and does nothing; a person's own step does not end it
 * @throws SetupProblem at the first step that waits for a person, unless dry
 */
export async function goThrough(
  steps: Step[],
  { dry, print, undoing }: { dry: boolean; print: (line: string) => void; undoing: Undo[] }
): Promise<Outcome> {
  const outcome: Outcome = { made: 0, waiting: 0 }
  let number = 0
  for (const { name, look } of steps) {
    const seen = await look()
    number += 1
    const title = `${String(number).padStart(2)}. ${name}`
    if (seen.is === 'there') print(`${title}: ${seen.found}`)
    else if (seen.is === 'yours') {
      print(`${title}: you`)
      for (const line of seen.todo) print(`      ! ${line}`)
      outcome.waiting += 1
      if (!dry) throw new SetupProblem(`Step ${number} is yours. Do it and run the command again: it goes on here.`)
    } else {
      print(title)
      for (const line of seen.plan) print(`      + ${line}`)
      outcome.made += 1
      if (!dry)
        await seen.make().catch((error: unknown) => {
          if (error instanceof Ill) return takeBack(undoing, error)
          throw error
        })
    }
  }
  return outcome
}
