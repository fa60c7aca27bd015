// Measures the time between a request and the first word of its answer: the product beside the upstream read directly and
// beside a metered floor. How, and what was found: bench/README.md. Run with `node bench/first-word.ts`, with --quick for
// two rounds, with --models=200 for a shop with as many models that its operator has added; on a machine with nothing else to do.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '#scripts/base/main.ts'
import { root } from '#scripts/base/root.ts'
import { seedModels } from './first-word/models.ts'
import { accessTokenOf, migrate, type Person, seedPeople } from './first-word/people.ts'
import {
  pinLoad,
  type Server,
  signingSettings,
  startFloor,
  startProductWorker,
  startUpstream,
  watchOthers,
  type Workplace
} from './first-word/servers.ts'
import type { Target } from './first-word/stream.ts'
import { type Load, shareOf, signed, type Subject, takeTurns, type Turn } from './first-word/turns.ts'

const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 2 : 6
const peopleCount = 20
const addedModels = Number(process.argv.find((one) => one.startsWith('--models='))?.slice('--models='.length) ?? 0)
/** Above this share of the servers' core, other programs decide the times. */
const othersShareMax = 0.05
const loads: readonly Load[] = [
  { lanes: 1, shape: { chunks: 10, pauseMs: 5 }, forMs: 2000 },
  { lanes: 10, shape: { chunks: 50, pauseMs: 10 }, forMs: 3000 },
  { lanes: 50, shape: { chunks: 50, pauseMs: 20 }, forMs: 4000 },
  { lanes: 100, shape: { chunks: 50, pauseMs: 20 }, forMs: 5000 },
  // As many readers, half as many streams a second: where the row above is beyond one core, this one tells the wait for
  // the core from what the product adds.
  { lanes: 100, shape: { chunks: 50, pauseMs: 40 }, forMs: 6000 }
]

type Name = 'direct' | 'floor' | 'product'

const inResponsesFormat = (prompt: string) => ({ model: 'gpt-6-luna', input: prompt, stream: true })

/** The subjects that take turns, by the way of asking. */
function subjectsOf({ upstreamUrl, settings }: Workplace, people: readonly Person[], floor: Server, product: Server) {
  const forEach = (targetOf: (authorization: string, user: string) => Target) => () =>
    Promise.resolve(people.map((person) => targetOf(`Bearer ${accessTokenOf(settings, person)}`, person.userId)))
  return [
    {
      name: 'direct',
      server: null,
      targets: async () => [{ url: `${upstreamUrl}/responses`, headers: () => ({}), body: inResponsesFormat }]
    },
    {
      name: 'floor',
      server: floor,
      targets: forEach((authorization, user) => ({
        url: floor.url,
        headers: () => ({ 'x-user': user, authorization, 'idempotency-key': randomUUID() }),
        body: inResponsesFormat
      }))
    },
    {
      name: 'product',
      server: product,
      targets: forEach((authorization) => ({
        url: `${product.url}/api/ai/text/chatgpt`,
        headers: () => ({ authorization, accept: 'text/event-stream', 'idempotency-key': randomUUID() }),
        body: (prompt) => ({ prompt, model: 'gpt-4o-mini' })
      }))
    }
  ] satisfies Subject<Name>[]
}

type Row = Record<string, string>

/** The three figures of a load. `direct` is in milliseconds, the other first words are what they add to it. */
function rowsOf({ lanes, shape }: Load, turns: Record<Name, Turn[]>): Record<string, Row> {
  const figures = (valueOf: (all: Turn[]) => number) =>
    [valueOf(turns.direct), valueOf(turns.floor), valueOf(turns.product)] as const
  const added = (part: number): Row => {
    const [direct, floor, product] = figures((all) =>
      shareOf(
        all.flatMap(({ firstMs }) => firstMs),
        part
      )
    )
    return {
      direct: direct.toFixed(1),
      floor: signed(floor - direct),
      product: signed(product - direct),
      'product to floor': signed(product - floor)
    }
  }
  const [, floor, product] = figures((all) =>
    shareOf(
      all.flatMap(({ cpuMs }) => cpuMs ?? []),
      0.5
    )
  )
  const name = `${lanes} at once, a chunk every ${shape.pauseMs} ms`
  return {
    [`${name}: first word, median, ms`]: added(0.5),
    [`${name}: first word, p99, ms`]: added(0.99),
    [`${name}: CPU a stream, ms`]: {
      direct: '–',
      floor: floor.toFixed(1),
      product: product.toFixed(1),
      'product to floor': `${(product / floor).toFixed(2)}×`
    }
  }
}

async function measure(place: Workplace): Promise<void> {
  const seeding = await startProductWorker(place, 'seeded', 'bench/first-word/workers/seeded.ts')
  await migrate(seeding.miniflare)
  await seedModels(seeding.miniflare, addedModels)
  const people = await seedPeople(seeding.server.url, peopleCount)
  await seeding.server.stop()
  const floor = await startFloor(place)
  const { server: product } = await startProductWorker(place, 'product', 'worker/index.ts')
  const othersShareOf = watchOthers([floor, product])
  const turns = new Map(
    loads.map((load) => [load, { direct: [] as Turn[], floor: [] as Turn[], product: [] as Turn[] }])
  )
  await takeTurns(subjectsOf(place, people, floor, product), { loads, rounds }, (load, { name }, turn) =>
    turns.get(load)?.[name].push(turn)
  )
  const othersShare = othersShareOf()
  await floor.stop()
  await product.stop()
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim()
  console.log(
    `\nCommit ${commit}, ${rounds} rounds, ${addedModels} added models; other programs had ${(othersShare * 100).toFixed(0)} % of the servers' core`
  )
  if (othersShare > othersShareMax) console.log('The machine was not quiet: do not keep the times.')
  console.table(Object.assign({}, ...[...turns].map(([load, all]) => rowsOf(load, all))))
}

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'first-word-'))
  pinLoad()
  const upstream = await startUpstream(folder)
  try {
    await measure({ folder, upstreamUrl: upstream.url, settings: signingSettings() })
  } finally {
    await upstream.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
