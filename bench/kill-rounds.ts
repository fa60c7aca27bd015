// Kills the whole local product with SIGKILL in the middle of mixed work, restarts it on the same data and checks that
// nothing is lost, doubled or left open; then again. How, and what was found: bench/README.md. Run with
// `node bench/kill-rounds.ts [--rounds 10] [--seed text]`; a seed repeats the moments, not the machine.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { main } from '#scripts/base/main.ts'
import { signingSettings } from './first-word/servers.ts'
import type { Actor } from './kill-rounds/actor.ts'
import { checkActor } from './kill-rounds/check-actor.ts'
import { randomOf } from './kill-rounds/random.ts'
import { endChecking, playRound, restart } from './kill-rounds/round.ts'
import { Stage } from './kill-rounds/stage.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, seed: { type: 'string' } }
})
const seed = options.seed ?? randomBytes(4).toString('hex')
const rounds = Number(options.rounds)

/** @throws Error with all problems */
function demandNone(problems: readonly string[], when: string, { dataFolder }: Stage) {
  if (problems.length === 0) return
  throw new Error(`${when}, seed ${seed}, ${problems.length} problems:\n${problems.join('\n')}\nData: ${dataFolder}`)
}

/** After one more kill every deadline is over: no work of any round may be open, and no balance may have changed. */
async function closeBooks(stage: Stage, actors: readonly Actor[]) {
  await stage.kill()
  const { problems } = await restart(stage)
  problems.push(...(await endChecking(actors)))
  for (const actor of actors) {
    problems.push(...(await checkActor(actor, stage.calls())).problems)
    if (actor.pictures.some(({ isChecking }) => isChecking)) problems.push('a picture is still being checked')
  }
  await stage.kill()
  problems.push(...stage.bugs(), ...stage.jobsPastDeadline())
  demandNone(problems, 'At the end', stage)
}

async function play(stage: Stage, signal: AbortSignal) {
  const settings = { ...signingSettings(), SITE_ORIGIN: stage.siteOrigin }
  const actors: Actor[] = []
  await stage.start()
  for (let number = 1; number <= rounds; number++) {
    signal.throwIfAborted()
    const random = randomOf(`${seed} ${number}`)
    const report = await playRound(number, { stage, settings, random, earlier: actors })
    console.log(report.line)
    demandNone(report.problems, `Round ${number}`, stage)
    actors.push(...report.actors)
  }
  await closeBooks(stage, actors)
  console.log(`${rounds} rounds, seed ${seed}: nothing was lost, doubled or left open (${actors.length} users).`)
}

await main(async (signal) => {
  console.log(`Seed ${seed}`)
  const stage = await Stage.open()
  try {
    await play(stage, signal)
  } finally {
    await stage.close()
  }
  rmSync(stage.dataFolder, { recursive: true, force: true })
})
