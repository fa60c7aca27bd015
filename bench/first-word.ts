// Measures what stands between a request and the first word: the product beside the upstream read directly, a Worker
// that only pipes and a metered floor, and what one answer asks of objects and D1. How, and what was found:
// bench/README.md. Run with `node bench/first-word.ts`, with --quick for two rounds, with --grown to compare fresh users
// with those who have years of history.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from '#scripts/main.ts'
import { root } from '#scripts/root.ts'
import { countAnswers, type CountingResult } from './first-word/counts.ts'
import { growthCountTable } from './first-word/growth-counts.ts'
import { growthTable, measureGrowth } from './first-word/growth.ts'
import { accessTokenOf, type Person } from './first-word/people.ts'
import { costOf } from './first-word/prices.ts'
import { costTable, countTable, timingRows, timingTable } from './first-word/report.ts'
import {
  pinLoad,
  type Server,
  signingSettings,
  startFloor,
  startPipe,
  startProductWorker,
  startUpstream,
  watchOthers,
  type Workplace
} from './first-word/servers.ts'
import { directTarget, floorTarget, productTarget } from './first-word/targets.ts'
import { type Subject, timeRounds, type Turns } from './first-word/timing.ts'

const peopleCount = 20
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, grown: { type: 'boolean', default: false } }
})
const rounds = options.quick ? 2 : 6
/** Above this share of the servers' core, other programs decide the times. */
const othersShareMax = 0.05

/** What takes turns, by how it is asked. */
function subjectsOf(
  place: Workplace,
  people: readonly Person[],
  servers: Record<'pipe' | 'floor' | 'product', Server>
) {
  const { pipe, floor, product } = servers
  const authorizations = () =>
    Promise.all(people.map(async (person) => `Bearer ${await accessTokenOf(place.settings, person)}`))
  return [
    { name: 'direct', server: null, targets: async () => [directTarget(place.upstreamUrl)], balance: null },
    { name: 'pipe', server: pipe, targets: async () => [directTarget(pipe.url)], balance: null },
    {
      name: 'floor',
      server: floor,
      targets: async () =>
        (await authorizations()).map((authorization, index) => floorTarget(floor.url, `user-${index}`, authorization)),
      balance: async () =>
        people.map((_, index) => ({ url: `${floor.url}/balance`, headers: () => ({ 'x-user': `user-${index}` }) }))
    },
    {
      name: 'product',
      server: product,
      targets: async () =>
        (await authorizations()).map((authorization) => productTarget(product.url, { authorization })),
      balance: async () =>
        (await authorizations()).map((authorization) => ({
          url: `${product.url}/api/user/tokens`,
          headers: () => ({ authorization })
        }))
    }
  ] satisfies Subject[]
}

interface Measured {
  answers: CountingResult['answers']
  turns: Turns
  /** How much of the servers' core other programs had during the rounds: on a quiet machine next to nothing. */
  othersShare: number
}

async function measure(place: Workplace): Promise<Measured> {
  console.log('Counting what single answers ask for …')
  const { people, answers } = await countAnswers(place, peopleCount)
  const servers = {
    pipe: await startPipe(place),
    floor: await startFloor(place),
    product: (await startProductWorker(place, 'product', 'worker/index.ts')).server
  }
  const othersShareOf = watchOthers(Object.values(servers))
  const turns = await timeRounds(subjectsOf(place, people, servers), rounds, tellRound)
  const othersShare = othersShareOf()
  for (const server of Object.values(servers)) await server.stop()
  return { answers, turns, othersShare }
}

/** Prints the tables under what they were measured on, and stores everything. */
function tell(othersShare: number, tables: readonly string[], everything: object) {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim()
  console.log(
    `\nCommit ${commit}, ${rounds} rounds; other programs had ${(othersShare * 100).toFixed(0)} % of the servers' core`
  )
  if (othersShare > othersShareMax) console.log('The machine was not quiet: keep the counts, not the times.')
  console.log(`\n${tables.join('\n\n')}`)
  const file = join(tmpdir(), `first-word-${commit}-${Date.now()}.json`)
  writeFileSync(file, JSON.stringify({ commit, rounds, othersShare, ...everything }, null, 2))
  console.log(`\nEverything: ${file}`)
}

const tellRound = (round: number) => console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${rounds} …`)

async function compareSubjects(place: Workplace) {
  const { answers, turns, othersShare } = await measure(place)
  const rows = timingRows(turns)
  const cost = costOf(answers.long, 1000)
  const tables = [timingTable(rows), countTable(answers), costTable(answers.long)]
  tell(othersShare, tables, { rows, answers, cost, turns })
}

async function compareGrown(place: Workplace) {
  const { rows, counts, turns, othersShare } = await measureGrowth(place, rounds, tellRound)
  tell(othersShare, [growthTable(rows), growthCountTable(counts)], { rows, counts, turns })
}

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'first-word-'))
  pinLoad()
  const upstream = await startUpstream(folder)
  try {
    const place = { folder, upstreamUrl: upstream.url, settings: signingSettings() }
    await (options.grown ? compareGrown(place) : compareSubjects(place))
  } finally {
    await upstream.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
