// Measures what a call of the API costs: beside the upstream read directly, the metered floor, Portkey's gateway, which others wrote, and an
// answer of the site's own chat; and whether calls of the API slow the site's own answers. How, and what was found: bench/README.md. Run
// with `node bench/api.ts`, with --quick for two rounds, with --only=burst for rows whose name has that word, with --before=folder for the
// script of another commit beside this one, with --cool for what the first calls of an isolate cost.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '#scripts/base/main.ts'
import { root } from '#scripts/base/root.ts'
import { measureBeside, rowsBeside } from './api/beside.ts'
import { type Name, type Servers, subjectsOf } from './api/subjects.ts'
import { migrate, seedPeople } from './first-word/people.ts'
import {
  pinLoad,
  signingSettings,
  startFloor,
  startGateway,
  startProductWorker,
  startUpstream,
  watchOthers,
  type Workplace
} from './first-word/servers.ts'
import { type Heat, type Load, shareOf, signed, takeTurns, type Turn } from './first-word/turns.ts'

const rounds = process.argv.includes('--quick') ? 2 : 6
const only = process.argv.find((one) => one.startsWith('--only='))?.slice('--only='.length) ?? ''
/** Where the script of another commit was built. */
const before = process.argv.find((one) => one.startsWith('--before='))?.slice('--before='.length)
/** An isolate serves thousands of calls. Without this, turns measure code that V8 has not compiled well yet. */
const heat: Heat | undefined = process.argv.includes('--cool')
  ? undefined
  : { lanes: 8, shape: { chunks: 10, pauseMs: 0 }, streams: 4000 }
/** A user's key has few open calls, so each lane is a user of its own. */
const peopleCount = 50
const promptBytes = 100_000

interface NamedLoad extends Load {
  name: string
  isLong?: true
}

const warmUpMs = 1500
/** Longer than an object stays in memory without a request. */
const restMs = 12_000

const allLoads: readonly NamedLoad[] = [
  { name: '1 at once', lanes: 1, shape: { chunks: 10, pauseMs: 5 }, forMs: 2000, warmUpMs },
  { name: '10 at once', lanes: 10, shape: { chunks: 50, pauseMs: 10 }, forMs: 2500, warmUpMs },
  { name: '50 at once', lanes: 50, shape: { chunks: 50, pauseMs: 20 }, forMs: 3000, warmUpMs },
  {
    name: '1 of 100 KB',
    lanes: 1,
    shape: { chunks: 10, pauseMs: 5, promptBytes },
    forMs: 2000,
    warmUpMs,
    isLong: true
  },
  {
    name: '10 of 100 KB',
    lanes: 10,
    shape: { chunks: 50, pauseMs: 10, promptBytes },
    forMs: 2500,
    warmUpMs,
    isLong: true
  },
  // The first words of all come before anything that follows in one of the streams.
  { name: 'burst of 50', lanes: 50, shape: { chunks: 3, pauseMs: 800 }, forMs: 4000, isBurst: true, warmUpMs },
  {
    name: 'burst of 50 with 50 chunks',
    lanes: 50,
    shape: { chunks: 50, pauseMs: 20 },
    forMs: 4000,
    isBurst: true,
    warmUpMs
  },
  {
    name: 'burst of 50 out of memory',
    lanes: 50,
    shape: { chunks: 3, pauseMs: 800 },
    forMs: 1,
    isBurst: true,
    warmUpMs,
    restMs
  }
]
const loads = allLoads.filter(({ name }) => name.includes(only))

type Row = Record<string, string>
const columns = ['floor', 'portkey', ...(before === undefined ? [] : ['before' as const]), 'api', 'site'] as const
type Turns = Record<Name, Turn[]>

/** `direct` is in milliseconds, the other first words are what they add to it at the same percentile. */
function rowsOf({ name, isLong, lanes, isBurst }: NamedLoad, turns: Turns): Record<string, Row> {
  const firstOf = (who: Name, part: number) =>
    shareOf(
      turns[who].flatMap(({ firstMs }) => firstMs),
      part
    )
  const cpuOf = (who: Name) =>
    shareOf(
      turns[who].flatMap(({ cpuMs }) => cpuMs ?? []),
      0.5
    )
  const cellsOf = (cellOf: (who: (typeof columns)[number]) => string): Row =>
    Object.fromEntries(columns.map((who) => [who, who === 'site' && isLong ? '–' : cellOf(who)]))
  const added = (part: number): Row => ({
    direct: firstOf('direct', part).toFixed(1),
    ...cellsOf((who) => signed(firstOf(who, part) - firstOf('direct', part))),
    'api to floor': signed(firstOf('api', part) - firstOf('floor', part))
  })
  const workOf = (who: Name) =>
    shareOf(
      turns[who].flatMap(({ workMs }) => workMs),
      0.5
    )
  const work = cellsOf((who) => workOf(who).toFixed(1))
  return {
    [`${name}: first word, median, ms`]: added(0.5),
    [`${name}: first word, p90, ms`]: added(0.9),
    ...(lanes > 1 && !isBurst
      ? {}
      : {
          [`${name}: CPU before it, ms`]: {
            direct: '–',
            ...work,
            'api to floor': signed(workOf('api') - workOf('floor'))
          }
        }),
    [`${name}: CPU a stream, ms`]: {
      direct: '–',
      ...cellsOf((who) => cpuOf(who).toFixed(2)),
      'api to floor': `${(cpuOf('api') / cpuOf('floor')).toFixed(2)}×`
    },
    [`${name}: api to floor, by rounds`]: {
      'api to floor': spreadOf(turns)
    }
  }
}

const medianOf = ({ firstMs }: Turn) => shareOf(firstMs, 0.5)
const range = (values: readonly number[], digits: number) =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`

/** The smallest and the largest of the rounds: of the first word's median, and of the CPU. */
function spreadOf({ floor, api }: Turns): string {
  const pairs = floor.flatMap((one, round) => (api[round] ? [{ floor: one, api: api[round] }] : []))
  const words = pairs.map((pair) => medianOf(pair.api) - medianOf(pair.floor))
  const cpu = pairs.map((pair) => (pair.api.cpuMs ?? 0) / (pair.floor.cpuMs ?? 1))
  return `${range(words, 1)} ms, ${range(cpu, 2)}×`
}

async function startServers(place: Workplace) {
  const seeding = await startProductWorker(place, 'seeded', 'bench/first-word/workers/seeded.ts')
  await migrate(seeding.miniflare)
  const people = await seedPeople(seeding.server.url, peopleCount)
  await seeding.server.stop()
  const floor = await startFloor(place)
  const gateway = await startGateway()
  const older = before === undefined ? null : await startProductWorker(place, 'before', '', before)
  const { server: product } = await startProductWorker(place, 'product', 'worker/index.ts')
  return { people, servers: { floor, gateway, product, ...(older && { before: older.server }) } }
}

/** The site's own chat takes no long prompts. */
const isAsked = ({ name }: { name: Name }, { isLong }: NamedLoad): boolean => !(isLong && name === 'site')

async function measureCalls(place: Workplace, people: Awaited<ReturnType<typeof seedPeople>>, servers: Servers) {
  const turns = new Map<Load, Turns>()
  for (const load of loads) turns.set(load, { direct: [], floor: [], portkey: [], before: [], api: [], site: [] })
  await takeTurns(subjectsOf(place, people, servers), { loads, rounds, heat, isAsked }, (load, { name }, turn) =>
    turns.get(load)?.[name].push(turn)
  )
  return Object.assign({}, ...loads.map((load) => rowsOf(load, turns.get(load)!))) as Record<string, Row>
}

async function measure(place: Workplace): Promise<void> {
  const { people, servers } = await startServers(place)
  const all = Object.values(servers)
  const othersShareOf = watchOthers(all)
  const rows = await measureCalls(place, people, servers)
  const beside = only === '' || only === 'beside' ? await measureBeside(place, people, { servers, rounds }) : null
  const othersShare = othersShareOf()
  for (const server of all) await server.stop()
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim()
  console.log(
    `\nCommit ${commit}, ${rounds} rounds; other programs had ${(othersShare * 100).toFixed(0)} % of the servers' core`
  )
  console.table(rows)
  if (beside) console.table(rowsBeside(beside))
}

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'api-bench-'))
  pinLoad()
  const upstream = await startUpstream(folder)
  try {
    await measure({ folder, upstreamUrl: upstream.url, settings: signingSettings() })
  } finally {
    await upstream.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
