// Fills two histories up to a million conversations and ten million lines of the journal, and shows at each size how long
// the same calls and duties take, as ratios of their time at a thousand conversations; also what a row takes on disk.
// Run with `node bench/room.ts`, with `--quick` up to 10,000 conversations; on a machine with nothing else to do.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { shardBinding, shardOf } from '#domain/shard.ts'
import { main } from '#scripts/main.ts'
import { accessTokenOf, migrate, type Person, seedPeople } from './first-word/people.ts'
import { pinLoad, productBindings, signingSettings, startProductWorker, startUpstream } from './first-word/servers.ts'
import { fill, type Filled, perStranger } from './room/fill.ts'
import { addPast, type Subject, subjectsOf, type Timed } from './room/subjects.ts'

const isQuick = process.argv.includes('--quick')
const shards = [1, 2]
/** Conversations of all histories together. */
const sizes = isQuick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000]
const repeats = isQuick ? 10 : 40

const median = (times: number[]): number => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0

/** In turns, so that a slow moment of the machine meets all of them. */
async function timeAll(subjects: readonly Timed[]): Promise<Map<string, number>> {
  const times = new Map<string, number[]>(subjects.map(({ name }) => [name, []]))
  for (let round = -2; round < repeats; round++)
    for (const { name, prepare, run } of subjects) {
      await prepare?.()
      const from = performance.now()
      await run()
      if (round >= 0) times.get(name)?.push(performance.now() - from)
    }
  return new Map([...times].map(([name, all]) => [name, median(all)]))
}

/** Two people, each in another history: accounts are made until there is one in each. */
async function onePersonOfEach(url: string): Promise<Map<number, Person>> {
  const people = await seedPeople(url, 12)
  const found = new Map(people.map((person) => [shardOf(person.userId), person]))
  for (const shard of shards) if (!found.has(shard)) throw new Error(`Nobody of twelve is in history ${shard}`)
  return found
}

/** Bytes of each table with its indexes, by row. */
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

function tell(found: readonly { size: number; times: Map<string, number> }[]): void {
  const [first] = found
  if (!first) return
  console.log(`\n| | ${found.map(({ size }) => size.toLocaleString('en')).join(' | ')} |`)
  console.log(`|---|${found.map(() => '---|').join('')}`)
  for (const [name, base] of first.times) {
    const cells = found.map(({ times }, index) => {
      const time = times.get(name) ?? 0
      return index === 0 ? `${time.toFixed(1)} ms` : `× ${(time / base).toFixed(2)}`
    })
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
}

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-'))
  pinLoad()
  const upstream = await startUpstream(folder)
  const settings = signingSettings()
  const place = { folder, upstreamUrl: upstream.url, settings }
  const { server, miniflare } = await startProductWorker(place, 'product', 'bench/room/workers/duties.ts')
  try {
    for (const binding of productBindings().databases) await migrate(miniflare, binding)
    const histories = await Promise.all(
      shards.map(async (shard) => [shard, await miniflare.getD1Database(shardBinding(shard), 'product')] as const)
    )
    const filled: Filled = {
      directory: await miniflare.getD1Database('DB', 'product'),
      histories: new Map(histories)
    }
    const people = await onePersonOfEach(server.url)
    const pasts = new Map<number, number>()
    for (const [shard, { userId }] of people) pasts.set(shard, await addPast(filled.histories.get(shard)!, userId))
    const found: { size: number; times: Map<string, number> }[] = []
    let have = 0
    for (const size of sizes) {
      const want = size / shards.length / perStranger.conversations
      const from = performance.now()
      await fill(filled, have, want)
      have = want
      console.log(`${size} conversations, filled in ${Math.round((performance.now() - from) / 1000)} s`)
      const subjects: Subject[] = await Promise.all(
        [...people].map(async ([shard, person]) => ({
          userId: person.userId,
          accessToken: await accessTokenOf(settings, person),
          conversationId: pasts.get(shard) ?? 0
        }))
      )
      found.push({ size, times: await timeAll(subjectsOf(server.url, filled, subjects)) })
      tell(found)
    }
    await server.stop()
    console.log(`\n${rowSizes(join(folder, 'state', 'product')).join('\n')}`)
  } finally {
    await server.stop().catch(() => undefined)
    await upstream.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
