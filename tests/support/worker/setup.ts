// Runs inside workerd before every test file. Files share the runtime and the loaded modules: to start both costs more
// than most files' tests. So each file begins with empty storage and a sandbox of its own.
import { reset, type D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, vi } from 'vitest'
import 'fflate'
import '#worker/consume.ts'
import '#worker/operator/cron.ts'
import '#worker/operator/tell-alarms.ts'
import { emptyTurns, turns } from '#worker/crypto/hashing-turns.ts'
import { budgets } from '#worker/http/sent-files.ts'
import { gathered } from '#worker/http/watch-rate.ts'
import { rooms } from '#worker/rooms.ts'
import { consumersToRest } from './consumers.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      DIRECTORY_SCHEMA: string[]
      HISTORY_SCHEMA: string[]
      HISTORY_MIGRATIONS: D1Migration[]
    }
  }
}

const sandbox = new URL(env.OPENAI_BASE_URL).origin

const histories = [env.HISTORY_0, env.HISTORY_1, env.HISTORY_2]

async function isEmpty(database: D1Database): Promise<boolean> {
  const query = "select count(*) as n from sqlite_master where name = 'd1_migrations'"
  return (await database.prepare(query).first<number>('n')) === 0
}

/** One reset is sometimes not enough: it has been seen to leave databases as they were. R2 is looked at as well. */
async function emptyStorage(): Promise<void> {
  for (let resets = 0; resets < 5; resets++) {
    await reset()
    const empty = await Promise.all([env.DB, ...histories].map(isEmpty))
    const { objects } = await env.MEDIA.list({ limit: 1 })
    if (empty.every(Boolean) && objects.length === 0) return
  }
  throw new Error('The storage of the file before cannot be removed')
}

const build = (database: D1Database, schema: string[]) => database.batch(schema.map((sql) => database.prepare(sql)))

// What the Worker loads when it needs it is loaded here: the test runner shares one loading between requests, and workerd lets no request
// wait for another's.
await Promise.all(rooms.map(({ load }) => load()))

vi.useRealTimers()
await consumersToRest()
await emptyStorage()
await fetch(`${sandbox}/new-sandbox`, { method: 'POST' })
await build(env.DB, env.DIRECTORY_SCHEMA)
await Promise.all(histories.map((history) => build(history, env.HISTORY_SCHEMA)))
// What accounts from before have made is in the directory only where it is a history as well.
const made = ['usage', 'ledger_entries', 'messages', 'conversations', 'conversation_counts', 'jobs', 'stored_bytes']
await env.DB.batch(made.map((table) => env.DB.prepare(`drop table ${table}`)))
// Tests move the clock by days: that the cron did not run meanwhile is said already. Those about the cron delete this.
await env.DB.exec(`insert into duties (duty, since, warned_at) values ('clock', ${Date.now()}, 9e15)`)

const unexpected: string[] = []
const send = globalThis.fetch

// Worker and tests share this isolate, so this function sees every outbound request of both.
globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
  const { origin } = new URL(input instanceof Request ? input.url : input)
  if (origin === sandbox) return send(input, init)
  unexpected.push(origin)
  throw new Error(`A test may not reach ${origin}`)
}

afterEach(() => {
  const origins = unexpected.splice(0)
  if (origins.length > 0) throw new Error(`Unexpected requests to ${origins.join(', ')}`)
})

afterAll(() => {
  globalThis.fetch = send
  // What the Worker keeps in memory: a file that hashes cheaply waits for no turn, and one that cuts requests off, or
  // moves the clock, leaves shares that are not given back before their time; one whose sign-ins fail leaves a count.
  Object.assign(turns, emptyTurns())
  gathered.delete(env.DB)
  for (const budget of Object.values(budgets)) budget.takenBytes(Infinity)
})
