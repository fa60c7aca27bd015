import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1'

export type Database = DrizzleD1Database & { $client: D1Database }

const opened = new WeakMap<D1Database, Database>()

/** The only access to D1. It reads the primary: money, sessions and a user's own writes must never be stale. */
export function openDatabase(binding: D1Database): Database {
  const known = opened.get(binding)
  if (known) return known
  const database = drizzle(binding)
  opened.set(binding, database)
  return database
}
