// A deployment is a list of steps. Each looks first, says what it would do, and does only that: so a second run changes
// nothing, an interrupted one is continued, and a dry run is the same run without the doing.
import { SetupProblem } from '../base/setup-problem.ts'

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

export interface Thing {
  isThere: boolean
  /** How it is made, in words. */
  plan: string
  make: () => Promise<unknown>
}

/** Makes the things that are missing, one after the other. @param found said when all are there */
export function allOf(found: string, things: Thing[]): Seen {
  const lacking = things.filter(({ isThere }) => !isThere)
  if (lacking.length === 0) return there(found)
  return missing(
    lacking.map(({ plan }) => plan),
    async () => {
      for (const { make } of lacking) await make()
    }
  )
}

/**
 * Each is tried, whatever became of the others.
 * @throws SetupProblem with what failed, and what was and was not taken back, the newest first
 */
async function takeBack(undoing: Undo[], failure: Error): Promise<never> {
  const done: string[] = []
  for (const undo of undoing.toReversed())
    done.push(await undo().catch((error: unknown) => `Not taken back: ${String(error)}`))
  const none = failure instanceof Ill ? ['There is nothing before it to return to.'] : []
  throw new SetupProblem([failure.message, ...(done.length === 0 ? none : done)].join('\n'))
}

interface Way {
  /** Says what each step would do, and does nothing; a person's own step does not end it. */
  dry: boolean
  print: (line: string) => void
  /** The steps add to it what takes them back. */
  undoing: Undo[]
  /** Who stops the run by hand goes on with the next one: nothing is taken back. */
  signal: AbortSignal
}

async function take({ name, look }: Step, number: number, { dry, print }: Way): Promise<Seen['is']> {
  const seen = await look()
  const title = `${String(number).padStart(2)}. ${name}`
  print(seen.is === 'there' ? `${title}: ${seen.found}` : seen.is === 'yours' ? `${title}: you` : title)
  if (seen.is === 'yours') for (const line of seen.todo) print(`      ! ${line}`)
  if (seen.is === 'missing') {
    for (const line of seen.plan) print(`      + ${line}`)
    if (!dry) await seen.make()
  }
  return seen.is
}

/**
 * Goes through the steps in order. When one fails, what earlier steps of this run put before users is taken back: a half of a
 * deployment that no operator watches is worse than none.
 * @returns how many steps did something, and how many wait for a person
 * @throws SetupProblem at the first step that fails or, unless dry, that waits for a person
 */
export async function goThrough(steps: Step[], way: Way): Promise<{ made: number; waiting: number }> {
  const outcome = { made: 0, waiting: 0 }
  for (const [index, step] of steps.entries()) {
    const found = await take(step, index + 1, way).catch((error: unknown) => {
      if (way.signal.aborted || !(error instanceof Error)) throw error
      if (way.undoing.length === 0 && !(error instanceof Ill)) throw error
      return takeBack(way.undoing, error)
    })
    if (found === 'missing') outcome.made += 1
    if (found !== 'yours') continue
    outcome.waiting += 1
    if (!way.dry)
      throw new SetupProblem(`Step ${index + 1} is yours. Do it and run the command again: it goes on here.`)
  }
  return outcome
}
