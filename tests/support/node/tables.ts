// The tables of both databases, and the statements that are made of each.
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'

const modules = import.meta.glob<Record<string, unknown>>('../../../data/*/schema*.ts', { eager: true })

const tables = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value): value is SQLiteTable => is(value, SQLiteTable))
  .toSorted((one, other) => (getTableName(one) < getTableName(other) ? -1 : 1))

/** Reaches no database: its statements are only put together. */
const database = drizzle({} as Parameters<typeof drizzle>[0])

/** A value of each kind of column, to see how it is sent. */
const valueOf = (columnType: unknown): unknown =>
  ({ SQLiteBoolean: true, SQLiteTextJson: ['a'], SQLiteText: 'a' })[String(columnType)] ?? 7

const kindOf = (column: object): string => column.constructor.name

/** Whether it is no column that the database computes; drizzle keeps the question to itself. */
const isWritten = (column: object): boolean => !(column as { shouldDisableInsert: () => boolean }).shouldDisableInsert()

function statementsOf(table: SQLiteTable) {
  const columns = Object.entries(getTableColumns(table))
  const row = Object.fromEntries(
    columns.filter(([, column]) => isWritten(column)).map(([key, column]) => [key, valueOf(kindOf(column))])
  )
  const [other = table] = tables.filter((one) => one !== table)
  return {
    name: getTableName(table),
    columns: columns.map(([key, column]) => [key, column.name, kindOf(column), column.mapFromDriverValue('1')]),
    statements: [
      database
        .select()
        .from(table)
        .leftJoin(other, sql`true`)
        .groupBy(sql`1`)
        .orderBy(sql`2`)
        .limit(3)
        .offset(4),
      database.insert(table).values({}).returning(),
      database.insert(table).values(row).onConflictDoNothing(),
      database.update(table).set(row),
      database.delete(table).returning()
    ].map((statement) => statement.toSQL())
  }
}

export const statementsOfTables = () => tables.map(statementsOf)
