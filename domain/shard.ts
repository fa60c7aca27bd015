// Which of the history databases holds what a user has made. The ids of the user and of the user's jobs begin with the
// number of that database, so that code with an id knows the database without a query, and no two places can disagree
// about it. Pure.

const numbered = /^h([1-9]\d{0,3})-/

/** @param id of a user or of a job. @returns 0 for an id without a number, which leads to no database */
export const shardOf = (id: string): number => Number(numbered.exec(id)?.[1] ?? 0)

/** An id that leads to this database. */
export const inShard = (shard: number, id: string): string => `h${shard}-${id}`

/**
 * The id of a new account.
 * @param open the databases that take new accounts, which share them evenly
 */
export function newUserId(open: readonly number[], uuid: string): string {
  const shard = open[Number.parseInt(uuid.slice(0, 8), 16) % open.length]
  if (shard === undefined) throw new Error('No history database takes new accounts')
  return inShard(shard, uuid)
}

/** The numbers in a setting like `1,2`; null when it is not a list of different numbers from 1 to 9,999. */
export function shardsIn(setting: string): number[] | null {
  const parts = setting.split(',').map((part) => part.trim())
  const isList = parts.every((part) => /^[1-9]\d{0,3}$/.test(part)) && new Set(parts).size === parts.length
  return isList ? parts.map(Number) : null
}

/** The binding of a database, by its number. */
export const shardBinding = (shard: number) => `HISTORY_${shard}`

/** The number of the database with this binding; null for any other binding. */
export function shardOfBinding(name: string): number | null {
  const [, number] = /^HISTORY_([1-9]\d{0,3})$/.exec(name) ?? []
  return number === undefined ? null : Number(number)
}
