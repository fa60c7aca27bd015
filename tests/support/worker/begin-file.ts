import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { dropOldMessages, endFile } from './leftovers.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      DIRECTORY_SCHEMA: string[]
      HISTORY_SCHEMA: string[]
    }
  }
}

const sandbox = new URL(env.OPENAI_BASE_URL).origin
const histories = [env.HISTORY_1, env.HISTORY_2]

/** `reset` empties only what is in memory: a database or a bucket that was not asked for ten seconds would stay as it is. */
const wakeStorage = () =>
  Promise.all([
    ...[env.DB, ...histories].map((database) => database.prepare('select 1').run()),
    env.MEDIA.head('nothing')
  ])

/** In one statement, because D1 answers each of them. */
const build = (database: D1Database, schema: string[]) => database.prepare(schema.join(';\n')).run()

async function expectEmptyBucket(): Promise<void> {
  const { objects } = await env.MEDIA.list({ limit: 1 })
  if (objects.length > 0) throw new Error('The bucket of the file before has not been emptied')
}

/** Shuts off everything that the file before has left, with empty storage and a new sandbox. Tables that are there already throw. */
export async function beginFile(): Promise<void> {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await endFile()
  // While these answers come, the runtime cancels what the ended handlers were doing.
  await Promise.all([wakeStorage(), fetch(`${sandbox}/new-sandbox`, { method: 'POST' })])
  dropOldMessages()
  await reset()
  // Tests move the clock by days: that the cron did not run meanwhile is said already. Those about the cron delete this.
  const said = `insert into duties (duty, since, warned_at) values ('clock', ${Date.now()}, 9e15)`
  await Promise.all([
    build(env.DB, [...env.DIRECTORY_SCHEMA, said]),
    ...histories.map((history) => build(history, env.HISTORY_SCHEMA)),
    expectEmptyBucket()
  ])
}
