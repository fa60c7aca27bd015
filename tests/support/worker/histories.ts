// The databases with what users have made, for tests that read or change their rows.
import { env } from 'cloudflare:workers'
import { openHistories, openHistory } from '#data/base/database.ts'

/** @param id of the user or of a job */
export const historyRows = (id: string): D1Database => openHistory(env, id).$client

/** All databases: the directory and the histories. */
export const allDatabases = (): D1Database[] => [env.DB, ...openHistories(env).map(({ history }) => history.$client)]

/** The tables of the product in these databases, with the database of each. */
export async function tablesIn(databases: readonly D1Database[]): Promise<{ name: string; database: D1Database }[]> {
  const query = `select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\'
    and name not like 'sqlite\\_%' escape '\\' and name not like 'd1\\_%' escape '\\'`
  const found = await Promise.all(databases.map((database) => database.prepare(query).all<{ name: string }>()))
  return databases.flatMap((database, index) => (found[index]?.results ?? []).map(({ name }) => ({ name, database })))
}

const tablesOfHistories =
  /\b(usage|ledger_entries|messages|conversations|shares|conversation_counts|folders|projects|project_files|roles|instructions|jobs|stored_bytes|old_books|book_walks|route_attempts)\b/

const databasesOf = (statement: string): D1Database[] =>
  tablesOfHistories.test(statement) ? allDatabases().slice(1) : [env.DB]

/** Runs a statement in each database that has its tables. */
export async function runOnD1(statement: string, ...values: unknown[]): Promise<void> {
  for (const database of databasesOf(statement))
    await database
      .prepare(statement)
      .bind(...values)
      .run()
}

/** The rows that a query finds, in all databases that have its tables. */
export async function rowsOnD1<Row>(query: string, ...values: unknown[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const database of databasesOf(query)) {
    const found = await database
      .prepare(query)
      .bind(...values)
      .all<Row>()
    rows.push(...found.results)
  }
  return rows
}

/** The sum of the column `n`. */
export const countOnD1 = async (query: string, ...values: unknown[]): Promise<number> =>
  (await rowsOnD1<{ n: number }>(query, ...values)).reduce((sum, { n }) => sum + n, 0)
