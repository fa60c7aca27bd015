import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1'

export type Database = DrizzleD1Database & { $client: D1Database }

/** The only access to D1. It reads the primary: money, sessions and a user's own writes must never be stale. */
export const openDatabase = (binding: D1Database): Database => drizzle(binding)
