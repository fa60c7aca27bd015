// The files of D1 that the local product leaves behind. Only for a product that does not run: its databases are its own.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

function openThoseWith<Result>(dataFolder: string, table: string, use: (database: DatabaseSync) => Result): Result[] {
  return globSync(join(dataFolder, 'state/v3/d1/*/*.sqlite')).flatMap((file) => {
    // A killed process may hold its locks a moment longer.
    const database = new DatabaseSync(file, { timeout: 10_000 })
    try {
      const has = database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(table)
      return has ? [use(database)] : []
    } finally {
      database.close()
    }
  })
}

/** Opens the file of the directory. */
export function withDirectory<Result>(dataFolder: string, use: (directory: DatabaseSync) => Result): Result {
  const results = openThoseWith(dataFolder, 'payments', use)
  if (results.length !== 1) throw new Error(`There is not one directory, but ${results.length}`)
  return results[0] as Result
}

/** Opens the file of each history. */
export const withHistories = <Result>(dataFolder: string, use: (history: DatabaseSync) => Result): Result[] =>
  openThoseWith(dataFolder, 'jobs', use)
