// How a planned change is added: in one statement with the look at its neighbours, because two operators may plan at the same time.
import { and, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { ReadPlace } from '#contract/operator/access/planned.ts'
import type { Directory } from '../base/database.ts'
import type { modelChanges } from './schema-shop.ts'
import type { priceOverrides } from './schema-prices.ts'

type Planned = typeof modelChanges | typeof priceOverrides

/**
 * Adds the row unless another change of the same thing begins at the same moment, or stands between it and what the operator has read
 * (`placeAt` of contract/operator/access/planned.ts).
 * @param same which rows are changes of the same thing
 */
export async function addPlanned<Table extends Planned>(
  directory: Directory,
  table: Table,
  row: Table['$inferSelect'],
  { same, read: { base, next } }: { same: SQL | undefined; read: ReadPlace }
): Promise<void> {
  const { id, startsAt, cancelledAt } = table
  const values = Object.keys(getTableColumns(table)).map((name) => sql`${row[name as keyof typeof row] ?? null}`)
  const nearest = (when: SQL, order: SQL) =>
    sql`(select ${id} from ${table} where ${and(same, isNull(cancelledAt), when)} order by ${order} limit 1)`
  const before = nearest(sql`${startsAt} < ${row.startsAt}`, sql`${startsAt} desc`)
  const after = nearest(sql`${startsAt} > ${row.startsAt}`, sql`${startsAt}`)
  await directory
    .insert(table as SQLiteTable)
    .select(sql`select ${sql.join(values, sql`, `)} where ${before} is ${base} and ${after} is ${next}`)
    .onConflictDoNothing()
}
