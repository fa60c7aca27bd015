// One run: from a seed to everything that happens, with all invariants after every step. First things go wrong, then everything
// works again and all work has to end.
import { Engine } from './engine/engine.ts'
import { takeOverGlobals } from './engine/globals.ts'
import { type Check, Facts, type JobFacts } from './world/facts.ts'
import { chargeOf } from './invariants/jobs.ts'
import { demand, invariants, invariantsAtTheEnd, Violation } from './invariants.ts'
import { beginRun, databases, endRun } from './ports/databases.ts'
import { Scheduler } from './scheduler.ts'
import { workLeft } from './steps/work-left.ts'
import { type Bug, prepareObject, World } from './world/world.ts'

/** How long things go wrong: many short runs begin in more ways, some long ones pile up what rarely meets. */
const faultyStepsOf = (seed: number): number => (seed % 5 === 0 ? 240 : 30)
/** Far more than all work needs. */
const healthySteps = 2500
/** A run with a bug need not come to its end. */
const spoiltSteps = 700
/** The invariant of a run that does not come to its end. */
export const endless = 'all work ends'

export interface Ran {
  seed: number
  steps: number
  digest: number
  counts: ReadonlyMap<string, number>
  /** Null: all invariants held. */
  failure: { invariant: string; problem: string; trace: readonly string[] } | null
}

interface RunOptions {
  bug?: Bug | null
  /** Looks at this invariant alone. */
  only?: string | undefined
  tells?: (step: string) => void
}

/** Whether its result came after it was given up, and was a present. */
const isLate = (facts: Facts, job: JobFacts): boolean =>
  job.step === 'completed' &&
  chargeOf(facts, job) === 0 &&
  facts.wallets.some(({ lines }) => lines.some((line) => line.operationId === job.operationId && line.reserved > 0))

const chosen = (checks: Record<string, Check>, only: string | undefined) =>
  Object.entries(checks).filter(([name]) => only === undefined || name === only)

async function runToTheEnd(
  scheduler: Scheduler,
  facts: Facts,
  { only, faultySteps }: { only: string | undefined; faultySteps: number }
): Promise<void> {
  const { engine } = scheduler.world
  const always = chosen(invariants, only)
  for (let step = 0; step < faultySteps; step++) {
    await scheduler.step()
    demand(always, facts, facts.refresh())
  }
  engine.note('the faults are over')
  scheduler.heal()
  for (let step = 0, left = workLeft(scheduler.world); left !== null; step++, left = workLeft(scheduler.world)) {
    if (step > (only === undefined ? healthySteps : spoiltSteps)) {
      if (only === undefined || only === endless) throw new Violation(endless, `${left} still waits`)
      break
    }
    await scheduler.step()
    demand(always, facts, facts.refresh())
  }
  demand(chosen(invariantsAtTheEnd, only), facts, facts.refresh())
  for (const job of facts.jobs) engine.count(`job: ${job.step}${isLate(facts, job) ? ' late' : ''}`)
}

export async function simulate(seed: number, { bug = null, only, tells }: RunOptions = {}): Promise<Ran> {
  const engine = new Engine(seed, tells)
  const used = databases(prepareObject)
  beginRun(used)
  const world = new World(engine, used, bug)
  const giveBack = takeOverGlobals(engine, world.network.fetch)
  let failure: Ran['failure'] = null
  try {
    await runToTheEnd(new Scheduler(world, bug?.faultRate), new Facts(world), {
      only,
      faultySteps: faultyStepsOf(seed)
    })
  } catch (error) {
    const isViolation = error instanceof Violation
    const problem =
      error instanceof Error ? (isViolation ? error.message : (error.stack ?? error.message)) : String(error)
    failure = { invariant: isViolation ? error.invariant : 'the simulator itself runs', problem, trace: engine.trace }
  } finally {
    engine.current = null
    giveBack()
    endRun(used)
  }
  return { seed, steps: engine.steps, digest: engine.digest, counts: engine.counts, failure }
}
