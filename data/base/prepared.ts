import type { SQL } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'

const dialect = new SQLiteAsyncDialect()

/** A written statement, for a batch of D1: those of the query builder take only its own. */
export function prepared({ $client }: { $client: D1Database }, statement: SQL): D1PreparedStatement {
  const { sql, params } = dialect.sqlToQuery(statement)
  return $client.prepare(sql).bind(...params)
}
