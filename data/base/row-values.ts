// The values of a row that a statement selects under a condition: what an insert of the query builder cannot have.
import { getTableColumns, is, SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** The values of a new row in the order of the table's columns: given ones, SQL among them, defaults, and nulls. */
export function rowValues(table: SQLiteTable, given: Partial<Record<string, unknown>>): SQL {
  const values = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = given[name] ?? column.default ?? null
    if (value === null) return sql`null`
    return is(value, SQL) ? value : sql`${sql.param(value, column)}`
  })
  return sql.join(values, sql`, `)
}
