// Loads the whole local product with two hundred mixed pieces of work at once for minutes, and kills it meanwhile with SIGKILL
// again and again. All users come back after each kill. In the end no server error may be without a cause, all work has ended
// as its readers saw it, every balance agrees and no tokens are reserved. How, and what was found: bench/README.md. Run with
// `node bench/load.ts [--minutes 5] [--kills 4] [--at-once 200] [--sign-ins] [--seed text]`; with `--sign-ins` 200 addresses send 20
// sign-ins a second beside it.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { main } from '#scripts/base/main.ts'
import { signingSettings } from './first-word/servers.ts'
import type { Actor } from './kill-rounds/actor.ts'
import { pause } from './kill-rounds/caller.ts'
import { checkActor } from './kill-rounds/check-actor.ts'
import { randomOf } from './kill-rounds/random.ts'
import { endChecking, restart } from './kill-rounds/round.ts'
import { Stage } from './kill-rounds/stage.ts'
import { Crowd } from './load/crowd.ts'
import { Power } from './load/power.ts'
import { type Responses, watchResponses } from './load/responses.ts'
import { crowd as strangersAt } from './sign-ins/crowd.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    kills: { type: 'string', default: '4' },
    'at-once': { type: 'string', default: '200' },
    'sign-ins': { type: 'boolean', default: false },
    seed: { type: 'string' }
  }
})
const seed = options.seed ?? randomBytes(4).toString('hex')
const loadMs = Number(options.minutes) * 60_000
const kills = Number(options.kills)
const atOnce = Number(options['at-once'])

/** How many of twenty strangers prove some work when the product asks for it. */
const provingStrangers = 5

/** The sandbox remembers only so many calls, so they are kept this often. */
const keepCallsMs = 1000

interface Play {
  stage: Stage
  power: Power
  crowd: Crowd
  problems: string[]
}

async function restartIn({ stage, problems }: Play, what: string) {
  const { problems: found, restartMs } = await restart(stage)
  problems.push(...found)
  console.log(`${what}; back after ${(restartMs / 1000).toFixed(1)} s`)
}

/** Kills at random moments, one in each equal part of the time. */
async function loadWithKills(play: Play, signal: AbortSignal) {
  const { stage, power, crowd } = play
  const random = randomOf(seed)
  const startedAt = performance.now()
  const until = (ms: number) => pause(Math.max(0, startedAt + ms - performance.now()))
  for (let kill = 1; kill <= kills; kill++) {
    await until(((kill - 1 + random()) / kills) * loadMs)
    signal.throwIfAborted()
    const busy = `kill ${kill}: ${crowd.busy} under way, ${crowd.actors.length} users so far`
    await power.cut(stage, () => restartIn(play, busy))
  }
  await until(loadMs)
  crowd.close()
}

/** After one more kill every deadline is over: no work may be open, and no balance may have changed. */
async function closeBooks(play: Play, actors: readonly Actor[]) {
  const { stage, problems } = play
  stage.keepCalls()
  await play.power.cut(stage, () => restartIn(play, 'everybody has finished'))
  problems.push(...(await endChecking(actors)))
  for (const actor of actors) problems.push(...(await checkActor(actor, stage.calls())).problems)
  for (const { pictures } of actors)
    if (pictures.some(({ isChecking }) => isChecking)) problems.push('a picture is still being checked')
  await stage.kill()
  problems.push(...stage.bugs(), ...stage.jobsPastDeadline())
}

function countsOf<Key>(keys: readonly Key[]): Map<Key, number> {
  return new Map([...Map.groupBy(keys, (key) => key)].map(([key, same]) => [key, same.length]))
}

const told = (counts: ReadonlyMap<number | string, number>) =>
  [...counts].map(([key, count]) => `${key}: ${count}`).join(', ') || 'none'

async function run(stage: Stage, responses: Responses, { power, signal }: { power: Power; signal: AbortSignal }) {
  const settings = { ...signingSettings(), SITE_ORIGIN: stage.siteOrigin }
  const crowd = new Crowd({ stage, power, settings })
  const playing: Play = { stage, power, crowd, problems: [] }
  const keeping = setInterval(() => stage.keepCalls(), keepCallsMs)
  const isOver = new AbortController()
  const strangers = options['sign-ins'] ? strangersAt(stage.siteOrigin, provingStrangers, isOver.signal) : []
  try {
    await Promise.all([crowd.gather(atOnce), loadWithKills(playing, signal).finally(() => isOver.abort())])
  } finally {
    clearInterval(keeping)
  }
  const knocked = await strangers
  await closeBooks(playing, crowd.actors)
  const problems = [...crowd.failures, ...responses.problems, ...playing.problems]
  console.log(
    `Responses while the product ran: ${told(responses.counts)}; server errors with a cause: ${told(responses.excused)}`
  )
  if (knocked.length > 0)
    console.log(`${knocked.length} sign-ins of strangers: ${told(countsOf(knocked.map(({ status }) => status)))}`)
  if (problems.length > 0)
    throw new Error(
      `Seed ${seed}, ${problems.length} problems:\n${problems.slice(0, 40).join('\n')}\nData: ${stage.dataFolder}`
    )
  console.log(
    `${crowd.actors.length} users, ${crowd.actors.length * 9} pieces of work: all ended, every balance agrees, nothing is held.`
  )
}

await main(async (signal) => {
  console.log(`Seed ${seed}`)
  const stage = await Stage.open()
  const power = new Power()
  const responses = watchResponses(stage.siteOrigin, power)
  try {
    await stage.start()
    await run(stage, responses, { power, signal })
  } finally {
    await stage.close()
  }
  rmSync(stage.dataFolder, { recursive: true, force: true })
})
