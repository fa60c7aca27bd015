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
  look(): Promise<Seen>
}

export const there = (found: string): Seen => ({ is: 'there', found })
export const missing = (plan: string[], make: () => Promise<void>): Seen => ({ is: 'missing', plan, make })
export const yours = (...todo: string[]): Seen => ({ is: 'yours', todo })

export interface Outcome {
  made: number
  /** Steps that wait for a person. */
  waiting: number
}

/**
 * Goes through the steps in order.
 * @param dry says what each would do, and does nothing; a person's own step does not end it
 * @throws SetupProblem at the first step that waits for a person, unless dry
 */
export async function goThrough(steps: Step[], dry: boolean, print: (line: string) => void): Promise<Outcome> {
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
      if (!dry) await seen.make()
    }
  }
  return outcome
}
