import { openDirectory } from './database.ts'
import { purgeDirectory } from './directory/retention.ts'

/** The next hour continues. */
const runMaxMs = 15_000

/**
 * Deletes what is kept no longer, portion after portion until nothing is left or the time is over. Usage is deleted with
 * the walk over old books (worker/clock/archive-books.ts).
 * @returns the number of deleted rows
 */
export const purgeOld = (env: Env, now: number): Promise<number> =>
  purgeDirectory(openDirectory(env), now, Date.now() + runMaxMs)
