// A database of D1 cannot grow beyond its limit: an alarm tells an operator while there is time to open another.
import { measureDatabases } from '#data/both/database-sizes.ts'
import { databaseMaxBytes, isTooLarge } from '#domain/database-size.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'

export interface WatchedDatabase {
  name: string
  /** Null: it did not answer. */
  bytes: number | null
  /** Whether new accounts go into it. The directory knows every account. */
  isOpen: boolean
  isTooLarge: boolean
}

export async function watchedDatabases(env: Env): Promise<WatchedDatabase[]> {
  const { HISTORY_OPEN } = environmentOf(env)
  return (await measureDatabases(env)).map(({ name, shard, bytes }) => {
    const isOpen = shard === null || HISTORY_OPEN.includes(shard)
    return { name, bytes, isOpen, isTooLarge: bytes !== null && isTooLarge({ bytes, isOpen }) }
  })
}

/** @returns how many databases need an operator */
export async function warnOfLargeDatabases(env: Env): Promise<number> {
  const large = (await watchedDatabases(env)).filter((database) => database.isTooLarge)
  for (const { name, bytes, isOpen } of large)
    await raiseAlarm(env, '', {
      event: 'database-large',
      database: name,
      percent: Math.round(((bytes ?? 0) / databaseMaxBytes) * 100),
      isOpen
    })
  return large.length
}
