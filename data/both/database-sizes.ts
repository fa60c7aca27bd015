import { type Database, openDirectory, openHistories } from '../base/database.ts'
import { shardBinding } from '#domain/shard.ts'

/** Every answer of D1 says how large the database is after it; miniflare's does too. */
async function bytesOf({ $client }: Database): Promise<number> {
  const { meta } = await $client.prepare('select 1').run()
  return meta.size_after
}

export interface MeasuredDatabase {
  /** The binding. */
  name: string
  /** Of a history; null for the directory. */
  shard: number | null
  /** Null: it did not answer. */
  bytes: number | null
}

/** The sizes of all databases. History 0 is the directory's own database and is not named twice. */
export function measureDatabases(env: Env): Promise<MeasuredDatabase[]> {
  const all: { name: string; shard: number | null; database: Database }[] = [
    { name: 'DB', shard: null, database: openDirectory(env) },
    ...openHistories(env).map(({ shard, history }) => ({ name: shardBinding(shard), shard, database: history }))
  ]
  return Promise.all(
    all.map(async ({ name, shard, database }) => ({ name, shard, bytes: await bytesOf(database).catch(() => null) }))
  )
}
