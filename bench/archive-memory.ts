// Downloads the archive of a user with 200 MB of messages in one conversation from a Worker whose isolates may have a
// heap of 128 MB, as at the edge; workerd kills an isolate, and so the process, that needs more. Also prints how much
// memory the process had at most, which counts buffers outside of the heap and D1 too.
// Run with `node bench/archive-memory.ts`; it takes about half a minute.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '#scripts/base/main.ts'
import { shardBinding, shardOf } from '#domain/shard.ts'
import { accessTokenOf, addConversation, migrate, seedPeople } from './first-word/people.ts'
import { type Server, signingSettings, startProductWorker, startUpstream } from './first-word/servers.ts'

const heapMegabytes = 128
const messageCount = 1000
/** The longest message that the API takes, of letters of two bytes: 200 KB. */
const letters = 100_000
const archiveBytesMin = messageCount * letters * 2

const addMessages = `
  with recursive numbers (n) as (values (1) union all select n + 1 from numbers where n < ?2)
  insert into messages (conversation_id, role, content, model, created_at)
  select ?1, 'user', replace(hex(zeroblob(${letters / 2})), '0', 'я'), 'gpt-4o-mini', n from numbers`
const messagesPerStatement = 50

const residentMegabytes = ({ pid }: Server): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000

/** Calls `work` and watches the memory of the process. @returns the largest measured size */
async function watching(server: Server, work: () => Promise<void>): Promise<number> {
  let most = residentMegabytes(server)
  const timer = setInterval(() => (most = Math.max(most, residentMegabytes(server))), 20)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return most
}

async function download(server: Server, url: string): Promise<number> {
  const { pathname, search } = new URL(url)
  const response = await fetch(`${server.url}${pathname}${search}`)
  if (!response.ok || !response.body) throw new Error(`No archive: ${response.status}`)
  let bytes = 0
  for await (const chunk of response.body) bytes += chunk.length
  return bytes
}

async function linkOf(server: Server, signedIn: Record<string, string>): Promise<string> {
  const headers = { ...signedIn, 'content-type': 'application/json' }
  const response = await fetch(`${server.url}/api/user/export`, { method: 'POST', headers, body: '{}' })
  return ((await response.json()) as { data: { url: string } }).data.url
}

await main(async () => {
  // Not documented, but read by Miniflare when it starts workerd.
  process.env['MINIFLARE_WORKERD_V8_FLAGS'] = `--max-heap-size=${heapMegabytes}`
  const folder = mkdtempSync(join(tmpdir(), 'archive-memory-'))
  const upstream = await startUpstream(folder)
  const settings = signingSettings()
  const place = { folder, upstreamUrl: upstream.url, settings }
  const { server, miniflare } = await startProductWorker(place, 'product', 'bench/first-word/workers/seeded.ts')
  try {
    await migrate(miniflare)
    const [person] = await seedPeople(server.url, 1)
    if (!person) throw new Error('Nobody was seeded')
    const signedIn = { authorization: `Bearer ${await accessTokenOf(settings, person)}` }
    const conversationId = await addConversation(server.url, signedIn)
    const database = await miniflare.getD1Database(shardBinding(shardOf(person.userId)), 'product')
    for (let count = 0; count < messageCount; count += messagesPerStatement)
      await database.prepare(addMessages).bind(conversationId, messagesPerStatement).run()
    const before = residentMegabytes(server)
    let bytes = 0
    const most = await watching(server, async () => {
      bytes = await download(server, await linkOf(server, signedIn))
    })
    if (bytes < archiveBytesMin) throw new Error(`The archive has only ${bytes} bytes`)
    console.log(`An archive of ${Math.round(bytes / 1e6)} MB from isolates with a heap of ${heapMegabytes} MB.`)
    console.log(`Memory of the process: ${Math.round(before)} MB before, ${Math.round(most)} MB at most.`)
  } finally {
    await server.stop()
    await upstream.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
