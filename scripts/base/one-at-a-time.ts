import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

const pauseMs = 100
/** SQLite's code for a database that another process has locked. */
const busy = 5

function takes(database: DatabaseSync): boolean {
  try {
    database.exec('begin exclusive')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return false
    throw error
  }
}

/**
 * Does the work while no other process does work under the same file; waits for its end. The file is an empty SQLite
 * database because its lock, unlike a file with a process id, ends with its owner.
 */
export async function oneAtATime<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const database = new DatabaseSync(file)
  try {
    while (!takes(database)) await pause(pauseMs)
    return await work()
  } finally {
    database.close()
  }
}
