// Fills two histories up to a million conversations and ten million lines of the journal, and shows at each size how long
// the same calls and duties take, as ratios of their time on a second platform that stays at a thousand conversations and
// is asked in turns with it; also what a row takes on disk.
// Run with `node bench/room.ts`, with `--quick` up to 10,000 conversations; on a machine with nothing else to do.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { shardBinding, shardOf } from '#domain/shard.ts'
import { main } from '#scripts/base/main.ts'
import { median } from './base/figures.ts'
import { accessTokenOf, migrate, type Person, seedPeople } from './first-word/people.ts'
import {
  pinLoad,
  type Server,
  signingSettings,
  startProductWorker,
  startUpstream,
  type Workplace
} from './first-word/servers.ts'
import { fill, type Filled, perStranger } from './room/fill.ts'
import { addPast, type Subject, subjectsOf, type Timed } from './room/subjects.ts'

const isQuick = process.argv.includes('--quick')
const shards = [1, 2]
/** Conversations of all histories together. */
const sizes = isQuick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000]
const repeats = isQuick ? 10 : 40

/** In turns, so that a slow moment of the machine meets all of them. @returns the median of each, in their order */
async function timeAll(subjects: readonly Timed[]): Promise<number[]> {
  const all = subjects.map((subject) => ({ subject, times: [] as number[] }))
  for (let round = -2; round < repeats; round++)
    for (const { subject, times } of all) {
      await subject.prepare?.()
      const from = performance.now()
      await subject.run()
      if (round >= 0) times.push(performance.now() - from)
    }
  return all.map(({ times }) => median(times))
}

/** Two people, each in another history: accounts are made until there is one in each. */
async function onePersonOfEach(url: string): Promise<Map<number, Person>> {
  const people = await seedPeople(url, 12)
  const found = new Map(people.map((person) => [shardOf(person.userId), person]))
  for (const shard of shards) if (!found.has(shard)) throw new Error(`Nobody of twelve is in history ${shard}`)
  return found
}

/** Bytes for each row of each table, with its indexes. */
function rowSizes(stateFolder: string): string[] {
  const folder = join(stateFolder, 'd1')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sqlite'))
  return files.flatMap((file) => {
    const database = new DatabaseSync(join(folder, file), { readOnly: true })
    const tables = database.prepare("select name from sqlite_master where type = 'table' and sql is not null").all()
    const query = `select sum(pgsize) as bytes from dbstat
      where name in (select name from sqlite_master where tbl_name = ?)`
    return tables.flatMap(({ name }) => {
      const rows = Number(database.prepare(`select count(*) as n from "${String(name)}"`).get()?.['n'])
      const bytes = Number(database.prepare(query).get(String(name))?.['bytes'] ?? 0)
      return rows < 1000 ? [] : [`${String(name)}: ${rows} rows, ${Math.round(bytes / rows)} bytes a row`]
    })
  })
}

interface Measured {
  size: number
  /** Median times, in milliseconds: of the platform that stays small, and of the one that grows. */
  rows: readonly { name: string; small: number; grown: number }[]
}

function tell(found: readonly Measured[]): void {
  const sizesMeasured = found.map(({ size }) => size.toLocaleString('en'))
  console.log(`\n| | beside it, ${sizes[0]?.toLocaleString('en')} | ${sizesMeasured.join(' | ')} |`)
  console.log(`|---|---|${found.map(() => '---|').join('')}`)
  for (const [index, { name, small }] of found.at(-1)?.rows.entries() ?? []) {
    const cells = found.map(({ rows }) => {
      const row = rows[index]
      return row ? `× ${(row.grown / row.small).toFixed(2)}` : ''
    })
    console.log(`| ${name} | ${small.toFixed(1)} ms | ${cells.join(' | ')} |`)
  }
}

/** A platform of its own, with the two people whose calls are timed. */
async function startPlatform(place: Workplace) {
  mkdirSync(place.folder)
  const { server, miniflare } = await startProductWorker(place, 'product', 'bench/room/workers/duties.ts')
  await migrate(miniflare)
  const histories = await Promise.all(
    shards.map(async (shard) => [shard, await miniflare.getD1Database(shardBinding(shard), 'product')] as const)
  )
  const filled: Filled = { directory: await miniflare.getD1Database('DB', 'product'), histories: new Map(histories) }
  const pasts = new Map<Person, number>()
  for (const [shard, person] of await onePersonOfEach(server.url))
    pasts.set(person, await addPast(filled.histories.get(shard)!, person.userId))
  let strangers = 0
  return {
    server,
    async growTo(conversations: number): Promise<void> {
      const want = conversations / shards.length / perStranger.conversations
      await fill(filled, strangers, want)
      strangers = want
    },
    /** With fresh tokens, because a platform grows for longer than one lives. */
    async subjects(): Promise<Timed[]> {
      const people = [...pasts].map(([person, conversationId]): Subject => {
        return { userId: person.userId, accessToken: accessTokenOf(place.settings, person), conversationId }
      })
      return subjectsOf(server.url, filled, people)
    }
  }
}

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-'))
  pinLoad()
  const upstream = await startUpstream(folder)
  const settings = signingSettings()
  const servers: Server[] = []
  try {
    const platform = async (name: string) => {
      const started = await startPlatform({ folder: join(folder, name), upstreamUrl: upstream.url, settings })
      servers.push(started.server)
      return started
    }
    const small = await platform('small')
    const growing = await platform('growing')
    await small.growTo(sizes[0]!)
    const found: Measured[] = []
    for (const size of sizes) {
      const from = performance.now()
      await growing.growTo(size)
      console.log(`${size} conversations, filled in ${Math.round((performance.now() - from) / 1000)} s`)
      const [beside, own] = [await small.subjects(), await growing.subjects()]
      const times = await timeAll(beside.flatMap((subject, index) => [subject, own[index]!]))
      const rows = beside.map(({ name }, index) => ({ name, small: times[2 * index]!, grown: times[2 * index + 1]! }))
      found.push({ size, rows })
      tell(found)
    }
    for (const server of servers.splice(0)) await server.stop()
    console.log(`\n${rowSizes(join(folder, 'growing', 'state', 'product')).join('\n')}`)
  } finally {
    for (const server of servers) await server.stop().catch(() => undefined)
    await upstream.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
