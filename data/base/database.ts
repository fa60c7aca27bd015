// The only access to D1. The directory holds who the users are and what they have paid; the histories hold what users have
// made, each user's in one of them. The types keep the two apart: a query says which of them it needs.
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1'
import { shardBinding, shardOf, shardOfBinding } from '#domain/shard.ts'

/** Either of them, for what is the same in both. */
export type Database = DrizzleD1Database & { $client: D1Database }
declare const part: unique symbol

/** Users, sessions, links, payments, plans: one database for all. */
export type Directory = Database & { readonly [part]: 'directory' }
/** Conversations, messages, jobs and the copy of the ledger of some of the users. */
export type History = Database & { readonly [part]: 'history' }

const opened = new WeakMap<D1Database, Database>()

/** It reads the primary: money, sessions and a user's own writes must never be stale. */
function open(binding: D1Database): Database {
  const known = opened.get(binding)
  if (known) return known
  const database = drizzle(binding)
  opened.set(binding, database)
  return database
}

export const openDirectory = ({ DB }: Pick<Env, 'DB'>): Directory => open(DB) as Directory

const bindingOf = (env: Env, shard: number): D1Database | undefined =>
  (env as unknown as Record<string, D1Database | undefined>)[shardBinding(shard)]

/** Whether this id leads to a database that this deployment has. */
export const hasHistory = (env: Env, id: string): boolean => bindingOf(env, shardOf(id)) !== undefined

/**
 * The database with everything that a user has made.
 * @param id of the user or of one of the user's jobs
 * @throws Error when this deployment has no such database
 */
export function openHistory(env: Env, id: string): History {
  const binding = bindingOf(env, shardOf(id))
  if (!binding) throw new Error(`No binding ${shardBinding(shardOf(id))}`)
  return open(binding) as History
}

/** All history databases of this deployment with their numbers, in the order of the numbers. */
export const openHistories = (env: Env): { shard: number; history: History }[] =>
  Object.entries(env)
    .flatMap(([name, binding]) => {
      const shard = shardOfBinding(name)
      return shard === null ? [] : [{ shard, history: open(binding as D1Database) as History }]
    })
    .toSorted((one, other) => one.shard - other.shard)
